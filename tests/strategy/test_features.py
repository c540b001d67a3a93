"""Features of single hands by hand, and the kernels against them."""

import random
from pathlib import Path

import numpy as np
import pytest

from uth.cards import parse_cards
from uth.ranking import Category
from uth.solver.kernels.flops import CANONICAL
from uth.solver.kernels.holes import hole_number
from uth.solver.playing.boards import HOLES, LANE_OF, rivers
from uth.strategy.features import COUNT, FEATURES, NONE, PLACE, features
from uth.strategy.kernels.looking import flop_features, new_looking, river_features


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("9s 8d", "Kh 5d 2c", {"made": 0, "hidden": 0, "pair": 0, "better_kickers": 4, "overcards": 0}),
        ("9s 8d", "9h 5d 2c", {"pair": 9, "over_pair": 0, "made": Category.ONE_PAIR, "hidden": 1}),
        (
            "2s 2d",
            "7h 7d 3c",
            {"pocket": 2, "pair": 2, "over_pair": 3, "made": Category.TWO_PAIR, "board": 1},
        ),
        (
            "As Ks",
            "Qs 7s 2d",
            {"flush_draw": 14, "flush_over": 0, "flush_cards": 2, "overcards": 2, "my_outs": 15},
        ),
        ("9s 8d", "7h 6c 2d", {"straight_draw": 2, "my_outs": 8 + 6, "flush_draw": 0, "flush_over": NONE}),
        ("As 5d", "3h 4c Kd", {"straight_draw": 1, "my_outs": 4 + 3}),
        ("Ah 5d", "3h 4h Kh", {"straight_draw": 1, "flush_draw": 14, "flush_cards": 1, "my_outs": 9 + 3 + 3}),
        ("4d 3d", "Qd Jc Tc 2d 2c", {"outs": 19, "ties": 26, "plays_board": 1, "board": Category.ONE_PAIR}),
        ("As 3d", "Kh Kd 7c 8s 2h", {"better_kickers": 0, "plays_board": 0, "hidden": 0, "board_suited": 2}),
    ],
)
def test_by_hand(hole: str, board: str, expected: dict[str, int]) -> None:
    seen = features(parse_cards(hole), parse_cards(board))
    assert {name: seen[name] for name in expected} == expected


def test_kernels_see_the_same_on_flops() -> None:
    draw, hands = random.Random(1), []
    for _ in range(1500):
        number = draw.randrange(len(CANONICAL.cards))
        flop = CANONICAL.cards[number].tolist()
        hands.append((number, draw.sample([card for card in range(52) if card not in flop], 2), flop))
    hands.sort()
    found = np.zeros((len(hands), COUNT), np.uint8)
    which = np.array([number for number, _, _ in hands])
    holes = np.array([hole_number(*hole) for _, hole, _ in hands])
    flop_features(CANONICAL.cards, which, holes, np.zeros((COUNT, HOLES), np.uint8), found)
    for row, (_, hole, flop) in zip(found, hands, strict=True):
        seen = features(hole, flop)
        assert {name: int(row[PLACE[name]]) for name in seen} == seen, (hole, flop)


def test_kernels_see_the_same_on_rivers() -> None:
    draw, hands, given = random.Random(2), [], rivers()
    for _ in range(1500):
        board = draw.randrange(len(given.cards))
        cards = given.cards[board].tolist()
        river = int(np.searchsorted(given.first, board, side="right") - 1)
        hands.append((river, draw.sample([card for card in range(52) if card not in cards], 2), cards))
    found = np.zeros((len(hands), COUNT), np.uint8)
    which = np.array([river for river, _, _ in hands])
    lanes = np.array([LANE_OF[int(given.suited[river] > 0), hole_number(*hole)] for river, hole, _ in hands])
    river_features(given, which, lanes, new_looking(), found)
    for row, (_, hole, cards) in zip(found, hands, strict=True):
        seen = features(hole, cards)
        assert {name: int(row[PLACE[name]]) for name in seen} == seen, (hole, cards)


def test_the_page_names_every_feature() -> None:
    page = (Path(__file__).parents[2] / "docs" / "strategies.md").read_text("utf-8")
    for feature in FEATURES:
        assert f"| `{feature.name}` |" in page
        assert feature.says in page

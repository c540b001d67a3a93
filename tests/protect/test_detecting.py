"""Who plays on knowledge: values with cards seen, likelihood ratios, and the surveillance rule."""

import json
from fractions import Fraction
from itertools import combinations
from math import log
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.drawn import book_named
from tests.protect.visiting import base_sums, numbers_of
from uth.cards import parse_cards
from uth.cli import main
from uth.protect import Knowledge, protect
from uth.protect.detector import Model, detect
from uth.protect.rule import tells
from uth.protect.valuing import Seen, Valuer, possible
from uth.solver import solve

SHFL = book_named("california-shfl")
BOARD = parse_cards("9h 7c 4d Ks 3s")


def a_round(
    number: int, hole: str, dealer: str, *decisions: str, board: str = "9h 7c 4d Ks 3s"
) -> dict[str, object]:
    return {
        "id": f"R{number}",
        "document": "california-shfl",
        "board": ["9h", "7c", "4d", "Ks", "3s"],
        "bank_hand": dealer.split(),
        "bank": {"seat": 6, "wager": 500000},
        "seats": [
            {"seat": 1, "hole": hole.split(), "ante": 1000, "blind": 1000, "decisions": list(decisions)}
        ],
    }


@pytest.mark.parametrize(
    ("seen", "shown"),
    [
        (Seen(dealer=(3,)), 3),
        (Seen(dealer=(3, 50)), 3),
        (Seen(later=(BOARD[3],)), 3),
        (Seen(dealer=(3,), later=BOARD[3:]), 3),
        (Seen(dealer=(3,), dead=(7, 11)), 5),
        (Seen(dealer=(3, 50)), 5),
    ],
)
def test_values_with_cards_seen_equal_plain_visits(seen: Seen, shown: int) -> None:
    hole, valuer = parse_cards("Jd 8d"), Valuer(SHFL)
    values = valuer.values(hole, BOARD[:shown], seen)
    pays, play, ante, flop, river, qualifier = numbers_of(valuer.terms)
    base = np.array(BOARD[:shown] + (seen.later if shown == 3 else ()), np.int64)
    gone = {*hole, *base.tolist(), *seen.dealer, *seen.dead}
    free = [card for card in range(52) if card not in gone]
    hands = np.array([(*seen.dealer, *rest) for rest in combinations(free, 2 - len(seen.dealer))], np.int64)
    kept = np.array([*seen.dealer, *seen.dead], np.int64)
    own = int(hole[0]), int(hole[1])
    found = base_sums(*own, base, hands, kept, pays, play, ante, flop, river, int(qualifier[0]))
    lead, side, check, *_ = found.tolist()
    actions = list(values)
    if shown == 3:
        assert actions == ["bet2", "check"]
        ratio = (side + 2 * lead) / values["bet2"]
        best = max(values.values())
        assert check / best == pytest.approx(ratio)
    else:
        assert actions == ["bet1", "fold"]
        assert values["fold"] == -2
        assert values["bet1"] == pytest.approx((side + lead) / len(hands) / valuer.terms.unit)


def test_values_before_the_flop_average_to_the_ordinary_ones() -> None:
    """A bet made anyway is worth the same, whatever is seen; a check is worth more with knowledge."""
    hole, valuer = parse_cards("Jd 8d"), Valuer(SHFL)
    usual = valuer.values(hole, (), Seen())
    suits = {0: 1, 1: 1, 2: 2}  # clubs, diamonds, and hearts for spades as well
    ways = {rank * 4 + suit: often for rank in range(13) for suit, often in suits.items()}
    known = {card: valuer.values(hole, (), Seen(dealer=(card,))) for card in ways if card not in hole}
    for play in ("bet4", "bet3"):
        assert sum(one[play] * ways[card] for card, one in known.items()) / 50 == pytest.approx(usual[play])
    assert sum(one["check"] * ways[card] for card, one in known.items()) / 50 > usual["check"]


def test_what_may_have_been_seen() -> None:
    dealer = parse_cards("2c Ts")
    assert len(list(possible(Knowledge(dealer=1), BOARD, dealer, []))) == 2
    assert len(list(possible(Knowledge(dealer=1, flop=1, river=1), BOARD, dealer, []))) == 6
    assert [seen.later for seen in possible(Knowledge(turn=1), BOARD, dealer, [])] == [BOARD[3:4]]
    assert not list(possible(Knowledge(players=2), BOARD, dealer, [(1, 2)]))
    assert not list(possible(Knowledge(dealer=1), BOARD, (), []))


def test_chances_add_up_and_fall_with_cost() -> None:
    chances = Model(0.1, 0.02).chances({"bet4": 0.5, "bet3": 0.4, "check": -0.5})
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["bet4"] > chances["bet3"] > chances["check"] > 0.02 / 3 - 1e-9


def written(folder: Path, rounds: list[dict[str, object]]) -> str:
    path = folder / "rounds.json"
    path.write_text(json.dumps(rounds))
    return str(path)


def test_a_bet_that_only_knowledge_explains_raises_the_alarm(tmp_path: Path) -> None:
    """Three times 4x with a hand that beats only the card seen; then hands that everybody plays so."""
    told = [a_round(n, "Td 2h", dealer, "bet4") for n, dealer in enumerate(["2c 5s", "5h 2d", "2s 3c"])]
    plain = [a_round(n, "As Ah", "2c 5s", "bet4") for n in range(3)]
    runner = CliRunner()
    answers = []
    for rounds in (told, plain):
        done = runner.invoke(main, ["protect", "detect", written(tmp_path, rounds), "--json"])
        assert done.exit_code == 0, done.output
        answers.append(json.loads(done.output)["players"][0])
    suspect, honest = answers
    assert suspect["alarm"]
    assert suspect["log_likelihood_ratio"] > log(100)
    assert suspect["gained"] > 0.03
    assert suspect["rounds_needed"] <= 10
    assert not honest["alarm"]
    assert abs(honest["log_likelihood_ratio"]) < 0.2


def test_more_people_looked_at_take_more_evidence() -> None:
    verdict = detect([], [Knowledge(dealer=1)])
    assert verdict.suspicions == []
    assert verdict.alarm == 100


def test_detect_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    runner = CliRunner()
    bad = written(tmp_path, [a_round(1, "Td Td", "2c 5s", "bet4")])
    for words in (
        [bad],
        [written(tmp_path, [])],
        [bad, "--knows", "dead=1"],
        [bad, "--temperature", "0"],
        [bad, "--knows", "luck=1"],
    ):
        done = runner.invoke(main, ["protect", "detect", *words])
        assert done.exit_code == 2, done.output
        assert "Traceback" not in done.output


def test_the_rule_names_plays_that_cost_without_knowledge() -> None:
    worth, solution = protect(SHFL, "dealer=1"), solve(SHFL)
    found = tells(worth, solution)
    assert found
    for tell in found:
        usual = solution.preflop[tell.hand]
        assert tell.play != usual.best
        assert usual.values[usual.best] - usual.values[tell.play] == tell.cost >= Fraction(1, 4)
    assert any((tell.hand, tell.known, tell.play) == ("T2o", "2", "bet4") for tell in found)
    assert any((tell.hand, tell.known, tell.play) == ("KQo", "A", "check") for tell in found)


def test_commands(tmp_path: Path) -> None:
    runner = CliRunner()
    shown = runner.invoke(main, ["protect", "california-shfl", "--knows", "dealer=1"])
    assert shown.exit_code == 0
    assert "13.5922 %" in shown.output
    rule = runner.invoke(main, ["protect", "rule", "california-shfl", "--knows", "dealer=1"])
    assert "4x when 2 was seen with:" in rule.output
    data = runner.invoke(main, ["protect", "rule", "california-shfl", "--knows", "dealer=1", "--json"])
    assert json.loads(data.output)["plays"][0]["cost"] >= 0.25
    for words in (
        ["california-shfl", "--knows", "dealer=9"],
        ["california-shfl", "--knows", ""],
        ["nowhere", "--knows", "dealer=1"],
        ["rule", "california-shfl", "--knows", "dealer=1", "--cost", "much"],
        ["california-shfl", "--knows", "players=3", "--samples", "1"],
        ["california-shfl"],
    ):
        done = runner.invoke(main, ["protect", *words])
        assert done.exit_code == 2, words

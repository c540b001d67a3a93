"""Rule files: read, written, refused with every mistake; and what they decide."""

import random

import pytest

from uth.cards import parse_cards
from uth.solver.starting_hands import NAMES as HANDS
from uth.strategy import NAMES, StrategyError, basic, find_strategy
from uth.strategy.charts import NAMES as CHART_NAMES
from uth.strategy.charts import parse_range, write_range
from uth.strategy.reading import read_strategy, write_strategy
from uth.strategy.registry import shipped

CHOICES = {0: ["check", "bet3", "bet4"], 3: ["check", "bet2"], 5: ["fold", "bet1"]}


def test_ranges() -> None:
    assert CHART_NAMES == HANDS  # the solver's order
    assert parse_range("QQ+") == {"QQ", "KK", "AA"}
    assert parse_range("QTs+ JTo") == {"QTs", "QJs", "JTo"}
    assert parse_range("A2+") == {name for name in HANDS if name[0] == "A" and name != "AA"}
    assert len(parse_range("all")) == 169
    hands = parse_range("33+ A2+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo")
    assert write_range(hands) == "33+ A2+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo"
    with pytest.raises(ValueError, match=r"ZZ.*K1s"):
        parse_range("ZZ+ 33 K1s")


@pytest.mark.parametrize("name", NAMES)
def test_shipped_files_are_read_and_written(name: str) -> None:
    own = shipped(name)
    assert read_strategy(write_strategy(own), name) == own


def test_every_mistake_is_said_at_once() -> None:
    text = """
color = 1
[preflop]
bet4 = "33+ ZZ"
call = "AA"
[[flop]]
when = ["outs < 21"]
[[flop]]
when = ["mode >= pair", "pair >= 1", "made >= nothing", "hidden"]
[[river]]
when = ["outs", "hiden"]
then = "check"
"""
    with pytest.raises(StrategyError) as error:
        read_strategy(text, "card.toml")
    said = "\n".join(error.value.problems)
    for part in (
        "color",
        "ZZ",
        "preflop.call",
        "outs is not known on the flop",
        "one to three",
        "did you mean hidden",
    ):
        assert part in said
    assert '"bet" or "fold"' in said
    assert all("\n" not in problem for problem in error.value.problems)


@pytest.mark.parametrize(
    "text", ["= 1", 'flop = "never"', "preflop = 4", "[[flop]]\nwhen = []", "[[flop]]\nwhen = 3"]
)
def test_other_nonsense(text: str) -> None:
    with pytest.raises(StrategyError):
        read_strategy(text, "card.toml")


def test_the_rule_file_plays_as_the_function_does() -> None:
    draw, own = random.Random(3), shipped("basic").player()
    for _ in range(3000):
        cards = draw.sample(range(52), 7)
        for seen in (0, 3, 5):
            hand = cards[:2], cards[2 : 2 + seen], CHOICES[seen]
            assert own(*hand) == basic(*hand), hand


@pytest.mark.parametrize(
    ("hole", "board", "action", "why"),
    [
        ("Ks 5d", "", "bet4", "K5o+ bets 4x"),
        ("Ks 4d", "", "check", "K4o is not on the chart"),
        ("9s 8d", "9h 5d 2c", "bet2", "a hidden pair except pocket twos bets 2x"),
        ("Qs 3d", "Kh Kd 7c 7s 5h", "bet1", "fewer than 21"),
        ("4s 3d", "Kh Jd 9c 7s 5h", "fold", "not fewer than 21"),
    ],
)
def test_explained(hole: str, board: str, action: str, why: str) -> None:
    cards = parse_cards(board) if board else ()
    verdict = shipped("basic").verdict(parse_cards(hole), cards, CHOICES[len(cards)])
    assert verdict.action == action
    assert why in verdict.why


def test_an_unknown_name() -> None:
    with pytest.raises(StrategyError, match="did you mean basic"):
        find_strategy("basik")


def test_the_first_rule_that_matches_decides() -> None:
    own = read_strategy(
        """
[[flop]]
then = "check"
when = ["pair <= 5"]
[[flop]]
when = ["hidden"]
""",
        "card",
    )
    for hole, expected in (("4s 9d", "check"), ("Ks 9d", "bet2"), ("Qs 9d", "check")):
        assert own.player()(parse_cards(hole), parse_cards("Kh 7d 4c"), CHOICES[3]) == expected

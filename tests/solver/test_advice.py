"""Advice with any cards known, against dealers visited one by one; and what is refused."""

import subprocess
import sys
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from tests.solver.games import BOOKS, GAMES
from tests.solver.plainly import numbers_of, one_board, one_flop
from uth import Stakes, advise
from uth.cards import parse_cards
from uth.rules import BookError
from uth.solver import Advisor, SolverError, solve
from uth.solver.advice import _ADVISORS, MOST_ADVISORS
from uth.solver.kernels.before_flop import count_hole

any_book = pytest.mark.parametrize("name", BOOKS)
ADVISORS = {name: Advisor(*game, few=0) for name, game in BOOKS.items()}
EARLY = {name: Advisor(*game, few=10**6) for name, game in BOOKS.items()}
either_way = pytest.mark.parametrize("advisors", [ADVISORS, EARLY], ids=["kernels", "numpy"])


def draw(rng: np.random.Generator, number: int, suited: int) -> list[int]:
    """Different cards, the first five after the hole often of one suit."""
    while True:
        cards = [int(card) for card in rng.permutation(52)[:number]]
        cards[2 : 2 + suited] = [card >> 2 << 2 | 2 for card in cards[2 : 2 + suited]]
        if len(set(cards)) == number:
            return cards


@any_book
@either_way
def test_rivers(advisors: dict[str, Advisor], name: str) -> None:
    advisor, terms = advisors[name], GAMES[name]
    bets, folds, play, _, _, _, qualifier = numbers_of(terms)
    rng = np.random.default_rng(3)
    for case in range(300):
        cards = draw(rng, 7 + case % 4 * 5, suited=(0, 3, 4, 5)[case % 4])
        hole, board, dead = tuple(cards[:2]), tuple(cards[2:7]), tuple(cards[7:])
        out = np.zeros(52, np.bool_)
        out[cards] = True
        found = np.zeros(6, np.int64)
        one_board(hole[0], hole[1], np.array(board), out, bets, folds, play, qualifier[0], found)
        advice = advisor.advise(hole, board, dead)
        win, tie, lose, side, lead, fold = found.tolist()
        kept, left = (
            advice.deals * int(amount) for amount in numbers_of(terms, hole)[3][flop_category(hole, board)]
        )
        assert advice.deals == comb(52 - len(cards), 2) == win + tie + lose
        assert advice.sums == {f"bet{k}": side + k * lead + kept for k in reversed(terms.river)} | {
            "fold": fold + left
        }
        assert advice.counts[f"bet{terms.river[0]}"] == (win, tie, lose, 0)
        assert advice.counts["fold"] == (0, 0, 0, advice.deals)
        best = max(advice.sums.values())
        assert advice.sums[advice.best] == best
        assert (advice.best == "fold") == (max(v for k, v in advice.sums.items() if k != "fold") < best)


def flop_category(hole: tuple[int, ...], board: tuple[int, ...]) -> int:
    from uth.ranking import category, strength

    return int(category(strength((*hole, *board[:3]))))


@any_book
@either_way
def test_flops_with_dead_cards(advisors: dict[str, Advisor], name: str) -> None:
    advisor, terms = advisors[name], GAMES[name]
    rng = np.random.default_rng(5)
    for case in range(12):
        cards = draw(rng, 5 + case * 2, suited=(0, 2, 3)[case % 3])
        hole, flop, dead = tuple(cards[:2]), tuple(cards[2:5]), tuple(cards[5:])
        plain = one_flop(
            hole[0], hole[1], np.array(flop), np.array(dead, np.int64), *numbers_of(terms, hole)
        ).tolist()
        advice = advisor.advise(hole, flop, dead)
        bets = {f"bet{k}": plain[i] for i, k in enumerate(terms.flop)}
        assert advice.sums == {**bets, "check": plain[7]}
        assert advice.counts["check"] == tuple(plain[8:12])
        assert all(sum(counts) == advice.deals for counts in advice.counts.values())


@any_book
def test_before_the_flop_with_most_cards_dead(name: str) -> None:
    """With 14 cards left there are 364 flops, and each can be visited."""
    advisor, terms = ADVISORS[name], GAMES[name]
    cards = draw(np.random.default_rng(11), 38, suited=0)
    hole, dead = tuple(cards[:2]), tuple(cards[2:])
    left = sorted(set(range(52)) - set(cards))
    bets, check = np.zeros(7, np.int64), 0
    more = numbers_of(terms, hole)
    for flop in combinations(left, 3):
        plain = one_flop(hole[0], hole[1], np.array(flop), np.array(dead), *more)
        check += max(plain[7], *plain[: len(terms.flop)]) if terms.flop else plain[7]
        bets += plain[:7]
    advice = advisor.advise(hole, (), dead)
    assert advice.sums["check"] == check
    if terms.flop:  # a bet on every flop is a bet before it, of the same size
        lead = (
            (bets[len(terms.flop) - 1] - bets[0]) // (terms.flop[-1] - terms.flop[0])
            if len(terms.flop) > 1
            else None
        )
        for multiple in terms.preflop:
            if lead is not None:
                assert advice.sums[f"bet{multiple}"] == bets[0] + (multiple - terms.flop[0]) * lead
            elif multiple == terms.flop[0]:
                assert advice.sums[f"bet{multiple}"] == bets[0]
    assert all(sum(counts) == advice.deals for counts in advice.counts.values())


@pytest.mark.parametrize("name", ["standard", "Iowa's progressive"])
def test_before_the_flop_the_solution_answers_what_is_counted(name: str) -> None:
    """Two ways that share no sums: the whole game, and this hole over all its boards."""
    advisor = ADVISORS[name]
    hole = parse_cards("Jd Th")
    advice = advisor.advise(hole)
    counted = advisor._before_flop(hole, sum(1 << card for card in hole), 50)
    assert advice.sums == counted.sums
    assert advice.deals == counted.deals
    assert advice.actions == solve(*BOOKS[name]).on_hole(hole).values


@pytest.mark.parametrize("few", [0, 1])
def test_counts_are_counted_once(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the flop that takes a while; whether the solution answers or the first hand is counted."""
    advisor, times = Advisor(*BOOKS["standard"], few=few), 0

    def note(*given: Any) -> Any:
        nonlocal times
        times += 1
        return count_hole(*given)

    monkeypatch.setattr("uth.solver.kernels.before_flop.count_hole", note)
    advice = advisor.advise("Jd Th")
    assert times == few
    assert advice.counts == advice.counts
    assert sum(advice.counts["check"]) == advice.deals
    assert times == 1


def test_only_the_first_few_are_counted_without_kernels() -> None:
    """As many as it says; the next ones have kernels, and before the flop the solution."""
    script = """
import sys
from uth.rules import load_book
from uth.solver import Advisor
advisor = Advisor(load_book("california-shfl"), few=3)
answers = []
for board in ("Kh 5d 2c", "Kh 5d 2c 9c 4h", "Kh 5d 2c"):
    answers.append(advisor.advise("9s 8d", board).sums)
    print("numba" in sys.modules, end=" ")
answers += [advisor.advise("9s 8d", board).sums for board in ("Kh 5d 2c 9c 4h", "Kh 5d 2c")]
print("numba" in sys.modules, answers[0] == answers[2] == answers[4], answers[1] == answers[3])
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False"] * 3 + ["True"] * 3


@any_book
def test_a_solution_names_its_bets_on_the_flop_like_advice(name: str) -> None:
    """Also where the smaller multiple is the better bet, and where it is not made."""
    solution, advisor, rng = solve(*BOOKS[name]), ADVISORS[name], np.random.default_rng(17)
    named = set()
    for case in range(60):
        cards = draw(rng, 5, suited=(0, 2, 3)[case % 3])
        hole, flop = tuple(cards[:2]), tuple(cards[2:])
        found, advice = solution.on_flop(flop, hole), advisor.advise(hole, flop)
        assert found.best == advice.best
        assert found.values[found.best] == advice.actions[advice.best]
        assert found.values.items() <= advice.actions.items()
        bets = {action: value for action, value in advice.actions.items() if action != "check"}
        assert set(found.values) == {"check", *([max(bets, key=bets.__getitem__)] if bets else [])}
        named |= set(found.values) - {"check"}
    assert named == {f"bet{multiple}" for multiple in advisor.terms.flop}, "each was the better one somewhere"


def test_few_advisors_are_remembered() -> None:
    """The ones asked last: a table service asks about any number of stakes."""
    for trips in range(1, 3 * MOST_ADVISORS):
        advise("florida", "9s 8d", "Kh 5d 2c 3c 4c", stakes=Stakes(trips=1))
        advise("florida", "9s 8d", "Kh 5d 2c 3c 4c", stakes=Stakes(trips=trips))
        assert len(_ADVISORS) <= MOST_ADVISORS
    assert Stakes(trips=1) in [stakes for _, stakes in _ADVISORS]


def test_nobody_knows_more_than_all_dead_cards() -> None:
    """A dealer who can only have one hand."""
    left = parse_cards("As Ah")
    cards = [card for card in range(52) if card not in left]
    advice = advise(BOOKS["standard"][0], tuple(cards[:2]), tuple(cards[2:7]), tuple(cards[7:]))
    assert advice.deals == 1
    assert sum(advice.counts["bet1"]) == 1


def test_cards_may_be_written_or_counted() -> None:
    book = BOOKS["standard"][0]
    written = advise(book, "9s 8d", "Kh 5d 2c", "Ks")
    counted = advise(book, parse_cards("9s 8d"), list(parse_cards("Kh5d2c")), parse_cards("Ks"))
    assert written.sums == counted.sums
    assert advise("california-shfl", "9s 8d", "Kh 5d 2c").best == "check"


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (("9s 9s",), ["9s is given 2 times"]),
        (("9s 8d", "9s 8d 2c"), ["9s is given 2 times", "8d is given 2 times"]),
        (("9s", "Kh 5d"), ["a hole is two cards, not 1", "all five, not 2"]),
        (("9s 8d", "Kh 5d 2c 3c 4c 6c"), ["not 6: turn and river are dealt together"]),
        (("9x 8d", "Kh 5d 2c 3c"), ["'9x' is not a card", "not 4"]),
        (((3, 99),), ["not 99"]),
        (((3, -1),), ["not -1"]),
        (((0, 1), (), tuple(range(2, 48))), ["46 dead cards leave too few"]),
    ],
)
def test_bad_cards_are_refused_with_every_fault(cards: tuple[str, ...], says: list[str]) -> None:
    with pytest.raises(SolverError) as refused:
        advise(BOOKS["standard"][0], *cards)  # type: ignore[arg-type]
    for fault in says:
        assert fault in str(refused.value)


@pytest.mark.parametrize(
    ("book", "stakes", "says"),
    [
        ("california-shfl", {"progressive": 5}, "has no progressive wager"),
        ("iowa-catfish-bend", {"ante": 10, "progressive": 3}, "the progressive wager is $5"),
        ("iowa-catfish-bend", {"progressive": 1, "meters": {"mayor": 5}}, "no meter 'mayor'"),
        ("iowa-catfish-bend", {"meters": {"major": 5}}, "only to a progressive wager"),
        ("iowa-catfish-bend", {"ante": 60}, "aggregate limit of $25,000"),
        ("florida", {"ante": "10.005"}, "not a whole number of cents"),
    ],
)
def test_stakes_that_do_not_fit_are_refused(book: str, stakes: dict[str, object], says: str) -> None:
    with pytest.raises(SolverError) as refused:
        advise(book, "9s 8d", stakes=Stakes(**stakes))  # type: ignore[arg-type]
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("stakes", "says"),
    [
        ({"ante": 0}, "the Ante is 0"),
        ({"ante": -1, "trips": "x"}, "not below zero\nthe Trips wager is 'x'"),
        ({"others": -1}, "number of other bettors is -1"),
    ],
)
def test_stakes_that_are_none(stakes: dict[str, object], says: str) -> None:
    with pytest.raises(SolverError) as refused:
        Stakes(**stakes)  # type: ignore[arg-type]
    assert says in str(refused.value)


def test_trips_must_be_chosen_only_when_it_is_staked() -> None:
    assert advise("california-bally", "9s 8d", "Kh 5d 2c").best == "check"
    with pytest.raises(BookError, match="not chosen yet"):
        advise("california-bally", "9s 8d", "Kh 5d 2c", stakes=Stakes(trips=1))


def test_the_unit_of_the_stakes_is_the_progressive_wager() -> None:
    """Half an Ante on the progressive, which is $5, makes an Ante of $10."""
    assert (
        advise("iowa-catfish-bend", "4c 2d", "As Ad Ah", stakes=Stakes(progressive="0.5")).actions
        == advise("iowa-catfish-bend", "4c 2d", "As Ad Ah", stakes=Stakes(ante=10, progressive=5)).actions
    )

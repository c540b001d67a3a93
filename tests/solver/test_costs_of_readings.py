"""What the other reading would cost: the figures of docs/readings.md, computed again (B-CA-1, B-IA-15)."""

import random
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.drawn import book_named
from uth import Solution, solve
from uth.cards import Card
from uth.game.round import Laid
from uth.game.settlement.coverage import BankResult, Claim, Verdict, open_bank
from uth.ranking import FIRST_STRENGTH, Category
from uth.ranking.batch import strengths
from uth.rules.clauses import questions
from uth.rules.payoffs import Result
from uth.rules.prizes import Cash
from uth.solver.advice import Advisor
from uth.solver.deals import DEALS
from uth.solver.figures import Outcome

COSTS = {question.id: question.costs for question in questions()}
CENT = Fraction(1, 100)


def told(dollars: Fraction) -> str:
    """A figure as the page has it: rounded, and as a fraction."""
    whole = abs(dollars)
    return f"${float(whole):.6f} ({whole.numerator:,}/{whole.denominator:,})"


# ---- B-CA-1: a bank that lives on its wager, on a running balance, or matches every dollar

FIVE = 500
SHFL = book_named("california-shfl")


def claims(outcome: Outcome) -> list[Claim]:
    """The wagers of one player, $5 on Ante and on Trips, when a deal ends so."""
    pays, result, hand = SHFL.payoffs, outcome.result, outcome.hand
    stakes = {"ante": FIVE, "play": FIVE * outcome.play, "blind": FIVE, "trips": FIVE}
    gains = {
        name: (stake, cast(int, pays.wagers[name].table[outcome.dealer_qualifies][result][hand]))
        for name, stake in stakes.items()
    }
    verdicts: tuple[Verdict, ...] = ("push", "win", "lose")
    return [
        Claim(
            1,
            Laid(wager),
            stake,
            verdicts[(gain > 0) - (gain < 0)],
            max(0, stake * gain // pays.unit),
            "",
            (),
        )
        for wager, (stake, gain) in gains.items()
        if stake
    ]


def envy_of(hand: Category) -> int:
    """What somebody else's hand brings in Iowa, in cents."""
    prize = book_named("iowa-catfish-bend").bets["envy"].prizes[hand]
    return prize.cents if isinstance(prize, Cash) else 0


def won(accounting: str, bank: int) -> Fraction:
    """What that player wins a round on average, in dollars, against a bank of so many dollars."""
    book, total = book_named("california-shfl", f"bank.accounting={accounting}"), 0
    for outcome in solve(SHFL).outcomes:
        laid, account = claims(outcome), open_bank(book, BankResult(100 * bank))
        at_fold = [claim for claim in laid if outcome.result is Result.FOLD and claim.verdict == "lose"]
        account.take(at_fold)
        account.take([claim for claim in laid if claim not in at_fold])
        total += (account.paid - account.collected) * outcome.deals
    return Fraction(total, DEALS) * CENT


@pytest.mark.parametrize("bank", [20, 50])
def test_what_another_accounting_of_the_bank_costs(bank: int) -> None:
    stake_only = won("stake_only", bank)
    more, less = won("running", bank) - stake_only, stake_only - won("matched", bank)
    assert more > 0 < less
    assert f"a bank of ${bank}" in COSTS["B-CA-1"]
    assert told(more) in COSTS["B-CA-1"]
    assert told(less) in COSTS["B-CA-1"]


def test_against_a_large_bank_it_costs_nothing() -> None:
    assert "From $500 up" in COSTS["B-CA-1"]
    assert won("running", 500) == won("stake_only", 500) == won("matched", 500)


# ---- B-IA-15: envy of those who fold

IOWA = book_named("iowa-catfish-bend")
SUIT = 3
FIRST = np.array([FIRST_STRENGTH[hand] for hand in Category])
QUALIFIES = FIRST_STRENGTH[Category.ONE_PAIR]
BLIND = np.array([int(2 * cast(Fraction, pay or 0)) for pay in IOWA.bets["blind"].prizes])
"""What the Blind wins by hand, in halves of an Ante."""


def envy_hands() -> dict[tuple[int, ...], list[tuple[set[Card], int]]]:
    """By the ranks of a flop in one suit: holes of that suit that bring envy with it, and how many cents."""
    found: dict[tuple[int, ...], list[tuple[set[Card], int]]] = {}
    for lowest in range(-1, 9):  # the ace below the two, up to the ten
        ranks = tuple(sorted(rank % 13 for rank in range(lowest, lowest + 5)))
        hand = Category.ROYAL_FLUSH if lowest == 8 else Category.STRAIGHT_FLUSH
        for flop in combinations(ranks, 3):
            hole = {4 * rank + SUIT for rank in ranks if rank not in flop}
            found.setdefault(flop, []).append((hole, envy_of(hand)))
    return found


def folds(board: tuple[Card, ...], left: list[Card]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Every hole of the cards left, and whether a fold is better than 1x with it, over all dealers."""
    places = np.array(list(combinations(range(len(left)), 2)))
    hands = np.empty((len(places), 7), np.uint8)
    hands[:, :2], hands[:, 2:] = np.array(left)[places], board
    own = strengths(hands).astype(np.int64)
    won, lost, won_qualified, lost_qualified = counted(own)
    for place in range(len(left)):  # a dealer does not hold one's own cards
        sharing = np.nonzero((places == place).any(axis=1))[0]
        for total, shared in zip(
            (won, lost, won_qualified, lost_qualified), counted(own[sharing]), strict=True
        ):
            total[sharing] -= shared
    odds = BLIND[np.searchsorted(FIRST, own, "right") - 1]
    bet = 2 * (won - lost) + 2 * (won_qualified - lost_qualified) + won * odds - 2 * lost
    return np.array(left)[places], bet < -4 * comb(len(left) - 2, 2)


def counted(own: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """How many of these hands each beats and loses to, and how many of those qualify."""
    ordered = np.sort(own)
    below, upto = np.searchsorted(ordered, own, "left"), np.searchsorted(ordered, own, "right")
    weak = np.searchsorted(ordered, QUALIFIES, "left")
    size = len(own)
    return below, size - upto, np.maximum(below - weak, 0), size - np.maximum(upto, weak)


def alike(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Turn and river as the least of those that differ only in the names of the other three suits."""
    renamed = ([*others, SUIT] for others in permutations(range(3)))
    return min(tuple(sorted(card >> 2 << 2 | suits[card & 3] for card in cards)) for suits in renamed)


def folders_envy(solution: Solution) -> Fraction:
    """What one other bettor's hand brings on average to somebody who folds, in dollars a round."""
    total = 0
    for ranks, bring in envy_hands().items():
        flop = tuple(4 * rank + SUIT for rank in ranks)
        deck = [card for card in range(52) if card not in flop]
        checked = np.zeros((52, 52), bool)
        for hole in combinations(deck, 2):
            checks = solution.on_hole(hole).best == "check" == solution.on_flop(flop, hole).best
            checked[hole] = checks
        runs: dict[tuple[Card, ...], int] = {}
        for cards in combinations(deck, 2):
            runs[alike(cards)] = runs.get(alike(cards), 0) + 1
        for run, times in runs.items():
            holes, folded = folds((*flop, *run), [card for card in deck if card not in run])
            folded &= checked[holes[:, 0], holes[:, 1]]
            for held, prize in bring:
                if not held & set(run):
                    apart = ~np.isin(holes, list(held)).any(axis=1)
                    total += times * prize * int((folded & apart).sum())
    return CENT * Fraction(4 * total, comb(52, 3) * comb(49, 2) * comb(47, 2) * comb(45, 2))


def test_folds_on_the_river_are_those_of_the_solver() -> None:
    advisor, rng = Advisor(IOWA), random.Random(15)
    for _ in range(3):
        board = tuple(rng.sample(range(52), 5))
        holes, folded = folds(board, [card for card in range(52) if card not in board])
        for number in rng.sample(range(len(holes)), 60):
            hole = tuple(int(card) for card in holes[number])
            assert (advisor.advise(hole, board).best == "fold") == folded[number]


@pytest.mark.slow
def test_what_a_folders_envy_is_worth() -> None:
    lost = folders_envy(solve(IOWA))
    whole = CENT * Fraction(4 * 5000_00 + 36 * 1500_00, comb(52, 5))
    assert told(lost) in COSTS["B-IA-15"]
    assert told(whole) in COSTS["B-IA-15"]
    assert f"{float(100 * lost / whole):.1f} %" in COSTS["B-IA-15"]


def test_the_two_questions_say_what_the_other_reading_costs() -> None:
    assert {name for name, costs in COSTS.items() if costs} == {"B-CA-1", "B-IA-15"}

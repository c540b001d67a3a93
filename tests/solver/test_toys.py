"""Games so simple that their value is known without a solver."""

import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tests.drawn import book_named
from tests.solver.games import STANDARD, even, gains, with_ante
from uth import Stakes, advise, solve
from uth.ranking import Category
from uth.rules.payoffs import Cards, Result
from uth.solver.deals import DEALS, DEALS_OF_HOLE
from uth.solver.kernels.holes import CLASS_SIZE
from uth.solver.kernels.outcomes import find_outcomes
from uth.solver.kernels.plays import FOLDED, PREFLOP_MOST
from uth.solver.kernels.values import Values, choose_before_the_flop, find_values
from uth.solver.kernels.work import Crew
from uth.solver.starting_hands import NAMES
from uth.solver.terms import Side, Terms

FIGURES = Path(__file__).parents[1] / "figures"
CREW = Crew()
NO_MONEY = gains(even(0, 0, 0, 0))


def solved(terms: Terms) -> tuple[Values, np.ndarray, int]:
    """Values, outcomes, and the total of the best play."""
    values = find_values(terms, CREW)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    best = np.concatenate((values.preflop_bets, values.preflop_check[None])).max(axis=0)
    return values, find_outcomes(terms, values, choice, CREW), int((best * CLASS_SIZE).sum())


def test_a_bet_that_always_wins() -> None:
    """One Ante comes in whatever happens, unless one folds: every hand is bet at once, for the most."""
    toy = replace(STANDARD, unit=1, play=NO_MONEY, base=gains(even(1, 1, 1, -1)))
    values, deals, total = solved(toy)
    assert total == DEALS
    assert (values.preflop_bets == DEALS_OF_HOLE).all()
    assert (values.preflop_check == DEALS_OF_HOLE).all()
    assert deals[:, PREFLOP_MOST].sum() == DEALS, "of equal values the larger bet is chosen"


def test_a_bet_that_never_wins() -> None:
    """Each bet loses its size, a fold loses nothing: nobody ever bets."""
    toy = replace(STANDARD, unit=1, play=gains(even(-1, 0, -1, 0)), base=gains(even(-1, -1, -1, 0)))
    values, deals, total = solved(toy)
    assert total == 0
    assert not values.preflop_check.any()
    assert deals[:, FOLDED].sum() == DEALS


def test_a_forced_showdown_is_fair() -> None:
    """Play alone, and a fold that nobody can afford: player and dealer are the same person twice."""
    toy = replace(STANDARD, unit=1, play=gains(even(1, 0, -1, 0)), base=gains(even(0, 0, 0, -99)))
    values, deals, total = solved(replace(toy, preflop=(), flop=()))
    assert total == 0
    assert deals[..., Result.WIN, :].sum() == deals[..., Result.LOSE, :].sum()
    aces = values.preflop_check[NAMES.index("AA")]
    assert aces == 10 * (1_781_508_418 - 304_661_670)  # pocket aces against any hand, over all boards


def test_an_ante_against_a_dealer_who_always_qualifies_is_fair_too() -> None:
    toy = replace(STANDARD, qualifies=0, base=with_ante(even(0, 0, 0, -99), (2, 0, -2, 0)), play=NO_MONEY)
    toy = replace(toy, preflop=(), flop=())
    assert solved(toy)[2] == 0


def test_pays_by_hand_alone_follow_the_frequencies() -> None:
    """Whatever the result, a hand is paid by its name: the total is frequency times pay."""
    frequency = tomllib.loads((FIGURES / "seven-card-frequencies.toml").read_text())["frequency"]
    pays = (0, 1, 2, 3, 5, 7, 11, 30, 100, 400)
    toy = replace(STANDARD, unit=1, play=NO_MONEY, base=gains([pays, pays, pays, [-1] * 10]))
    expected = sum(frequency[hand.key] * pays[hand] for hand in Category)
    assert solved(toy)[2] == expected * (DEALS // 133_784_560)


def test_a_progressive_nobody_has_to_fold_follows_the_frequencies() -> None:
    """Every bet is free, so every prize is paid; 5,108 of 2,598,960 flop hands are flushes."""
    flushes = [[1000 if hand is Category.FLUSH else 0 for hand in Category]] * 3
    side = Side("flushes", 1, Cards.FLOP, gains([*flushes, [0] * 10]))
    toy = replace(STANDARD, unit=1, play=NO_MONEY, base=gains(even(0, 0, 0, -1)), sides=(side,))
    assert solved(toy)[2] == DEALS * 1000 * 5108 // 2_598_960


def test_a_blind_that_never_pays() -> None:
    """The usual play then loses exactly the pays it won, and the best play lies between the two."""
    plain = replace(STANDARD, base=with_ante(even(0, 0, -2, -2), (2, 0, -2, -2)))
    (_, deals, usual), (_, _, best) = solved(STANDARD), solved(plain)
    pays = np.array(STANDARD.base[0][Result.WIN])
    won = int((deals[..., Result.WIN, :].sum(axis=(0, 1, 3)) * pays).sum())
    assert usual - won < best < usual


def test_a_royal_flush_by_hand() -> None:
    """621 of 990 dealers have a pair or better; all lose to the royal flush: 1 + 500 and the Ante."""
    advice = advise(book_named("california-shfl"), "Js Ts", "As Ks Qs 2d 7c")
    assert advice.actions["bet1"] == 1 + 500 + Fraction(621, 990)
    assert advice.counts["bet1"] == (990, 0, 0, 0)
    assert advice.actions["fold"] == -2


@pytest.mark.parametrize("board", ["As Ks Qs Js Ts", "2c 2d 2h 2s Ac"])
def test_a_board_that_everybody_plays(board: str) -> None:
    advice = advise(book_named("california-shfl"), "3h 4d", board)
    assert advice.actions == {"bet1": 0, "fold": -2}
    assert advice.counts["bet1"].tie == 990


def test_stakes_scale() -> None:
    """The same ratio is the same game, in dollars or in Antes."""
    book = book_named("florida")
    assert solve(book, Stakes(ante=15, trips=5)).total_loss == solve(book, Stakes(trips="1/3")).total_loss

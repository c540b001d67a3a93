"""The terms of a game as kernels read them, and the one formula that settles a bet.

Nothing here needs Numba: advice, the processor's kernels and the GPU's all take their numbers and the formula
from this file, so none of them can settle differently.
"""

from typing import Any, NamedTuple

import numpy as np

from uth.ranking import Category
from uth.rules.payoffs import Result
from uth.solver.deals import DEALERS
from uth.solver.kernels.arrays import Array
from uth.solver.terms import Terms

# Three kinds of sums are carried through the game, each a row ("plane"); see `settling`.
LEAD, SIDE, RIVER = 0, 1, 2
MOST_PRIZES = len(Category) + 1  # one for each hand, and none
MOST_PLANES = RIVER + MOST_PRIZES  # a fixed bound of a loop shows LLVM that no index is negative

# Rows of `pays`: what a hand makes of the dealers beaten, lost to, all of them, and folded to. QUALIFIES is
# added by `settling.fill_pays`: whether the hand would qualify.
PER_WIN, PER_LOSS, FIXED, FOLD, QUALIFIES = range(5)
PAY_ROWS = 5

# Places in `numbers`.
PLAY_WIN, PLAY_LOSE, ANTE_WIN, ANTE_LOSE, PLAY_LEAST, PLAY_MOST, QUALIFIER, ALL_DEALERS = range(8)


class Rules(NamedTuple):
    """The terms over all 990 dealers, in the type of the values."""

    pays: Array  # PER_WIN, PER_LOSS, FIXED, FOLD by category
    numbers: Array  # Play and Ante won and lost, smallest and largest Play at the river, qualifier, 990
    prizes: Array  # by river plane


def number_type(terms: Terms) -> type:
    """int32 when no sum over the run-outs of a flop can pass it, otherwise int64."""
    return np.int32 if terms.largest_on_flop < 2**31 else np.int64


def compile_rules(terms: Terms, number: type | None = None, dealers: int = DEALERS) -> Rules:
    """The rules against so many dealers, or against each of them if it is one.

    Ties are what neither wins nor loses, so their pay is folded into the other three.
    """
    if len(terms.prizes) > MOST_PRIZES:
        raise ValueError(f"{len(terms.prizes)} prizes are more than hands; kernels have {MOST_PRIZES}")
    number = number or number_type(terms)
    win, tie, loss, fold = (np.array(terms.pays[result], np.int64) for result in Result)
    pays = np.stack((win - tie, loss - tie, dealers * tie, dealers * fold))
    play, ante = terms.play, terms.ante
    numbers = [play[Result.WIN], play[Result.LOSE], ante[Result.WIN], ante[Result.LOSE]]
    numbers += [min(terms.river), max(terms.river), terms.qualifies, dealers]
    prizes = [prize * dealers for prize in terms.prizes]
    return Rules(pays.astype(number), np.array(numbers, number), np.array(prizes, np.int64).astype(number))


def settle(
    won: Any,
    lost: Any,
    unqualified: Any,
    strong: Any,
    dealers: Any,
    play_win: Any,
    play_lose: Any,
    ante_win: Any,
    ante_lose: Any,
    per_win: Any,
    per_loss: Any,
    fixed: Any,
) -> tuple[Any, Any]:
    """LEAD and SIDE of a bet against so many dealers, of whom it beats, loses to and finds unqualified these.

    A hole that would qualify itself (`strong`) beats every dealer who does not; one that would not beats none
    who does. So the Antes won and lost, which need a qualified dealer, follow from the counts.
    """
    lead = play_win * won + play_lose * lost
    ante_won = won - unqualified if strong else 0
    ante_lost = lost if strong else dealers - unqualified
    side = ante_win * ante_won + ante_lose * ante_lost + per_win * won + per_loss * lost + fixed
    return lead, side

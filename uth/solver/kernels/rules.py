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
from uth.solver.kernels.holes import CLASSES, HOLE_CLASS, HOLE_PAIR, PAIRS, WIDTH
from uth.solver.terms import MOST_WEIGHTS, Terms

# Three kinds of sums are carried through the game, each a row ("plane"); see `settling`.
LEAD, SIDE, RIVER = 0, 1, 2
MOST_PLANES = RIVER + MOST_WEIGHTS  # a fixed bound of a loop shows LLVM that no index is negative

# Rows of `pays`: what a hand makes of the dealers beaten, lost to, all of them, and folded to. QUALIFIES is
# added by `settling.fill_pays`: whether the hand would qualify.
PER_WIN, PER_LOSS, FIXED, FOLD, QUALIFIES = range(5)
PAY_ROWS = 5

CATEGORIES = len(Category)
BARS = CATEGORIES - 1  # between the categories

# Places in `numbers`.
PLAY_WIN, PLAY_LOSE, ANTE_WIN, ANTE_LOSE, PLAY_LEAST, PLAY_MOST, QUALIFIER, ALL_DEALERS = range(8)


class Rules(NamedTuple):
    """The terms over all 990 dealers, in the type of the values."""

    pays: Array  # PER_WIN, PER_LOSS, FIXED, FOLD by category
    numbers: Array  # Play and Ante won and lost, smallest and largest Play at the river, qualifier, 990
    prizes: Array  # by river plane: by how much more a bet gains than a fold by what the flop tells


def number_type(terms: Terms) -> type:
    """int32 when no sum over the run-outs of a flop can pass it, otherwise int64."""
    return np.int32 if terms.largest_on_flop < 2**31 else np.int64


def compile_rules(terms: Terms, number: type | None = None, dealers: int = DEALERS) -> Rules:
    """The rules against so many dealers, or against each of them if it is one.

    Ties are what neither wins nor loses, so their pay is folded into the other three.
    """
    if len(terms.planes) > MOST_WEIGHTS:
        raise ValueError(f"{len(terms.planes)} different weights; kernels have room for {MOST_WEIGHTS}")
    number = number or number_type(terms)
    win, tie, loss, fold = (np.array(terms.pays[result], np.int64) for result in Result)
    pays = np.stack((win - tie, loss - tie, dealers * tie, dealers * fold))
    play, ante = terms.play_by_result, terms.ante
    numbers = [play[Result.WIN], play[Result.LOSE], ante[Result.WIN], ante[Result.LOSE]]
    numbers += [min(terms.river), max(terms.river), terms.qualifies, dealers]
    prizes = [weight * dealers for weight in terms.planes]
    return Rules(pays.astype(number), np.array(numbers, number), np.array(prizes, np.int64).astype(number))


# Rows of `forms`: what is multiplied with the dealers beaten, lost to, weaker than each category but the
# first, and all of them.
TIMES_WON, TIMES_LOST, TIMES_BELOW, TIMES_ALL = 0, 1, 2, 2 + BARS
FORM_ROWS = TIMES_ALL + 1


def compile_forms(terms: Terms) -> Array:
    """LEAD, SIDE and the fold as sums over dealers of any category: by row of factors and own category.

    With N(d) dealers of category d a bet gains the sum of N(d) times what it gains from each. N(d) is the
    difference of those below category d + 1 and below d; of the own category those beaten are all beaten less
    those below it, and likewise those lost to.
    """
    forms = np.zeros((3, FORM_ROWS, CATEGORIES), np.int64)
    for own in range(CATEGORIES):

        def lead(dealer: int, shown: Result, own: int = own) -> int:
            return terms.play[terms.is_qualified(dealer)][shown][own]

        def side(dealer: int, shown: Result, own: int = own) -> int:
            return terms.at_showdown(own, dealer, shown)

        def fold(dealer: int, shown: Result, own: int = own) -> int:
            return terms.at_fold(own, dealer, shown)

        for form, gain in zip(forms[:, :, own], (lead, side, fold), strict=True):
            results = [
                Result.WIN if own > d else Result.LOSE if own < d else Result.TIE for d in range(CATEGORIES)
            ]
            by_dealer = [gain(dealer, shown) for dealer, shown in enumerate(results)]
            more_won, more_lost = (gain(own, shown) - by_dealer[own] for shown in (Result.WIN, Result.LOSE))
            form[TIMES_WON], form[TIMES_LOST] = more_won, more_lost
            form[TIMES_BELOW:TIMES_ALL] = -np.diff(by_dealer)
            form[TIMES_ALL] = by_dealer[-1] - more_lost
            if own > 0:
                form[TIMES_BELOW + own - 1] -= more_won
            form[TIMES_BELOW + own] += more_lost  # below the next category; beyond the last one are all
    return forms


class Carried(NamedTuple):
    """What the flop tells each hole: arrays by suited or not, rank pair and class of the flop."""

    flop_class: Array  # by category of hole cards and flop
    plane: Array
    bet: Array  # what a bet gains by it, over all dealers
    later: Array  # the same for the choice at the river, beyond what its plane has


def compile_carried(terms: Terms, number: type) -> Carried:
    """Empty where the flop tells nothing."""
    shape = (2, WIDTH, max(terms.flop_class) + 1) if len(terms.tags) > 1 else (2, WIDTH, 0)
    plane = np.zeros(shape, np.int64)
    bet: Array = np.zeros(shape, number)
    later: Array = np.zeros(shape, number)
    pair, suited = np.zeros(CLASSES, np.int64), np.zeros(CLASSES, np.int64)
    pair[HOLE_CLASS], suited[HOLE_CLASS] = HOLE_PAIR, HOLE_CLASS >= PAIRS
    for hole, by_flop in enumerate(terms.tag_of if shape[2] else ()):
        for on_flop, tag in enumerate(by_flop):
            kept, left, weight = terms.tags[tag].kept, terms.tags[tag].left, terms.weights[tag]
            at = suited[hole], pair[hole], on_flop
            plane[at] = terms.planes.index(weight)
            bet[at] = DEALERS * kept
            later[at] = DEALERS * (kept - weight if kept - left >= weight else left)
    return Carried(np.array(terms.flop_class), plane, bet, later)


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

"""From counts to money, for a whole segment of holes at once.

Three kinds of sums are carried through the game, each a row ("plane"):

    LEAD   what one Ante of Play brings: won less lost, at the odds of the Play wager
    SIDE   everything of a bet that does not depend on its size: Ante, Blind and the wagers tied to them
    RIVER  the better of the bet and the fold at the river, one row for each prize that a bet may carry

A bet of k Antes is worth SIDE + k * LEAD, so one solution serves all multiples before the river.

How the loops are written is what makes them fast. Rows that are read together lie in one flat array at fixed
distances, so that LLVM has few pointers to keep apart and vectorises at all. Numba widens every operation on
32-bit numbers to 64 bits; casting each result back at once lets LLVM undo that.
"""

from typing import NamedTuple

import numpy as np

from uth.rules.payoffs import Result
from uth.solver.deals import DEALERS
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.compiled import kernel
from uth.solver.kernels.holes import LANES, SEGMENTS, WIDTH
from uth.solver.kernels.strength import CATEGORIES
from uth.solver.terms import Terms

LEAD, SIDE, RIVER = 0, 1, 2
MOST_PRIZES = CATEGORIES
MOST_PLANES = RIVER + MOST_PRIZES  # a fixed bound of a loop shows LLVM that no index is negative

# Rows of dealer counts: each a block of all lanes.
WON, LOST, UNQUALIFIED = range(3)
COUNT_ROWS = 3

# Rows of `pays`, what a hole's category makes of the counts: each a block of one segment.
PER_WIN, PER_LOSS, FIXED, FOLD, QUALIFIES = range(5)
PAY_ROWS = 5

PLAY_WIN, PLAY_LOSE, ANTE_WIN, ANTE_LOSE, RIVER_LEAST, RIVER_MOST, QUALIFIER, ALL_DEALERS = range(8)


class Rules(NamedTuple):
    """The terms as kernels read them, all in the type of the values."""

    pays: Array  # PER_WIN, PER_LOSS, FIXED, FOLD by category, over all 990 dealers
    numbers: Array  # Play and Ante won and lost, smallest and largest Play at the river, qualifier, 990
    prizes: Array  # by river plane, over all 990 dealers


def number_type(terms: Terms) -> type:
    """int32 when no sum over the run-outs of a flop can pass it, otherwise int64.

    The largest sum is twice that over the 741 run-outs outside the suit of a flop of one suit.
    """
    amounts = [0, *(pay for row in terms.pays for pay in row)]
    most = max((*terms.flop, *terms.river))
    span = max(amounts) - min(amounts) + max(terms.ante) - min(terms.ante) + max(terms.prizes)
    span += most * (max(terms.play) - min(terms.play))
    return np.int32 if span * DEALERS * 2 * 741 < 2**31 else np.int64


def compile_rules(terms: Terms, number: type | None = None) -> Rules:
    """Ties are what neither wins nor loses, so their pay is folded into the other three."""
    number = number or number_type(terms)
    win, tie, loss, fold = (np.array(terms.pays[result], np.int64) for result in Result)
    pays = np.stack((win - tie, loss - tie, DEALERS * tie, DEALERS * fold))
    play, ante = terms.play, terms.ante
    numbers = [play[Result.WIN], play[Result.LOSE], ante[Result.WIN], ante[Result.LOSE]]
    numbers += [min(terms.river), max(terms.river), terms.qualifies, DEALERS]
    return Rules(
        pays.astype(number), np.array(numbers, number), (np.array(terms.prizes) * DEALERS).astype(number)
    )


@kernel
def _select(
    kind: Array,
    first: int,
    second: int,
    third: int,
    fourth: int,
    fifth: int,
    sixth: int,
    seventh: int,
    eighth: int,
    ninth: int,
    tenth: int,
    row: Array,
) -> None:
    """Spread ten numbers by category. Selections, not a look-up: they stay in vector registers."""
    for i in range(WIDTH):
        category = kind[i] >> 1
        pay = second if category == 1 else first
        pay = third if category == 2 else pay
        pay = fourth if category == 3 else pay
        pay = fifth if category == 4 else pay
        pay = sixth if category == 5 else pay
        pay = seventh if category == 6 else pay
        pay = eighth if category == 7 else pay
        pay = ninth if category == 8 else pay
        row[i] = tenth if category == 9 else pay


@kernel
def fill_pays(kind: Array, pays: Array, lane_pays: Array) -> None:
    """What the category of each hole of a segment makes of the counts."""
    for row in range(FOLD + 1):
        varies = False
        for category in range(1, CATEGORIES):
            varies |= pays[row, category] != pays[row, 0]
        if not varies:
            lane_pays[row * WIDTH : (row + 1) * WIDTH] = pays[row, 0]
            continue
        _select(
            kind,
            pays[row, 0],
            pays[row, 1],
            pays[row, 2],
            pays[row, 3],
            pays[row, 4],
            pays[row, 5],
            pays[row, 6],
            pays[row, 7],
            pays[row, 8],
            pays[row, 9],
            lane_pays[row * WIDTH :],
        )
    for i in range(WIDTH):
        lane_pays[QUALIFIES * WIDTH + i] = kind[i] & 1


@kernel
def settle_bets(
    begin: int,
    end: int,
    shared: bool,
    counts: Array,
    pays: Array,
    base: Array,
    live: Array,
    numbers: Array,
    row: Array,
    bet: Array,
) -> None:
    """A bet of some segments: LEAD and SIDE less `base` go to `row`, the better Play at the river to `bet`.

    `shared`: all these segments have the first block of `pays`, otherwise each has its own. Where `live` is
    0, not -1, the row gets 0.
    """
    number = pays.dtype.type
    play_win, play_lose, ante_win, ante_lose = numbers[0], numbers[1], numbers[2], numbers[3]
    least, most, dealers = numbers[RIVER_LEAST], numbers[RIVER_MOST], numbers[ALL_DEALERS]
    for segment in range(SEGMENTS):
        if segment < begin or segment >= end:
            continue
        own = 0 if shared else segment * PAY_ROWS * WIDTH
        for i in range(WIDTH):
            lane = segment * WIDTH + i
            won, lost = number(counts[lane]), number(counts[LOST * LANES + lane])
            unqualified = number(counts[UNQUALIFIED * LANES + lane])
            lead = number(number(play_win * won) + number(play_lose * lost))
            # The hole beats every dealer that does not qualify, or it is too weak and beats none that does.
            strong = pays[own + QUALIFIES * WIDTH + i] != 0
            ante_won = number(won - unqualified) if strong else number(0)
            ante_lost = lost if strong else number(dealers - unqualified)
            ante = number(number(ante_win * ante_won) + number(ante_lose * ante_lost))
            paid = number(number(pays[own + i] * won) + number(pays[own + PER_LOSS * WIDTH + i] * lost))
            side = number(number(ante + paid) + pays[own + FIXED * WIDTH + i])
            play = most if lead >= 0 else least
            bet[lane] = number(side + number(play * lead))
            row[lane] = number(lead - base[i]) & live[lane]
            row[SIDE * LANES + lane] = number(side - base[SIDE * WIDTH + i]) & live[lane]


@kernel
def settle_rivers(
    begin: int,
    end: int,
    shared: bool,
    bet: Array,
    pays: Array,
    base: Array,
    live: Array,
    prizes: Array,
    row: Array,
) -> None:
    """The better of bet and fold, less `base`, for the segments from `begin` to `end` and every prize."""
    number = pays.dtype.type
    for plane in range(MOST_PRIZES):
        if plane >= prizes.size:
            break
        prize = prizes[plane]
        for segment in range(SEGMENTS):
            if segment < begin or segment >= end:
                continue
            own = 0 if shared else segment * PAY_ROWS * WIDTH
            for i in range(WIDTH):
                lane = segment * WIDTH + i
                fold = pays[own + FOLD * WIDTH + i]
                value = number(bet[lane] + prize)
                value = value if value >= fold else fold
                row[(RIVER + plane) * LANES + lane] = (
                    number(value - base[(RIVER + plane) * WIDTH + i]) & live[lane]
                )

"""From counts to money, for a whole segment of holes at once.

Three kinds of sums are carried through the game, each a row ("plane"):

    LEAD   what one Ante of Play brings: won less lost, at the odds of the Play wager
    SIDE   everything of a bet that does not depend on its size: Ante, Blind and the wagers tied to them
    RIVER  the better of the bet and the fold at the river, one row for each prize that a bet may carry

A bet of k Antes is worth SIDE + k * LEAD, so one solution serves all multiples before the river.

How the loops are written is what makes them fast. Rows that are read together lie in one flat array at fixed
distances, so that LLVM has few pointers to keep apart and vectorises at all. Numba widens every operation on
32-bit numbers to 64 bits; casting results back lets LLVM undo that. The formula itself is in `rules`.
"""

from uth.solver.kernels import rules
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.compiled import inlined, part
from uth.solver.kernels.holes import LANES, SEGMENTS, WIDTH
from uth.solver.kernels.rules import (
    ALL_DEALERS,
    ANTE_LOSE,
    ANTE_WIN,
    FIXED,
    FOLD,
    PAY_ROWS,
    PER_LOSS,
    PLAY_LEAST,
    PLAY_LOSE,
    PLAY_MOST,
    PLAY_WIN,
    QUALIFIES,
    RIVER,
    SIDE,
)
from uth.solver.kernels.strength import CATEGORIES
from uth.solver.terms import MOST_WEIGHTS

# Rows of dealer counts: each a block of all lanes.
WON, LOST, UNQUALIFIED = range(3)
COUNT_ROWS = 3

settle = inlined(rules.settle)


@part
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


@part
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


@part
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
    play_win, play_lose = numbers[PLAY_WIN], numbers[PLAY_LOSE]
    ante_win, ante_lose = numbers[ANTE_WIN], numbers[ANTE_LOSE]
    least, most, dealers = numbers[PLAY_LEAST], numbers[PLAY_MOST], numbers[ALL_DEALERS]
    for segment in range(SEGMENTS):
        if segment < begin or segment >= end:
            continue
        own = 0 if shared else segment * PAY_ROWS * WIDTH
        for i in range(WIDTH):
            lane = segment * WIDTH + i
            wide_lead, wide_side = settle(
                number(counts[lane]),
                number(counts[LOST * LANES + lane]),
                number(counts[UNQUALIFIED * LANES + lane]),
                pays[own + QUALIFIES * WIDTH + i] != 0,
                dealers,
                play_win,
                play_lose,
                ante_win,
                ante_lose,
                pays[own + i],
                pays[own + PER_LOSS * WIDTH + i],
                pays[own + FIXED * WIDTH + i],
            )
            lead, side = number(wide_lead), number(wide_side)
            play = most if lead >= 0 else least
            bet[lane] = number(side + number(play * lead))
            row[lane] = number(lead - base[i]) & live[lane]
            row[SIDE * LANES + lane] = number(side - base[SIDE * WIDTH + i]) & live[lane]


@part
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
    for plane in range(MOST_WEIGHTS):
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

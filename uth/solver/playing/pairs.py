"""What two seats gain together, summed over all deals: both share the board and the dealer's hand.

Take one board, its flop and one dealer's hand. Hole i of the 45 cards that are left gains x(i). Over all
ordered pairs of holes without a common card the products x(i) x(j) add up to

    (sum of all x)^2  -  sum over cards of (sum of x of the holes with that card)^2  +  sum of x^2,

because a pair with one common card is in the second sum once and a hole with itself twice. The sums over the
45 cards follow from those over the 47 that the board leaves: those with a card of the dealer's are taken off.

A hole's gain depends on the dealer by what is compared: it beats all who are weaker, ties with its
equals, loses to the others. So the walk goes up the strengths, and each hole changes its gain twice. Where a
gain also depends on the dealer's own hand (a dealer who does not qualify), all gains are written anew at the
first dealer of another sort.

The flop matters because a hole is bet on some of the ten flops inside a board and checked on others, and both
seats see the same one.
"""

from typing import Any, NamedTuple

import numpy as np

from uth.solver.kernels.arrays import Array
from uth.solver.kernels.holes import LANES
from uth.solver.kernels.strength import CATEGORY_OF
from uth.solver.playing.boards import Rivers
from uth.solver.playing.compiled import bare_kernel, exact_sums, part
from uth.solver.playing.counting import KINDS, open_river

WIN, TIE, LOSE = range(3)
LIVE = 47
ROW_OF_CARDS = 48  # a row of cards, in whole vectors
LIVE_HOLES = LIVE * (LIVE - 1) // 2

# What is summed, each as a high and a low half: gains, squares, products of two seats.
GAINS, SQUARES, PRODUCTS = range(3)
PAIR_SUMS = 3
HALF = 32
LOW = np.int64((1 << HALF) - 1)


class PairRoom(NamedTuple):
    """Room for one worker."""

    left: Array
    strength: Array
    order: Array  # lanes by strength
    level_of: Array  # by lane
    first: Array  # by level: its first hole; one more at the end
    sort_of: Array  # by level: the sort of its dealers
    number: Array  # by hole of this board, weakest first: its number ...
    lane: Array
    hand: Array  # ... and category
    one: Array  # its two cards, among the 47
    other: Array
    play: Array  # by hole of this board: how it is played on this flop
    gain: Array  # by two cards of the 47
    by_card: Array  # sum of the gains of the holes with a card, and of their squares
    squares: Array


def new_pair_room(number: type) -> PairRoom:
    """`number`: float64 where it holds every sum exactly, else int64."""
    lanes, holes = np.zeros(LANES, np.int64), np.zeros(LIVE_HOLES, np.int64)
    return PairRoom(
        np.zeros(KINDS, np.int64),
        lanes,
        lanes.copy(),
        lanes.copy(),
        np.zeros(LANES + 1, np.int64),
        lanes.copy(),
        holes,
        holes.copy(),
        holes.copy(),
        holes.copy(),
        holes.copy(),
        holes.copy(),
        np.zeros((LIVE, ROW_OF_CARDS), number),
        np.zeros(ROW_OF_CARDS, number),
        np.zeros(ROW_OF_CARDS, number),
    )


@part
def _sort(numbers: Array, count: int) -> None:
    """Shell's way: a kernel without memory of its own cannot call NumPy's."""
    for gap in (132, 57, 23, 10, 4, 1):
        for place in range(gap, count):
            number, at = numbers[place], place
            while at >= gap and numbers[at - gap] > number:
                numbers[at] = numbers[at - gap]
                at -= gap
            numbers[at] = number


@part
def _sort_lanes(strength: Array, sorts: Array, room: PairRoom) -> int:
    """Fill in the level of each lane, and the sort of its hand as a dealer's; gives back how many levels."""
    live = 0
    for lane in range(LANES):
        if strength[lane] >= 0:
            room.order[live] = strength[lane] << 9 | lane
            live += 1
    _sort(room.order, live)
    level, before = -1, np.int64(-1)
    for place in range(live):
        own, lane = room.order[place] >> 9, room.order[place] & 511
        if own != before:
            level, before = level + 1, own
            room.sort_of[level] = sorts[CATEGORY_OF[own]]
        room.level_of[lane] = level
    return level + 1


@part
def _place_holes(cards: Array, lane_of: Array, levels: int, room: PairRoom) -> None:
    """List the holes of a board, weakest first."""
    board = np.uint64(0)
    for i in range(5):
        board |= np.uint64(1) << np.uint64(cards[i])
    first = room.first
    first[: levels + 1] = 0
    for turn in range(2):  # first count, then fill in
        hole, high_at = 0, 0
        for high in range(52):
            if board >> np.uint64(high) & np.uint64(1):
                hole += high
                continue
            low_at = 0
            for low in range(high):
                if not board >> np.uint64(low) & np.uint64(1):
                    lane = np.int64(lane_of[hole])
                    level = room.level_of[lane]
                    if turn == 0:
                        first[level + 1] += 1
                    else:
                        at = first[level]
                        first[level] += 1
                        room.number[at], room.lane[at] = hole, lane
                        room.hand[at] = CATEGORY_OF[room.strength[lane]]
                        room.one[at], room.other[at] = high_at, low_at
                    low_at += 1
                hole += 1
            high_at += 1
        if turn == 0:
            for level in range(levels):
                first[level + 1] += first[level]
        else:
            for level in range(levels, 0, -1):
                first[level] = first[level - 1]
            first[0] = 0


@part
def _play_flop(
    flop: Any, river: int, rows: Array, before: Array, decided: Array, plays: int, room: PairRoom
) -> None:
    """How every hole is played on a flop; with two strategies, the number of the pair of plays.

    The last three plays are the bet on the flop, the bet on the river, the fold.
    """
    for at in range(LIVE_HOLES):
        hole = room.number[at]
        play: Any = 0
        for strategy in range(rows.shape[0]):
            own: Any = np.int64(before[strategy, hole])
            if own < 0:
                if rows[strategy, flop, hole] == 0:
                    own = plays - 3
                elif decided[strategy, river, room.lane[at]]:
                    own = plays - 2
                else:
                    own = plays - 1
            play = play * plays + own
        room.play[at] = play


@exact_sums
def _squares_without(by_card: Array, gain: Array, one: int, other: int) -> Any:
    """Sum over the cards of (gains of the holes with it that need neither card of the dealer's) squared."""
    total = by_card[0] * 0
    first, second = gain[one], gain[other]
    for card in range(ROW_OF_CARDS):
        left = by_card[card] - first[card] - second[card]
        total += left * left
    # the dealer's own two cards are not left
    held = first[other]
    total -= (by_card[one] - held) * (by_card[one] - held)
    total -= (by_card[other] - held) * (by_card[other] - held)
    return total


@part
def _note(sums: Array, what: int, amount: Any, orbit: int) -> None:
    """Add to a sum, kept as two halves so that it cannot pass 64 bits."""
    whole = np.int64(amount)
    sums[what, 0] += (whole >> HALF) * orbit
    sums[what, 1] += (whole & LOW) * orbit


@part
def _walk(levels: int, gains: Array, orbit: int, room: PairRoom, sums: Array) -> None:
    """All dealers of one board and flop, weakest first; gains by sort of dealer, play, hand, result."""
    gain, by_card, squares, first = room.gain, room.by_card, room.squares, room.first
    nothing = by_card[0] * 0
    total, square = nothing, nothing
    sort = np.int64(-1)
    for level in range(levels):
        begin, end = first[level], first[level + 1]
        if room.sort_of[level] != sort:  # write all anew; holes of the level before still tie here
            sort = room.sort_of[level]
            by_card[:] = 0
            squares[:] = 0
            total, square = nothing, nothing
            passed = first[level - 1] if level else 0
            of_sort = gains[sort]
            for at in range(LIVE_HOLES):
                one, other = room.one[at], room.other[at]
                result = LOSE if at < passed else TIE if at < begin else WIN
                own = of_sort[room.play[at], room.hand[at], result]
                gain[one, other] = own
                gain[other, one] = own
                by_card[one] += own
                by_card[other] += own
                total += own
                own *= own
                squares[one] += own
                squares[other] += own
                square += own
        of_sort = gains[sort]
        for at in range(first[level - 1] if level else 0, end):
            result = LOSE if at < begin else TIE
            own = of_sort[room.play[at], room.hand[at], result]
            one, other = room.one[at], room.other[at]
            old = gain[one, other]
            if own != old:
                gain[one, other] = own
                gain[other, one] = own
                more = own - old
                by_card[one] += more
                by_card[other] += more
                total += more
                more = own * own - old * old
                squares[one] += more
                squares[other] += more
                square += more
        for at in range(begin, end):
            one, other = room.one[at], room.other[at]
            held = gain[one, other]
            meets = total - by_card[one] - by_card[other] + held
            own_squares = square - squares[one] - squares[other] + held * held
            shared = _squares_without(by_card, gain, one, other)
            _note(sums, GAINS, meets, orbit)
            _note(sums, SQUARES, own_squares, orbit)
            _note(sums, PRODUCTS, meets * meets - shared + own_squares, orbit)


@bare_kernel
def sum_pairs(
    begin: int,
    end: int,
    rivers: Rivers,
    rows: Array,
    before: Array,
    lane_of: Array,
    decided: Array,
    plays: int,
    sorts: Array,
    gains: Array,
    room: PairRoom,
    sums: Array,
) -> None:
    """Add up rivers from `begin` to `end`: gains, squares and products of two seats.

    `rows`: by strategy, any flop and hole, whether it is checked. `before`: by strategy and hole the place of
    its bet before the flop, or -1. `decided`: by strategy, river and lane whether it is bet. `sorts`: by
    category of the dealer's hand, its sort in `gains`.
    """
    for river in range(begin, end):
        open_river(rivers.ranks[river], rivers.suited[river], room.left, room.strength)
        levels = _sort_lanes(room.strength, sorts, room)
        lanes = lane_of[1 if rivers.suited[river] else 0]
        for board in range(rivers.first[river], rivers.first[river + 1]):
            cards = rivers.cards[board]
            _place_holes(cards, lanes, levels, room)
            for i in range(2, 5):
                high = np.int64(cards[i])
                for j in range(1, i):
                    mid = np.int64(cards[j])
                    for k in range(j):
                        flop = high * (high - 1) * (high - 2) // 6 + mid * (mid - 1) // 2 + np.int64(cards[k])
                        _play_flop(flop, river, rows, before, decided, plays, room)
                        _walk(levels, gains, rivers.orbit[board], room, sums)


def new_pair_sums() -> Array:
    """Room for the sums of one worker."""
    return np.zeros((PAIR_SUMS, 2), np.int64)


def whole(sums: Array, what: int) -> int:
    """A sum from its halves."""
    return (int(sums[what, 0]) << HALF) + int(sums[what, 1])

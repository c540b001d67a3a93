"""The features of `uth.strategy.features`, for all holes of a flop or all lanes of a river at once."""

from typing import Any, NamedTuple

import numpy as np

from uth.ranking.batch import strength_of_sum
from uth.ranking.layout import CARD_BITS, CARD_KEYS, START
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.holes import HOLE_HIGH, HOLE_LOW, LANES, PAIR_HIGH, PAIR_LOW, RANKS, WIDTH
from uth.solver.kernels.strength import CATEGORY_OF, FLUSH_OF, RANK_KEYS, strength_of_ranks
from uth.solver.playing.boards import HOLES, Rivers
from uth.solver.playing.counting import KINDS, open_river
from uth.strategy.features import COUNT, NONE, PLACE
from uth.strategy.kernels.compiled import kernel, part

_SETS = np.arange(1 << RANKS)
_WITH_LOW_ACE = _SETS << 1 | _SETS >> 12

BITS = np.array([int(held).bit_count() for held in range(1 << RANKS)], np.uint8)
RUN = np.max([[BITS[held >> low & 31] for held in _WITH_LOW_ACE] for low in range(10)], axis=0).astype(
    np.uint8
)
"""By set of ranks: how many are within five in a row, at most."""
MAKING = np.where(
    RUN >= 5, 0, sum((RUN[_SETS | 1 << rank] >= 5).astype(np.int64) << rank for rank in range(RANKS))
)
"""By set of ranks: the further ranks that would make a straight, a bit each."""

MADE, HIDDEN, PAIR, POCKET, OVER_PAIR, HIGH, LOW = (
    PLACE[name] for name in ("made", "hidden", "pair", "pocket", "over_pair", "high", "low")
)
BETTER_KICKERS, OVERCARDS, BOARD, BOARD_HIGH, BOARD_SUITED, BOARD_RUN = (
    PLACE[name]
    for name in ("better_kickers", "overcards", "board", "board_high", "board_suited", "board_run")
)
PAIR_RISK, FLUSH_DRAW, FLUSH_OVER, FLUSH_CARDS, STRAIGHT_DRAW, MY_OUTS, OUTS, PLAYS_BOARD, TIES = (
    PLACE[name]
    for name in (
        "pair_risk",
        "flush_draw",
        "flush_over",
        "flush_cards",
        "straight_draw",
        "my_outs",
        "outs",
        "plays_board",
        "ties",
    )
)


class Looking(NamedTuple):
    """Room for one river."""

    left: Array
    strength: Array
    single: Array  # strength of the board with one more card, by kind
    found: Array  # by feature and lane


def new_looking() -> Looking:
    """Room for one worker."""
    return Looking(
        np.zeros(KINDS, np.int64),
        np.zeros(LANES, np.int64),
        np.zeros(KINDS, np.int64),
        np.zeros((COUNT, LANES), np.uint8),
    )


@part
def _by_ranks(
    high: int, low: int, held: int, ranks: Array, made: Any, board: Any, i: int, found: Array
) -> None:
    """What ranks alone tell. `held`: the set of the board's ranks, which rise."""
    top = ranks[-1]
    pair = -1
    if high == low or held >> high & 1:
        pair = high
    elif held >> low & 1:
        pair = low
    found[MADE, i] = made
    found[HIDDEN, i] = 1 if made > board or pair >= 0 else 0
    found[PAIR, i] = pair + 2 if pair >= 0 else 0
    found[POCKET, i] = high + 2 if high == low else 0
    over = 0
    for rank in ranks:
        over += 1 if rank > pair else 0
    found[OVER_PAIR, i] = over if pair >= 0 else NONE
    found[HIGH, i] = high + 2
    found[LOW, i] = low + 2
    found[BETTER_KICKERS, i] = 12 - high - BITS[held >> (high + 1)]
    found[OVERCARDS, i] = (1 if high > top else 0) + (1 if low > top else 0)


@part
def look_at_river(ranks: Array, suited: int, room: Looking) -> None:
    """Fill in the features of all lanes of one river."""
    size = open_river(ranks, suited, room.left, room.strength)
    found = room.found
    held, key = 0, START
    for i in range(5):
        held |= 1 << ranks[i]
        key += RANK_KEYS[ranks[i]]
    whole = np.int64(FLUSH_OF[suited]) if size == 5 else np.int64(strength_of_ranks(key))
    board = np.int64(CATEGORY_OF[whole])
    top = ranks[4]
    for rank in range(RANKS):
        by_ranks = np.int64(strength_of_ranks(key + RANK_KEYS[rank]))
        room.single[rank] = whole if size == 5 else by_ranks
        room.single[RANKS + rank] = np.int64(FLUSH_OF[suited | 1 << rank]) if size >= 4 else by_ranks
    found[BOARD] = board
    found[BOARD_HIGH] = top + 2
    found[BOARD_SUITED] = max(size, 2)
    found[BOARD_RUN] = RUN[held]
    found[OUTS] = 0
    found[TIES] = 0
    lanes = LANES if suited else WIDTH
    for kind in range(KINDS):
        if room.left[kind] == 0:
            continue
        cards, single = np.uint8(room.left[kind]), room.single[kind]
        for lane in range(lanes):
            found[OUTS, lane] += cards if single > room.strength[lane] else np.uint8(0)
            found[TIES, lane] += cards if single == room.strength[lane] else np.uint8(0)
    for lane in range(lanes):
        own = room.strength[lane]
        if own < 0:
            continue
        segment = lane // WIDTH
        high, low = PAIR_HIGH[lane - segment * WIDTH], PAIR_LOW[lane - segment * WIDTH]
        _by_ranks(high, low, held, ranks, np.int64(CATEGORY_OF[own]), board, lane, found)
        found[PLAYS_BOARD, lane] = 1 if own == whole else 0
        # the player's own cards are not among the dealer's
        if room.single[high + (RANKS if segment & 1 else 0)] == own:
            found[TIES, lane] -= np.uint8(1)
        if room.single[low + (RANKS if segment & 2 else 0)] == own:
            found[TIES, lane] -= np.uint8(1)


@part
def look_at_flop(cards: Array, found: Array) -> None:
    """Fill in the features of all holes on one flop; all are 0 for holes that need its cards."""
    held, key, bits = 0, START, np.uint64(0)
    ranks = cards >> 2
    top = ranks[2]
    for i in range(3):
        held |= 1 << ranks[i]
        key += CARD_KEYS[cards[i]]
        bits |= CARD_BITS[cards[i]]
    different = np.int64(BITS[held])
    board = 0 if different == 3 else 1 if different == 2 else 3
    first, second, third = cards[0] & 3, cards[1] & 3, cards[2] & 3
    suited = 3 if first == second == third else 2 if first in (second, third) or second == third else 1
    found[BOARD] = board
    found[BOARD_HIGH] = top + 2
    found[BOARD_SUITED] = suited
    found[BOARD_RUN] = RUN[held]
    for hole in range(HOLES):
        one, other = HOLE_HIGH[hole], HOLE_LOW[hole]
        if one in (cards[0], cards[1], cards[2]) or other in (cards[0], cards[1], cards[2]):
            found[:, hole] = 0
            continue
        own = strength_of_sum(
            key + CARD_KEYS[one] + CARD_KEYS[other], bits | CARD_BITS[one] | CARD_BITS[other]
        )
        high, low = one >> 2, other >> 2
        _by_ranks(high, low, held, ranks, np.int64(CATEGORY_OF[own]), board, hole, found)
        making = MAKING[held | 1 << high | 1 << low]
        found[STRAIGHT_DRAW, hole] = BITS[making]
        above = (1 << high if high > top else 0) | (1 << low if low > top else 0)
        helping, drawing = making | above, -1
        found[FLUSH_DRAW, hole] = 0
        found[FLUSH_OVER, hole] = NONE
        found[FLUSH_CARDS, hole] = 0
        for card in (one, other):  # the higher one first
            suit = np.uint64(16 * (card & 3))
            on_board = np.int64(bits >> suit & np.uint64(8191))
            of_suit = (
                np.int64(BITS[on_board])
                + (1 if one & 3 == card & 3 else 0)
                + (1 if other & 3 == card & 3 else 0)
            )
            if of_suit >= 4:
                found[FLUSH_CARDS, hole] += 1
                drawing = card & 3
                if found[FLUSH_DRAW, hole] == 0:
                    rank = card >> 2
                    found[FLUSH_DRAW, hole] = rank + 2
                    found[FLUSH_OVER, hole] = 12 - rank - BITS[on_board >> (rank + 1)]
        found[PAIR_RISK, hole] = found[OVER_PAIR, hole]
        if found[PAIR, hole] and suited == 3 and drawing < 0:
            found[PAIR_RISK, hole] += 1
        # four cards of each rank that helps, less those held; then those of the suit, less the ones counted
        held_above = (1 if above >> high & 1 else 0) + (1 if above >> low & 1 else 0)
        outs = 4 * np.int64(BITS[helping]) - held_above
        if drawing >= 0:
            of_suit = np.int64(bits >> np.uint64(16 * drawing) & np.uint64(8191))
            of_suit |= (1 << high if one & 3 == drawing else 0) | (1 << low if other & 3 == drawing else 0)
            outs += np.int64(BITS[8191 & ~of_suit & ~helping])
        found[MY_OUTS, hole] = outs


# Conditions of a rule, four numbers each: which feature, from where to where, and whether that must not be.
NO_CONDITION = -1
CHECKED = np.uint8(255)


@part
def _decide(found: Array, rules: Array, bets: Array, size: int, matching: Array, decided: Array) -> None:
    """By place: the number of the first rule that matches, from 1 on, if it bets; else 0."""
    decided[:size] = 0
    for rule in range(rules.shape[0]):
        matching[:size] = 1
        for condition in range(rules.shape[1]):
            feature, least, most = (
                rules[rule, condition, 0],
                rules[rule, condition, 1],
                rules[rule, condition, 2],
            )
            if feature < 0:
                continue
            values, wanted = found[feature], rules[rule, condition, 3] == 0
            for i in range(size):
                matching[i] &= np.uint8((least <= values[i] <= most) == wanted)
        for i in range(size):
            if decided[i] == 0 and matching[i]:
                decided[i] = rule + 1 if bets[rule] else CHECKED
    for i in range(size):
        if decided[i] == CHECKED:
            decided[i] = 0


@kernel
def decide_rivers(
    begin: int,
    end: int,
    rivers: Rivers,
    rules: Array,
    bets: Array,
    room: Looking,
    matching: Array,
    decided: Array,
) -> None:
    """By river and lane: the rule that bets, or 0."""
    for river in range(begin, end):
        look_at_river(rivers.ranks[river], rivers.suited[river], room)
        _decide(room.found, rules, bets, LANES if rivers.suited[river] else WIDTH, matching, decided[river])


@kernel
def decide_flops(
    begin: int,
    end: int,
    flops: Array,
    rules: Array,
    bets: Array,
    found: Array,
    matching: Array,
    decided: Array,
) -> None:
    """By canonical flop and hole: the rule that bets, or 0."""
    for flop in range(begin, end):
        look_at_flop(flops[flop], found)
        _decide(found, rules, bets, HOLES, matching, decided[flop])


@kernel
def river_features(rivers: Rivers, which: Array, lanes: Array, room: Looking, found: Array) -> None:
    """By situation: the features of a lane of a river; fastest where rivers come in order."""
    last = -1
    for i in range(which.size):
        if which[i] != last:
            last = which[i]
            look_at_river(rivers.ranks[last], rivers.suited[last], room)
        for feature in range(COUNT):
            found[i, feature] = room.found[feature, lanes[i]]


@kernel
def flop_features(flops: Array, which: Array, holes: Array, room: Array, found: Array) -> None:
    """By situation: the features of a hole on a canonical flop; fastest where flops come in order."""
    last = -1
    for i in range(which.size):
        if which[i] != last:
            last = which[i]
            look_at_flop(flops[last], room)
        for feature in range(COUNT):
            found[i, feature] = room[feature, holes[i]]


@kernel
def river_keys(begin: int, end: int, rivers: Rivers, widths: Array, room: Looking, keys: Array) -> None:
    """By river and lane: all features packed into one number, so many bits each; 0 where no hole is."""
    for river in range(begin, end):
        look_at_river(rivers.ranks[river], rivers.suited[river], room)
        for lane in range(LANES):
            keys[river, lane] = 0
            if room.strength[lane] >= 0:
                _pack(room.found, lane, widths, keys[river])


@kernel
def flop_keys(begin: int, end: int, flops: Array, widths: Array, room: Array, keys: Array) -> None:
    """By canonical flop and hole: all features packed into one number; 0 where the hole needs its cards."""
    for flop in range(begin, end):
        look_at_flop(flops[flop], room)
        for hole in range(HOLES):
            keys[flop, hole] = 0
            if room[HIGH, hole] > 0:
                _pack(room, hole, widths, keys[flop])


@part
def _pack(found: Array, place: int, widths: Array, keys: Array) -> None:
    key = np.uint64(0)
    for feature in range(COUNT):
        key = key << np.uint64(widths[feature]) | np.uint64(found[feature, place] if widths[feature] else 0)
    keys[place] = key

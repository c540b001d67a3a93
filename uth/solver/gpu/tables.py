"""What the kernels of a GPU look up: cases, views and strengths, made once; and the rules of a game."""

from itertools import combinations

import numpy as np

from uth.ranking.tables import BY_RANKS, RANK_KEYS, load_tables
from uth.solver.deals import DEALERS
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.boards import (
    RANK_BOARDS,
    SETS3,
    SETS4,
    SETS5,
    VIEW_ONE,
    VIEW_THREE,
    VIEW_TWO,
    VIEWS,
    numbers_of_multisets,
)
from uth.solver.kernels.holes import BOTH, HIGH, LOW, OUT, PAIR_AT, PAIR_HIGH, PAIR_LOW, PAIRS, RANKS, WIDTH
from uth.solver.kernels.rules import FIXED, FOLD, Rules, compile_rules
from uth.solver.terms import Terms

KINDS = 2 * RANKS
"""A card is outside the suit (0 to 12) or of it (13 to 25)."""
NOTHING = 255

CASES3, CASES4, CASES5 = len(SETS3) * PAIRS, len(SETS4) * RANKS, len(SETS5)
CASES = CASES3 + CASES4 + CASES5
"""Boards with three or more cards of a suit, as far as they differ: 36,608."""

Entry = tuple[int, int, int, int]
"""A case of a view: its number, up to two ranks outside that weigh it, how many of the first the flop has."""


def rank_strengths() -> Array:
    """Strength of every rank pair on every rank board when nobody has a flush; -1 where a rank runs out."""
    load_tables()
    keys = np.array(sorted(BY_RANKS), np.int64)
    strengths = np.array([BY_RANKS[key] for key in keys.tolist()], np.int16)
    power = np.array(RANK_KEYS, np.int64)
    pair = power[PAIR_HIGH[:PAIRS]] + power[PAIR_LOW[:PAIRS]]
    wanted = power[RANK_BOARDS].sum(axis=1)[:, None] + pair[None, :]
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    table = np.full((len(RANK_BOARDS), WIDTH), -1, np.int16)
    table[:, :PAIRS] = np.where(keys[place] == wanted, strengths[place], -1)
    return table


def five_card_strengths() -> Array:
    """Rank keys of five cards and their strength when they are not of one suit, in rising order."""
    load_tables()
    return np.array(sorted((key, value) for key, value in BY_RANKS.items() if _cards_of(key) == 5), np.int64)


def _cards_of(key: int) -> int:
    """How many cards a rank key counts: the sum of its digits to the base of five."""
    return sum(key // power % 5 for power in RANK_KEYS)


def _numbers_of_sets() -> Array:
    """The number of the set of ranks in a suit, by its 13 bits."""
    numbers = np.full(1 << RANKS, -1, np.int64)
    for sets in (SETS3, SETS4, SETS5):
        for number, ranks in enumerate(sets.tolist()):
            numbers[sum(1 << rank for rank in ranks)] = number
    return numbers


_SET_NUMBER = _numbers_of_sets()


def _case(mask: int, outside: int = 0) -> int:
    """The number of a case: the ranks in the suit, and which pair of ranks or rank lies outside."""
    number = int(_SET_NUMBER[mask])
    size = mask.bit_count()
    if size == 3:
        return number * PAIRS + outside
    return CASES3 + number * RANKS + outside if size == 4 else CASES3 + CASES4 + number


def flush_cases() -> tuple[Array, Array, Array]:
    """Of every case: the ranks in the suit, the ranks outside (13: none), and the board by ranks."""
    rows = [(suited, (high, low)) for suited in SETS3.tolist() for high, low in _pairs()]
    rows += [(suited, (rank, RANKS)) for suited in SETS4.tolist() for rank in range(RANKS)]
    rows += [(suited, (RANKS, RANKS)) for suited in SETS5.tolist()]
    masks = np.array([sum(1 << rank for rank in suited) for suited, _ in rows], np.int32)
    outside = np.array([out for _, out in rows], np.int8)
    ranks = np.array([sorted([*suited, *(rank for rank in out if rank < RANKS)]) for suited, out in rows])
    return masks, outside, numbers_of_multisets(ranks).astype(np.int32)


def _pairs() -> list[tuple[int, int]]:
    return [(int(PAIR_HIGH[pair]), int(PAIR_LOW[pair])) for pair in range(PAIRS)]


def view_entries() -> tuple[Array, Array, Array]:
    """Of every view the cases of its run-outs: where they begin, their numbers, and what weighs them."""
    views: dict[int, list[Entry]] = {}
    for rank in range(RANKS):
        others = [other for other in range(RANKS) if other != rank]
        for pair in range(PAIRS):
            both = combinations(others, 2)
            rows = [(_case(1 << rank | 1 << x | 1 << y, pair), NOTHING, NOTHING, 0) for x, y in both]
            views[int(VIEW_ONE[rank, pair])] = rows
    for low, high in combinations(range(RANKS), 2):
        mask, others = 1 << low | 1 << high, [other for other in range(RANKS) if other not in (low, high)]
        for outside in range(RANKS):
            rows = [
                (_case(mask | 1 << x, int(PAIR_AT[outside, r])), r, NOTHING, int(r == outside))
                for x in others
                for r in range(RANKS)
            ]
            both = combinations(others, 2)
            rows += [(_case(mask | 1 << x | 1 << y, outside), NOTHING, NOTHING, 0) for x, y in both]
            views[int(VIEW_TWO[low, high, outside])] = rows
    for three in combinations(range(RANKS), 3):
        mask, others = sum(1 << r for r in three), [other for other in range(RANKS) if other not in three]
        rows = [(_case(mask, int(PAIR_AT[x, y])), x, y, 0) for x, y in _pairs()]
        rows += [(_case(mask | 1 << x, r), r, NOTHING, 0) for x in others for r in range(RANKS)]
        both = combinations(others, 2)
        rows += [(_case(mask | 1 << x | 1 << y), NOTHING, NOTHING, 0) for x, y in both]
        views[int(VIEW_THREE[three])] = rows
    entries = np.array([entry for view in range(VIEWS) for entry in views[view]], np.int32)
    starts = np.cumsum([0, *(len(views[view]) for view in range(VIEWS))]).astype(np.int32)
    return starts, np.ascontiguousarray(entries[:, 0]), entries[:, 1:].astype(np.uint8)


def _lanes() -> Array:
    """The lane of a hole by the kinds of its two cards."""
    lanes = np.zeros((KINDS, KINDS), np.int16)
    for one in range(KINDS):
        for other in range(KINDS):
            inside = [kind % RANKS for kind in (one, other) if kind >= RANKS]
            outside = [kind % RANKS for kind in (one, other) if kind < RANKS]
            mixed = HIGH if inside and outside and inside[0] >= outside[0] else LOW
            segment = (OUT, mixed, BOTH)[len(inside)]
            lanes[one, other] = segment * WIDTH + PAIR_AT[one % RANKS, other % RANKS]
    return lanes


LANE_AT = _lanes()


def card_rules(terms: Terms, number: type) -> Rules:
    """The rules as the card reads them: a plane for each class of the flop, whatever it weighs, and what side
    wagers gain in any case among the pays."""
    rules = compile_rules(terms, number)
    told = [terms.tags[tag] for tag in terms.tag_of[0]]
    pays = rules.pays.copy()
    pays[[FIXED, FOLD]] += DEALERS * told[0].left
    prizes = [DEALERS * (tag.kept - tag.left) for tag in told]
    return rules._replace(pays=pays, prizes=np.array(prizes, np.int64).astype(number))

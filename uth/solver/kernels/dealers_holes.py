"""Outcomes against a dealer who holds certain hole cards, for wagers that ask for them.

The rest of the solver never looks at a single dealer. Few pairs of holes matter here, so each is dealt every
board: both hands are compared, and how the player's is played is looked up. At the river, if it comes to
that, the player knows nothing of the dealer's cards, and bet and fold are compared over all dealers.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np

from uth.ranking.batch import CARD_BITS, CARD_KEYS, START, strength_of_sum
from uth.rules.payoffs import Result
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.compiled import Integer, allocating, part
from uth.solver.kernels.flops import BET, SMALLER, locate
from uth.solver.kernels.holes import HOLE_CLASS, HOLE_HIGH, HOLE_LOW, HOLE_SLOT, hole_number
from uth.solver.kernels.plays import (
    FLOP_LEAST,
    FLOP_MOST,
    FOLDED,
    PLAYS,
    PREFLOP_LEAST,
    PREFLOP_MOST,
    RIVER_LEAST,
    RIVER_MOST,
    multiples,
)
from uth.solver.kernels.rules import FORM_ROWS, TIMES_ALL, TIMES_BELOW, TIMES_LOST, TIMES_WON, compile_forms
from uth.solver.kernels.strength import CATEGORIES, CATEGORY_OF, hand_on_flop
from uth.solver.kernels.values import Values
from uth.solver.kernels.work import Crew
from uth.solver.terms import SHOWN, Terms
from uth.solver.totals import Row

_CARDS = 52
_LEFT = 48  # cards that neither hole has


class _Played(NamedTuple):
    """How a hole is played: all that does not depend on the board."""

    play: int  # if it is bet before the flop; else -1
    tag_of: Array  # by class of the flop
    flop_class: Array
    weights: Array  # by tag
    forms: Array
    river: Array  # smallest and largest multiple
    flop_at: Array  # by three rising cards: the number of the flop
    slot_at: Array  # by flop of the 22,100: the hole's slot on it
    choice: Array


@part
def _strength(first: int, second: int, board: Array) -> Integer:
    key, bits = START + CARD_KEYS[first] + CARD_KEYS[second], CARD_BITS[first] | CARD_BITS[second]
    for i in range(5):
        key += CARD_KEYS[board[i]]
        bits |= CARD_BITS[board[i]]
    return np.int64(strength_of_sum(key, bits))


@part
def _at_river(own: int, hole: Array, board: Array, played: _Played, met: Array) -> tuple[Integer, Integer]:
    """LEAD, and by how much the bet is better than the fold over all dealers."""
    met[:] = 0
    for second in range(1, _CARDS):
        for first in range(second):
            free = True
            for i in range(5):
                free &= board[i] != first and board[i] != second
            for i in range(2):
                free &= hole[i] != first and hole[i] != second
            if free:
                dealer = _strength(first, second, board)
                met[TIMES_WON] += dealer < own
                met[TIMES_LOST] += dealer > own
                met[TIMES_ALL] += 1
                for bar in range(CATEGORY_OF[dealer], CATEGORIES - 1):
                    met[TIMES_BELOW + bar] += 1
    kind = CATEGORY_OF[own]
    lead = side = fold = 0
    for row in range(FORM_ROWS):
        lead += played.forms[0, row, kind] * met[row]
        side += played.forms[1, row, kind] * met[row]
        fold += played.forms[2, row, kind] * met[row]
    return lead, side + (played.river[1] if lead >= 0 else played.river[0]) * lead - fold


@allocating
def _meet(
    begin: int, end: int, left: Array, hole: Array, dealer: Array, played: _Played, table: Array
) -> None:
    """Add all boards whose lowest card is one of those from `begin` to `end`, each with its ten flops."""
    board, flop, met = np.zeros(5, np.int64), np.zeros(3, np.int64), np.zeros(FORM_ROWS, np.int64)
    for a in range(begin, end):
        for b in range(a + 1, left.size):
            for c in range(b + 1, left.size):
                for d in range(c + 1, left.size):
                    for e in range(d + 1, left.size):
                        board[0], board[1], board[2] = left[a], left[b], left[c]
                        board[3], board[4] = left[d], left[e]
                        own, other = (
                            _strength(hole[0], hole[1], board),
                            _strength(dealer[0], dealer[1], board),
                        )
                        shown = 0 if own > other else 2 if own < other else 1
                        kind, against = CATEGORY_OF[own], CATEGORY_OF[other]
                        if played.play >= 0 and played.tag_of.size == 1:
                            table[played.tag_of[0], played.play, kind, against, shown] += 10
                            continue
                        known, lead, margin = False, np.int64(0), np.int64(0)
                        for i in range(3):
                            for j in range(i + 1, 4):
                                for k in range(j + 1, 5):
                                    flop[0], flop[1], flop[2] = board[i], board[j], board[k]
                                    hand = hand_on_flop(flop, hole[0], hole[1])
                                    tag, play = played.tag_of[played.flop_class[hand]], played.play
                                    if play < 0:
                                        number = played.flop_at[flop[0], flop[1], flop[2]]
                                        done = played.choice[
                                            number, played.slot_at[flop[0], flop[1], flop[2]]
                                        ]
                                        if done & BET:
                                            play = FLOP_LEAST if done & SMALLER else FLOP_MOST
                                        else:
                                            if not known:
                                                lead, margin = _at_river(own, hole, board, played, met)
                                                known = True
                                            bets = margin + met[TIMES_ALL] * played.weights[tag] >= 0
                                            most = lead >= 0 or played.river[0] == played.river[1]
                                            play = FOLDED if not bets else RIVER_MOST if most else RIVER_LEAST
                                    table[tag, play, kind, against, shown] += 1


def with_dealers_holes(
    terms: Terms, values: Values, preflop_choice: Array, rows: tuple[Row, ...], crew: Crew
) -> tuple[Row, ...]:
    """The rows with those deals apart in which the dealer holds what a wager asks for."""
    pairs = list(_pairs(terms))
    if not pairs:
        return rows
    rest = {row._replace(deals=0): row.deals for row in rows}
    apart: list[Row] = []
    for dealers, (own, dealer), times in pairs:
        table = _meet_all(
            terms, values, int(preflop_choice[HOLE_CLASS[hole_number(*own)]]), own, dealer, crew
        )
        for row in _rows(terms, times * table, told=terms.tells_dealer):
            apart.append(row._replace(holes=dealers))
            rest[row._replace(deals=0)] -= row.deals
    found: dict[Row, int] = {key: deals for key, deals in rest.items() if deals}
    for row in apart:
        key = row._replace(deals=0)
        found[key] = found.get(key, 0) + row.deals
    return tuple(key._replace(deals=deals) for key, deals in sorted(found.items()))


def _rows(terms: Terms, table: Array, told: bool) -> Iterator[Row]:
    played = multiples(terms)
    for entry in zip(*table.nonzero(), strict=True):
        tag, play, hand, dealer, shown = map(int, entry)
        result = int(Result.FOLD) if play == FOLDED else shown
        row = Row(tag, played[play], hand, result, terms.is_qualified(dealer), int(table[entry]))
        yield row._replace(dealer=dealer, shown=shown) if told else row


Hole = tuple[int, int]


def _pairs(terms: Terms) -> Iterator[tuple[int, tuple[Hole, Hole], int]]:
    """The dealer's starting hand, a pair of holes, and how many pairs differ from it only in suits."""
    asked = {
        (own, dealer)
        for side in terms.sides
        for owns, dealers in side.holes
        for own in owns
        for dealer in dealers or ()
    }
    holes = list(zip(HOLE_LOW.tolist(), HOLE_HIGH.tolist(), strict=True))
    by_class: dict[int, list[Hole]] = {}
    for number, hole in zip(HOLE_CLASS.tolist(), holes, strict=True):
        by_class.setdefault(number, []).append(hole)
    for own, dealer in sorted(asked):
        found: dict[tuple[Hole, Hole], int] = {}
        for pair in ((x, y) for x in by_class[own] for y in by_class[dealer] if not {*x} & {*y}):
            form = min(_renamed(pair, suits) for suits in permutations(range(4)))
            found[form] = found.get(form, 0) + 1
        for form, times in found.items():
            yield dealer, form, times


def _renamed(pair: tuple[Hole, Hole], suits: tuple[int, ...]) -> tuple[Hole, Hole]:
    (a, b), (c, d) = (sorted(card >> 2 << 2 | suits[card & 3] for card in hole) for hole in pair)
    return (a, b), (c, d)


def _meet_all(terms: Terms, values: Values, multiple: int, own: Hole, dealer: Hole, crew: Crew) -> Array:
    """Deals by tag, play, category of the player and of the dealer, and how the cards compare."""
    early = PREFLOP_MOST if multiple == max(terms.preflop, default=0) else PREFLOP_LEAST
    flop_at, slot_at = _flops_of(own) if not multiple else (np.zeros((1, 1, 1), np.int16),) * 2
    by_flop = terms.tag_of[HOLE_CLASS[hole_number(*own)]]
    played = _Played(
        early if multiple else -1,
        np.array(by_flop if len(set(by_flop)) > 1 else by_flop[:1]),
        np.array(terms.flop_class if len(set(by_flop)) > 1 else [0] * CATEGORIES),
        np.array(terms.weights, np.int64),
        compile_forms(terms),
        np.array([min(terms.river), max(terms.river)], np.int64),
        flop_at,
        slot_at,
        values.flop_choice.reshape(len(values.flop_choice), -1),
    )
    left = np.array([card for card in range(_CARDS) if card not in (*own, *dealer)])
    shape = len(terms.tags), PLAYS, CATEGORIES, CATEGORIES, len(SHOWN)
    tables = np.zeros((crew.size, *shape), np.int64)

    def meet(begin: int, end: int, worker: int) -> None:
        _meet(begin, end, left, np.array(own), np.array(dealer), played, tables[worker])

    crew.run([(meet, _LEFT - 4, 1)])
    table: Array = tables.sum(axis=0)
    assert crew.rehearsal or table.sum() == 10 * comb(_LEFT, 5)
    return table


def _flops_of(hole: Hole) -> tuple[Array, Array]:
    """By three rising cards: the number of the flop, and the hole's slot there."""
    flop_at, slot_at = np.zeros((2, _CARDS, _CARDS, _CARDS), np.int16)
    for cards in combinations([card for card in range(_CARDS) if card not in hole], 3):
        number, suits = locate(cards)
        flop_at[cards] = number
        slot_at[cards] = HOLE_SLOT[hole_number(*(card >> 2 << 2 | suits[card & 3] for card in hole))]
    return flop_at, slot_at

"""One hole on a flop or at the river, against every dealer, with NumPy alone.

The kernels of `standing` count the same a hundred times as fast; but to start them takes as long as a dozen
hands take here, and before their first use they are compiled. Who asks for one hand need not wait for that.

Every board that the cards left can make is met with every dealer, all of them evaluated and compared.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from uth.cards import DECK, Card
from uth.ranking import FIRST_STRENGTH, category
from uth.ranking.layout import CARD_BITS, CARD_KEYS, START, strengths_of_sums
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.rules import (
    ANTE_LOSE,
    ANTE_WIN,
    FIXED,
    FOLD,
    PER_LOSS,
    PER_WIN,
    PLAY_LEAST,
    PLAY_LOSE,
    PLAY_MOST,
    PLAY_WIN,
    QUALIFIER,
    Rules,
    compile_forms,
    settle,
)
from uth.solver.terms import Terms
from uth.solver.totals import HoleSums

_AT_ONCE = 64
"""Boards that are met with all dealers at a time: their sums stay in the processor's cache."""


class Stand(NamedTuple):
    """What one board brings, over all dealers."""

    dealers: int
    won: int
    lost: int
    lead: int
    """A bet, for each Ante of Play ..."""
    side: int
    """... and besides."""
    fold: int


class Dealt(NamedTuple):
    """The game for one hole."""

    terms: Terms
    rules: Rules
    """Against each dealer."""
    prizes: list[int]
    """By class of the flop: by how much more a bet gains than a fold."""


def stand_at_river(hole: Sequence[Card], board: Sequence[Card], seen: int, dealt: Dealt) -> Stand:
    """One board; `seen` is the set of all cards known."""
    [one] = _boards(hole, board, seen, dealt)
    return one


def stand_on_flop(hole: Sequence[Card], flop: Sequence[Card], seen: int, dealt: Dealt) -> HoleSums:
    """All run-outs of a flop."""
    least, most = (int(dealt.rules.numbers[place]) for place in (PLAY_LEAST, PLAY_MOST))
    sums = [0] * len(HoleSums._fields)
    for one in _boards(hole, flop, seen, dealt):
        bet = one.side + (most if one.lead >= 0 else least) * one.lead
        river = (bet, one.won, one.lost, 0) if bet >= one.fold else (one.fold, 0, 0, one.dealers)
        for place, value in enumerate((one.lead, one.side, one.won, one.lost, *river)):
            sums[place] += value
    return HoleSums(*sums)


def _boards(hole: Sequence[Card], board: Sequence[Card], seen: int, dealt: Dealt) -> Iterator[Stand]:
    """Every board that the cards left make of this one, of three cards or five."""
    free = np.array([card for card in DECK if not seen >> card & 1])
    first, second = (free[places] for places in np.triu_indices(len(free), 1))
    keys, bits = CARD_KEYS[first] + CARD_KEYS[second], CARD_BITS[first] | CARD_BITS[second]
    runouts = (keys, bits) if len(board) == 3 else (np.zeros(1, keys.dtype), np.zeros(1, bits.dtype))
    table_keys, table_bits = _sum([*board], START, runouts)
    own_keys, own_bits = _sum([*hole], np.uint64(0), (table_keys, table_bits))
    owns = strengths_of_sums(own_keys, own_bits).astype(np.int64)
    settled = _settling(dealt)
    prize = dealt.prizes[dealt.terms.flop_class[_hand([*hole, *board[:3]])]]
    bars = [dealt.terms.qualifies] if dealt.terms.by_counts else FIRST_STRENGTH[1:]
    for begin in range(0, len(owns), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        own = owns[part, None]
        against = strengths_of_sums(table_keys[part, None] + keys, table_bits[part, None] | bits)
        possible = runouts[1][part, None] & bits == 0  # a card of the run-out is in no hand
        counts = (
            np.count_nonzero(possible & met, axis=1).tolist()
            for met in (True, against < own, against > own, *(against < bar for bar in bars))
        )
        for strength, dealers, won, lost, *below in zip(owns[part].tolist(), *counts, strict=True):
            lead, side, fold = settled(strength, dealers, won, lost, below)
            yield Stand(dealers, won, lost, lead, side + prize * dealers, fold)


def _sum(cards: list[Card], start: np.uint64, more: tuple[Array, Array]) -> tuple[Array, Array]:
    """Keys and bits of cards together with others."""
    keys, bits = more
    return keys + start + CARD_KEYS[cards].sum(), bits | np.bitwise_or.reduce(CARD_BITS[cards])


def _hand(cards: list[Card]) -> int:
    """The category of five cards."""
    keys, bits = _sum(cards, START, (np.zeros(1, np.uint64), np.zeros(1, np.uint64)))
    return category(int(strengths_of_sums(keys, bits)[0]))


Settled = Callable[[int, int, int, int, list[int]], tuple[int, int, int]]
"""LEAD, SIDE and the fold for a strength: over so many dealers, of whom it beats and loses to these, and of
whom so many are below each bar."""


def _settling(dealt: Dealt) -> Settled:
    if not dealt.terms.by_counts:
        forms = compile_forms(dealt.terms)

        def by_dealer(own: int, dealers: int, won: int, lost: int, below: list[int]) -> tuple[int, int, int]:
            lead, side, fold = (forms[:, :, category(own)] @ np.array([won, lost, *below, dealers])).tolist()
            return lead, side, fold

        return by_dealer
    numbers, pays = dealt.rules.numbers.tolist(), dealt.rules.pays.T.tolist()

    def by_counts(own: int, dealers: int, won: int, lost: int, below: list[int]) -> tuple[int, int, int]:
        by_hand = pays[category(own)]
        lead, side = settle(
            won,
            lost,
            below[0],
            own >= numbers[QUALIFIER],
            dealers,
            numbers[PLAY_WIN],
            numbers[PLAY_LOSE],
            numbers[ANTE_WIN],
            numbers[ANTE_LOSE],
            by_hand[PER_WIN],
            by_hand[PER_LOSS],
            by_hand[FIXED] * dealers,
        )
        return lead, side, by_hand[FOLD] * dealers

    return by_counts

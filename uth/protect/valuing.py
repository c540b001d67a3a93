"""What every action of one moment is worth to somebody who knows more than their own cards."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from uth.cards import Card
from uth.protect.knowledge import Knowledge
from uth.rules.book import Book
from uth.rules.payoffs import Result
from uth.solver.advice import Advisor
from uth.solver.solution import action

if TYPE_CHECKING:
    from uth.protect.kernels.engine import Engine, Sizes
    from uth.solver.kernels.arrays import Array

Values = dict[str, float]
"""By action, in Antes."""

SUMS_KEPT = 512
"""Sets of seen cards whose sums before the flop stay in memory, some 100 kB each."""


class Seen(NamedTuple):
    """The cards that were seen before the first decision."""

    dealer: tuple[Card, ...] = ()
    flop: tuple[Card, ...] = ()
    later: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()


def possible(
    known: Knowledge, board: tuple[Card, ...], dealer: tuple[Card, ...], others: list[tuple[Card, ...]]
) -> Iterator[Seen]:
    """All cards that somebody with this knowledge may have seen in one round."""
    later = board[3:4] * known.turn + board[4:5] * known.river
    parts = (
        combinations(dealer, known.dealer),
        combinations(board[:3], known.flop),
        combinations(others, known.players),
    )
    for own, flop, hands in product(*parts):
        yield Seen(own, flop, later, tuple(card for hand in hands for card in hand))


def _renamed(seen: Seen, names: tuple[int, ...]) -> Seen:
    """The same with other suits, each place in order."""
    return Seen(*(tuple(sorted(card & ~3 | names[card & 3] for card in cards)) for cards in seen))


@lru_cache(8)
def _draws(free: int, come: int, dealt: int) -> "Array":
    """Places of all cards that can come with all that the dealer can then have, a row each."""
    import numpy as np

    rows = [
        (*rest, *hand)
        for rest in combinations(range(free), come)
        for hand in combinations(range(free), dealt)
    ]
    places: Array = np.array(rows, np.int64).reshape(len(rows), come + dealt)
    twice = (places[:, :come, None] == places[:, None, come:]).any(axis=(1, 2))
    kept: Array = places[~twice]
    return kept


class Valuer:
    """Values of one book's base game."""

    def __init__(self, book: Book, threads: int | None = None) -> None:
        self._book, self._threads = book, threads
        self._advisor = Advisor(book, threads=threads, few=0)
        self.terms = self._advisor.terms
        self._sums = lru_cache(SUMS_KEPT)(self._count_before_flop)
        self._engine = lru_cache(4)(self._make_engine)

    def values(self, hole: tuple[Card, ...], board: tuple[Card, ...], seen: Seen) -> Values:
        """The actions with this hole and so much of the board dealt."""
        if not seen.dealer and (len(board) == 5 or not seen.later) and not (seen.flop and not board):
            advice = self._advisor.advise(hole, board, seen.dead)
            return {name: float(value) for name, value in advice.actions.items()}
        if not board:
            return self._before_flop(hole, seen)
        return self._on_flop(hole, board, seen) if len(board) == 3 else self._at_river(hole, board, seen)

    def _make_engine(self, sizes: "Sizes") -> "Engine":
        from uth.protect.kernels.engine import Engine, Stoppable

        return Engine(self.terms, sizes, Stoppable(self._threads))

    def _count_before_flop(self, seen: Seen) -> tuple[list[list[int]], int]:
        """By sum and slot, and how many deals there are."""
        import numpy as np

        from uth.protect.kernels.engine import Sizes
        from uth.protect.kernels.suits import OffBoard

        sizes = Sizes(len(seen.dealer), len(seen.dead), len(seen.flop), len(seen.later))
        known = OffBoard(seen.dealer, seen.dead, 1, np.array([[0, 1, 2, 3]]))
        sums = self._engine(sizes).sums(known, seen.flop + seen.later)
        return sums[:3].tolist(), sizes.flops * sizes.runouts * sizes.dealers

    def _before_flop(self, hole: tuple[Card, ...], seen: Seen) -> Values:
        from uth.solver.kernels.holes import HOLE_SLOT, hole_number

        names = min(permutations(range(4)), key=lambda names: _renamed(seen, names))
        (lead, side, check), deals = self._sums(_renamed(seen, names))
        own = (card & ~3 | names[card & 3] for card in hole)
        slot, whole = int(HOLE_SLOT[hole_number(*own)]), deals * self.terms.unit
        bets = {action(m): (side[slot] + m * lead[slot]) / whole for m in reversed(self.terms.preflop)}
        return {**bets, "check": check[slot] / whole}

    def _on_flop(self, hole: tuple[Card, ...], flop: tuple[Card, ...], seen: Seen) -> Values:
        """All run-outs and dealers at once."""
        import numpy as np

        from uth.ranking import strengths
        from uth.solver.kernels.strength import CATEGORY_OF

        terms = self.terms
        gone = {*hole, *flop, *seen.dealer, *seen.later, *seen.dead}
        free = [card for card in range(52) if card not in gone]
        come, dealt = 2 - len(seen.later), 2 - len(seen.dealer)
        cards = np.array(free, np.uint8)[_draws(len(free), come, dealt)]
        dealers = comb(len(free) - come, dealt)
        known = np.array([*flop, *seen.later], np.uint8)
        boards = np.hstack([np.tile(known, (len(cards), 1)), cards[:, :come]])
        own_cards, dealer = np.array(hole, np.uint8), np.array(seen.dealer, np.uint8)
        own = strengths(np.hstack([boards[::dealers], np.tile(own_cards, (len(cards) // dealers, 1))]))
        its = strengths(np.hstack([boards, np.tile(dealer, (len(cards), 1)), cards[:, come:]]))
        its = its.reshape(len(own), dealers)
        hand, lead, side = CATEGORY_OF[own], np.zeros(len(own), np.int64), np.zeros(len(own), np.int64)
        mine = own[:, None]
        for result, met in ((Result.WIN, its < mine), (Result.TIE, its == mine), (Result.LOSE, its > mine)):
            count = met.sum(axis=1)
            qualified = (met & (its >= terms.qualifies)).sum(axis=1)
            lead += count * terms.play_by_result[result]
            side += count * np.array(terms.pays[result])[hand] + qualified * terms.ante[result]
        best = dealers * np.array(terms.pays[Result.FOLD])[hand]
        for multiple in terms.river:
            best = np.maximum(best, side + multiple * lead)
        whole = len(cards) * terms.unit
        bets = {action(m): int((side + m * lead).sum()) / whole for m in reversed(terms.flop)}
        return {**bets, "check": int(best.sum()) / whole}

    def _at_river(self, hole: tuple[Card, ...], board: tuple[Card, ...], seen: Seen) -> Values:
        lead, side, dealers = self._river_sums(hole, board, seen)
        whole = dealers * self.terms.unit
        bets = {action(m): (side + m * lead) / whole for m in reversed(self.terms.river)}
        return {**bets, "fold": self._fold(hole, board) / self.terms.unit}

    def _fold(self, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
        from uth.ranking import category, strength

        return self.terms.pays[Result.FOLD][category(strength(hole + board))]

    def _river_sums(
        self, hole: tuple[Card, ...], board: tuple[Card, ...], seen: Seen
    ) -> tuple[int, int, int]:
        """Play and the rest of a bet, over all dealers; and how many they are."""
        import numpy as np

        from uth.ranking import category, strength, strengths

        terms = self.terms
        gone = {*hole, *board, *seen.dealer, *seen.dead}
        free = [card for card in range(52) if card not in gone]
        rest = list(combinations(free, 2 - len(seen.dealer)))
        hands = np.array([(*seen.dealer, *cards, *board) for cards in rest], np.uint8)
        its, own = strengths(hands), strength(hole + board)
        hand = category(own)
        lead = side = 0
        for result, met in ((Result.WIN, its < own), (Result.TIE, its == own), (Result.LOSE, its > own)):
            count, qualified = int(met.sum()), int((met & (its >= terms.qualifies)).sum())
            lead += count * terms.play_by_result[result]
            side += count * terms.pays[result][hand] + qualified * terms.ante[result]
        return lead, side, len(rest)

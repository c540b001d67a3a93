"""What every legal action is worth at one moment of a round, exactly, with any cards known to be out."""

import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property
from math import comb
from numbers import Integral
from typing import TYPE_CHECKING, NamedTuple

from uth.cards import DECK, Card, card_name, parse_cards
from uth.rules import load_book
from uth.rules.book import Book
from uth.solver import shipped
from uth.solver.deals import DEALS_OF_HOLE
from uth.solver.faults import SolverError
from uth.solver.solution import action
from uth.solver.solving import solve
from uth.solver.stakes import BASE, Stakes
from uth.solver.starting_hands import hand_number
from uth.solver.totals import HoleSums, Totals
from uth.solver.wagering import terms_of

if TYPE_CHECKING:
    from uth.solver.kernels.arrays import Array
    from uth.solver.kernels.before_flop import Given
    from uth.solver.kernels.rules import Rules
    from uth.solver.one_hand import Dealt

Cards = str | Iterable[Card]
STREETS = {0: "preflop", 3: "flop", 5: "river"}
_BITS = {card: 1 << card for card in DECK}
_WHOLE = (int, Integral)  # nearly always the first, which is found sooner; a NumPy number is the second

FEW = 12
"""Hands that are counted without what takes long to start; kernels then take a hundredth of the time."""


class Counts(NamedTuple):
    """How the deals that are left end, if every later decision is the best one."""

    win: int
    tie: int
    lose: int
    fold: int


class Advice(NamedTuple):
    """The actions of one moment, bets first, the largest before the others."""

    street: str
    deals: int
    unit: int
    """Parts in an Ante."""
    sums: dict[str, int]
    """By action: its value in parts of the Ante, summed over all deals."""
    tally: Callable[[], dict[str, Counts]]

    @property
    def actions(self) -> dict[str, Fraction]:
        """By action: its value in Antes."""
        whole = self.deals * self.unit
        return {action: Fraction(value, whole) for action, value in self.sums.items()}

    @property
    def best(self) -> str:
        """The action of the highest value; of equal ones the bet."""
        return max(self.sums, key=self.sums.__getitem__)

    @property
    def counts(self) -> dict[str, Counts]:
        """By action: how all deals end. Before the flop this is counted when it is asked for; with wagers on
        the dealer's hand that a fold touches it is not known there."""
        return self.tally()


def advise(
    book: Book | str, hole: Cards, board: Cards = (), dead: Cards = (), stakes: Stakes = BASE
) -> Advice:
    """The exact value of every action with these cards; `dead` are further cards that nobody can have.

    Values are of all wagers that the decisions touch: a side wager that is paid whatever is decided is left
    out, and so is envy. Raises :class:`SolverError` with everything that is wrong with the cards.
    """
    book = load_book(book) if isinstance(book, str) else book
    return _advisor(book, stakes).advise(hole, board, dead)


def read_cards(hole: Cards, board: Cards, dead: Cards) -> tuple[tuple[Card, ...], ...]:
    """The cards as numbers, or a :class:`SolverError` with everything that is wrong with them."""
    faults: list[str] = []
    found: dict[str, tuple[Card, ...]] = {}
    for name, cards in (("hole", hole), ("board", board), ("dead", dead)):
        try:
            found[name] = _read(cards)
        except ValueError as error:
            faults.append(f"{name}: {error}")
    faults.extend(_faults(found))
    if faults:
        raise SolverError(faults)
    return found["hole"], found["board"], found["dead"]


def _read(cards: Cards) -> tuple[Card, ...]:
    if not isinstance(cards, str):
        return tuple(cards)
    return parse_cards(cards) if cards.strip() else ()


def _faults(found: dict[str, tuple[Card, ...]]) -> Iterator[str]:
    """What is wrong with the cards that could be read."""
    given = [card for cards in found.values() for card in cards]
    known = [card for card in given if _is_card(card)]
    if len(known) < len(given):
        wrong = ", ".join(repr(card) for card in given if not _is_card(card))
        yield f"cards are the numbers 0 to 51, rank * 4 + suit, not {wrong}"
    if len(found.get("hole", (0, 0))) != 2:
        yield f"a hole is two cards, not {len(found['hole'])}"
    board = len(found.get("board", ()))
    if board not in STREETS:
        yield (
            f"a board is empty, the three cards of the flop, or all five, not {board}: "
            "turn and river are dealt together"
        )
    for card, times in Counter(known).items():
        if times > 1:
            yield f"{card_name(card)} is given {times} times; a deck has it once"
    if len(set(known)) + max(0, 5 - board) + 2 > len(DECK):
        yield f"{len(found['dead'])} dead cards leave too few for the board and the dealer"


def _is_card(card: object) -> bool:
    return isinstance(card, _WHOLE) and card in _BITS


class Told(NamedTuple):
    """What the flop tells a starting hand about the side wagers."""

    prizes: "Array"
    """By class of the flop: by how much more a bet gains than a fold."""
    left: int
    """What is gained in any case."""


class Advisor:
    """Answers for one book and one set of stakes.

    Before the flop a game that came with the package is looked up. Otherwise the first `few` hands are
    counted on the spot: with NumPy on a flop and at the river, hole by hole before the flop. After them
    kernels are loaded, and the whole game is solved to answer before the flop.
    """

    def __init__(
        self,
        book: Book,
        stakes: Stakes = BASE,
        *,
        threads: int | None = None,
        cache: bool = True,
        few: int = FEW,
    ) -> None:
        self.book, self.stakes, self._threads, self._cache = book, stakes, threads, cache
        whole = terms_of(book, stakes)
        self.terms = terms = replace(whole, sides=whole.deciding)
        self._few = few if terms.by_counts else sys.maxsize  # kernels here count no dealers by category
        self._told: dict[int, Told] = {}
        self._shared: Given | None = None
        self._river_bets = [(action(multiple), multiple) for multiple in reversed(terms.river)]

    def _is_early(self) -> bool:
        """Whether this is one of the first few hands."""
        if self._few <= 0:
            return False
        self._few -= 1
        return True

    def advise(self, hole: Cards, board: Cards = (), dead: Cards = ()) -> Advice:
        """The actions with these cards."""
        if not (isinstance(hole, tuple) and isinstance(board, tuple) and isinstance(dead, tuple)):
            hole, board, dead = read_cards(hole, board, dead)
        seen, known = 0, hole + board + dead
        for card in known:
            seen |= _BITS.get(card, 0)
        street = STREETS.get(len(board))
        left = 52 - seen.bit_count()
        if left + len(known) != 52 or len(hole) != 2 or street is None or left < 7 - len(board):
            read_cards(hole, board, dead)  # says what is wrong
        if not isinstance(sum(known), _WHOLE):  # 5.0 is found in a table like 5
            read_cards(hole, board, dead)
        if street == "river":
            return self._at_river(hole, board, seen)
        if street == "flop":
            return self._on_flop(hole, board, seen, left)
        if not dead and self._shipped:
            known = self._shipped[hand_number(*hole)]
            return self._advice("preflop", hole, self.terms.preflop, DEALS_OF_HOLE, known)
        if dead or (self.terms.by_counts and self._is_early()):
            return self._before_flop(hole, seen, left)
        return self._from_solution(hole, seen, left)

    @cached_property
    def _rules(self) -> "Rules":
        """The rules against each dealer."""
        import numpy as np

        from uth.solver.kernels.rules import compile_rules

        return compile_rules(self.terms, np.int64, dealers=1)

    def _told_to(self, hole: tuple[Card, ...]) -> Told:
        """What the flop tells this hole; without wagers on hole cards it is the same for all."""
        number = hand_number(*hole) if self.terms.asks_holes else 0
        if number not in self._told:
            import numpy as np

            tags = [self.terms.tags[tag] for tag in self.terms.tag_of[number]]
            prizes = np.array([tag.kept - tag.left for tag in tags], np.int64)
            self._told[number] = Told(prizes, tags[0].left)
        return self._told[number]

    def _given(self, hole: tuple[Card, ...]) -> "Given":
        import numpy as np

        from uth.solver.kernels.before_flop import Given
        from uth.solver.kernels.standing import strengths_by_rank

        if self._shared is None:
            pays, numbers, _ = self._rules
            flop_class = np.array(self.terms.flop_class, np.int64)
            self._shared = Given(strengths_by_rank(), pays, numbers, flop_class, self._told_to(hole).prizes)
        return self._shared._replace(prizes=self._told_to(hole).prizes)

    @cached_property
    def _shipped(self) -> tuple[HoleSums, ...]:
        """By starting hand, if this game came with the package."""
        found = shipped.find(self.terms)
        return found.holes if found else ()

    @cached_property
    def _totals(self) -> Totals:
        """Those of the solution; the rest of it is not kept in memory."""
        return solve(self.book, self.stakes, threads=self._threads, cache=self._cache).totals

    @cached_property
    def _river_kernel(self) -> Callable[..., tuple[int, int, int, int, int, int]]:
        from uth.solver.kernels.standing import stand_at_river

        if self.terms.asks_holes:
            return lambda first, second, board, seen: stand_at_river(
                first, second, board, seen, *self._given((first, second))
            )
        strengths, pays, numbers, prize_of, prizes = self._given((0, 1))
        return lambda first, second, board, seen: stand_at_river(
            first, second, board, seen, strengths, pays, numbers, prize_of, prizes
        )

    def _at_river(self, hole: tuple[Card, ...], board: tuple[Card, ...], seen: int) -> Advice:
        if self._is_early():
            from uth.solver.one_hand import stand_at_river

            dealers, won, lost, lead, side, fold = stand_at_river(hole, board, seen, self._one_hand(hole))
        else:
            dealers, won, lost, lead, side, fold = self._river_kernel(*hole, board, seen)
        left = self._left(hole) * dealers
        sums = {name: side + multiple * lead + left for name, multiple in self._river_bets}
        sums["fold"] = fold + left

        def count() -> dict[str, Counts]:
            bet = Counts(won, dealers - won - lost, lost, 0)
            return {name: Counts(0, 0, 0, dealers) if name == "fold" else bet for name in sums}

        return Advice("river", dealers, self.terms.unit, sums, count)

    def _on_flop(self, hole: tuple[Card, ...], board: tuple[Card, ...], seen: int, left: int) -> Advice:
        sums = self._sums_of_flop(hole, board, seen)
        return self._advice("flop", hole, self.terms.flop, comb(left, 2) * comb(left - 2, 2), sums)

    def _left(self, hole: tuple[Card, ...]) -> int:
        """What side wagers gain in any case."""
        return self._told_to(hole).left if self.terms.joint else 0

    def _one_hand(self, hole: tuple[Card, ...]) -> "Dealt":
        from uth.solver.one_hand import Dealt

        return Dealt(self.terms, self._rules, self._told_to(hole).prizes.tolist())

    def _sums_of_flop(self, hole: tuple[Card, ...], board: tuple[Card, ...], seen: int) -> HoleSums:
        if self._is_early():
            from uth.solver.one_hand import stand_on_flop

            return stand_on_flop(hole, board, seen, self._one_hand(hole))
        import numpy as np

        from uth.solver.kernels import standing

        first, second = hole
        row = np.zeros(standing.SUMS, np.int64)
        standing.stand_on_flop(first, second, board, seen, *self._given(hole), row)
        return HoleSums(*row.tolist())

    def _before_flop(self, hole: tuple[Card, ...], seen: int, left: int) -> Advice:
        """Counted over all boards of the cards that are left."""
        from uth.solver.kernels.before_flop import count_hole
        from uth.solver.kernels.work import Crew

        if not self.terms.by_counts:
            raise SolverError(
                [
                    "with a wager on the dealer's hand that a fold touches, values before the flop are known "
                    "without dead cards only; leave them out"
                ]
            )
        sums = count_hole(hole, seen, self.terms.flop, self._given(hole), Crew(self._threads))
        deals = comb(left, 3) * comb(left - 3, 2) * comb(left - 5, 2)
        return self._advice("preflop", hole, self.terms.preflop, deals, sums)

    def _advice(
        self, street: str, hole: tuple[Card, ...], multiples: tuple[int, ...], deals: int, found: HoleSums
    ) -> Advice:
        """A bet of any multiple, or a check."""
        side, left = found.side, self._left(hole) * deals
        sums = {action(multiple): side + multiple * found.lead + left for multiple in reversed(multiples)}
        sums["check"] = found.later + left

        def count() -> dict[str, Counts]:
            bet = _counts(deals, found.won, found.lost, 0)
            check = _counts(deals, found.later_won, found.later_lost, found.later_folded)
            return {name: check if name == "check" else bet for name in sums}

        return Advice(street, deals, self.terms.unit, sums, count)

    def _from_solution(self, hole: tuple[Card, ...], seen: int, left: int) -> Advice:
        totals, number = self._totals, hand_number(*hole)
        named = zip(self.terms.preflop, totals.preflop_bets, strict=True)
        sums = {action(multiple): values[number] for multiple, values in reversed(list(named))}
        sums["check"] = totals.preflop_check[number]

        @cache
        def count() -> dict[str, Counts]:
            return self._before_flop(hole, seen, left).counts if self.terms.by_counts else {}

        return Advice("preflop", DEALS_OF_HOLE, self.terms.unit, sums, count)


def _counts(deals: int, won: int, lost: int, folded: int) -> Counts:
    return Counts(won, deals - won - lost - folded, lost, folded)


MOST_ADVISORS = 8
_ADVISORS: OrderedDict[tuple[str, Stakes], Advisor] = OrderedDict()
"""Those asked last, in that order."""


def _advisor(book: Book, stakes: Stakes) -> Advisor:
    """The one for this book and these stakes; a new one takes the place of the one not asked for longest."""
    key = book.digest, stakes
    advisor = _ADVISORS.pop(key, None) or Advisor(book, stakes)
    _ADVISORS[key] = advisor
    while len(_ADVISORS) > MOST_ADVISORS:
        _ADVISORS.popitem(last=False)
    return advisor

"""The whole game with cards known: each set of cards off the board in turn, on all cores."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from math import comb
from typing import NamedTuple

import numpy as np

from uth.protect.kernels.dealers import PAYS
from uth.protect.kernels.deciding import COLUMNS, DecidingRoom, decide, new_deciding_room
from uth.protect.kernels.flush_values import Suit, add_flush_values, new_flush_room
from uth.protect.kernels.layout import GROWN, PLANES, rank_bases, views_of
from uth.protect.kernels.rank_values import (
    fill_rank_bases,
    fill_rank_pays,
    fill_rank_values,
    new_rank_room,
)
from uth.protect.kernels.suits import OffBoard, list_on_board, off_board
from uth.solver.kernels.arrays import Array, aligned_zeros, bytes_of
from uth.solver.kernels.boards import RANK_BOARDS, SETS3, SETS4, SETS5
from uth.solver.kernels.holes import CLASSES, LANES, WIDTH
from uth.solver.kernels.rules import compile_rules
from uth.solver.kernels.standing import strengths_by_rank
from uth.solver.kernels.work import Crew, Job
from uth.solver.terms import Terms

MOST_MEMORY = 2**30
"""Bytes that the views of all workers may take together for them to work on sets of their own."""
BATCH = 512
"""Sets of known cards between two looks at what was found."""


class Stoppable(Crew):
    """A crew that lets go when it is interrupted: nobody takes another chunk."""

    def run(self, jobs: Iterable[Job], workers: int | None = None) -> None:
        """Do all jobs, started in this order; a worker's number says which sums are its own."""
        if self.rehearsal:
            return super().run(jobs, workers)
        chunks = [
            (kernel, begin, min(begin + size, items))
            for kernel, items, size in jobs
            for begin in range(0, items, size)
        ]
        ticket, stopped = count(), False

        def work(worker: int) -> None:
            while not stopped and (number := next(ticket)) < len(chunks):
                kernel, begin, end = chunks[number]
                kernel(begin, end, worker)

        if self.size == 1:
            return work(0)
        with ThreadPoolExecutor(self.size) as pool:
            others = [pool.submit(work, worker) for worker in range(1, self.size)]
            try:
                work(0)
                for other in others:
                    other.result()
            finally:
                stopped = True


class Found(NamedTuple):
    """What one set of cards off the board comes to."""

    known: OffBoard
    table: Array
    """By starting hand and column of `deciding`, as whole numbers of any size."""


class Sizes(NamedTuple):
    """How many cards are known, by place."""

    dealer: int = 0
    dead: int = 0
    flop: int = 0
    later: int = 0
    """Of turn and river, which are dealt together."""

    @property
    def off(self) -> int:
        return self.dealer + self.dead

    @property
    def base(self) -> int:
        """Cards of the board that are known when the flop is decided."""
        return 3 + self.later

    @property
    def dealers(self) -> int:
        """Hands of the dealer at the river."""
        return comb(45 - self.off, 2 - self.dealer)

    @property
    def runouts(self) -> int:
        """Boards when the flop is decided."""
        return comb(50 - self.off - self.base, 2 - self.later)

    @property
    def flops(self) -> int:
        """Flops before the flop."""
        return comb(50 - self.off - self.flop - self.later, 3 - self.flop)

    @property
    def holes(self) -> int:
        """Different situations before the flop: known cards and a hole."""
        known = comb(52, self.dealer) * comb(52 - self.dealer, self.dead)
        left = 52 - self.off
        return known * comb(left, self.flop + self.later) * comb(left - self.flop - self.later, 2)


def number_type(terms: Terms, sizes: Sizes) -> type:
    """int32 when no sum over the run-outs of a base can pass it, otherwise int64."""
    return np.int32 if _largest(terms) * sizes.dealers * 2 * comb(47, 2) < 2**31 else np.int64


def _largest(terms: Terms) -> int:
    """No deal gains or loses more than this."""
    amounts = [abs(pay) for row in terms.pays for pay in row]
    multiples = (*terms.preflop, *terms.flop, *terms.river)
    return max(amounts) + max(map(abs, terms.ante)) + max(multiples) * max(map(abs, terms.play_by_result))


def most_at_once(terms: Terms, sizes: Sizes) -> int:
    """How many sets of seen cards can be added up in 64 bits."""
    of_class = 12 * 24 * sizes.flops * sizes.runouts * sizes.dealers * _largest(terms)
    return (2**63 - 1) // of_class


def _views_shape(sizes: Sizes) -> tuple[int, int, int]:
    return min(4, sizes.off + 1), views_of(sizes.base).number, PLANES * LANES


def views_size(terms: Terms, sizes: Sizes) -> int:
    """Bytes of the views of one worker."""
    return bytes_of(_views_shape(sizes), number_type(terms, sizes))


class Engine:
    """All that does not depend on which cards are known."""

    def __init__(self, terms: Terms, sizes: Sizes, crew: Crew) -> None:
        self.terms, self.sizes, self.crew = terms, sizes, crew
        number = number_type(terms, sizes)
        rules = compile_rules(terms, number, dealers=sizes.dealers)
        self._pays, self._numbers = rules.pays, rules.numbers
        self._strengths = strengths_by_rank()
        self._rank_pays = aligned_zeros((len(RANK_BOARDS), PAYS * WIDTH), number)
        fill_rank_pays(0, len(RANK_BOARDS), self._strengths, self._pays, self._rank_pays)
        self._views_of = views_of(sizes.base)
        self._rows = rank_bases(sizes.base)
        plays = [min(terms.flop, default=0), max(terms.flop, default=0), bool(terms.flop)]
        plays += [min(terms.preflop, default=0), max(terms.preflop, default=0), bool(terms.preflop)]
        self._plays: Array = np.array(plays, np.int64).astype(number)
        self._values = aligned_zeros((len(RANK_BOARDS), PLANES * WIDTH), number)
        self._bases = aligned_zeros((len(self._rows), PLANES * WIDTH), number)
        apart = 1 if sizes.base == 5 else crew.size  # boards are views of their own: nobody shares one
        self._views = [aligned_zeros(_views_shape(sizes), number) for _ in range(apart)]
        self._rank_rooms = [new_rank_room() for _ in range(crew.size)]
        self._flush_rooms = [new_flush_room(number) for _ in range(crew.size)]
        self._rooms: list[DecidingRoom] = [new_deciding_room(number) for _ in range(crew.size)]

    def _fill_ranks(self, known: OffBoard) -> None:
        deck, dealer = _deck(known.cards), _ranks(known.dealer)
        to_come = 5 - self.sizes.base

        def boards(begin: int, end: int, worker: int) -> None:
            room = self._rank_rooms[worker]
            given = RANK_BOARDS, self._strengths, deck, dealer, self._rank_pays, self._numbers
            fill_rank_values(begin, end, *given, room, self._values)

        def bases(begin: int, end: int, worker: int) -> None:
            room = self._rank_rooms[worker]
            given = self._rows, to_come, GROWN[to_come], deck
            fill_rank_bases(begin, end, *given, self._values, room, self._bases)

        self.crew.run([(boards, len(RANK_BOARDS), 500)])
        self.crew.run([(bases, len(self._rows), 64)])

    def _fill_flushes(self, known: OffBoard) -> tuple[Array, Array]:
        """By suit the number of its views; and the views."""
        suits = [_suit(known, suit) for suit in range(4)]
        forms = [(suit.gone, suit.dealer, tuple(suit.outside)) for suit in suits]
        different = sorted(set(forms), key=forms.index)
        kinds = np.array([different.index(form) for form in forms], np.int64)
        dealer, to_come = _ranks(known.dealer), 5 - self.sizes.base

        def job(kind: int, sets: Array, chunk: int) -> Job:
            suit = suits[forms.index(different[kind])]

            def add(begin: int, end: int, worker: int) -> None:
                views = self._views[worker % len(self._views)][kind]
                given = sets, suit, dealer, self._strengths, self._values, to_come, self._views_of.first
                money = self._pays, self._rank_pays, self._numbers
                add_flush_values(begin, end, *given, *money, self._flush_rooms[worker], views)

            return add, len(sets), chunk

        for views in self._views:
            views[: len(different)] = 0
        sizes = ((SETS3, 6), (SETS4, 30), (SETS5, 120))
        self.crew.run([job(kind, *sets) for kind in range(len(different)) for sets in sizes])
        first = self._views[0]
        for kind in range(len(different)):
            if len(self._views) > 1:
                self.crew.add_up([views[kind] for views in self._views])
        return kinds, first

    def sums(self, known: OffBoard, seen: tuple[int, ...]) -> Array:
        """By sum of `deciding` and slot, with these cards known off the board and on it."""
        self._fill_ranks(known)
        kinds, views = self._fill_flushes(known)
        room, table = self._rooms[0], np.zeros((CLASSES, COLUMNS), np.int64)
        cards, orbits = np.array([seen], np.int64).reshape(1, len(seen)), np.ones(1, np.int64)
        gone, here = _mask(known.cards), (kinds, self._views_of.first, views, self._bases, self._plays)
        decide(0, 1, cards, orbits, gone, known.renamings, 3 - self.sizes.flop, *here, room, table)
        return room.even.copy()

    def solve(self, known: OffBoard, told: Callable[[float], object] = lambda share: None) -> Found:
        """Everything with these cards off the board known."""
        sizes, gone = self.sizes, _mask(known.cards)
        self._fill_ranks(known)
        kinds, views = self._fill_flushes(known)
        seen, orbits = list_seen(sizes.flop + sizes.later, gone, known.renamings, self.crew.rehearsal)
        tables = [np.zeros((CLASSES, COLUMNS), np.int64) for _ in range(self.crew.size)]
        totals = [np.zeros((CLASSES, COLUMNS), object) for _ in range(self.crew.size)]
        done = 0

        def choose(begin: int, end: int, worker: int) -> None:
            nonlocal done
            given = seen, orbits, gone, known.renamings, 3 - sizes.flop, kinds, self._views_of.first
            room, table = self._rooms[worker], tables[worker]
            decide(begin, end, *given, views, self._bases, self._plays, room, table)
            totals[worker] += table.astype(object)
            done += end - begin
            told(done / len(seen))

        most = most_at_once(self.terms, sizes)
        if most < 1:
            raise OverflowError
        work = max(1, comb(50 - sizes.off - sizes.flop - sizes.later, 3 - sizes.flop))
        self.crew.run([(choose, len(seen), max(1, min(most, 40_000 // work)))])
        return Found(known, sum(totals[1:], totals[0]))


def list_seen(size: int, gone: int, renamings: Array, rehearsal: bool = False) -> tuple[Array, Array]:
    """Cards of the board that are known, one set for each that suits make alike, and how many it stands
    for."""
    if rehearsal:
        gone, renamings = 2**52 - 2**size, renamings[:1]  # leaves one set
    none, place = (np.zeros((0, size), np.int64), np.zeros(0, np.int64)), np.zeros(size, np.int64)
    count = list_on_board(size, gone, renamings, place, *none)
    found, orbits = np.zeros((count, size), np.int64), np.zeros(count, np.int64)
    list_on_board(size, gone, renamings, place, found, orbits)
    return found, orbits


def solve_all(
    terms: Terms, sizes: Sizes, crew: Crew, told: Callable[[float], object] = lambda share: None
) -> Iterator[Found]:
    """Every set of cards off the board, one after the other."""
    sets = list(off_board(sizes.dealer, sizes.dead))
    if len(sets) >= 4 * crew.size and crew.size * views_size(terms, sizes) <= MOST_MEMORY:
        yield from _side_by_side(terms, sizes, crew, sets, told)
        return
    engine = Engine(terms, sizes, crew)
    for number, known in enumerate(sets):

        def within(share: float, number: int = number) -> None:
            told((number + share) / len(sets))

        yield engine.solve(known, within)


def _side_by_side(
    terms: Terms, sizes: Sizes, crew: Crew, sets: list[OffBoard], told: Callable[[float], object]
) -> Iterator[Found]:
    """Each worker with sets of its own: nothing is shared, so nothing has to be added up."""
    engines = [Engine(terms, sizes, Stoppable(1)) for _ in range(crew.size)]
    found: dict[int, Found] = {}
    done = 0

    def solve(begin: int, end: int, worker: int) -> None:
        nonlocal done
        for number in range(begin, end):
            found[number] = engines[worker].solve(sets[number])
        done += end - begin
        told(done / len(sets))

    for first in range(0, len(sets), BATCH):
        last = min(first + BATCH, len(sets))

        def some(begin: int, end: int, worker: int, first: int = first) -> None:
            solve(first + begin, first + end, worker)

        crew.run([(some, last - first, 1)])
        for number in range(first, last):
            yield found.pop(number)


def _mask(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _ranks(cards: tuple[int, ...]) -> Array:
    return np.array([card >> 2 for card in cards], np.int64)


def _deck(cards: tuple[int, ...]) -> Array:
    """By rank: cards left."""
    return 4 - np.bincount([card >> 2 for card in cards], minlength=13).astype(np.int64)


def _suit(known: OffBoard, suit: int) -> Suit:
    outside = [card >> 2 for card in known.cards if card & 3 != suit]
    return Suit(
        _mask(card >> 2 for card in known.cards if card & 3 == suit),
        _mask(card >> 2 for card in known.dealer if card & 3 == suit),
        3 - np.bincount(outside, minlength=13).astype(np.int64),
    )

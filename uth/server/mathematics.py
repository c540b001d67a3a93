"""The mathematics of a game for whoever asks, worked out beside the tables and not in their way.

Solutions and advice are worked out in two threads, one question at a time in each: the kernels let the
interpreter go while they count, so the tables are served meanwhile. The solver is imported there, when
somebody asks: it takes a second and 350 MB, which a service of tables alone need not have.
"""

import asyncio
import json
import logging
import queue
import random
import shlex
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from uth.cards import DECK, Card, card_name
from uth.game.files.casefile import told
from uth.game.files.roundfile import settle_json
from uth.game.settlement.validation import Refusal, Refused
from uth.rules import Book, BookError
from uth.server.faults import Says, malformed, unavailable
from uth.server.shelf import Shelf
from uth.strategy.kinds import kind_of

if TYPE_CHECKING:
    from uth.solver import Advice, Advisor, Stakes
    from uth.solver.asking import Asked, Hand

MOST_WAITING = 20
KEPT = 64
"""Answers remembered."""
ADVISORS = 16
CLOSE = Fraction(1, 4)
"""A decision is close if betting and not betting are no further apart than this, in Antes."""
CANDIDATES = 3
"""Close decisions of which a drill takes the closest, each time."""
DRAWN = 150
"""Deals drawn for each decision of a drill, at most; on the river one in ten has a close decision."""
STREETS = {"preflop": 0, "flop": 3, "river": 5}
"""The cards on the board when it is decided."""
SLOW = 4
"""Hands before the flop with dead cards in one question: each takes half a second."""
log = logging.getLogger(__name__)
T = TypeVar("T")
Given = Mapping[str, Any]
"""The fields of a game, as :class:`uth.solver.asking.Game` has them."""


class Lane:
    """One thread that answers one question after the other; a few may wait."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._questions: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._waiting = 0

    async def ask(self, work: Callable[[], T]) -> T:
        """What ``work`` gives, when its turn has come."""
        if self._waiting > MOST_WAITING:
            raise unavailable("too many are asking for calculations; try again in a few seconds", 5)
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self.put(work))
        except asyncio.CancelledError:
            raise unavailable("the service is stopping; try again in a moment", 5) from None
        finally:
            self._waiting -= 1

    def put(self, work: Callable[[], T]) -> "Future[T]":
        """The same for somebody who does not wait for the answer."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._answer, name=self._name, daemon=True)
            self._thread.start()
        answer: Future[T] = Future()
        self._questions.put((answer, work))
        return answer

    def _answer(self) -> None:
        while True:
            answer, work = self._questions.get()
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(work())
                except Exception as error:
                    log.exception("a calculation failed")
                    answer.set_exception(error)


class Remembered:
    """The last answers. Who asks for what somebody else is waiting for gets the same answer."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    async def get_or_ask(self, key: Hashable, lane: Lane, work: Callable[[], bytes]) -> bytes:
        def answer() -> bytes:
            return self._get(key) or self._keep(key, work())

        kept = self._get(key)
        return await lane.ask(answer) if kept is None else kept

    def _get(self, key: Hashable) -> bytes | None:
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
            return self._answers.get(key)

    def _keep(self, key: Hashable, answer: bytes) -> bytes:
        with self._lock:
            self._answers[key] = answer
            while len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        return answer


class Mathematics:
    """Answers as JSON; raises a fault with everything that is wrong with a question."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._solving, self._advising = Lane("solving"), Lane("advising")
        self._kept = Remembered()

    async def solve(self, game: Given) -> bytes:
        """The data of ``uth solve --json``, and the command."""
        asked = await asyncio.to_thread(_read, self._shelf, game)
        key = "solve", asked.book.digest, asked.stakes
        data = await self._kept.get_or_ask(key, self._solving, lambda: _solved(asked))
        return _with_command(data, "solve", asked)

    async def advise(self, game: Given, hand: "Hand") -> bytes:
        """The data of ``uth advise --json``, and the command."""
        asked = await asyncio.to_thread(_read, self._shelf, game, [hand])
        key = "advise", asked.book.digest, asked.stakes, *asked.hands
        data = await self._kept.get_or_ask(key, self._advising, lambda: _advised(asked))
        return _with_command(data, "advise", asked, hand)

    async def advise_many(self, game: Given, hands: "Sequence[Hand]") -> bytes:
        """One advice for each hand; before the flop without counts, which take half a second each."""
        asked = await asyncio.to_thread(_read, self._shelf, game, hands)
        slow = sum(1 for _, board, dead in asked.hands if dead and not board)
        if slow > SLOW:
            says = f"{slow} hands before the flop with dead cards take long; ask for {SLOW} at a time"
            raise malformed(says)
        return await self._advising.ask(lambda: _advised_many(asked))

    async def drill(self, game: Given, street: str, count: int, seed: int | None) -> bytes:
        """Close decisions of one street."""
        asked = await asyncio.to_thread(_read, self._shelf, game)
        return await self._advising.ask(lambda: _drilled(asked, street, count, random.Random(seed)))


def edited(shelf: Shelf, name: str, settings: Sequence[str]) -> Book:
    """The book that settings make, or all that is wrong with them."""
    try:
        return shelf.load(name, settings)
    except BookError as error:
        raise malformed(*(Says(str(one), field=one.key) for one in error.problems)) from None


def _read(shelf: Shelf, game: Given, hands: "Sequence[Hand]" = ()) -> "Asked":
    from uth.solver import SolverError
    from uth.solver.asking import Game, read_game

    try:
        return read_game(Game(**game), hands, shelf.load)
    except SolverError as error:
        raise malformed(*(Says(one.says, field=one.field) for one in error.faults)) from None


def _with_command(data: bytes, name: str, asked: "Asked", hand: "Hand | None" = None) -> bytes:
    """The answer, and first the command line that gives the same."""
    cards = [("--hole", hand[0]), ("--board", hand[1]), ("--dead", hand[2])] if hand else []
    words = [word for option, given in cards if given for word in (option, given)]
    command = shlex.join(["uth", name, asked.game.book, *words, *asked.game.options])
    return b'{"command": %b, %b' % (json.dumps(command).encode(), data[1:])


def rehearse() -> None:
    """Use every kernel once, so that all of them are compiled and on disk: that takes a minute, once."""
    from uth.solver import solve

    for board, dead in (("", "Ks"), ("Kh 5d 2c", ""), ("Kh 5d 2c 9c 4h", "")):
        _advised(_read(Shelf(), {"book": "california-shfl"}, [("9s 8d", board, dead)]))
    for game in (
        {"book": "florida", "trips": "1"},
        {"book": "iowa-catfish-bend", "ante": "10", "progressive": "5"},
    ):
        asked = _read(Shelf(), game)
        solve(asked.book, asked.stakes, threads=1, cache=False)
    _rehearse_protection()


def _rehearse_protection() -> None:
    """Likewise: with cards off the board known, and with turn and river."""
    from uth.protect import protect

    for knows in ("dealer=1", "flop=1,turn=1"):
        protect("california-shfl", knows, threads=1, cache=False)


def _solved(asked: "Asked") -> bytes:
    from uth.solver import solve
    from uth.solver.data import plain, solution_data
    from uth.solver.wagering import meters_of

    even = bool(meters_of(asked.book, asked.stakes))
    solution = solve(asked.book, asked.stakes, threads=1, cache=False, break_even=even)
    return json.dumps(plain(solution_data(solution))).encode()


@lru_cache(ADVISORS)
def _advisor(book: Book, stakes: "Stakes") -> "Advisor":
    from uth.solver import Advisor

    return Advisor(book, stakes, threads=1, cache=False, few=0)


def _advised(asked: "Asked") -> bytes:
    from uth.solver.data import advice_data, plain

    [hand] = asked.hands
    return json.dumps(plain(advice_data(_advisor(asked.book, asked.stakes).advise(*hand)))).encode()


def _advised_many(asked: "Asked") -> bytes:
    from uth.solver.data import advice_data, plain

    advisor = _advisor(asked.book, asked.stakes)
    advice = [
        {**plain(advice_data(advisor.advise(*hand), counted=False)), "kind": kind_of(*hand[:2])}
        for hand in asked.hands
    ]
    return json.dumps(advice).encode()


class Decision(NamedTuple):
    """One decision of a drill."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    advice: "Advice"

    @property
    def gap(self) -> Fraction:
        """How much the second best action is worth less than the best; 0 without a second."""
        values = sorted(self.advice.actions.values(), reverse=True)
        return values[0] - values[1] if len(values) > 1 else Fraction(0)

    @property
    def border(self) -> Fraction | None:
        """How far apart the best bet and no bet are; None where nothing can be bet."""
        *bets, no_bet = self.advice.actions.values()
        return abs(max(bets) - no_bet) if bets else None

    @property
    def is_close(self) -> bool:
        return self.border is not None and self.border <= CLOSE and self.gap > 0

    @property
    def data(self) -> dict[str, Any]:
        return {
            "street": self.advice.street,
            "hole": [card_name(card) for card in self.hole],
            "board": [card_name(card) for card in self.board],
            "actions": {action: float(value) for action, value in self.advice.actions.items()},
            "best": self.advice.best,
            "gap": float(self.gap),
        }


def _drilled(asked: "Asked", street: str, count: int, rng: random.Random) -> bytes:
    drawn = _drawn(_advisor(asked.book, asked.stakes), street, rng)
    given: dict[tuple[int, ...], Decision] = {}  # by the values: hands of one class are the same decision
    close = (
        decision
        for decision in islice(drawn, DRAWN * count)
        if decision and decision.is_close and tuple(decision.advice.sums.values()) not in given
    )
    while len(given) < count and (some := list(islice(close, CANDIDATES))):
        closest = min(some, key=lambda decision: decision.border or 0)
        given[tuple(closest.advice.sums.values())] = closest
    return json.dumps([decision.data for decision in given.values()]).encode()


def _drawn(advisor: "Advisor", street: str, rng: random.Random) -> Iterator[Decision | None]:
    """Deals without end, all alike; None for one that best play does not bring to this street."""
    while True:
        cards = tuple(rng.sample(DECK, 7))
        for name, size in STREETS.items():
            hole, board = cards[:2], cards[2 : 2 + size]
            advice = advisor.advise(hole, board, ())
            if name == street or advice.best != "check":
                break
        yield Decision(hole, board, advice) if name == street else None


def settled(shelf: Shelf, rounds: Sequence[Any]) -> bytes:
    """Rounds settled, as ``uth settle --json`` prints them; a malformed one is refused with every reason."""
    settle = partial(_settle, shelf)
    try:
        return json.dumps([told(one, settle)[0] for one in rounds], allow_nan=False).encode()
    except ValueError:  # NaN, or an amount with thousands of digits
        raise malformed("a number in these rounds cannot be written") from None
    except RecursionError:
        raise malformed("these rounds are nested too deeply") from None


def _settle(shelf: Shelf, case: Any) -> dict[str, Any]:
    """A round by a book on the shelf. Other cases, and files of this machine, are not for strangers."""
    if not isinstance(case, dict) or case.get("type", "round") != "round":
        raise Refused([Refusal("only rounds are settled here: objects, of type round where a type is given")])
    return settle_json(case, shelf.load_as_written)

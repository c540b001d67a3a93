"""A game as people ask for it, in texts: book, settings, stakes, meters; and cards, where there are some."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from uth.cards import Card
from uth.rules import Book, BookError, load_book
from uth.solver.advice import read_cards
from uth.solver.faults import SolverError, Wrong
from uth.solver.stakes import Stakes
from uth.solver.wagering import terms_of

Answer = TypeVar("Answer")
Hand = tuple[str, str, str]
"""Hole, board and dead cards, as they are written."""


class Game(NamedTuple):
    """What is asked for, as it was written."""

    book: str
    settings: tuple[str, ...] = ()
    ante: str | None = None
    trips: str = "0"
    progressive: str = "0"
    meters: tuple[str, ...] = ()
    others: int = 0
    stakes: tuple[str, ...] = ()
    """Side wagers as NAME=N."""

    @property
    def options(self) -> list[str]:
        """The same as options of a command; those that change nothing are left out."""
        words = [word for setting in self.settings for word in ("--set", setting)]
        words += [] if self.ante is None else ["--ante", self.ante]
        words += [] if self.trips == "0" else ["--trips", self.trips]
        words += [] if self.progressive == "0" else ["--progressive", self.progressive]
        words += [word for stake in self.stakes for word in ("--stake", stake)]
        words += [word for meter in self.meters for word in ("--meter", meter)]
        return words + (["--others", str(self.others)] if self.others else [])


class Asked(NamedTuple):
    """What was asked for, read."""

    book: Book
    stakes: Stakes
    hands: list[tuple[tuple[Card, ...], ...]]
    game: Game


def read_game(
    game: Game, hands: Iterable[Hand] = (), load: Callable[[str, tuple[str, ...]], Book] = load_book
) -> Asked:
    """The book, the stakes and the cards, or a :class:`SolverError` with everything wrong with them."""
    faults: list[Wrong] = []
    book = _tried(faults, lambda: load(game.book, game.settings))
    meters = _tried(faults, lambda: _named("--meter", game.meters, "major=52000"))
    staked = _tried(faults, lambda: _named("--stake", game.stakes, "trips=5"))
    stakes = _tried(
        faults,
        lambda: Stakes(
            game.ante, game.trips, game.progressive, meters or {}, game.others, stakes=staked or {}
        ),
    )
    cards = [_tried(faults, lambda hand=hand: read_cards(*hand)) for hand in hands]  # type: ignore[misc]
    if book is not None and stakes is not None:
        _tried(faults, lambda: terms_of(book, stakes))
    if faults or book is None or stakes is None:
        raise SolverError(faults)
    return Asked(book, stakes, [found for found in cards if found is not None], game)


def _tried(faults: list[Wrong], read: Callable[[], Answer]) -> Answer | None:
    try:
        return read()
    except BookError as error:
        faults.extend(Wrong(str(problem), problem.key) for problem in error.problems)
    except SolverError as error:
        faults.extend(error.faults)
    return None


def _named(option: str, given: Iterable[str], example: str) -> dict[str, str]:
    """Amounts by name, written NAME=N."""
    read = {}
    for one in given:
        name, _, amount = map(str.strip, one.partition("="))
        if not name or not amount:
            raise SolverError([f"{option} {one}: NAME=N is wanted, like {example}"])
        read[name] = amount
    return read

"""Checks that anybody can make, without the service: of a round's shuffle, and of a whole log.

A round: the seed is the one committed to before bets were closed, and every card that was seen lies where the
deck of that seed puts it. A log: every event is chained to the one before; replayed through the game it gives
accounts that add up; and every sealed round in it passes the first check.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from uth.cards import DECK, Card, card_name
from uth.game import events as e
from uth.game.deal import Dealt, deal_by
from uth.game.ledger import overdrawn
from uth.game.sealed import commitment, shuffled
from uth.game.table import Table, evolve, new_table
from uth.proof.chain import Written
from uth.proof.chain import faults as chain_faults
from uth.proof.formats import RoundRecord, TableTerms
from uth.proof.happenings import Recorded, ShuffleRevealed, ShuffleSealed, decode
from uth.proof.reading import Log, Unreadable
from uth.rules.book import Book
from uth.rules.library import unpack_book
from uth.rules.money import dollars
from uth.rules.schema import BookError


class Checked(Struct, frozen=True):
    """What was looked at, and what is wrong with it."""

    events: int
    rounds: int
    sealed: int
    """How many of the rounds had a sealed shuffle that was checked."""
    faults: list[str]
    head: str = ""


def check(found: RoundRecord | Log) -> Checked:
    """Check a round or a log; raises Unreadable for one that this uth does not understand."""
    return check_log(found) if isinstance(found, Log) else check_round(found)


def check_round(record: RoundRecord) -> Checked:
    """A round as ``GET /api/tables/T/rounds/N`` gives it."""
    try:
        recorded = [decode(bytes(line.event)) for line in record.events]
    except msgspec.DecodeError as error:
        raise Unreadable(f"has an event that this uth does not know ({error})") from None
    number = record.round
    if not record.seed:
        return Checked(
            len(recorded), 1, 0, [f"round {number} was dealt by hand: there is no shuffle to check"]
        )
    faults = [*_seed_faults(record.table, number, record.digest, record.commitment, record.seed)]
    if not faults:
        faults = [*_card_faults(number, recorded, record.dealing, bytes.fromhex(record.seed))]
    return Checked(len(recorded), 1, 1, faults)


def check_log(log: Log) -> Checked:
    """A log as an auditor exports it: a line about the table, then its events."""
    stream, terms = log.opening.id, log.opening.about
    book = _book(terms)
    replay = Replay(stream, book)
    if book.digest != terms.digest:
        replay.faults.append("the book is not the one whose digest is kept with the table")
    replay.faults += chain_faults(log.rows)
    for row in log.rows:
        if not replay.take(row):
            break
    head = log.rows[-1].hash.hex() if log.rows else ""
    return Checked(len(log.rows), replay.rounds, replay.sealed, replay.faults, head)


class Replay:
    """A log on its way through the game: how far it has come, and what was wrong so far."""

    def __init__(self, stream: str, book: Book) -> None:
        self.stream, self.book, self.table = stream, book, new_table(book)
        self.rounds = self.sealed = 0
        self.faults: list[str] = []
        self._current: list[Recorded] = []
        """What happened since the last reveal."""
        self._promised: dict[int, str] = {}

    def take(self, row: Written) -> bool:
        """Replay one event; False if nothing after it can be replayed."""
        where = f"{self.stream} {row.number}"
        if row.stream != self.stream:
            self.faults.append(f"{where}: is an event of {row.stream}")
        try:
            recorded = decode(row.body)
        except msgspec.DecodeError:
            self.faults.append(f"{where}: no event that this uth knows; the rest is not replayed")
            return False
        self._current.append(recorded)
        if isinstance(recorded, ShuffleSealed):
            self._promised[recorded.round] = recorded.commitment
        elif isinstance(recorded, ShuffleRevealed):
            self._reveal(recorded)
        elif isinstance(recorded, e.Event):
            try:
                self.table = evolve(self.table, recorded)
            except Exception:  # a forged event may not fit the table in any way there is
                self.faults.append(f"{where}: does not fit what came before; the rest is not replayed")
                return False
            self.faults += [f"{where}: {fault}" for fault in _money_faults(self.table, recorded)]
            self.rounds += isinstance(recorded, e.RoundEnded)
        return True

    def _reveal(self, revealed: ShuffleRevealed) -> None:
        self.sealed += 1
        number, promise = revealed.round, self._promised.pop(revealed.round, "")
        faults = [*_seed_faults(self.stream, number, self.book.digest, promise, revealed.seed)]
        if not faults:
            steps = getattr(self.book.deal.orders, _device(self._current) or self.book.deal.device, ())
            faults = [*_card_faults(number, self._current, steps, bytes.fromhex(revealed.seed))]
        self.faults += faults
        self._current = []


def _book(terms: TableTerms) -> Book:
    try:
        return unpack_book(terms.book)
    except BookError as error:
        raise Unreadable(f"has a book that this uth does not understand ({error.problems[0]})") from None
    except (KeyError, TypeError, AttributeError):
        raise Unreadable("has no book in its first line that this uth understands") from None


def _device(recorded: Sequence[Recorded]) -> str:
    return next((one.device for one in reversed(recorded) if isinstance(one, e.HolesDealt)), "")


def _seed_faults(stream: str, number: int, digest: str, promised: str, seed: str) -> Iterator[str]:
    try:
        committed = commitment(stream, number, digest, bytes.fromhex(seed)).hex()
    except ValueError:
        yield f"round {number}: the seed is not written in hexadecimal digits"
        return
    if not promised:
        yield f"round {number}: no commitment stands before the reveal"
    elif committed != promised:
        yield f"round {number}: the seed is not the one that was committed to"


def _card_faults(
    number: int, recorded: Sequence[Recorded], steps: Sequence[str], seed: bytes
) -> Iterator[str]:
    """Cards of the round that do not lie where the deck puts them."""
    closed = [one for one in recorded if isinstance(one, e.BetsClosed) and one.round == number]
    if not closed:
        return  # void before bets were closed: nothing was dealt
    seats = [seat for seat in closed[-1].order if isinstance(seat, int)]
    try:
        dealt = deal_by(steps, shuffled(seed), seats)
    except (ValueError, RuntimeError):  # no number of cards; more of them than a deck has
        yield f"round {number}: a deck cannot be dealt so: {', '.join(steps)}"
        return
    for where, cards, due in _seen(recorded, dealt):
        if tuple(cards) != tuple(due):
            shown, deck = (" ".join(map(_named, pile)) or "nothing" for pile in (cards, due))
            yield f"round {number}, {where}: {shown} was dealt, the sealed deck has {deck}"


def _seen(
    recorded: Sequence[Recorded], dealt: Dealt[Card]
) -> Iterator[tuple[str, Sequence[Card], Sequence[Card]]]:
    for one in recorded:
        match one:
            case e.HolesDealt(holes=dict() as holes):
                for seat, hole in holes.items():
                    yield f"seat {seat}", hole, dealt.hands.get(seat, ())
            case e.HandShown():
                yield f"seat {one.seat}", one.cards, dealt.hands.get(one.seat, ())
            case e.FlopShown():
                yield "flop", one.cards, dealt.board[:3]
            case e.RiverShown():
                yield "turn and river", one.cards, dealt.board[3:5]
            case e.BankShown():
                yield "bank", one.cards, dealt.bank


def _named(card: Card) -> str:
    return card_name(card) if card in DECK else f"card {card}"  # which a forged event may have


def _money_faults(table: Table, event: e.Event) -> Iterator[str]:
    if event.moves:
        if total := sum(table.accounts.values()):
            yield f"the accounts add up to {dollars(total)}, not to nothing"
        if short := overdrawn(table.accounts):
            yield f"{', '.join(short)} below zero"

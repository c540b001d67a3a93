"""Logs and rounds for the tests, played in memory as the service plays them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from uth.game.deck.sealed import number_commitment
from uth.game.round import Choice, Seat
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.people import Role, Who
from uth.game.table.state import new_table
from uth.proof.chain import ORIGIN, Written, link
from uth.proof.formats import FORMAT, Line, LogLine, LogOpening, Pace, RoundRecord, TableTerms
from uth.proof.happenings import (
    EventHidden,
    Recorded,
    ShuffleRevealed,
    ShuffleSealed,
    decode,
    encode,
)
from uth.rules.library import pack_book, unpack_book
from uth.server.house import House, Played
from uth.server.seals import Seals
from uth.server.standing import Standing

TABLE, BOOK = "T1", "iowa-catfish-bend"
PACKED = pack_book(BOOK)
RULES = unpack_book(PACKED)
PACE = Pace()
SECOND = 1_000_000
START = 1_700_000_000 * SECOND
ANN, BOB, SUE = Who(Role.PLAYER, "Ann"), Who(Role.PLAYER, "Bob"), Who(Role.SUPERVISOR, "Sue")
DAN = Who(Role.DEALER, "Dan")
PEOPLE = {"Sue": "1", "Ann": "2", "Bob": "3", "Dan": "4"}
SITTING: list[tuple[Who, Act]] = [
    (SUE, a.Open()),
    (ANN, a.Sit(seat=1)),
    (ANN, a.BuyIn(cents=100_000)),
]
ROUND: list[tuple[Who, Act]] = [
    (ANN, a.Bet(stakes={"ante": 500})),
    (ANN, a.Decide(choice=Choice.CHECK)),
    (ANN, a.Decide(choice=Choice.CHECK)),
    (ANN, a.Decide(choice=Choice.BET1)),
]


class Entry(NamedTuple):
    """An event of a log before it is chained: its batch, its text, and what it says in full."""

    at: int
    command: str
    body: bytes
    plain: Recorded

    @property
    def chained(self) -> Recorded:
        return decode(self.body)


class Playing:
    """A table of the service without the service: what is asked of it, and the log that comes of it."""

    def __init__(
        self,
        *,
        mixed: bool = True,
        sealed: bool = True,
        seal: str = "seed",
        book: dict[str, Any] = PACKED,
    ) -> None:
        self.now = START
        rules = RULES if book is PACKED else unpack_book(book)
        self.terms = TableTerms(
            title="One",
            book=book,
            digest=rules.digest,
            sealed=sealed,
            pace=PACE,
            mixed=mixed,
            format=FORMAT,
        )
        self.house = House(TABLE, Seals([seal.encode()]), PACE, sealed, lambda: self.now, mixed)
        self.standing = Standing(new_table(rules, sealed=sealed))
        self.entries: list[Entry] = []

    def do(self, who: Who, act: Act, commitment: str = "") -> list[Recorded]:
        """Somebody asks something of the table; raises what the service would refuse it with."""
        return self._write(PEOPLE[who.name], self.house.play(self.standing, who, act, None, commitment))

    def reveal(self, who: Who, number: bytes) -> list[Recorded]:
        played = self.house.reveal(self.standing, who, number.hex(), None)
        return self._write(PEOPLE[who.name], played)

    def wake(self, seconds: int) -> list[Recorded]:
        """Time passes, and the house does what is due."""
        self.now += seconds * SECOND
        return self._write("", self.house.wake(self.standing, None))

    def all(self, asked: Sequence[tuple[Who, Act]]) -> "Playing":
        for who, act in asked:
            self.do(who, act)
        return self

    def bet(self, who: Who, act: a.Bet, seat: Seat, number: bytes) -> list[Recorded]:
        """A bet with the commitment to a number."""
        shuffle, table = self.standing.shuffle, self.standing.table
        assert shuffle
        promise = number_commitment(TABLE, table.round + 1, seat, shuffle.commitment, number)
        return self.do(who, act, promise.hex())

    def _write(self, person: str, played: Played) -> list[Recorded]:
        self.now += 1000
        number = self.standing.version
        command = f"{person}/{number:016}" if person else ""
        for one in played.recorded:
            number += 1
            chained = played.hidden.get(number, one)
            self.entries.append(Entry(self.now, command, encode(chained), one))
        self.standing = played.standing
        return played.recorded

    @property
    def log(self) -> bytes:
        return log_of(self.entries, self.terms)


def two_rounds() -> Playing:
    """One person plays two rounds; her client adds nothing to the deck."""
    return Playing().all([*SITTING, *ROUND, *ROUND])


def played() -> list[Recorded]:
    """What two rounds at a table bring, as it stands in the chain."""
    return [entry.chained for entry in two_rounds().entries]


def changed(entry: Entry, **fields: object) -> Entry:
    """An event that says something else."""
    one = replace(entry.chained, **fields)
    return entry._replace(body=encode(one), plain=one)


def find(entries: Sequence[Entry], kind: type[Recorded], nth: int = 0) -> int:
    """Where the event of a kind stands; a hidden one is found by what it hides."""
    return [place for place, entry in enumerate(entries) if isinstance(entry.plain, kind)][nth]


def chained(entries: Sequence[Entry]) -> list[Written]:
    """Events with these texts, each sealed with those before it."""
    rows: list[Written] = []
    for number, (at, command, body, _) in enumerate(entries, start=1):
        previous = rows[-1].hash if rows else ORIGIN
        rows.append(
            Written(TABLE, number, at, command, body, link(previous, TABLE, number, at, command, body))
        )
    return rows


def log_of(entries: Sequence[Entry], terms: TableTerms | None = None) -> bytes:
    """The file that an auditor exports."""
    return file_of(chained(entries), terms)


def file_of(rows: Sequence[Written], terms: TableTerms | None = None) -> bytes:
    terms = terms or Playing().terms
    lines = [LogLine(r.stream, r.number, r.at, r.command, r.body.decode(), r.hash.hex()) for r in rows]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in [LogOpening(TABLE, terms), *lines])


def round_of(
    playing: Playing, number: int = 1, change: Callable[[list[Line]], None] = lambda lines: None
) -> RoundRecord:
    """The record of a round as an auditor sees it, perhaps with something changed."""
    entries = playing.entries
    ends = [place for place, entry in enumerate(entries) if isinstance(entry.plain, ShuffleRevealed)]
    start = ends[number - 2] + 1 if number > 1 else 0
    end = ends[number - 1]
    while end + 1 < len(entries) and b'"event_opened"' in entries[end + 1].body:
        end += 1
    [sealed] = [
        entry.plain
        for entry in entries[:end]
        if isinstance(entry.plain, ShuffleSealed) and entry.plain.round == number
    ]
    revealed = entries[ends[number - 1]].plain
    assert isinstance(revealed, ShuffleRevealed)
    lines = []
    for place, entry in enumerate(entries[start : end + 1], start=start + 1):
        hidden = entry.chained.commitment if isinstance(entry.chained, EventHidden) else ""
        lines.append(Line(place, entry.at, msgspec.Raw(encode(entry.plain)), hidden))
    change(lines)
    orders = tuple(getattr(RULES.deal.orders, RULES.deal.device))
    return RoundRecord(TABLE, number, BOOK, RULES.digest, orders, sealed.commitment, revealed.seed, lines)

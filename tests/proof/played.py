"""A log and a round for the tests, played in memory as the service plays them."""

from itertools import count

import msgspec

from uth.game import acts as a
from uth.game.acts import Act, Role, Who
from uth.game.table import new_table
from uth.proof.chain import ORIGIN, Written, link
from uth.proof.formats import Line, LogLine, LogOpening, RoundRecord, TableTerms
from uth.proof.happenings import Recorded, ShuffleRevealed, ShuffleSealed, encode
from uth.rules.library import pack_book, unpack_book
from uth.server.house import House
from uth.server.seals import Seals
from uth.server.standing import Standing

TABLE, BOOK = "T1", "iowa-catfish-bend"
ANN = Who(Role.PLAYER, "Ann")
DAY: list[tuple[Who, Act]] = [
    (Who(Role.SUPERVISOR, "Sue"), a.Open()),
    (ANN, a.Sit(seat=1)),
    (ANN, a.BuyIn(cents=100_000)),
    *[
        (ANN, act)
        for _ in range(2)
        for act in (
            a.Bet(ante=500),
            a.Decide(choice="check"),
            a.Decide(choice="check"),
            a.Decide(choice="bet1"),
        )
    ],
]
"""Two rounds."""


def played() -> list[Recorded]:
    """What two rounds at a table bring."""
    book = unpack_book(pack_book(BOOK))
    clock = count(1_700_000_000_000_000)
    house = House(
        TABLE, Seals([bytes(32)]), TableTerms(title="", book={}, digest="").pace, True, lambda: next(clock)
    )
    standing, recorded = Standing(new_table(book)), list[Recorded]()
    for who, act in DAY:
        done = house.play(standing, who, act, None)
        standing = done.standing
        recorded += done.recorded
    return recorded


def chained(bodies: list[bytes]) -> list[Written]:
    """Events with these texts, each sealed with those before it."""
    rows: list[Written] = []
    for number, body in enumerate(bodies, start=1):
        previous = rows[-1].hash if rows else ORIGIN
        rows.append(
            Written(TABLE, number, number, "c", body, link(previous, TABLE, number, number, "c", body))
        )
    return rows


def log_of(rows: list[Written]) -> bytes:
    """The file that an auditor exports."""
    packed = pack_book(BOOK)
    terms = TableTerms(title="One", book=packed, digest=unpack_book(packed).digest)
    lines = [LogLine(r.stream, r.number, r.at, r.command, r.body.decode(), r.hash.hex()) for r in rows]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in [LogOpening(TABLE, terms), *lines])


def round_of(recorded: list[Recorded]) -> RoundRecord:
    """The record of the first round."""
    end = next(n for n, one in enumerate(recorded) if isinstance(one, ShuffleRevealed))
    revealed = recorded[end]
    [sealed] = [one for one in recorded[:end] if isinstance(one, ShuffleSealed)]
    assert isinstance(revealed, ShuffleRevealed)
    book = unpack_book(pack_book(BOOK))
    lines = [Line(n, n, msgspec.Raw(encode(one))) for n, one in enumerate(recorded[:end], start=1)]
    orders = getattr(book.deal.orders, book.deal.device)
    return RoundRecord(TABLE, 1, BOOK, book.digest, tuple(orders), sealed.commitment, revealed.seed, lines)

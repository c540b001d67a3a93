"""Archives: rounds that have ended, in Parquet, with all that proves them.

Nothing leaves the database that a chain needs: an archive is a second place for it, to be kept elsewhere and
read by programs for analysis. Each table has files with its events, which `uth verify` checks without the
service, and files with one row for each round. What was archived, and the digest of each file, is noted in
the chain of the house.
"""

import json
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from uth.proof.archives import COLUMNS, OPENING
from uth.proof.chain import ORIGIN, Written, faults
from uth.server.meaning import TABLE
from uth.server.room import ROUND
from uth.store import Store

PAGE = 5_000
MANIFEST = "manifest.jsonl"


class ArchiveError(Exception):
    """An archive cannot be made, or does not fit; the message says why."""


class Archived(Struct, frozen=True):
    """One line of the manifest: a file with events, and what it holds."""

    file: str
    stream: str
    first: int
    last: int
    hash: str
    """Of the last event."""
    rounds: tuple[int, int]
    sha256: str
    at: int


class Archive:
    """A folder of archives."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.store, self.folder = store, folder
        self.manifest = folder / MANIFEST

    async def add(self, before: int, reason: str) -> list[Archived]:
        """Archive every round that ended before a moment and is not archived yet. Raises ArchiveError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        done = self._known()
        made = []
        for table in await self.store.stream_ids(TABLE):
            if one := await self._table(table, done.get(table), before):
                with self.manifest.open("ab") as handle:
                    handle.write(msgspec.json.encode(one) + b"\n")
                    handle.flush()
                    os.fsync(handle.fileno())
                await self.store.note(
                    0,
                    f"archived {one.stream}, events {one.first} to {one.last}",
                    reason,
                    after=f"sha256 {one.sha256}",
                )
                made.append(one)
        return made

    def _known(self) -> dict[str, Archived]:
        """The last archive of each table; every file is still what it was."""
        if not self.manifest.exists():
            return {}
        last: dict[str, Archived] = {}
        for line in self.manifest.read_bytes().splitlines():
            try:
                one = msgspec.json.decode(line, type=Archived)
            except msgspec.DecodeError:
                raise ArchiveError(f"{self.manifest} is damaged; archive into another folder") from None
            file = self.folder / one.file
            if not file.is_file() or _digest(file) != one.sha256:
                raise ArchiveError(f"{file} is missing or was changed; archive into another folder")
            last[one.stream] = one
        return last

    async def _table(self, table: str, known: Archived | None, before: int) -> Archived | None:
        end = await self.store.last_mark(table, ROUND, before)
        first = known.last + 1 if known else 1
        if end is None or end.number < first:
            return None
        opening = await self.store.stream(table)
        folder = self.folder / table
        folder.mkdir(exist_ok=True)
        span = f"{first:010}-{end.number:010}.parquet"
        events, rounds = folder / f"events-{span}", folder / f"rounds-{span}"
        rows = _write(events, msgspec.json.encode(opening), self._pages(table, first - 1, end.number))
        summary = _Rounds()
        async for page in rows:
            summary.take(page)
        summary.write(rounds)
        last = self._look_again(events, known, end.number)
        stored = await self.store.read(table, end.number - 1, limit=1)
        if not stored or stored[0].hash != last:
            raise ArchiveError(f"{events} does not end as the log of {table} does at event {end.number}")
        from_round = known.rounds[1] + 1 if known else 1
        digest = _digest(events)
        name = str(events.relative_to(self.folder))
        span_of = (from_round, end.order)
        return Archived(name, table, first, end.number, last.hex(), span_of, digest, end.at)

    async def _pages(self, table: str, after: int, upto: int) -> AsyncIterator[list[Written]]:
        while page := await self.store.read(table, after, limit=PAGE, upto=upto):
            yield page
            after = page[-1].number

    def _look_again(self, file: Path, known: Archived | None, upto: int) -> bytes:
        """What was written is read again, and is the chain that it should be; the hash of its end."""
        previous = bytes.fromhex(known.hash) if known else ORIGIN
        number, at = known.last if known else 0, 0
        for page in read_events(file):
            if wrong := faults(page, number=number, previous=previous, at=at):
                raise ArchiveError(f"{file}: {wrong[0]}")
            number, previous, at = page[-1].number, page[-1].hash, page[-1].at
        if number != upto:
            raise ArchiveError(f"{file} ends at event {number}, not at {upto}")
        return previous


class _Rounds:
    """One row for each round, for analysis; what proves it stands in the events."""

    def __init__(self) -> None:
        self._sealed: dict[int, str] = {}
        self._rows: dict[int, dict[str, Any]] = {}

    def take(self, page: Sequence[Written]) -> None:
        for row in page:
            event = json.loads(row.body)
            number = event.get("round", 0)
            match event["event"]:
                case "shuffle_sealed":
                    self._sealed[number] = event["commitment"]
                case "round_ended":
                    net = [{"account": account, "cents": cents} for account, cents in event["net"].items()]
                    self._row(number).update(ended_at=row.at, event=row.number, hash=row.hash.hex(), net=net)
                case "shuffle_revealed":
                    self._row(number).update(commitment=self._sealed.pop(number, ""), seed=event["seed"])

    def _row(self, number: int) -> dict[str, Any]:
        return self._rows.setdefault(number, {"round": number})

    def write(self, file: Path) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        net = pa.list_(pa.struct([("account", pa.string()), ("cents", pa.int64())]))
        columns = [
            ("round", pa.int64()),
            ("ended_at", pa.timestamp("us", "UTC")),
            ("event", pa.int64()),
            ("hash", pa.string()),
            ("net", net),
            ("commitment", pa.string()),
            ("seed", pa.string()),
        ]
        rows = [row for row in self._rows.values() if "ended_at" in row]
        parquet.write_table(pa.Table.from_pylist(rows, pa.schema(columns)), file, compression="zstd")


async def _write(
    file: Path, opening: bytes, pages: AsyncIterator[list[Written]]
) -> AsyncIterator[list[Written]]:
    """Write pages of events, passing each on; the file is there whole, or not at all."""
    import pyarrow as pa
    from pyarrow import parquet

    kinds = (pa.string(), pa.int64(), pa.int64(), pa.string(), pa.string(), pa.binary(32))
    schema = pa.schema(list(zip(COLUMNS, kinds, strict=True)), metadata={OPENING: opening})
    half = file.with_name(file.name + ".part")
    with half.open("wb") as handle:
        with parquet.ParquetWriter(handle, schema, compression="zstd") as writer:
            async for page in pages:
                columns = list(zip(*map(astuple, page), strict=True))
                columns[4] = tuple(body.decode() for body in columns[4])
                arrays = [pa.array(one, kind) for one, kind in zip(columns, kinds, strict=True)]
                writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
                yield page
        handle.flush()
        os.fsync(handle.fileno())
    half.replace(file)


def read_events(file: Path) -> Iterator[list[Written]]:
    """The events of a file, in pages."""
    from pyarrow import parquet

    with parquet.ParquetFile(file) as opened:
        for batch in opened.iter_batches(PAGE):
            yield [Written(**{**row, "body": row["body"].encode()}) for row in batch.to_pylist()]


def _digest(file: Path) -> str:
    with file.open("rb") as handle:
        found = sha256()
        while some := handle.read(2**20):
            found.update(some)
    return found.hexdigest()

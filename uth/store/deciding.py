"""Which batches of a group can be written, and as which rows: the heart of a commit, without any database.

A writer looks up what the group needs to know, lets ``decide`` settle everything in memory, and writes the
rows, all of them or, if what it knew has changed meanwhile, none. So a batch that cannot be written costs the
others nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from uth.proof.chain import ORIGIN, Written, link
from uth.rules.money import MOST_MONEY
from uth.store.errors import Conflict, Fenced, Overdrawn, Repeated, StoreError
from uth.store.records import Answer, Batch, Snapshot

Outcome = list[Written] | StoreError
Row = tuple[Any, ...]


class Head(Struct, frozen=True):
    """The end of a stream."""

    number: int
    hash: bytes
    at: int


EMPTY = Head(0, ORIGIN, 0)


class Wanted:
    """What a group of batches needs to know: sorted, because locks are taken in one order everywhere."""

    def __init__(self, batches: Sequence[Batch]) -> None:
        heads = {append.stream for batch in batches for append in batch.appends}
        heads |= {batch.snapshot.stream for batch in batches if batch.snapshot}
        self.heads = sorted(heads)
        self.leases = sorted({batch.lease.stream for batch in batches if batch.lease})
        self.wallets = sorted({person for batch in batches for person in batch.wallets})
        self.answers = sorted({(b.answer.person, b.answer.command) for b in batches if b.answer})


class Known(Struct):
    """What the database says now; as the group is decided, what it will say."""

    now: int
    heads: dict[str, Head]
    leases: dict[str, tuple[str, int]]
    """Holder and token."""
    wallets: dict[int, int]
    answers: dict[tuple[int, str], Answer]


class Rows(Struct):
    """What is to be written, in the order of the columns."""

    events: list[Row] = []
    entries: list[Row] = []
    answers: list[Row] = []
    marks: list[Row] = []
    heads: dict[str, Head] = {}
    wallets: dict[int, int] = {}
    """Changes, not balances."""
    snapshots: dict[str, Snapshot] = {}


def decide(batches: Iterable[Batch], known: Known) -> tuple[list[Outcome], Rows]:
    """An outcome for every batch, in order, and the rows of those that are accepted."""
    rows = Rows()
    return [_refusal(batch, known) or _accept(batch, known, rows) for batch in batches], rows


def _refusal(batch: Batch, known: Known) -> StoreError | None:
    # A repeated command is asked about first: it gets its answer even if the lease is gone by now.
    if batch.answer and (earlier := known.answers.get((batch.answer.person, batch.answer.command))):
        return Repeated(earlier)
    if (lease := batch.lease) and known.leases.get(lease.stream) != (lease.holder, lease.token):
        return Fenced(lease.stream, lease.token)
    numbers: dict[str, int] = {}
    for append in batch.appends:
        present = numbers.get(append.stream, known.heads.get(append.stream, EMPTY).number)
        if append.expected != present:
            return Conflict(append.stream, append.expected, present)
        numbers[append.stream] = present + len(append.bodies)
    if snapshot := batch.snapshot:
        present = numbers.get(snapshot.stream, known.heads.get(snapshot.stream, EMPTY).number)
        if snapshot.number > present or (not snapshot.hash and snapshot.number != present):
            return Conflict(snapshot.stream, snapshot.number, present)
    for person, cents in batch.wallets.items():
        held = known.wallets.get(person)
        if held is None:
            return Overdrawn(person, f"person {person} has no wallet")
        if held + cents < 0:
            return Overdrawn(
                person, f"the wallet of person {person} holds {held} cents and would lose {-cents}"
            )
        if held + cents > MOST_MONEY:
            return Overdrawn(person, f"the wallet of person {person} would hold more than a wallet can")
    return None


def _accept(batch: Batch, known: Known, rows: Rows) -> list[Written]:
    written: list[Written] = []
    times: dict[tuple[str, int], int] = {}
    for append in batch.appends:
        stream = append.stream
        head = known.heads.get(stream, EMPTY)
        number, previous, at = head.number, head.hash, max(known.now, head.at)
        for body in append.bodies:
            number += 1
            previous = link(previous, stream, number, at, batch.command, body)
            times[stream, number] = at
            rows.events.append((stream, number, at, batch.command, body, previous))
            written.append(Written(stream, number, at, batch.command, body, previous))
        known.heads[stream] = rows.heads[stream] = Head(number, previous, at)
    for e in batch.entries:
        rows.entries.append((e.stream, e.number, e.account, e.cents, e.what, times[e.stream, e.number]))
    for m in batch.marks:
        rows.marks.append((m.stream, m.name, m.order, m.number, times[m.stream, m.number]))
    for person, cents in batch.wallets.items():
        known.wallets[person] += cents
        rows.wallets[person] = rows.wallets.get(person, 0) + cents
    if answer := batch.answer:
        known.answers[answer.person, answer.command] = answer
        rows.answers.append((answer.person, answer.command, answer.digest, answer.body, known.now))
    if snapshot := batch.snapshot:
        sealed = snapshot.hash or known.heads[snapshot.stream].hash
        rows.snapshots[snapshot.stream] = replace(snapshot, hash=sealed)
    return written

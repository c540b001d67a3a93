"""The durable log and ledger, in SQLite or PostgreSQL. It keeps events and does not know what they mean."""

from uth.proof.chain import Written
from uth.store.address import Address, read_address
from uth.store.backup import backup, restore
from uth.store.checking import HouseFaults, Means, Side
from uth.store.commits import Counts
from uth.store.errors import (
    Conflict,
    Damaged,
    Fenced,
    NameTaken,
    Overdrawn,
    Repeated,
    StoreError,
    Taken,
    Unavailable,
    Unknown,
)
from uth.store.finding import is_there
from uth.store.locking import lock
from uth.store.records import (
    Answer,
    Append,
    Batch,
    Entry,
    EntryRow,
    Kind,
    Lease,
    Mark,
    MarkRow,
    Micros,
    Money,
    Note,
    Person,
    PublishedHead,
    Snapshot,
    Stream,
    wallet_account,
)
from uth.store.store import Store

__all__ = [
    "Address",
    "Answer",
    "Append",
    "Batch",
    "Conflict",
    "Counts",
    "Damaged",
    "Entry",
    "EntryRow",
    "Fenced",
    "HouseFaults",
    "Kind",
    "Lease",
    "Mark",
    "MarkRow",
    "Means",
    "Micros",
    "Money",
    "NameTaken",
    "Note",
    "Overdrawn",
    "Person",
    "PublishedHead",
    "Repeated",
    "Side",
    "Snapshot",
    "Store",
    "StoreError",
    "Stream",
    "Taken",
    "Unavailable",
    "Unknown",
    "Written",
    "backup",
    "is_there",
    "lock",
    "read_address",
    "restore",
    "wallet_account",
]

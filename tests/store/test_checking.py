"""Whatever somebody with the database's password changes, ``check`` finds it."""

import asyncio

import pytest

from tests.store.making import events, guest, is_sqlite, moving, run_sql
from uth.store import Mark, Snapshot, Store

pytestmark = pytest.mark.anyio


@pytest.fixture
async def used(store: Store) -> Store:
    ann, bob = await guest(store, "Ann", 500), await guest(store, "Bob", 500)
    for n in range(5):
        await store.append(moving("T1", n, {ann.id: -20, bob.id: 10}, command=f"c{n}"))
    await store.append(events("T1", 5, snapshot=Snapshot("T1", 6, b"", "v1", b"{}")))
    await store.append(events("T2", 0, 3, marks=(Mark("T2", "round", 1, 2),)))
    assert await store.check() == []
    return store


TABLES = ["events", "heads", "entries", "people", "wallets", "snapshots", "marks"]
TAMPERING = [
    ("UPDATE events SET body = 'x' WHERE stream = 'T1' AND number = 3", "T1 3: the hash"),
    ("UPDATE events SET at = at + 1 WHERE stream = 'T1' AND number = 6", "T1 6: the hash"),
    ("UPDATE events SET command = 'c' WHERE stream = 'T2' AND number = 1", "T2 1: the hash"),
    ("DELETE FROM events WHERE stream = 'T1' AND number = 3", "T1 4: follows 2"),
    ("DELETE FROM events WHERE stream = 'T2' AND number = 3", "T2: the log ends at 2, its head says 3"),
    ("DELETE FROM events WHERE stream = 'T2'", "T2: the log ends at 0, its head says 3"),
    ("DELETE FROM heads WHERE stream = 'T2'", "T2: the log ends at 3, its head says 0"),
    ("UPDATE heads SET number = 2 WHERE stream = 'T2'", "T2: the log ends at 3, its head says 2"),
    ("UPDATE entries SET cents = 11 WHERE id = 2", "the ledger comes to $0.01,"),
    ("UPDATE entries SET cents = cents + 1 WHERE account = 'wallet:1'", "wallet of person 1 holds 400"),
    ("UPDATE entries SET number = 40 WHERE id = 2", "entry 2: there is no event 40 of T1"),
    ("UPDATE wallets SET cents = cents + 5 WHERE person = 2", "wallet of person 2 holds 555 cents"),
    ("DELETE FROM wallets WHERE person = 2", "wallet of person 2 holds None"),
    ("UPDATE people SET opening = 600 WHERE id = 1", "the ledger says 500"),
    ("UPDATE snapshots SET number = 5", "snapshot of T1 at 5 belongs to another history"),
    ("UPDATE marks SET number = 4", "mark round 1 of T2: there is no event 4"),
]


async def drop_triggers(url: str) -> None:
    for table in ("events", "entries", "marks"):
        if is_sqlite(url):
            await run_sql(url, f"DROP TRIGGER {table}_refuse_update", f"DROP TRIGGER {table}_refuse_delete")
        else:
            await run_sql(url, f"DROP TRIGGER {table}_refuse ON {table}")


async def test_tampering_is_found(used: Store, url: str) -> None:
    await drop_triggers(url)
    await run_sql(url, *(f"CREATE TABLE kept_{table} AS SELECT * FROM {table}" for table in TABLES))
    undo = [f"DELETE FROM {table}" for table in reversed(TABLES)]
    undo += [f"INSERT INTO {table} SELECT * FROM kept_{table}" for table in TABLES]
    for tampering, found in TAMPERING:
        await run_sql(url, tampering)
        wrong = await used.check()
        assert any(found in line for line in wrong), (tampering, wrong)
        await run_sql(url, *undo)
        assert await used.check() == []


async def test_many_faults_are_counted(used: Store, url: str) -> None:
    for n in range(30):
        await guest(used, f"Guest {n}", 1)
    await run_sql(url, "UPDATE wallets SET cents = 2 WHERE cents = 1")
    wrong = await used.check()
    assert len(wrong) == 21
    assert wrong[-1] == "... and 10 more of the kind"


async def test_a_long_stream(store: Store) -> None:
    for n in range(5):
        await store.append(events("T1", 1000 * n, 1000))
    assert await store.check() == []


async def test_checking_while_others_write(used: Store) -> None:
    async def write() -> None:
        for n in range(50):
            await used.append(moving("T3", n, {1: 1}))

    writing = asyncio.create_task(write())
    while not writing.done():
        assert await used.check() == []
    await writing

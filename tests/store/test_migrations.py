"""The schema: made from nothing and from every earlier version, always the same in the end."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from tests.store.making import events, guest, moving, run_sql
from uth.store import Store, StoreError, Unavailable
from uth.store.database import open_database
from uth.store.migrate import migrate, version_of, versions
from uth.store.schema import metadata

pytestmark = pytest.mark.anyio


async def differences(url: str) -> list[Any]:
    def compare(connection: Any) -> list[Any]:
        return list(
            compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)
        )

    database = await open_database(url)
    try:
        async with database.reading() as connection:
            return await connection.run_sync(compare)
    finally:
        await database.close()


async def bring_to(url: str, version: str) -> None:
    database = await open_database(url)
    try:
        async with database.writing() as connection:
            await migrate(connection, version)
            assert await version_of(connection) == version
    finally:
        await database.close()


@pytest.mark.parametrize("start", [None, *versions()])
async def test_from_every_version_to_the_newest(empty_url: str, start: str | None) -> None:
    if start:
        await bring_to(empty_url, start)
    store = await Store.open(empty_url)
    try:
        ann = await guest(store, "Ann")
        await store.append(moving("T1", 0, {ann.id: 5}))
        assert await store.check() == []
    finally:
        await store.close()
    assert await differences(empty_url) == []
    assert await run_sql(empty_url, "SELECT version_num FROM alembic_version") == [(versions()[-1],)]


async def test_what_was_written_before_is_kept(empty_url: str) -> None:
    """One row in every table of the first version."""
    await bring_to(empty_url, versions()[0])
    blob = "x'00'" if empty_url.startswith("sqlite") else r"'\x00'::bytea"
    await run_sql(
        empty_url,
        f"INSERT INTO events VALUES ('T1', 1, 5, 'c', {blob}, {blob})",
        f"INSERT INTO heads VALUES ('T1', 1, {blob}, 5)",
        "INSERT INTO entries VALUES (1, 'T1', 1, 'a', 0, 'w', 5)",
        f"INSERT INTO answers VALUES (1, 'c', {blob}, {blob}, 5)",
        f"INSERT INTO snapshots VALUES ('T1', 1, {blob}, 'v', {blob})",
        "INSERT INTO streams VALUES ('T1', 'table', '{}', 5, NULL)",
        "INSERT INTO leases VALUES ('T1', 'h', 'a', 3, 5)",
        "INSERT INTO people VALUES (1, 'Ann', 'ann', 'guest', NULL, '[]', 5, 7, false, 0, 0)",
        "INSERT INTO wallets VALUES (1, 7)",
        f"INSERT INTO sessions VALUES ({blob}, 1, 5)",
        "INSERT INTO notes VALUES (1, 5, 1, 'w', 'r', 'b', 'a')",
    )
    store = await Store.open(empty_url)
    try:
        (event,) = await store.read("T1")
        assert (event.at, event.command, event.body) == (5, "c", b"\0")
        assert await store.head("T1") == (1, b"\0")
        assert len(await store.entries("a")) == len(await store.notes()) == len(await store.streams()) == 1
        assert await store.answered(1, "c")
        assert await store.snapshot("T1")
        assert await store.wallet(1) == 7
        lease = await store.lease("T1", "me", "here", 1)
        assert lease
        assert lease.token == 4
    finally:
        await store.close()


async def test_a_schema_from_the_future_is_refused(url: str) -> None:
    await run_sql(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match=r"schema 9999, but this uth knows only 0001.*newer uth wrote it"):
        await Store.open(url)
    await run_sql(url, "UPDATE alembic_version SET version_num = '0001'")


async def test_without_leave_to_migrate(empty_url: str) -> None:
    with pytest.raises(StoreError, match=r"schema none.*migrate it first"):
        await Store.open(empty_url, migrate=False)
    await (await Store.open(empty_url)).close()
    await (await Store.open(empty_url, migrate=False)).close()


async def test_several_open_an_empty_database_at_once(empty_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(empty_url) for _ in range(4)))
    await asyncio.gather(*(store.append(events(f"T{n}")) for n, store in enumerate(stores)))
    assert len(await stores[0].heads()) == 4
    for store in stores:
        await store.close()


async def test_different_databases_at_once(tmp_path: Path) -> None:
    """Alembic has global variables: the migrations must not meet in them."""
    stores = await asyncio.gather(*(Store.open(f"sqlite:///{tmp_path}/{n}.db") for n in range(4)))
    for store in stores:
        await store.close()


async def test_a_migration_that_fails_leaves_nothing(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("in the middle of it")

    with monkeypatch.context() as broken:
        broken.setattr("alembic.operations.Operations.create_index", fail)
        with pytest.raises(RuntimeError, match="middle"):
            await Store.open(empty_url)
    query = (
        "SELECT name FROM sqlite_master"
        if empty_url.startswith("sqlite")
        else "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    )
    assert await run_sql(empty_url, query) == []
    await (await Store.open(empty_url)).close()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("sqlite://", "give SQLite a file"),
        ("sqlite:///:memory:", "give SQLite a file"),
        ("sqlite:////nowhere/at/all.db", "there is no folder /nowhere/at"),
        ("mysql://host/db", "mysql is not supported"),
        ("sqlite://house.db", "two slashes where three are wanted"),
        ("sqlite:///house.db?mode=ro", "has a question mark"),
        ("postgresql://user:secret@localhost:port/none", "no address of a database"),
        ("postgresql://user@no-such-host.invalid/none", "cannot open "),
        ("house.db", "no address of a database"),
        ("postgresql://nobody@localhost:1/none", "cannot open .*: nobody listens there"),
        ("postgresql://user:secret@localhost:1/none", "cannot open .*: nobody listens there"),
    ],
)
async def test_addresses_that_lead_nowhere(address: str, why: str) -> None:
    with pytest.raises(StoreError, match=why) as caught:
        await Store.open(address)
    assert "secret" not in str(caught.value)


async def test_a_file_that_is_no_database(sqlite_url: str) -> None:
    path = sqlite_url.removeprefix("sqlite:///")
    with open(path, "wb") as file:
        file.write(b"not a database, " * 1000)
    with pytest.raises(Unavailable, match="not a database"):
        await Store.open(sqlite_url)

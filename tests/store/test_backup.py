"""Backup while the service runs, restore to an empty database of either kind."""

import asyncio
from pathlib import Path

import pytest

from tests.store.making import events, guest, moving, run_sql
from tests.store.test_migrations import bring_to
from uth.store import Answer, Mark, Snapshot, Store, StoreError, backup, restore
from uth.store.migrate import versions

pytestmark = pytest.mark.anyio


async def fill(store: Store) -> None:
    ann = await store.add_person("Ann", kind="account", password="h", roles=("admin",), wallet=500)
    await guest(store, "Bob", 0)
    await store.create_stream("T1", "table", {"book": "florida"})
    for n in range(5):
        answer = Answer(ann.id, f"c{n}", b"d", b"ok")
        mark = Mark("T1", "round", n, n + 1)
        await store.append(moving("T1", n, {ann.id: -10}, answer=answer, command=f"c{n}", marks=(mark,)))
    await store.append(events("link", 0, 2500, snapshot=Snapshot("link", 2500, b"", "v1", b"state")))
    await store.lease("T1", "one", "here", 60)
    await store.add_session(b"token", ann.id, 2**60)
    await store.note(ann.id, "opened", "new table")


async def contents(store: Store) -> list[object]:
    return [
        [await store.read(stream) for stream in sorted(await store.heads())],
        await store.heads(),
        await store.people(),
        await store.streams(),
        await store.entries("wallet:1"),
        await store.marks("T1", "round"),
        await store.snapshot("link"),
        await store.answered(1, "c3"),
        await store.session(b"token"),
        await store.notes(),
        await store.holder("T1"),
        [await store.wallet(person.id) for person in await store.people()],
    ]


async def test_there_and_back(store: Store, empty_url: str, tmp_path: Path) -> None:
    """From each kind to each kind."""
    await fill(store)
    path = tmp_path / "backup.db"
    await backup(url_of(store), path)
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("backup")] == ["backup.db"]
    assert await restore(path, empty_url) == []
    before = await contents(store)
    restored = await Store.open(empty_url)
    try:
        assert await contents(restored) == before
        assert await restored.check() == []
        # and life goes on
        assert (await guest(restored, "Cy")).id == 3
        await restored.append(moving("T1", 5, {1: -10}))
        await restored.note(1, "more", "because")
        lease = await restored.lease("T1", "one", "here", 60)
        assert lease
        assert lease.token == 1
        assert await restored.check() == []
    finally:
        await restored.close()


def url_of(store: Store) -> str:
    return store.test_url  # type: ignore[attr-defined,no-any-return]


@pytest.fixture
async def store(url: str, store: Store) -> Store:
    store.test_url = url  # type: ignore[attr-defined]
    return store


async def test_a_backup_can_be_opened_and_checked(store: Store, tmp_path: Path) -> None:
    await fill(store)
    await backup(url_of(store), tmp_path / "backup.db")
    copy = await Store.open(f"sqlite:///{tmp_path}/backup.db", migrate=False)
    assert await contents(copy) == await contents(store)
    assert await copy.check() == []
    await copy.close()


async def test_while_the_service_writes(store: Store, tmp_path: Path, empty_url: str) -> None:
    ann = await guest(store, "Ann", 0)
    going = True

    async def write(stream: str) -> int:
        version = 0
        while going:
            await store.append(moving(stream, version, {ann.id: 1}))
            version += 1
        return version

    writers = [asyncio.create_task(write(f"T{n}")) for n in range(5)]
    await asyncio.sleep(0.1)
    await backup(url_of(store), tmp_path / "backup.db")
    going = False
    written = sum(await asyncio.gather(*writers))
    assert await restore(tmp_path / "backup.db", empty_url) == []
    restored = await Store.open(empty_url)
    assert 0 < await restored.wallet(ann.id) <= written
    await restored.close()


async def test_what_is_refused(store: Store, tmp_path: Path) -> None:
    await guest(store, "Ann")
    path = tmp_path / "backup.db"
    await backup(url_of(store), path)
    with pytest.raises(StoreError, match="is there already"):
        await backup(url_of(store), path)
    with pytest.raises(StoreError, match="is not empty"):
        await restore(path, url_of(store))
    with pytest.raises(StoreError, match="there is no backup"):
        await restore(tmp_path / "other.db", f"sqlite:///{tmp_path}/new.db")
    assert [person.name for person in await store.people()] == ["Ann"]


async def test_a_damaged_backup_is_told(sqlite_url: str, tmp_path: Path) -> None:
    house = await Store.open(sqlite_url)
    await fill(house)
    await house.close()
    path = tmp_path / "backup.db"
    await backup(sqlite_url, path)
    await run_sql(
        f"sqlite:///{path}",
        "DROP TRIGGER events_refuse_update",
        "UPDATE events SET body = 'x' WHERE stream = 'link' AND number = 7",
    )
    with pytest.raises(StoreError, match=r"is damaged.*link 7: the hash"):
        await restore(path, f"sqlite:///{tmp_path}/new.db")
    assert not (tmp_path / "new.db").exists()


async def test_a_backup_of_an_older_version(tmp_path: Path, empty_url: str) -> None:
    old = f"sqlite:///{tmp_path}/old.db"
    await bring_to(old, versions()[0])
    await run_sql(
        old,
        "INSERT INTO people VALUES (1, 'Ann', 'ann', 'guest', NULL, '[]', 5, 7, false, 0, 0)",
        "INSERT INTO wallets VALUES (1, 7)",
    )
    assert await restore(tmp_path / "old.db", empty_url) == []
    store = await Store.open(empty_url)
    assert await store.wallet(1) == 7
    await store.close()
    assert await run_sql(old, "SELECT version_num FROM alembic_version") == [(versions()[0],)]

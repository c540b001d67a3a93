"""The database itself refuses to change history, whoever asks."""

import sqlite3

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.store.making import guest, is_sqlite, moving, run_sql
from uth.store import Mark, Store

pytestmark = pytest.mark.anyio

KEPT = {"events": "body", "entries": "cents", "marks": "number", "notes": "reason"}
REFUSED = (sqlite3.IntegrityError, asyncpg.PostgresError)


@pytest.fixture
async def used(store: Store) -> Store:
    ann = await guest(store, "Ann", 500)
    await store.append(moving("T1", 0, {ann.id: -200}, marks=(Mark("T1", "round", 1, 1),)))
    await store.note(ann.id, "lock", "drunk", "open", "locked")
    return store


async def test_history_is_not_changed(used: Store, url: str) -> None:
    for table, column in KEPT.items():
        before = await run_sql(url, f"SELECT * FROM {table}")
        assert before
        statements: list[tuple[str, ...]] = [
            (f"UPDATE {table} SET {column} = {column}",),
            (f"UPDATE {table} SET {column} = NULL WHERE at > 0",),
            (f"DELETE FROM {table}",),
        ]
        if is_sqlite(url):
            replacing = f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"
            statements.append(("PRAGMA recursive_triggers = ON", replacing))
        else:
            statements.append((f"TRUNCATE {table}",))
        for statement in statements:
            with pytest.raises(REFUSED, match="never changed nor deleted"):
                await run_sql(url, *statement)
        assert await run_sql(url, f"SELECT * FROM {table}") == before


async def test_no_connection_of_the_store_replaces_history(used: Store) -> None:
    if used._database.sqlite:
        async with used._database.reading() as connection:
            assert (await connection.exec_driver_sql("PRAGMA recursive_triggers")).scalar() == 1
            assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar() == 2
            assert (await connection.exec_driver_sql("PRAGMA foreign_keys")).scalar() == 1
            assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar() == "wal"


async def test_no_wallet_below_zero_even_past_the_store(used: Store, url: str) -> None:
    with pytest.raises(REFUSED, match="wallets"):
        await run_sql(url, "UPDATE wallets SET cents = -1")

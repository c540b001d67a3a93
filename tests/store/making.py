"""Batches to write, and a way past the store into its database."""

import sqlite3
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from uth.store import Append, Batch, Entry, Person, Store, wallet_account

BREAK_ALL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
"""For PostgreSQL: end every connection to the database but the one that says it."""


def events(stream: str, expected: int = 0, count: int = 1, **rest: Any) -> Batch:
    """A batch with some events for one stream."""
    bodies = tuple(b'{"n":%d}' % number for number in range(expected + 1, expected + count + 1))
    return Batch(appends=(Append(stream, expected, bodies),), **rest)


def moving(stream: str, expected: int, changes: dict[int, int], **rest: Any) -> Batch:
    """A batch with one event that moves money between wallets and the stream's felt."""
    number = expected + 1
    sides = [(wallet_account(person), cents) for person, cents in changes.items()]
    sides.append((f"{stream}/felt", -sum(changes.values())))
    entries = tuple(Entry(stream, number, account, cents, "moved") for account, cents in sides)
    return events(stream, expected, entries=entries, wallets=changes, **rest)


def between(stream: str, expected: int, source: str, target: str, cents: int) -> Batch:
    """A batch with one event that moves money from one account to another."""
    sides = ((source, -cents), (target, cents))
    entries = tuple(Entry(stream, expected + 1, account, moved, "moved") for account, moved in sides)
    return events(stream, expected, entries=entries)


async def guest(store: Store, name: str, wallet: int = 1000) -> Person:
    return await store.add_person(name, kind="guest", wallet=wallet)


def is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


async def run_sql(url: str, *statements: str) -> list[Any]:
    """Run statements past the store; the rows of the last one."""
    if is_sqlite(url):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        try:
            for statement in statements:
                rows = connection.execute(statement).fetchall()
            return rows
        finally:
            connection.close()
    postgres = await asyncpg.connect(url)
    try:
        for statement in statements:
            rows = await postgres.fetch(statement)
        return [tuple(row) for row in rows]
    finally:
        await postgres.close()

"""Somebody with the database's password drops the triggers and writes what he likes: it is found."""

import json
from collections.abc import Callable
from typing import Any

import anyio
import pytest

from tests.server.serving import PASSWORD, Served
from tests.store.making import is_sqlite, run_sql

KEPT = ("events", "entries", "marks", "notes")


def forge(url: str, *statements: str) -> None:
    """Past the triggers, as the owner of the database can."""

    async def write() -> None:
        for table in KEPT:
            if is_sqlite(url):
                drop = [f"DROP TRIGGER IF EXISTS {table}_refuse_{act}" for act in ("update", "delete")]
            else:
                drop = [f"DROP TRIGGER IF EXISTS {table}_refuse ON {table}"]
            await run_sql(url, *drop)
        await run_sql(url, *statements)

    anyio.run(write)


def ask(url: str, query: str) -> list[Any]:
    async def read() -> list[Any]:
        return await run_sql(url, query)

    return anyio.run(read)


def found(served: Served) -> list[str]:
    sue = served.sign_in()
    faults: list[str] = served.call("GET", "/api/check", token=sue).json()["faults"]
    return faults


@pytest.fixture
def used(served: Served) -> Served:
    """A house with two tables, a link, a round played, a guest and a dealer who was made a player."""
    sue, ann = served.sign_in(), served.guest("Ann")
    link = served.call("POST", "/api/links", {"book": "iowa-catfish-bend", "reason": "a test"}, sue).json()
    for table in (served.open(sue), served.open(sue, link=link["id"])):
        assert served.do(ann, table, {"do": "sit", "seat": 1}).is_success
        assert served.do(ann, table, {"do": "buy_in", "cents": 30_000}).is_success
        assert served.do(ann, table, {"do": "bet", "stakes": {"ante": 500, "progressive": True}}).is_success
        for choice in ("check", "check", "fold"):
            assert served.do(ann, table, {"do": "decide", "choice": choice}).is_success
    dan = {"name": "Dan", "password": PASSWORD, "roles": ["dealer"], "reason": "hired"}
    assert served.call("POST", "/api/people", dan, sue).status_code == 201
    body = {"roles": ["dealer", "player"], "chips": 5000, "reason": "plays on days off"}
    assert served.call("PATCH", "/api/people/Dan", body, sue).is_success
    limited = {"loss_day": 1000, "reason": "asked for it"}
    assert served.call("PUT", "/api/people/Dan/limits", limited, sue).is_success
    assert found(served) == []
    return served


def made_up_entries(served: Served) -> list[str]:
    """Balanced entries for an event that is there, and the wallet that they fit."""
    [(person,)] = ask(served.database, "SELECT id FROM people WHERE name = 'Ann'")
    [(number, at)] = ask(
        served.database, "SELECT number, at FROM events WHERE stream = 'T1' ORDER BY number LIMIT 1"
    )
    row = (
        "INSERT INTO entries (stream, number, account, cents, what, at) "
        "VALUES ('T1', {}, '{}', {}, 'chips', {})"
    )
    return [
        row.format(number, f"wallet:{person}", 10_000_000, at),
        row.format(number, "T1/cage", -10_000_000, at),
        f"UPDATE wallets SET cents = cents + 10000000 WHERE person = {person}",
    ]


def an_opening(served: Served) -> list[str]:
    return [
        "UPDATE people SET opening = opening + 700000 WHERE name = 'Ann'",
        "UPDATE wallets SET cents = cents + 700000 WHERE person = (SELECT id FROM people WHERE name = 'Ann')",
    ]


def another_book(served: Served) -> list[str]:
    [(about,)] = ask(served.database, "SELECT about FROM streams WHERE id = 'T1'")
    terms = json.loads(about)
    terms["title"] = "A better table"
    return [f"UPDATE streams SET about = '{json.dumps(terms).replace(chr(39), chr(39) * 2)}' WHERE id = 'T1'"]


def a_role_without_its_note(served: Served) -> list[str]:
    return [
        "UPDATE people SET roles = '[\"admin\"]' WHERE name = 'Dan'",
        "DELETE FROM notes WHERE what = 'roles of Dan'",
    ]


def a_table_removed(served: Served) -> list[str]:
    """With everything that it ever moved."""
    wallet = (
        "UPDATE wallets SET cents = cents - COALESCE((SELECT SUM(cents) FROM entries "
        "WHERE stream = 'T1' AND account = 'wallet:' || wallets.person), 0)"
    )
    gone = ["events", "heads", "entries", "marks", "snapshots"]
    return [
        wallet,
        *(f"DELETE FROM {table} WHERE stream = 'T1'" for table in gone),
        "DELETE FROM streams WHERE id = 'T1'",
    ]


def another_password(served: Served) -> list[str]:
    return [
        "UPDATE people SET password = (SELECT password FROM people WHERE name = 'Dan') WHERE name = 'Sue'"
    ]


def somebody_new(served: Served) -> list[str]:
    columns = "name, folded, kind, roles, created, opening, disabled, looks"
    return [
        f"INSERT INTO people ({columns}) VALUES ('Eve', 'eve', 'account', '[\"admin\"]', 1, 0, false, 'eve')",
        "INSERT INTO wallets SELECT id, 0 FROM people WHERE name = 'Eve'",
    ]


def a_limit_dropped(served: Served) -> list[str]:
    return ["UPDATE people SET restrictions = '' WHERE name = 'Dan'"]


FORGERIES: list[tuple[Callable[[Served], list[str]], str]] = [
    (made_up_entries, "made up, $100,000 on wallet:"),
    (an_opening, "opening of person 3, Ann, was changed: 800000, the chain says 100000"),
    (another_book, "T1: its terms are not those it was opened with"),
    (a_role_without_its_note, "a note was removed: roles of Dan"),
    (a_table_removed, "T1 was removed"),
    (another_password, "password of person 1, Sue, was changed"),
    (somebody_new, "Eve: nobody added them"),
    (a_limit_dropped, 'Dan, was changed: \'\', the chain says \'{"limits":{"loss_day":{"now":1000}}}\''),
]


@pytest.mark.parametrize(("forgery", "fault"), FORGERIES, ids=[one.__name__ for one, _ in FORGERIES])
def test_a_forgery_is_found(used: Served, forgery: Callable[[Served], list[str]], fault: str) -> None:
    sue = used.sign_in()
    forge(used.database, *forgery(used))
    faults = used.call("GET", "/api/check", token=sue).json()["faults"]
    assert any(fault in one for one in faults), faults


def test_every_start_and_every_backup_looks(used: Served) -> None:
    forge(used.database, *an_opening(used))
    used.stop()
    with pytest.raises(AssertionError, match="opening of person 3, Ann, was changed"):
        used.admin("backup", str(used.folder / "kept.db"))
    with pytest.raises(AssertionError, match="opening of person 3, Ann, was changed"):
        used.admin("check", "--offline")
    used.start()
    health = used.call("GET", "/health")
    assert health.status_code == 503
    assert "do not fit" in health.json()["why"]
    assert "opening of person 3" in used.errors()


def test_rights_that_the_chain_does_not_know_are_none(used: Served) -> None:
    """Who made himself an admin in the database is let in by nobody once the service starts again."""
    forge(used.database, "UPDATE people SET roles = '[\"admin\"]' WHERE name = 'Dan'")
    used.stop()
    used.start()
    answer = used.call("POST", "/api/sessions", {"name": "Dan", "password": PASSWORD})
    assert answer.status_code == 403


def test_a_table_with_other_terms_is_out_of_service(used: Served) -> None:
    forge(used.database, *another_book(used))
    used.stop()
    used.start()
    assert used.call("GET", "/api/tables/T1").status_code == 503
    assert used.call("GET", "/api/tables/T2").status_code == 200
    assert "out of service: T1" in used.call("GET", "/health").json()["why"]


def test_a_log_that_was_cut_is_found_by_a_head_that_was_kept(used: Served) -> None:
    """Cut consistently, nothing inside the database tells; the head that was kept does."""
    heads = used.folder / "kept.txt"
    heads.write_text(used.admin("heads", token=used.sign_in()))
    sue = used.sign_in()
    used.admin("check", "--heads", str(heads), token=sue)
    [(last,)] = ask(used.database, "SELECT number FROM heads WHERE stream = 'T1'")
    forge(
        used.database,
        *_cut("T1", last - 1),
        *_cut("house", 5),  # where the head of T1 was entered, and everything after it
    )
    with pytest.raises(AssertionError, match=rf"T1: the log ends at {last - 1}, a kept head says"):
        used.admin("check", "--heads", str(heads), token=sue)


def _cut(stream: str, number: int) -> list[str]:
    behind = f"stream = '{stream}' AND number > {number}"
    return [
        f"DELETE FROM events WHERE {behind}",
        f"DELETE FROM entries WHERE {behind}",
        f"DELETE FROM marks WHERE {behind}",
        f"UPDATE heads SET number = {number}, hash = (SELECT hash FROM events WHERE stream = '{stream}' "
        f"AND number = {number}) WHERE stream = '{stream}'",
    ]


def test_a_start_notices_that_the_chain_of_the_house_was_cut(used: Served) -> None:
    """The service keeps heads itself, in a file that the database's password does not reach."""
    options, used.options = used.options, (*used.options, "--heads", str(used.folder / "house.heads"))
    used.stop()
    used.start()
    used.stop()
    forge(used.database, *_cut("house", 5))
    used.start()
    assert "keeps the head of event" in used.errors()
    assert used.call("GET", "/health").status_code == 503
    used.options = options

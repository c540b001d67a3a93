"""People, wallets, sessions; the directory of streams; the journal of staff; marks and statements."""

import asyncio
import time

import pytest

from tests.store.conftest import OpenStore
from tests.store.making import between, events, guest, moving
from uth.store import Mark, NameTaken, Overdrawn, Store, Taken, Unknown

pytestmark = pytest.mark.anyio

HOUR = 3600 * 1_000_000


def now() -> int:
    return time.time_ns() // 1000


async def test_a_person_is_found_again(store: Store) -> None:
    ann = await store.add_person(
        "Ann", kind="account", password="$argon2$", roles=("dealer", "supervisor"), wallet=5000, at=17
    )
    assert (ann.name, ann.kind, ann.password, ann.opening) == ("Ann", "account", "$argon2$", 5000)
    assert (ann.roles, ann.created, ann.disabled, ann.money) == (("dealer", "supervisor"), 17, False, "cash")
    assert await store.person(ann.id) == ann
    assert await store.person_named("ann") == ann
    assert await store.person(ann.id + 1) is None
    assert await store.person_named("Bob") is None
    assert await store.wallet(ann.id) == 5000
    assert abs((await guest(store, "Bob")).created - now()) < HOUR


async def test_names_are_unique_whatever_the_case(store: Store) -> None:
    bob = await guest(store, "Bob")
    for name, same in (("Ann", "aNN"), ("STRASSE", "straße"), ("Cy", "Ｃｙ")):  # noqa: RUF001
        await guest(store, name)
        with pytest.raises(NameTaken):
            await guest(store, same)
        with pytest.raises(NameTaken):
            await store.change_person(bob.id, name=same)
    assert [person.name for person in await store.people()] == ["Bob", "Ann", "STRASSE", "Cy"]
    assert await store.check() == []


async def test_two_want_one_name(open_store: OpenStore) -> None:
    one, two = await open_store(), await open_store()
    made = await asyncio.gather(*(guest(s, "Ann") for s in (one, two, one)), return_exceptions=True)
    assert sorted(type(person).__name__ for person in made) == ["NameTaken", "NameTaken", "Person"]


async def test_names_that_look_alike_are_one(store: Store) -> None:
    for name, alike in (("Bill", "BiII"), ("Sue", "S u e"), ("Zoë", "zoe"), ("Morn", "Mom"), ("B0b", "Bob")):
        await guest(store, name)
        with pytest.raises(NameTaken):
            await guest(store, alike)


async def test_changing_a_person(store: Store) -> None:
    ann = await guest(store, "Ann")
    await store.add_session(b"kept", ann.id, now() + HOUR)
    await store.add_session(b"other", ann.id, now() + HOUR)
    heard: list[object] = []
    store.listen_for_people(heard.append)
    changed = await store.change_person(
        ann.id,
        name="Anna",
        kind="account",
        password="h",
        roles=("admin",),
        chips=50,
        by=7,
        reason="hired",
        end_sessions=True,
        keep_session=b"kept",
    )
    assert await store.person_named("ANNA") == changed
    assert (changed.kind, changed.password, changed.roles) == ("account", "h", ("admin",))
    assert (await store.session(b"kept"), await store.session(b"other")) == (changed, None)
    assert await store.wallet(ann.id) == 1050
    assert {note.what for note in await store.notes()} == {
        "name of Ann",
        "kind of Ann",
        "password of Ann",
        "roles of Ann",
    }
    assert await store.check() == []
    with pytest.raises(Unknown):
        await store.change_person(99, disabled=True)
    with pytest.raises(ValueError, match="opening"):
        await store.change_person(ann.id, opening=10**6)
    with pytest.raises(ValueError, match="zero byte"):
        await store.change_person(ann.id, roles=(), reason="a\0b")
    with pytest.raises(Overdrawn):
        await store.change_person(ann.id, roles=(), chips=-5000, reason="too much")
    assert await store.person(ann.id) == changed  # all of it, or nothing
    assert await store.check() == []


async def test_a_code_is_used_once(open_store: OpenStore) -> None:
    one, two = await open_store(), await open_store()
    ann = await guest(one, "Ann")
    used = await asyncio.gather(*(s.use_factor(ann.id, 5) for s in (one, two) for _ in range(5)))
    assert sum(used) == 1
    assert not await one.use_factor(ann.id, 4)
    assert await two.use_factor(ann.id, 6)


async def test_refills_together_give_once(open_store: OpenStore) -> None:
    one, two = await open_store(), await open_store()
    ann = await guest(one, "Ann", 1000)
    await one.create_stream("T1", "table", {})
    await one.append(moving("T1", 0, {ann.id: -900}))
    await one.append(between("T1", 1, "T1/felt", "T1/player:Ann", 300))
    given = await asyncio.gather(*(s.refill(ann.id, 1000, "a refill") for s in (one, two) for _ in range(10)))
    assert sum(given) == 600  # what is missing in wallet and chips
    assert await one.wallet(ann.id) == 700
    assert await one.check() == []


async def test_pages_of_people(store: Store) -> None:
    made = [await guest(store, f"Guest {n}") for n in range(5)]
    assert await store.people(limit=2) == made[:2]
    assert await store.people(after=made[1].id, limit=2) == made[2:4]
    assert await store.people(after=made[4].id) == []


async def test_sessions(store: Store) -> None:
    ann, bob = await guest(store, "Ann"), await guest(store, "Bob")
    await store.add_session(b"a1", ann.id, now() + HOUR)
    await store.add_session(b"a2", ann.id, now() + HOUR)
    await store.add_session(b"b1", bob.id, now() + HOUR)
    await store.add_session(b"old", bob.id, now() - 1_000_000)
    assert await store.session(b"a1") == ann
    assert await store.session(b"b1") == bob
    assert await store.session(b"old") is None
    assert await store.session(b"none") is None
    await store.end_session(b"a1")
    assert await store.session(b"a1") is None
    assert await store.session(b"a2") == ann
    assert await store.purge_sessions() == 1
    await store.change_person(ann.id, end_sessions=True)
    assert await store.session(b"a2") is None
    await store.change_person(bob.id, disabled=True)
    assert await store.session(b"b1") is None


async def test_the_directory_of_streams(store: Store) -> None:
    await store.create_stream("T1", "table", {"book": "florida", "limits": [5, "♠"]})
    await store.create_stream("link", "progressive", {})
    with pytest.raises(Taken):
        await store.create_stream("T1", "table", {})
    table = await store.stream("T1")
    assert table is not None
    assert (table.kind, table.about, table.closed) == ("table", {"book": "florida", "limits": [5, "♠"]}, None)
    assert abs(table.created - now()) < HOUR
    assert [stream.id for stream in await store.streams()] == ["T1", "link"]
    assert [stream.id for stream in await store.streams("progressive")] == ["link"]
    assert await store.stream("T2") is None
    assert await store.check() == []


async def test_the_journal_of_staff(store: Store) -> None:
    for n in range(5):
        await store.note(7, f"act {n}", "because", "before", "after")
    newest = await store.notes(limit=2)
    assert [(note.what, note.by, note.reason) for note in newest] == [
        ("act 4", 7, "because"),
        ("act 3", 7, "because"),
    ]
    assert (newest[0].before, newest[0].after) == ("before", "after")
    assert [note.what for note in await store.notes(before=newest[-1].id)] == ["act 2", "act 1", "act 0"]


async def test_marks(store: Store) -> None:
    ends = []
    for n in range(5):
        (event,) = await store.append(events("T1", n, marks=(Mark("T1", "round", n + 1, n + 1),)))
        ends.append((n + 1, event.number, event.at))
    found = await store.mark("T1", "round", 3)
    assert found is not None
    assert (found.order, found.number, found.at) == ends[2]
    assert await store.mark("T1", "round", 6) is None
    page = await store.marks("T1", "round", limit=2)
    assert [(mark.order, mark.number, mark.at) for mark in page] == [ends[4], ends[3]]
    assert [mark.order for mark in await store.marks("T1", "round", before=4)] == [3, 2, 1]
    assert await store.marks("T1", "hand") == []


async def test_statements_and_sums(store: Store) -> None:
    ann, bob = await guest(store, "Ann"), await guest(store, "Bob")
    for n in range(6):
        await store.append(moving("T1" if n % 2 else "T2", n // 2, {ann.id: -n, bob.id: 1}))
    account = f"wallet:{ann.id}"
    newest = await store.entries(account, limit=2)
    assert [row.cents for row in newest] == [-5, -4]
    assert [row.cents for row in await store.entries(account, before=newest[-1].id)] == [-3, -2, -1, 0]
    assert await store.sums("wallet:") == {account: -15, f"wallet:{bob.id}": 6}
    assert await store.sums("T_") == {}  # a prefix, not a pattern
    assert await store.sums("T1/") == {"T1/felt": 6}
    assert await store.sums_of([account, "T1/felt", "T3/felt"]) == {account: -15, "T1/felt": 6}
    assert await store.sums_of([]) == {}
    assert await store.sums_by_stream() == {"T1": 0, "T2": 0}
    assert sum((await store.sums()).values()) == 0

"""Leases: one leader for a stream, and nobody writes with a lease that has passed on."""

import asyncio

import pytest

from tests.store.conftest import OpenStore
from tests.store.making import events, is_sqlite, run_sql
from uth.store import Fenced, Lease, Store

pytestmark = pytest.mark.anyio

HERE, THERE = "http://here:1", "http://there:2"


async def expire(url: str, stream: str) -> None:
    await run_sql(url, f"UPDATE leases SET expires = 1 WHERE stream = '{stream}'")


async def take(store: Store, holder: str, address: str = HERE) -> Lease:
    lease = await store.lease("T1", holder, address, 60)
    assert lease is not None
    return lease


async def test_a_lease_is_taken_once(open_store: OpenStore) -> None:
    one, two = await open_store(), await open_store()
    mine = await one.lease("T1", "one", HERE, 60)
    assert mine is not None
    assert (mine.stream, mine.holder, mine.address, mine.token) == ("T1", "one", HERE, 1)
    assert await two.lease("T1", "two", THERE, 60) is None
    assert await two.holder("T1") == mine
    assert await two.holder("T2") is None
    other = await two.lease("T2", "two", THERE, 60)
    assert other is not None
    assert other.token == 1


async def test_only_one_of_many_gets_it(open_store: OpenStore) -> None:
    stores = [await open_store() for _ in range(4)]
    taken = await asyncio.gather(*(s.lease("T1", f"h{n}", HERE, 60) for n, s in enumerate(stores)))
    assert sum(lease is not None for lease in taken) == 1


async def test_my_own_lease_again(store: Store, url: str) -> None:
    first = await take(store, "one")
    again = await take(store, "one", THERE)
    assert (again.token, again.address) == (1, THERE)
    assert again.expires > first.expires
    await expire(url, "T1")
    assert await store.holder("T1") is None
    assert (await take(store, "one")).token == 1  # nobody had it in between


async def test_an_expired_lease_is_taken_over_and_its_holder_fenced(open_store: OpenStore, url: str) -> None:
    one, two = await open_store(), await open_store()
    mine = await take(one, "one")
    await one.append(events("T1", 0, lease=mine))
    await expire(url, "T1")
    await one.append(events("T1", 1, lease=mine))  # late, but nobody else has it
    theirs = await take(two, "two", THERE)
    assert theirs.token == 2
    with pytest.raises(Fenced) as caught:
        await one.append(events("T1", 2, lease=mine))
    assert (caught.value.stream, caught.value.token) == ("T1", 1)
    await two.append(events("T1", 2, lease=theirs))
    assert len(await one.read("T1")) == 3
    assert await one.renew([mine], 60) == [mine]
    await one.release(mine)  # not mine to give away
    assert await two.holder("T1") == theirs


async def test_it_really_expires(open_store: OpenStore) -> None:
    one, two = await open_store(), await open_store()
    assert await one.lease("T1", "one", HERE, 0.2)
    assert await two.lease("T1", "two", HERE, 1) is None
    await asyncio.sleep(0.25)
    theirs = await two.lease("T1", "two", HERE, 1)
    assert theirs is not None
    assert theirs.token == 2


async def test_renewing(store: Store, url: str) -> None:
    leases = [await store.lease(f"T{n}", "one", HERE, 1) for n in range(5)]
    held = [lease for lease in leases if lease]
    await expire(url, "T3")
    assert await store.lease("T3", "two", THERE, 60) is not None
    assert await store.renew(held, 60) == [held[3]]
    assert await store.renew([], 60) == []
    renewed = await store.holder("T0")
    assert renewed is not None
    assert renewed.expires > held[0].expires + 50_000_000


async def test_a_released_lease_is_free_at_once_and_its_token_is_used_up(open_store: OpenStore) -> None:
    one, two = await open_store(), await open_store()
    mine = await take(one, "one")
    await one.release(mine)
    assert await two.holder("T1") is None
    with pytest.raises(Fenced):
        await one.append(events("T1", 0, lease=mine))
    assert (await take(one, "one")).token == 2
    assert await two.lease("T1", "two", THERE, 1) is None


async def test_a_lease_that_never_was(store: Store) -> None:
    with pytest.raises(Fenced):
        await store.append(events("T1", 0, lease=Lease("T1", "one", HERE, 1, 2**60)))


async def test_the_database_keeps_the_time(store: Store, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes whose clocks disagree share a PostgreSQL: only its own clock counts."""
    if is_sqlite(url):
        pytest.skip("SQLite has no clock but the machine's")
    await take(store, "one")
    monkeypatch.setattr("time.time_ns", lambda: 2**62)
    assert await store.lease("T1", "two", THERE, 60) is None
    assert await store.holder("T1") is not None


async def test_a_takeover_waits_for_the_write_that_is_under_way(open_store: OpenStore, url: str) -> None:
    """Writers and takers at the same time: whoever is not fenced was the leader when it was written."""
    one, two = await open_store(), await open_store()
    stores = {"one": one, "two": two}
    for turn in range(20):
        name = "one" if turn % 2 else "two"
        await expire(url, "T1")
        lease = await take(stores[name], name)
        other = stores["two" if name == "one" else "one"]
        wrote, taken = await asyncio.gather(
            stores[name].append(events("T1", turn, lease=lease)),
            other.lease("T1", "rival", THERE, 0) if turn % 3 == 0 else asyncio.sleep(0),
            return_exceptions=True,
        )
        assert taken is None
        assert isinstance(wrote, list)
    assert await one.check() == []


async def test_who_is_known_to_be_dead_is_not_waited_for(open_store: OpenStore) -> None:
    store = await open_store()
    old = await store.lease("T1", "dead", "http://here:1", 60)
    assert old
    assert await store.lease("T1", "new", "http://here:1", 60) is None, "not without being asked to"
    assert await store.lease("T1", "new", "http://there:1", 60, of_this_address=True) is None
    new = await store.lease("T1", "new", "http://here:1", 60, of_this_address=True)
    assert new
    assert new.token == old.token + 1
    assert await store.lease("T1", "third", "http://x:1", 60, instead_of=old) is None, "he is not the holder"
    third = await store.lease("T1", "third", "http://x:1", 60, instead_of=new)
    assert third
    assert third.token == new.token + 1
    with pytest.raises(Fenced):
        await store.append(events("T1", lease=new))


async def test_nobody_is_of_no_address(open_store: OpenStore) -> None:
    store = await open_store()
    assert await store.lease("T1", "one", "", 60)
    assert await store.lease("T1", "two", "", 60, of_this_address=True) is None

"""Group commit: many batches, one wait for the disk, and nobody pays for another's mistake."""

import asyncio

import pytest

from tests.store.conftest import OpenStore
from tests.store.making import events, guest, is_sqlite, moving
from uth.store import (
    Answer,
    Append,
    Batch,
    Conflict,
    Fenced,
    Lease,
    Mark,
    Overdrawn,
    Repeated,
    Store,
    StoreError,
    Unavailable,
    Written,
    commits,
)

pytestmark = pytest.mark.anyio


async def outcomes(store: Store, *batches: Batch) -> list[list[Written] | BaseException]:
    return await asyncio.gather(*(store.append(batch) for batch in batches), return_exceptions=True)


async def test_many_batches_share_few_commits(store: Store) -> None:
    await asyncio.gather(*(store.append(events(f"T{n}", 0, 3)) for n in range(600)))
    # what came first goes alone or together, the rest in groups of at most 256
    assert store.counts.commits <= 4
    assert (store.counts.batches, store.counts.events) == (600, 1800)
    assert len(await store.heads()) == 600
    assert await store.check() == []


async def test_later_batches_of_a_stream_in_the_same_group(store: Store) -> None:
    ann = await guest(store, "Ann", 100)
    made = await outcomes(store, *(moving("T1", n, {ann.id: -10}, command=f"c{n}") for n in range(12)))
    assert store.counts.commits == 1
    assert [event.command for event in await store.read("T1")] == [f"c{n}" for n in range(10)]
    assert isinstance(made[10], Overdrawn)
    assert isinstance(made[11], Conflict)  # it counted on the one before
    assert await store.wallet(ann.id) == 0
    assert await store.check() == []


async def test_one_bad_batch_of_each_sort_among_good_ones(store: Store) -> None:
    ann = await guest(store, "Ann", 100)
    await store.append(events("old", 0, answer=Answer(ann.id, "c1", b"d", b"first")))
    good = [moving(f"T{n}", 0, {ann.id: -1}) for n in range(20)]
    bad = [
        events("old", 0),
        moving("T99", 0, {ann.id: -1000}),
        events("T98", 0, lease=Lease("T98", "me", "here", 1, 0)),
        events("T97", 0, answer=Answer(ann.id, "c1", b"d", b"again")),
    ]
    before = store.counts.commits
    made = await outcomes(store, *good[:10], *bad, *good[10:])
    assert store.counts.commits == before + 1
    assert [type(outcome) for outcome in made[10:14]] == [Conflict, Overdrawn, Fenced, Repeated]
    assert all(isinstance(outcome, list) for outcome in made[:10] + made[14:])
    assert set(await store.heads()) == {"house", "old", *(f"T{n}" for n in range(20))}
    assert await store.wallet(ann.id) == 80
    assert await store.check() == []


async def test_the_same_command_twice_in_a_group(store: Store) -> None:
    answer = Answer(1, "c1", b"d", b"first")
    made = await outcomes(store, events("T1", 0, answer=answer), events("T1", 0, answer=answer))
    assert isinstance(made[0], list)
    assert isinstance(made[1], Repeated)
    assert made[1].answer == answer


async def test_what_only_the_database_refuses_hurts_nobody_else(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should the checks beforehand miss something, the group is written one by one."""
    monkeypatch.setattr(commits, "require_sound", lambda batch: None)
    strange = Batch(appends=(Append("T1", 0, (None,)),)) if is_sqlite(url) else events("a\0b")  # type: ignore[arg-type]
    made = await outcomes(store, events("T2"), strange, events("T3"))
    assert isinstance(made[0], list)
    assert type(made[1]) is StoreError
    assert isinstance(made[2], list)
    assert set(await store.heads()) == {"T2", "T3"}
    assert store.failed is None
    assert await store.check() == []


async def test_a_mark_set_twice_hurts_nobody_else(store: Store) -> None:
    mark = Mark("T1", "round", 1, 1)
    await store.append(events("T1", 0, marks=(mark,)))
    twice = events("T1", 1, marks=(Mark("T1", "round", 1, 2),))
    made = await outcomes(store, events("T2"), twice, events("T3"))
    assert isinstance(made[0], list)
    assert type(made[1]) is StoreError
    assert isinstance(made[2], list)
    assert (await store.head("T1"))[0] == 1


async def test_a_caller_who_is_cancelled_breaks_nothing(store: Store) -> None:
    waiting = [asyncio.create_task(store.append(events(f"T{n}"))) for n in range(100)]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    made = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in made[::2])
    assert all(isinstance(outcome, list) for outcome in made[1::2])
    await store.append(events("after"))
    assert {f"T{n}" for n in range(1, 100, 2)} | {"after"} <= set(await store.heads())
    assert await store.check() == []


async def test_cancelled_in_the_middle_of_the_write(store: Store) -> None:
    """Then it may be there or not, but never by half, and the store goes on."""
    for n in range(30):
        task = asyncio.create_task(store.append(events(f"T{n}", 0, 2)))
        await asyncio.sleep(n / 10_000)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await store.append(events(f"U{n}", 0, 2))
    found = await store.heads()
    assert {f"U{n}" for n in range(30)} <= set(found)
    assert all(number == 2 for number, _ in found.values())
    assert await store.check() == []


async def test_closing_writes_what_waits(open_store: OpenStore) -> None:
    first, second = await open_store(), await open_store()
    waiting = [asyncio.create_task(first.append(events(f"T{n}"))) for n in range(300)]
    await asyncio.sleep(0)
    await first.close()
    await asyncio.gather(*waiting)
    assert len(await second.heads()) == 300
    with pytest.raises(Unavailable, match="closed"):
        await first.append(events("T"))


async def test_closing_twice(store: Store) -> None:
    await store.close()  # and the fixture closes it again

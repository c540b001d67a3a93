"""The log: what is appended is read back, numbered, timed, chained; what cannot be written leaves nothing."""

import time

import pytest

from tests.store.making import events, guest, is_sqlite, moving, run_sql
from uth.proof.chain import ORIGIN, faults
from uth.store import (
    Answer,
    Append,
    Batch,
    Conflict,
    Entry,
    Overdrawn,
    Repeated,
    Snapshot,
    Store,
    StoreError,
    Unknown,
)

pytestmark = pytest.mark.anyio


async def test_what_is_appended_is_read_back(store: Store) -> None:
    before = time.time_ns() // 1000 - 5_000_000
    first = await store.append(Batch(appends=(Append("T1", 0, (b'{"a":1}', b'{"b":2}')),), command="c1"))
    second = await store.append(Batch(appends=(Append("T1", 2, ('{"é":"♠"}'.encode(),)),), command=""))
    assert await store.read("T1") == first + second
    assert [event.number for event in first + second] == [1, 2, 3]
    assert [event.body for event in first] == [b'{"a":1}', b'{"b":2}']
    assert [event.command for event in first + second] == ["c1", "c1", ""]
    assert before < first[0].at <= second[0].at < before + 60_000_000
    assert not faults(first + second)


async def test_a_part_of_a_stream(store: Store) -> None:
    written = await store.append(events("T1", 0, 5))
    assert await store.read("T1", after=3) == written[3:]
    assert await store.read("T1", after=1, limit=2) == written[1:3]
    assert await store.read("T1", upto=2) == written[:2]
    assert await store.read("T1", after=5) == []
    assert await store.read("T2") == []


async def test_heads(store: Store) -> None:
    assert await store.heads() == {}
    assert await store.head("T1") == (0, ORIGIN)
    two = await store.append(Batch(appends=(Append("T1", 0, (b"1", b"2")), Append("link", 0, (b"3",)))))
    assert [(event.stream, event.number) for event in two] == [("T1", 1), ("T1", 2), ("link", 1)]
    assert await store.head("T1") == (2, two[1].hash)
    assert await store.heads() == {"T1": (2, two[1].hash), "link": (1, two[2].hash)}


async def test_a_stream_may_appear_twice_in_a_batch(store: Store) -> None:
    await store.append(Batch(appends=(Append("T1", 0, (b"1",)), Append("T1", 1, (b"2",)))))
    assert [event.body for event in await store.read("T1")] == [b"1", b"2"]


async def test_a_batch_of_everything(store: Store) -> None:
    ann = await guest(store, "Ann", 500)
    answer = Answer(ann.id, "c1", b"digest", b"done")
    batch = moving("T1", 0, {ann.id: -200}, answer=answer, command="c1")
    written = await store.append(batch)
    assert await store.wallet(ann.id) == 300
    assert await store.answered(ann.id, "c1") == answer
    assert await store.answered(ann.id, "c2") is None
    (row,) = await store.entries(f"wallet:{ann.id}")
    assert (row.stream, row.number, row.cents, row.what, row.at) == ("T1", 1, -200, "moved", written[0].at)
    assert await store.sums() == {f"wallet:{ann.id}": -200, "T1/felt": 200}
    assert await store.check() == []


async def test_an_answer_alone(store: Store) -> None:
    assert await store.append(Batch(answer=Answer(7, "c1", b"d", b"refused"))) == []
    assert await store.answered(7, "c1") == Answer(7, "c1", b"d", b"refused")


async def test_the_clock_may_fall_but_times_do_not(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_sqlite(url):
        pytest.skip("PostgreSQL's clock is not ours to turn")
    (first,) = await store.append(events("T1"))
    monkeypatch.setattr(time, "time_ns", lambda: 1_000_000_000)
    (second,) = await store.append(events("T1", 1))
    assert second.at == first.at
    assert await store.check() == []


# refusals


async def test_a_stale_version_is_refused(store: Store) -> None:
    await store.append(events("T1", 0, 2))
    for expected in (0, 1, 3):
        with pytest.raises(Conflict) as caught:
            await store.append(events("T1", expected))
        assert (caught.value.stream, caught.value.expected, caught.value.present) == ("T1", expected, 2)
    with pytest.raises(Conflict):
        await store.append(events("T2", 1))
    assert await store.heads() == {"T1": await store.head("T1")}


async def test_no_wallet_falls_below_zero(store: Store) -> None:
    ann, bob = await guest(store, "Ann", 300), await guest(store, "Bob", 0)
    await store.append(moving("T1", 0, {ann.id: -300}))
    with pytest.raises(Overdrawn) as caught:
        await store.append(moving("T1", 1, {ann.id: 1, bob.id: -1}))
    assert caught.value.person == bob.id
    with pytest.raises(Overdrawn) as caught:
        await store.append(moving("T1", 1, {99: 5}))
    assert caught.value.person == 99
    assert (await store.wallet(ann.id), await store.wallet(bob.id)) == (0, 0)
    assert (await store.head("T1"))[0] == 1
    assert await store.check() == []
    with pytest.raises(Unknown):
        await store.wallet(99)


async def test_a_repeated_command_gets_its_first_answer(store: Store) -> None:
    first = Answer(7, "c1", b"digest", b"the answer")
    await store.append(events("T1", 0, answer=first))
    for repetition in (first, Answer(7, "c1", b"another digest", b"another")):
        with pytest.raises(Repeated) as caught:  # though the version is stale by now as well
            await store.append(events("T1", 0, answer=repetition))
        assert caught.value.answer == first
    await store.append(events("T1", 1, answer=Answer(8, "c1", b"digest", b"someone else's")))
    assert len(await store.read("T1")) == 2


async def test_a_batch_that_is_not_sound_reaches_no_database(store: Store) -> None:
    with pytest.raises(ValueError, match=r"come to \$0\.05"):
        await store.append(events("T1", entries=(Entry("T1", 1, "a", 5, ""),)))
    assert store.counts.commits == 0


# snapshots


async def test_a_snapshot_replaces_the_one_before(store: Store) -> None:
    assert await store.snapshot("T1") is None
    (one,) = await store.append(events("T1", snapshot=Snapshot("T1", 1, b"", "v1", b"state 1")))
    assert await store.snapshot("T1") == Snapshot("T1", 1, one.hash, "v1", b"state 1")
    later = Snapshot("T1", 1, one.hash, "v2", b"state 1 again")
    await store.append(events("T1", 1, snapshot=later))
    assert await store.snapshot("T1") == later
    assert await store.check() == []


async def test_a_snapshot_of_what_has_not_happened(store: Store) -> None:
    for number in (0, 2):
        with pytest.raises(Conflict):
            await store.append(events("T1", snapshot=Snapshot("T1", number, b"", "v1", b"")))
    assert await store.read("T1") == []


async def test_errors_show_no_rows(store: Store, url: str) -> None:
    """A constraint that speaks up names no values: they may be secrets."""
    await guest(store, "Ann", 100)
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        await store.add_person("Secretive", kind="nobody", wallet=1)  # type: ignore[arg-type]
    assert "Secretive" not in str(caught.value)
    await run_sql(url, "DROP TABLE sessions")
    with pytest.raises(StoreError) as failed:
        await store.session(b"secret token hash")
    assert "secret" not in str(failed.value)

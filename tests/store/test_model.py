"""A simple model beside the store, in memory: whatever is done, both say the same."""

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.store.making import guest, moving
from uth.proof.house import HOUSE
from uth.store import Answer, Batch, Conflict, Fenced, Lease, Overdrawn, Repeated, Store

STREAMS = st.sampled_from(["T1", "T2", "link"])
HOLDERS = st.sampled_from(["one", "two"])
OFFSETS = st.sampled_from([0, 0, 0, 0, -1, 1])
CENTS = st.integers(-60, 60)
COMMANDS = st.integers(1, 12)


class Model:
    def __init__(self) -> None:
        self.bodies: dict[str, list[bytes]] = {}
        self.wallets: dict[int, int] = {}
        self.answers: dict[tuple[int, str], Answer] = {}
        self.leases: dict[str, tuple[str, int]] = {}

    def expect(self, batch: Batch) -> type[Exception] | None:
        """What should come of it; if nothing stands against it, it is done."""
        assert batch.answer
        (append,) = batch.appends
        key = batch.answer.person, batch.answer.command
        if key in self.answers:
            return Repeated
        if batch.lease and self.leases.get(append.stream) != (batch.lease.holder, batch.lease.token):
            return Fenced
        if append.expected != len(self.bodies.get(append.stream, [])):
            return Conflict
        if any(self.wallets[person] + cents < 0 for person, cents in batch.wallets.items()):
            return Overdrawn
        self.bodies.setdefault(append.stream, []).extend(append.bodies)
        for person, cents in batch.wallets.items():
            self.wallets[person] += cents
        self.answers[key] = batch.answer
        return None


class StoreMachine(RuleBasedStateMachine):
    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        shutil.copyfile(self.template, self.folder / "house.db")
        self.runner = asyncio.Runner()
        self.model = Model()
        self.leases: list[Lease] = []
        self.alive: set[str] = set()
        self.reopen()

    def reopen(self) -> None:
        self.store = self.runner.run(Store.open(f"sqlite:///{self.folder}/house.db"))

    def teardown(self) -> None:
        assert self.runner.run(self.store.check()) == []
        self.runner.run(self.store.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    @rule(wallet=st.integers(0, 100))
    def somebody_comes(self, wallet: int) -> None:
        person = self.runner.run(guest(self.store, f"Guest {len(self.model.wallets)}", wallet))
        self.model.wallets[person.id] = wallet

    @precondition(lambda self: self.model.wallets)
    @rule(data=st.data(), count=st.integers(1, 6))
    def append(self, data: st.DataObject, count: int) -> None:
        """Several at once, so that they are written as one group."""
        ahead: dict[str, int] = {}
        batches = []
        for _ in range(count):
            stream = data.draw(STREAMS)
            version = len(self.model.bodies.get(stream, [])) + ahead.get(stream, 0)
            ahead[stream] = ahead.get(stream, 0) + 1
            batches.append(self.draw(data, stream, max(0, version + data.draw(OFFSETS))))
        expected = [self.model.expect(batch) for batch in batches]

        async def write() -> list[Any]:
            return await asyncio.gather(*map(self.store.append, batches), return_exceptions=True)

        for batch, kind, outcome in zip(batches, expected, self.runner.run(write()), strict=True):
            if kind is None:
                assert [event.body for event in outcome] == list(batch.appends[0].bodies)
            else:
                assert type(outcome) is kind, (batch, outcome)
            if isinstance(outcome, Repeated):
                assert outcome.answer == self.model.answers[outcome.answer.person, outcome.answer.command]

    def draw(self, data: st.DataObject, stream: str, expected: int) -> Batch:
        people = data.draw(st.lists(st.sampled_from(sorted(self.model.wallets)), unique=True, max_size=3))
        person, command = data.draw(st.sampled_from(sorted(self.model.wallets))), data.draw(COMMANDS)
        body = b"%d" % data.draw(st.integers(0, 9))
        lease = data.draw(st.sampled_from([None, *self.leases]))
        return moving(
            stream,
            expected,
            {person: data.draw(CENTS) for person in people},
            answer=Answer(person, f"c{command}", b"d", body),
            lease=lease if lease and lease.stream == stream else None,
        )

    @rule(stream=STREAMS, holder=HOLDERS, seconds=st.sampled_from([-1, 60]))
    def take_lease(self, stream: str, holder: str, seconds: float) -> None:
        """A lease for less than no time has expired at once: the other one may have it."""
        held, token = self.model.leases.get(stream, ("", 0))
        lease = self.runner.run(self.store.lease(stream, holder, "here", seconds))
        if stream in self.alive and held != holder:
            assert lease is None
            return
        assert lease is not None
        assert lease.token == (token if held == holder else token + 1)
        self.model.leases[stream] = (holder, lease.token)
        self.leases.append(lease)
        (self.alive.add if seconds > 0 else self.alive.discard)(stream)

    @rule()
    def close_and_open(self) -> None:
        self.runner.run(self.store.close())
        self.reopen()

    @invariant()
    def both_say_the_same(self) -> None:
        async def look() -> None:
            heads = await self.store.heads()
            assert {stream: number for stream, (number, _) in heads.items() if stream != HOUSE} == {
                stream: len(bodies) for stream, bodies in self.model.bodies.items()
            }
            for stream, bodies in self.model.bodies.items():
                assert [event.body for event in await self.store.read(stream)] == bodies
            for person, cents in self.model.wallets.items():
                assert await self.store.wallet(person) == cents

        self.runner.run(look())


@pytest.mark.slow
def test_the_store_is_as_its_model(sqlite_template: Path) -> None:
    StoreMachine.template = sqlite_template
    run_state_machine_as_test(
        StoreMachine, settings=settings(max_examples=20, stateful_step_count=20, deadline=None)
    )

"""A table, its acts and its events as bytes and back; and the same from one process to another."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.seated import ANN, BOB, DAN, SUE, dealt, run, seated
from uth.game.round import Choice, Toke
from uth.game.table import acts as a
from uth.game.table.acts import AnyAct
from uth.game.table.answering import step
from uth.game.table.events import BetsClosed, TableOpened, evolve, replay
from uth.game.table.snapshots import restore, snapshot
from uth.game.table.state import new_table
from uth.rules import load_book

ROOT = Path(__file__).parent.parent.parent


def test_a_snapshot_has_no_book_and_takes_only_the_same_one() -> None:
    table = dealt("california-shfl")
    assert restore(snapshot(table), table.book) == table
    assert b"SHFL-TYPE-1" not in snapshot(table)
    other = load_book("california-shfl", ["limits.ante=[5, 100]"])
    with pytest.raises(ValueError, match="taken under version"):
        restore(snapshot(table), other)


def test_seats_and_those_behind_them_come_back_as_they_were() -> None:
    settings = ["trips.table=UTH-02", "limits.ante=[5, 50]", "limits.trips=[5, 50]", "backline.allowed=true"]
    table = seated("california-bally", *settings, 'fees.rates=[{least = "5", bank = "1"}]')
    table = run(table, (ANN, a.TakeBank(wager=9000)), (BOB, a.Bet(stakes={"ante": 500})))
    table = run(table, (a.Who(a.Role.PLAYER, "Cy"), a.Bet(stakes={"ante": 500}, behind=2)))
    assert list(restore(snapshot(table), table.book).spots) == [2, "2b"]


def test_a_table_goes_on_from_its_snapshot() -> None:
    table = dealt(trips=500)
    again = restore(snapshot(table), table.book)
    assert step(again, ANN, a.Decide(choice=Choice.BET4)) == step(table, ANN, a.Decide(choice=Choice.BET4))


def test_an_act_with_a_field_it_does_not_have_is_refused() -> None:
    good = a.Bet(stakes={"ante": 500}, toke=Toke("ante", 100), behind=2)
    assert msgspec.json.decode(msgspec.json.encode(good), type=AnyAct) == good
    with pytest.raises(msgspec.ValidationError, match="tripps"):
        msgspec.json.decode(b'{"do": "bet", "stakes": {"ante": 500}, "tripps": 500}', type=AnyAct)
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'fly'"):
        msgspec.json.decode(b'{"do": "fly"}', type=AnyAct)


def test_every_round_names_the_version_of_the_book_it_is_played_under() -> None:
    """TRUST 12: the rules in force when a bet was accepted govern it."""
    book = load_book("iowa-catfish-bend")
    opened, table = step(new_table(book), SUE, a.Open())
    assert isinstance(opened[0], TableOpened)
    log = [*opened]
    for who, act in ((ANN, a.Sit(seat=1)), (ANN, a.BuyIn(cents=5000)), (ANN, a.Bet(stakes={"ante": 500}))):
        events, table = step(table, who, act)
        log += events
    events, after = step(table, DAN, a.NoMoreBets())
    closed = next(event for event in events if isinstance(event, BetsClosed))
    assert (closed.round, closed.book, closed.digest) == (1, book.name, book.digest)
    assert replay(book, [*log, *events]) == after
    changed = load_book("iowa-catfish-bend", ["blind.flush=2:1"])
    with pytest.raises(ValueError, match=f"version {book.digest[:12]} of the book"):
        replay(changed, log)
    with pytest.raises(ValueError, match=f"this is {changed.digest[:12]}"):
        evolve(new_table(changed), closed)


PLAYED = """
import sys
from hashlib import sha256
import msgspec
from tests.table_machine import BOOKS, Tables
from uth.game.table.snapshots import snapshot
from uth.game.views.picture import view
from tests.table_invariants import EVERYBODY
digest = sha256()
for number in range(len(BOOKS)):
    machine = Tables.__new__(Tables)
    machine.open(number=number, seed=number)
    for _ in range(80):
        machine.natural_step()
    digest.update(msgspec.json.encode(machine.log) + snapshot(machine.table))
    digest.update(msgspec.json.encode([view(machine.table, who) for who in EVERYBODY]))
print(digest.hexdigest())
"""


def test_the_order_of_sets_changes_nothing() -> None:
    """The same acts give the same log, state and views whatever way Python hashes words in this process."""

    def played(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", PLAYED]
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout

    assert played("1") == played("2") == played("77")

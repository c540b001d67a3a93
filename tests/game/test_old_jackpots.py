"""Logs that were recorded before jackpots were shared by who won them: they replay, and go on.

In those logs a meter was taken with the win, all jackpots lay in one account, and prizes were paid last. Each
file begins with the ledger that the program of that day had at its end.
"""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.iowa import STAFF
from tests.seated import SUE, refused, run
from uth.game.table import acts as a
from uth.game.table.acts.jackpots import due
from uth.game.table.events import AnyEvent, BetsClosed, TableOpened, evolve
from uth.game.table.phases import Phase
from uth.game.table.state import Table, new_table
from uth.rules import load_book

LOGS = sorted(Path(__file__).parent.joinpath("logs", "jackpots").glob("*.jsonl"))
BOOK = load_book("iowa-catfish-bend")


def read(file: Path) -> tuple[dict[str, int], Table]:
    first, *lines = file.read_text("utf-8").splitlines()
    table = new_table(BOOK)
    for line in lines:
        event = msgspec.json.decode(line, type=AnyEvent)
        if isinstance(event, TableOpened | BetsClosed):
            event = replace(event, digest=BOOK.digest)  # the rules are those of that day
        table = evolve(table, event)
    return msgspec.json.decode(first)["ledger"], table


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_an_old_log_replays(file: Path) -> None:
    ledger, table = read(file)
    assert dict(table.accounts) == ledger
    assert sum(ledger.values()) == 0


def in_review() -> Table:
    """Seats 2 and 3 share a Minor of $2,001.21; of seat 3 only security has not approved it."""
    [file] = [file for file in LOGS if "in-review" in file.stem]
    _, table = read(file)
    assert table.phase is Phase.REVIEW
    return run(table, (STAFF["security"], a.Approve(seat=3, office="security", reason="escort")))


def approved(table: Table, seat: int) -> Table:
    for office, who in STAFF.items():
        table = run(table, (who, a.Approve(seat=seat, office=office, reason="seen")))
    return table


def test_an_old_jackpot_is_paid_in_the_order_of_the_deal() -> None:
    table = in_review()
    assert [due(table, won) for won in table.review] == [100_061, 100_060]
    assert "seat 2 was dealt first" in refused(table, STAFF["security"], a.PayJackpot(seat=3))
    table = approved(table, 2)
    for seat in (2, 3):
        table = run(table, (STAFF["security"], a.PayJackpot(seat=seat)))
    assert (table.accounts["jackpots"], table.accounts["meter:minor"]) == (0, 150_000)
    assert table.phase is Phase.ENDING


def test_an_old_jackpot_that_is_denied_is_the_others() -> None:
    table = run(in_review(), (SUE, a.DenyJackpot(seat=2, reason="late")))
    assert [due(table, won) for won in table.review] == [200_121]
    paid = run(table, (STAFF["security"], a.PayJackpot(seat=3)))
    assert (paid.accounts["jackpots"], paid.accounts["meter:minor"]) == (0, 150_000)


def test_an_old_jackpot_that_nobody_has_goes_back_to_its_meter() -> None:
    [file] = [file for file in LOGS if "in-review" in file.stem]
    _, table = read(file)
    for seat in (2, 3):
        table = run(table, (SUE, a.DenyJackpot(seat=seat, reason="late")))
    assert (table.accounts["jackpots"], table.accounts["meter:minor"]) == (0, 150_000 + 200_121)
    assert sum(table.accounts.values()) == 0

"""People at a table, for tests: who they are, a table that they sit at, and one where cards are dealt."""

import pytest

from uth.cards import parse_cards
from uth.game import Refused
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.answering import step
from uth.game.table.people import Role, Who
from uth.game.table.state import Table, new_table
from uth.rules import load_book

SUE, DAN, HOUSE = Who(Role.SUPERVISOR, "Sue"), Who(Role.DEALER, "Dan"), Who(Role.HOUSE, "")
ANN, BOB, CY = (Who(Role.PLAYER, name) for name in ("Ann", "Bob", "Cy"))
PAM = Who(Role.SPECTATOR, "Pam")


def pair(text: str) -> tuple[int, int]:
    first, second = parse_cards(text)
    return first, second


def run(table: Table, *acts: tuple[Who, Act]) -> Table:
    for who, act in acts:
        _, table = step(table, who, act)
    return table


def refused(table: Table, who: Who, act: Act) -> str:
    with pytest.raises(Refused) as error:
        step(table, who, act)
    return str(error.value)


def seated(book: str = "california-shfl", *settings: str, chips: int = 100_000) -> Table:
    table = run(new_table(load_book(book, settings)), (SUE, a.Open()))
    for seat, who in ((1, ANN), (2, BOB), (4, CY)):
        table = run(table, (who, a.Sit(seat=seat)), (who, a.BuyIn(cents=chips)))
    return table


def dealt(book: str = "iowa-catfish-bend", *settings: str, chips: int = 100_000, trips: int = 0) -> Table:
    table = seated(book, *settings, chips=chips)
    if table.book.bank.is_player:
        table = run(table, (ANN, a.DeclineBank()), (BOB, a.DeclineBank()), (CY, a.TakeBank(wager=50_000)))
    table = run(
        table,
        (ANN, a.Bet(stakes={"ante": 1000, "trips": trips})),
        (BOB, a.Bet(stakes={"ante": 500})),
        (DAN, a.NoMoreBets()),
    )
    return run(table, (DAN, a.Deal(holes={1: pair("Jh Th"), 2: pair("9h 4c")})))

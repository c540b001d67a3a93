"""The bank goes round among seated players, clockwise, and passes over nobody who was not asked."""

import pytest

from tests.scenarios import table_after
from uth.game.table.rotation import Banked

BALLY = """
    set trips.table=UTH-02
    set limits.ante=[5, 50]
    set limits.trips=[5, 50]
    set backline.allowed=false
    set fees.rates=[{least = "5"}]"""
SEATED = """
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 900
    Bob: sit 2
    Bob: buy-in 900
    Cy: sit 3
    Cy: buy-in 900
"""
ROUND = """
    {bettor}: bet 5
    dealer Dan: no more bets
    dealer Dan: go on
    {bettor}: bet4
    dealer Dan: go on
"""
BOOKS = pytest.mark.parametrize(
    "book", ["california-shfl", f"california-bally{BALLY}"], ids=["shfl", "bally"]
)


@BOOKS
def test_a_banker_who_changes_seats_is_asked_where_he_sits_now(book: str) -> None:
    """SHFL-TYPE-4, WIN-11: Ann has banked once from seat 1 and moves to seat 5; seats 2 and 3 come first."""
    text = f"    book {book}{SEATED}    Ann: take bank 100\n{ROUND.format(bettor='Bob')}"
    assert table_after(text).offered == 1  # she might bank once more, where she is
    text += "    Ann: leave\n    Ann: sit 5\n"
    assert table_after(text).offered == 2
    text += "    Bob: decline bank\n"
    assert table_after(text).offered == 3
    text += "    Cy: decline bank\n"
    assert table_after(text).offered == 5
    table = table_after(text + "    Ann: take bank 100\n" + ROUND.format(bettor="Bob"))
    assert (table.last_bank, table.offered) == (Banked("Ann", 5, 2), 2)


@BOOKS
def test_the_button_stays_where_the_bank_was_when_its_holder_moves(book: str) -> None:
    text = f"    book {book}{SEATED}"
    for _ in range(2):
        text += f"    Ann: take bank 100\n{ROUND.format(bettor='Bob')}"
    assert table_after(text + "    Ann: leave\n    Ann: sit 4\n").offered == 2
    text += "    Ann: leave\n    Ann: sit 4\n    Bob: decline bank\n    Cy: decline bank\n"
    assert table_after(text).offered is None  # two in a row: she is not asked a third time


@BOOKS
def test_who_sits_down_where_the_banker_was_is_asked_last(book: str) -> None:
    """Dee takes seat 1 when Ann has moved to seat 5: seats 2, 3 and 5 come first."""
    text = f"    book {book}{SEATED}    Ann: take bank 100\n{ROUND.format(bettor='Bob')}"
    text += "    Ann: leave\n    Ann: sit 5\n    Dee: sit 1\n    Dee: buy-in 900\n"
    offered = []
    for name in ("Bob", "Cy", "Ann"):
        offered.append(table_after(text).offered)
        text += f"    {name}: decline bank\n"
    assert [*offered, table_after(text).offered] == [2, 3, 5, 1]

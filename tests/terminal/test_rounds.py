"""Whole rounds with keys and clicks, in every book, with side bets, as a banker."""

import pytest
from textual.widgets import Static

from tests.terminal.driving import BOOKS, SIDE_BETS, Person, own_table, sit
from uth.terminal.felt import signed
from uth.terminal.forms import AmountForm, BetPanel
from uth.terminal.panels import DecidePanel


@pytest.mark.parametrize("book", BOOKS)
def test_two_rounds_of_every_book(book: str) -> None:
    async def play(person: Person) -> None:
        for number in (1, 2):
            await person.play_a_round()
            result = person.app.table.scene.result
            assert result is not None
            assert result.result is not None
            shown = person.screen()
            assert f"Round {number}" in shown
            assert signed(result.result.net) in shown
            assert result.result.why.split(",")[0] in shown
            assert "next hand" in shown
            await person.press("enter")
            assert person.asked != "ResultPanel"

    person = sit(own_table(book), play)
    assert person.app.table.session.rounds == 2


def test_the_result_stays_until_the_player_moves_on() -> None:
    async def play(person: Person) -> None:
        await person.play_a_round()
        board = list(person.app.table.scene.table.board)
        assert len(board) == 5
        for key in ("4", "c", "f", "x", "tab"):
            await person.press(key)
        await person.pilot.pause(0.3)
        assert person.asked == "ResultPanel"
        assert list(person.app.table.scene.table.board) == board
        await person.press("space")
        assert person.app.table.scene.table.board == []

    sit(own_table(), play)


def test_every_side_bet_is_offered_and_settled_with_its_reason() -> None:
    async def play(person: Person) -> None:
        panel = person.app.table.panel
        assert isinstance(panel, BetPanel)
        for _ in panel.fields[1:]:
            await person.press("tab", "space")
        assert all(field.text for field in panel.fields)
        await person.press("enter")
        await person.play_a_round()
        result = person.app.table.scene.result
        assert result is not None
        assert result.result is not None
        titles = {row.title for row in result.result.rows}
        assert titles >= {"Ante", "Blind", "Trips", "Bad Beat", "Hole Card", "Flop Bonus"}
        shown = person.screen()
        assert all(title in shown for title in titles)
        await person.press("enter")
        again = person.app.table.panel
        assert isinstance(again, BetPanel)
        assert all(field.text for field in again.fields), "the last bet is offered again"

    sit(own_table(SIDE_BETS, bots=5), play)


def test_nonsense_amounts_are_refused_in_words_and_change_nothing() -> None:
    async def play(person: Person) -> None:
        table = person.app.table
        chips = table.scene.you.chips
        for typed, says in (("99999", "outside the limits"), ("1", "outside"), (".", "amount in dollars")):
            await person.press(*("full_stop" if sign == "." else sign for sign in typed), "enter")
            assert says in table.error, typed
            assert says.split()[0] in person.screen()
            assert table.scene.you.chips == chips
            assert person.asked == "BetPanel"
            await person.press("backspace", *["backspace"] * 5)
        await person.press("1", "0", "enter")
        assert person.asked == "DecidePanel"
        assert table.scene.you.chips == chips - 2000

    sit(own_table(), play)


def test_a_fold_takes_two_keys_and_enter_never_folds() -> None:
    async def play(person: Person) -> None:
        await person.press("enter", "c", "c")
        panel = person.app.table.panel
        assert isinstance(panel, DecidePanel)
        assert [one.key for one in panel.decisions] == ["1", "f"]
        for key in ("enter", "space", "f", "escape"):
            await person.press(key)
            assert not person.app.table.scene.is_held
        assert panel.armed == "", "Esc takes the first key back"
        await person.press("f")
        assert "Press f again" in person.screen()
        await person.press("f")
        assert person.asked == "ResultPanel"
        assert "folded" in person.screen()

    sit(own_table(), play)


def test_the_bank_is_taken_with_an_amount_and_settled_by_hand() -> None:
    async def play(person: Person) -> None:
        assert isinstance(person.app.table.panel, AmountForm)
        assert "Bank this round as the player-dealer?" in person.screen()
        assert "$400" in person.screen(), "an amount is suggested"
        await person.press(*"99999", "enter")
        assert person.app.table.error, "a bank beyond one's chips is refused"
        assert person.asked == "AmountForm"
        await person.press(*["backspace"] * 5, *"500", "enter")
        assert person.asked == "ResultPanel"
        result = person.app.table.scene.result
        assert result is not None
        assert result.result is not None
        assert [banked.player for banked in result.result.banked] == ["Ada", "Ben"]
        assert "as the player-dealer" in person.screen()
        assert "Seat 2, Ada" in person.screen()

    sit(own_table("california-shfl", seat=1), play)


def test_a_declined_bank_goes_to_somebody_else() -> None:
    async def play(person: Person) -> None:
        await person.press("d")
        assert person.asked == "BetPanel"
        assert person.app.table.scene.table.bank.seat == 2

    sit(own_table("florida", seat=1), play)


def test_a_round_with_the_mouse_alone() -> None:
    """Whatever stands on a key can be clicked; a fold takes two clicks as well."""

    async def play(person: Person) -> None:
        await click(person, "#panel", "+")
        assert "$10" in person.screen()
        await click(person, "#panel", "Enter")
        assert person.app.table.scene.table.spots[-1].stakes["ante"] == 1000
        await click(person, "#panel", " c ")
        await click(person, "#panel", " c ")
        await click(person, "#panel", " f ")
        assert person.asked == "DecidePanel"
        await click(person, "#panel", " f ")
        assert person.asked == "ResultPanel"
        await click(person, "#footer", " p ")
        assert "royal flush" in person.screen()

    sit(own_table(), play)


async def click(person: Person, part: str, words: str) -> None:
    """Click on the first of these words in a part of the screen."""
    widget = person.app.screen.query_one(part, Static)
    rows = person.screen().splitlines()[widget.region.y : widget.region.bottom]
    row, column = next((y, line.index(words)) for y, line in enumerate(rows) if words in line)
    await person.pilot.click(offset=(column + len(words) // 2, widget.region.y + row))
    await person.settled()


def test_too_few_chips_lead_to_the_cage() -> None:
    async def play(person: Person) -> None:
        await person.press("m")
        assert "Cash out" in person.screen()
        labels = [says for says, _ in person.app.table._menu]
        await person.press(str(labels.index("Cash out") + 1), "enter")
        assert "Too few chips" in person.screen()
        await person.press("enter")
        assert person.asked == "BetPanel"
        assert person.app.table.scene.you.chips == 50_000

    sit(own_table(), play)


def test_leaving_in_mid_round_is_asked_once() -> None:
    async def play(person: Person) -> None:
        await person.press("enter")
        await person.pilot.press("q")
        await person.pilot.pause()
        assert "the house checks and folds" in person.screen()
        await person.pilot.press("n")
        await person.pilot.pause()
        assert person.asked == "DecidePanel"
        await person.pilot.press("escape")
        await person.pilot.pause()
        await person.pilot.press("y")
        await person.pilot.pause(0.3)

    person = sit(own_table(), play)
    assert person.app.return_code == 0
    source = person.app.table.source
    assert not source.practice.in_round  # type: ignore[attr-defined]

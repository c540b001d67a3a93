"""What people read before they play and afterwards: how to play, books, rounds that were, statements."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import PLAYER_BANKS, SPOKEN, Room

CARDS = {spoken: card for card, spoken in SPOKEN.items()}


def cents(text: str) -> int:
    """``−$1,234.50`` as a number."""
    sign, dollars, rest = re.fullmatch(r"([+−]?)\$([\d,]+)(?:\.(\d\d))?", text.strip()).groups()  # type: ignore[union-attr]
    return (-1 if sign == "−" else 1) * (int(dollars.replace(",", "")) * 100 + int(rest or 0))


def test_a_newcomer_finds_out_how_to_play(room: Room) -> None:
    ann = room.player("Ann, new here")
    ann.go("/")
    ann.page.get_by_role("link", name="how to play").click()
    ann.page.get_by_role("heading", name="How to play").wait_for()
    ann.page.get_by_role("link", name="book", exact=True).click()
    ann.page.get_by_role("link", name="how to play").click()
    ann.page.get_by_role("heading", name="How to play").wait_for()
    ann.page.get_by_role("link", name="take a seat").click()
    ann.page.get_by_role("heading", name="Ultimate Texas Hold'em, by the book").wait_for()


@pytest.mark.parametrize("book", PLAYER_BANKS)
def test_how_to_play_says_what_every_book_says(room: Room, book: str) -> None:
    """The page is written once for all books: each settles its example, and has the rules that it tells."""
    ann = room.player("Ann who checks")
    ann.go("/rules/how-to-play")
    example = ann.page.get_by_role("region", name="For example")
    labels = example.get_by_role("img").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    hole, board, bank = ([CARDS[label] for label in part] for part in (labels[:2], labels[2:7], labels[7:]))
    assert (len(board), len(bank)) == (5, 2)

    def settle(bank_hand: list[str]) -> dict[str, Any]:
        one = {
            **{"document": book, "board": board, "bank_hand": bank_hand},
            "switches": {"trips.table": "UTH-02"},  # one book leaves it to the house
            "seats": [{"seat": 1, "hole": hole, "ante": 1000, "blind": 1000, "decisions": ["check", "bet2"]}],
            **({"bank": {"seat": 6, "wager": 500_000}} if PLAYER_BANKS[book] else {}),
        }
        answer = room.served.call("POST", "/api/mathematics/settle", {"rounds": [one]})
        assert answer.status_code == 200, answer.text
        settled: dict[str, Any] = answer.json()[0]
        return settled

    settled = settle(bank)
    won = {row["wager"]: row["paid"] - row["collected"] for row in settled["settlement"]}
    for row in example.get_by_role("row").all()[:3]:
        wager, stake = row.get_by_role("rowheader").inner_text().split()
        assert cents(row.get_by_role("cell").last.inner_text()) == won[wager.lower()], (wager, won)
        assert cents(stake) == next(
            one["stake"] for one in settled["settlement"] if one["wager"] == wager.lower()
        )
    assert cents(example.get_by_role("cell").last.inner_text()) == settled["net"]["1"]
    assert settled["qualifies"] is True
    other = settle([bank[0], "8d"])
    assert other["qualifies"] is False
    expect(example).to_contain_text(f"you would win ${other['net']['1'] // 100}.")

    rules = room.served.call("GET", f"/api/books/{book}").json()["rules"]
    assert [sorted(rules["decisions"][street]) for street in ("preflop", "flop", "river")] == [
        [3, 4],
        [2],
        [1],
    ]
    assert rules["qualifier"]["hand"] == "one_pair"
    assert next(hand for hand, pays in rules["blind"].items() if pays and hand != "clauses") == "straight"

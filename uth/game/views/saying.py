"""What the people around a table hear: each event in a sentence, in the words of the floor.

An event has its own words (``Event.say``); logs and playthroughs have more to say of it, with names and
clauses (``Event.tell``). What is said here is said to one viewer, of events as he may know them, and of a
hand once: what its wagers won and lost follows in the same sentence.
"""

from collections.abc import Iterable, Sequence

from uth.game.settlement.coverage import Row
from uth.game.settlement.rounds import toke_goes_back
from uth.game.table import events as e
from uth.game.table.wording import in_words, signed, wager_title
from uth.rules.book import Book
from uth.rules.money import Cents


def say(book: Book, events: Sequence[e.Event | None]) -> list[str]:
    """A sentence for each; empty for what is only seen, and for what the next one tells with it."""
    said = ["" if event is None else event.say(book) for event in events]
    settled: list[Row] = []
    for n, event in enumerate(events):
        if not isinstance(event, e.WagerSettled):
            continue
        settled.append(event.row)
        following = events[n + 1] if n + 1 < len(events) else None
        if not isinstance(following, e.WagerSettled) or following.row.seat != event.row.seat:
            said[n] = hand_settled(book, settled)
            settled = []
    return said


def hand_settled(book: Book, rows: Sequence[Row]) -> str:
    """What became of the wagers of one hand: the comparison once, then each wager."""
    why = comparison(book, rows)
    sums = ", ".join(f"{wager_title(book, row.wager)} {_came(book, row)}" for row in rows)
    return f"Seat {rows[0].seat}: {why}. {sums}"


def comparison(book: Book, rows: Iterable[Row]) -> str:
    """Why a hand won or lost, as the wager that a decision sets says it, or else the first."""
    rows = list(rows)
    deciding = [row for row in rows if row.wager == book.play.name] or rows
    return in_words(book, deciding[0].reason).split("; ")[0] if deciding else ""


def beyond(reason: str, why: str) -> str:
    """What the reason of a wager adds to what was said of its hand."""
    parts = [part.removeprefix(why) for part in reason.split("; ")]
    for link in (", and ", ", ", ": "):
        parts = [part.removeprefix(link) for part in parts]
    return "; ".join(part for part in parts if part)


def gain(book: Book, row: Row) -> Cents:
    """What a settled wager did to its owner; a toke that is not given back is the dealer's."""
    if row.laid.toke and not toke_goes_back(book, row):
        return -row.stake
    return row.paid + row.returned - row.stake


def _came(book: Book, row: Row) -> str:
    cents = gain(book, row)
    return signed(cents) if cents else "pushes" if row.outcome == "push" else row.outcome

"""Who may bank and who is asked next: so many rounds in a row at most, then clockwise (SHFL-WIN-11, FL-9b).

The count is a person's, not a seat's, and only a round that was really played counts: who takes the bank
and gives it back unplayed changes nothing (B-CA-9).
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from uth.rules.book import Book


class Banked(Struct, frozen=True):
    """Who banked the last round that was played, from which seat, and for how many rounds in a row."""

    name: str
    seat: int
    rounds: int = 1


def may_bank(book: Book, last: Banked | None, name: str) -> bool:
    """Whether this person may bank the next round without being asked last."""
    most = book.bank.max_consecutive
    return last is None or most is None or last.name != name or last.rounds < most


def offers(book: Book, seated: Mapping[int, str], last: Banked | None) -> list[int]:
    """Seats in the order in which the bank is offered.

    The last banker while he may, then the others clockwise from where he banked; where the house lets him
    go on when everybody declines, he is asked once more at the end. A banker who has moved is asked where he
    sits now: were he first, the button would go with him past people who were never asked.
    """
    button = last.seat if last else 0
    clockwise = [s for s in sorted(seated) if s > button] + [s for s in sorted(seated) if s <= button]
    mine = [seat for seat in clockwise if last and seated[seat] == last.name]
    others = [seat for seat in clockwise if seat not in mine]
    if all(may_bank(book, last, seated[seat]) for seat in mine):
        return mine + others if mine == [button] else clockwise
    return others + (mine if book.readings.bank.all_declined == "keep" else [])


def banked(last: Banked | None, name: str, seat: int) -> Banked:
    """The count after one more round that was played."""
    return Banked(name, seat, last.rounds + 1 if last and last.name == name else 1)


def next_bank(
    book: Book, seated: Mapping[int, str], last: Banked | None, accepts: Callable[[int], bool]
) -> int | None:
    """The seat that banks next when everybody answers as ``accepts`` says; None when the table halts."""
    return next((seat for seat in offers(book, seated, last) if accepts(seat)), None)

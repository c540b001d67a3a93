"""Completed rounds of any book, drawn at random for property tests."""

from hypothesis import strategies as st
from msgspec.structs import replace

from uth.game import Round, Spot, Toke
from uth.game.round import Choice
from uth.rules import Book, load_book

CHOSEN = {
    "california-bally": ["trips.table=UTH-02", "backline.allowed=true"],
    "california-shfl": [],
    "florida": [],
    "iowa-catfish-bend": [],
}
"""The shipped books, with what they need to be settled."""

DECISIONS = [
    tuple(map(Choice, line.split()))
    for line in ("bet4", "bet3", "check bet2", "check check bet1", "check check fold")
]


def book_named(name: str, *settings: str) -> Book:
    return load_book(name, [*CHOSEN[name], *settings])


@st.composite
def rounds(draw: st.DrawFn, book: Book, *, ample: bool = False) -> Round:
    """A legal round; ``ample`` gives a player bank more than it can lose."""
    bank_seat = draw(st.integers(1, book.table.seats)) if book.bank.is_player else None
    free = [seat for seat in range(1, book.table.seats + 1) if seat != bank_seat]
    seats = draw(st.lists(st.sampled_from(free), min_size=1, max_size=5, unique=True))
    needed = 7 + 2 * len(seats)
    cards = draw(st.lists(st.integers(0, 51), min_size=needed, max_size=needed, unique=True))
    board, bank_hand, rest = tuple(cards[:5]), tuple(cards[5:7]), cards[7:]
    spots = tuple(
        draw(_spots(book, seat, tuple(rest[2 * n : 2 * n + 2]))) for n, seat in enumerate(sorted(seats))
    )
    wager = st.just(10**7) if ample else st.integers(1, 60) | st.integers(1, 500)
    return Round(
        board=board,
        bank_hand=bank_hand,
        spots=spots,
        bank_seat=bank_seat,
        bank_wager=100 * draw(wager) if book.bank.is_player else None,
        meters={**{name: 2_500_000 + 17 * n for n, name in enumerate(book.meters)}, "reserve": 31_000}
        if book.meters
        else None,
    )


@st.composite
def _side_stakes(draw: st.DrawFn, book: Book) -> dict[str, int]:
    """Something, or nothing, on every side wager; on one that needs another only beside it."""
    stakes: dict[str, int] = {}
    for bet in book.side_bets:
        least, most = (bet.limits.least, min(bet.limits.most, 5000)) if bet.limits else (500, 5000)
        if draw(st.booleans()) and (bet not in book.dependent_bets or bet.beside in stakes):
            stakes[bet.name] = bet.stake or 100 * draw(st.integers(-(-least // 100), most // 100))
    return stakes


@st.composite
def _spots(draw: st.DrawFn, book: Book, seat: int, hole: tuple[int, ...]) -> Spot:
    ante = 100 * draw(st.integers(5, 50))
    spot = Spot(
        seat=seat,
        hole=hole,
        stakes={"ante": ante, "blind": ante, **draw(_side_stakes(book))},
        decisions=draw(st.sampled_from(DECISIONS)),
    )
    if book.tokes.range and draw(st.booleans()):
        on = draw(st.sampled_from([wager for wager in book.tokes.on if spot.stake(book.bets[wager])]))
        room = 5500 - ante
        if room >= 50:
            spot = replace(spot, toke=Toke(on, draw(st.integers(50, min(room, 5000)))))
    return spot

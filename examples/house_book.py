"""A house's own book: a side bet is a few rows, and table, settlement and solver know it."""

from pathlib import Path

import uth

book = uth.load_book(Path(__file__).with_name("side-bets.toml"))
print(book.title)
for bet in book.side_bets:
    print(f"  {bet.title}: {bet.limits}")

hand = uth.Spot(
    seat=1,
    hole=uth.parse_cards("Qs Qh"),
    stakes={"ante": 1000, "blind": 1000, "bad_beat": 500, "hole_card": 500},
    decisions=(uth.Choice.BET4,),
)
played = uth.Round(
    board=uth.parse_cards("Qd 7c 7h Kd 2s"),
    bank_hand=uth.parse_cards("Kc Kh"),
    bank_seat=6,
    bank_wager=100_000,
    spots=(hand,),
)
for row in uth.settle(book, played).rows:
    print(f"  {row.wager}: {row.outcome}, {row.reason}")

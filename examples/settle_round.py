"""Settle a finished round and print what happens to every wager, and why."""

import uth
from uth.rules.money import dollars

book = uth.load_book("california-shfl")
played = uth.Round(
    board=uth.parse_cards("Kh 9h 2c 5h 2d"),
    bank_hand=uth.parse_cards("Kc Qs"),
    bank_seat=6,
    bank_wager=6000,
    spots=(
        uth.Spot(
            seat=1,
            hole=uth.parse_cards("Ah 7h"),
            stakes={"ante": 500, "blind": 500, "trips": 500},
            decisions=(uth.Choice.CHECK, uth.Choice.BET2),
        ),
    ),
)
settled = uth.settle(book, played)
for row in settled.rows:
    print(f"{row.wager:6} {row.outcome:4} paid {dollars(row.paid):>6}  {row.reason}  {' '.join(row.clauses)}")
print({str(who): dollars(net) for who, net in settled.net.items()})

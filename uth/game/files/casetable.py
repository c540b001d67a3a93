"""A table set up for a worked case: people with ample chips, their wagers down, bets closed."""

from collections.abc import Iterable, Mapping

from uth.game.round import Choice, Seat, Spot
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.answering import accepts, step
from uth.game.table.course import refuse
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table, new_table
from uth.rules.book import Book
from uth.rules.money import Cents

AMPLE = 10**9
SUPERVISOR, DEALER = Who(Role.SUPERVISOR, "supervisor"), Who(Role.DEALER, "dealer")
CARDS: dict[Phase, Act] = {
    Phase.DEALING: a.Deal(),
    Phase.FLOP_DUE: a.Flop(cards=(0, 1, 2)),
    Phase.RIVER_DUE: a.River(cards=(3, 4)),
}
"""Any cards: where a hand is void nobody looks at them."""


def bets_closed(book: Book, spots: Iterable[Spot], meters: Mapping[str, Cents] | None = None) -> Table:
    """A table of this book with these wagers on the felt; where a player banks, somebody does, amply."""
    spots, table = list(spots), new_table(book)
    table = _after(table, SUPERVISOR, a.Open(meters=dict(meters or {})))
    for spot in spots:
        table = _sits(table, str(spot.seat), spot.seat)
    if book.bank.is_player:
        table = _banked(table)
    for spot in spots:
        bet = a.Bet(stakes=dict(spot.stakes))
        table = _after(table, Who(Role.PLAYER, str(spot.seat)), bet)
    return _after(table, DEALER, a.NoMoreBets())


def with_play(table: Table, seat: Seat, play: Cents) -> Table:
    """The same table once a seat, alone in the round, has made this Play wager."""
    spot = table.spots[seat]
    bet = a.Decide(choice=Choice.bet(play // spot.main(table.book)) if play else Choice.CHECK)
    while play and not table.spots[seat].multiple:
        act = CARDS.get(table.phase) or (
            bet if accepts(table, DEALER, bet) else a.Decide(choice=Choice.CHECK)
        )
        table = _after(table, DEALER, act)
    return table


def _sits(table: Table, name: str, seat: Seat) -> Table:
    if not isinstance(seat, int):
        refuse(f"seat {seat}: a number is wanted")
    table = _after(table, Who(Role.PLAYER, name), a.Sit(seat=seat))
    return _after(table, Who(Role.PLAYER, name), a.BuyIn(cents=AMPLE))


def _banked(table: Table) -> Table:
    """Somebody in a free seat takes the bank; everybody before him declines."""
    free = [seat for seat in range(1, table.book.table.seats + 1) if seat not in table.seats]
    if not free:
        refuse("no seat is left for the bank", table.book.cites.seats)
    table = _sits(table, "bank", free[0])
    while table.offered != free[0]:
        table = _after(table, Who(Role.PLAYER, table.seats[table.offered or 0]), a.DeclineBank())
    return _after(table, Who(Role.PLAYER, "bank"), a.TakeBank(wager=AMPLE // 2))


def _after(table: Table, who: Who, act: Act) -> Table:
    return step(table, who, act)[1]

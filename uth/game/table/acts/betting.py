"""Wagers: placed, replaced, taken back until "No more bets"; then fees, drop and coin-in."""

from collections.abc import Iterator

from msgspec.structs import replace

from uth.game.ledger import FELT, HOUSE, Move, meter, player
from uth.game.round import Seat, Spot, Toke, laid_stakes, on_link
from uth.game.settlement.fees import bank_basis, most_bank_fee, most_player_fee
from uth.game.settlement.order import deal_order, with_backline
from uth.game.settlement.progressive import shares
from uth.game.settlement.validation import Refusal, Refused, malformed_toke, malformed_wagers
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.acts.banking import bank_charge, chips_behind, pledged, warn_of_cover
from uth.game.table.acts.collecting import BEFORE_THE_DEAL, collect_fees, fees_are_due
from uth.game.table.acts.linking import meters_known
from uth.game.table.course import Course, refuse
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.rules.money import Cents, dollars
from uth.rules.wagers import Wager


def bet(c: Course, act: a.Bet) -> None:
    table, name = c.table, c.who.name
    spot = spot_of(table, name, act)
    refusals = [*malformed_wagers(table.book, spot), *malformed_toke(table.book, spot)]
    for bet in on_link(table.book, spot):
        refusals += _not_linked(table, bet, act)
    if refusals:
        raise Refused(refusals)
    owned, charge = _owned(table, name, spot), house_charge(table, spot)
    if spot.staked(table.book) + charge > owned:
        fee = f" and {dollars(charge)} for the house" if charge else ""
        says = f"{name} has {dollars(owned)}; the wagers need {dollars(spot.staked(table.book))}{fee}"
        refuse(says, table.book.cites.wager, table.book.cites.collection if charge else ())
    if table.banker and bank_basis(table.book) == "wager" and spot.seat not in table.spots:
        bank_fee = most_bank_fee(table.book, [*table.spots.values(), spot])
        if bank_fee > table.chips(table.banker):
            refuse("the bank has too few chips for its fee on one more wager", table.book.cites.collection)
    if spot.seat in table.spots:
        _take_back(c, spot.seat)
    moves = (Move(player(name), FELT, spot.staked(table.book), "bet"),)
    c.happen(e.WagersPlaced(spot=spot, player=name, moves=moves))
    warn_of_cover(c, spot.seat)


def _not_linked(table: Table, bet: Wager, act: a.Bet) -> Iterator[Refusal]:
    """Why a wager that the house or a pool pays is not taken now."""
    if not table.link_up:
        yield Refusal("the progressive link is down", table.book.cites.link)
    if not meters_known(table):
        yield Refusal("the link has not told where the meters stand", table.book.cites.meters)
    if act.behind is not None:
        yield Refusal(f"no {bet.name} wager from behind", bet.cites.bettor)


def lay_toke(c: Course, act: a.LayToke) -> None:
    """A toke beside a wager that is down (IA-TOKE-1)."""
    table, name = c.table, c.who.name
    spot = spot_with(table, name, act.behind)
    if spot is None:
        refuse(f"{name} has no wager to lay a toke beside", table.book.cites.toke_on)
    laid = spot.with_toke(Toke(act.on, act.cents))
    if refusals := list(malformed_toke(table.book, laid)):
        raise Refused(refusals)
    change, his = laid.staked(table.book) - spot.staked(table.book), player(name)
    if change > table.chips(name) - owed(table, name):
        refuse(f"{name} has too few chips for the toke", table.book.cites.wager)
    move = Move(his, FELT, change, "bet") if change > 0 else Move(FELT, his, -change, "bet back")
    c.happen(e.WagersPlaced(spot=laid, player=name, moves=(move,) if change else ()))
    warn_of_cover(c, spot.seat)


def spot_with(table: Table, name: str, behind: int | None = None) -> Spot | None:
    """The wagers of a person on his own hand, or behind another's."""
    theirs = (spot for seat, spot in table.spots.items() if table.owners[seat] == name)
    return next((spot for spot in theirs if spot.behind == behind), None)


def means(table: Table, name: str, spot: Spot) -> Cents:
    """The most that a person can lay on a spot like this one, the house's charge for it apart."""
    return _owned(table, name, spot) - house_charge(table, spot)


def _owned(table: Table, name: str, spot: Spot) -> Cents:
    had = table.spots[spot.seat].staked(table.book) if spot.seat in table.spots else 0
    return table.chips(name) + had - owed(table, name, besides=spot.seat)


def spot_of(table: Table, name: str, act: a.Bet) -> Spot:
    """The wagers of a bet on the spot they belong to; refused where the person has none."""
    cites = table.book.cites
    seat: Seat | None = table.seat_of(name)
    if act.behind is not None:
        seat = _behind(table, name, act.behind)
    elif seat is None:
        refuse(f"{name} does not sit here", cites.wager)
    elif table.banker == name:
        refuse(f"{name} banks this round and makes no wager", cites.bank)
    stakes = laid_stakes(table.book, {name: _cents(table, name, given) for name, given in act.stakes.items()})
    return Spot(seat=seat or 0, stakes=stakes, toke=act.toke, behind=act.behind)


def _cents(table: Table, name: str, given: Cents | bool) -> Cents:
    """What is put on a wager; where only one stake is taken, "yes" is enough."""
    if not isinstance(given, bool):
        return given
    bet = table.book.bets.get(name)
    if given and (bet is None or bet.staked != "fixed"):
        row = table.book.wagers.rows.get(name)
        has_none = f"this game has no {name}" if bet is None else f"{name}: how much is wanted"
        refuse(has_none, row.cites.limit if row else ())
    return bet.stake or 0 if given and bet else 0


def _behind(table: Table, name: str, seat: int) -> str:
    clauses = table.book.backline.clauses
    if not table.book.backline.allowed:
        refuse("backline wagers are not taken at this table", clauses)
    if seat not in table.spots:
        refuse(f"nobody has a wager in seat {seat} to bet behind", clauses)
    if table.owners[seat] == name or table.banker == name:
        refuse("a backline wager rides on another player's hand", clauses)
    theirs = [s for s, spot in table.spots.items() if spot.behind == seat and table.owners[s] == name]
    taken = {s for s, spot in table.spots.items() if spot.behind == seat}
    names = (f"{seat}b{n}" if n > 1 else f"{seat}b" for n in range(1, 100))
    return str(theirs[0]) if theirs else next(name for name in names if name not in taken)


def house_charge(table: Table, spot: Spot) -> Cents:
    """The most the house may charge for these wagers: fees before the deal, a rake after it."""
    book = table.book
    fee = most_player_fee(book, spot) if fees_are_due(table) else 0
    return fee + (book.rake.amount or 0 if book.rake.mode and book.rake.mode in "ab" else 0)


def owed(table: Table, name: str, besides: Seat | None = None) -> Cents:
    """Chips of a person that stay at the table: for the house's charge, and what a banker answers with."""
    pledge = pledged(table) if table.banker == name else 0
    if not fees_are_due(table) and not table.book.rake.mode:
        return pledge  # fees are in, and nothing is raked
    mine = [spot for seat, spot in table.spots.items() if table.owners[seat] == name and seat != besides]
    bank = bank_charge(table) if table.banker == name else 0
    return sum(house_charge(table, spot) for spot in mine) + bank + pledge


def take_back(c: Course, act: a.TakeBack) -> None:
    mine = [seat for seat, owner in c.table.owners.items() if owner == c.who.name]
    if not mine:
        refuse(f"{c.who.name} has no wager to take back")
    for seat in mine:
        return_wagers(c, seat)


def return_wagers(c: Course, seat: Seat) -> None:
    """A seat's wagers go back before the deal, and those behind it with them."""
    for other in [s for s, spot in c.table.spots.items() if spot.behind == seat]:
        _take_back(c, other)
    if seat in c.table.spots:
        _take_back(c, seat)


def _take_back(c: Course, seat: Seat) -> None:
    spot, owner = c.table.spots[seat], c.table.owners[seat]
    moves = (Move(FELT, player(owner), spot.staked(c.table.book), "bet back"),)
    c.happen(e.WagersTakenBack(seat=seat, moves=moves))


def no_more_bets(c: Course, act: a.NoMoreBets) -> None:
    """Nothing is placed, raised or withdrawn after this; the house takes its fee, the link its coins."""
    table = c.table
    if not table.spots:
        refuse("nobody has placed a wager", table.book.cites.equal)
    if table.book.bank.is_player and table.bank_wager is None:
        refuse("nobody banks", table.book.cites.house_never_banks)
    seats = [seat for seat in table.spots if isinstance(seat, int)]
    order = with_backline(deal_order(table.book, seats, table.bank_seat), table.spots.values())
    book, number = table.book, table.round + 1
    closed = e.BetsClosed(round=number, book=book.name, digest=book.digest, order=tuple(order))
    c.happen(replace(closed, bank_chips=chips_behind(table)))
    collect_fees(c, BEFORE_THE_DEAL)
    _coin_in(c)
    c.begin(Phase.DEALING)


def _coin_in(c: Course) -> None:
    """The chips leave the table: a part to each meter, a part to the reserve, the rest to the house."""
    table = c.table
    dropped = [bet for bet in table.book.side_bets if bet.dropped]
    seats = tuple(seat for seat in table.order if any(table.spots[seat].stake(bet) for bet in dropped))
    if not seats:
        return
    parts: dict[str, Cents] = {}
    for bet in dropped:
        wagers = [stake for seat in seats if (stake := table.spots[seat].stake(bet))]
        grown = {meter(name): part * len(wagers) for name, part in shares(bet).items()}
        for account, cents in (*grown.items(), (HOUSE, sum(wagers) - sum(grown.values()))):
            parts[account] = parts.get(account, 0) + cents
    moves = tuple(Move(FELT, account, cents, "coin-in") for account, cents in parts.items() if cents)
    c.happen(e.CoinIn(seats=seats, moves=moves))

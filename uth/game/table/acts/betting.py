"""Wagers: placed, replaced, taken back until "No more bets"; then fees, drop and coin-in."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from msgspec.structs import replace

from uth.game.ledger import FELT, HOUSE, Move, meter, player
from uth.game.round import Laid, Seat, Spot, Toke, laid_stakes, on_link
from uth.game.settlement.fees import bank_basis, most_bank_fee, most_player_fee
from uth.game.settlement.order import deal_order, with_backline
from uth.game.settlement.progressive import shares
from uth.game.settlement.validation import Refusal, Refused, malformed_toke, malformed_wagers
from uth.game.table import events as e
from uth.game.table.act import Act, Option, Together, allowed
from uth.game.table.acts.banking import bank_charge, chips_behind, pledged, warn_of_cover
from uth.game.table.acts.collecting import BEFORE_THE_DEAL, collect_fees, fees_are_due
from uth.game.table.acts.linking import meters_known
from uth.game.table.answering import accepts
from uth.game.table.course import Course, refuse
from uth.game.table.options import in_steps, toke_bounds, toke_range, within
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.rules.book import Book
from uth.rules.money import MOST_MONEY, Cents, dollars
from uth.rules.schema import Range
from uth.rules.wagers import Wager


class Bet(Act, frozen=True):
    """Put down wagers for the next round; a second bet replaces the first."""

    stakes: dict[str, Cents | bool]
    """By wager; true for one with a fixed stake, and one that is equal to another may be left out."""
    toke: Toke | None = None
    behind: int | None = None

    permit = allowed(Phase.BETTING, Role.PLAYER)
    too_late = "no_more_bets"
    worked_out = True

    def do(self, c: Course) -> None:
        table, name = c.table, c.who.name
        spot = spot_of(table, name, self)
        refusals = [*malformed_wagers(table.book, spot), *malformed_toke(table.book, spot)]
        for bet in on_link(table.book, spot):
            refusals += _not_linked(table, bet, self)
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
                refuse(
                    "the bank has too few chips for its fee on one more wager", table.book.cites.collection
                )
        if spot.seat in table.spots:
            _take_back(c, spot.seat)
        moves = (Move(player(name), FELT, spot.staked(table.book), "bet"),)
        c.happen(e.WagersPlaced(spot=spot, player=name, moves=moves))
        warn_of_cover(c, spot.seat)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        """On every spot that takes a bet: the main wager, and beside it whatever may be laid or left out.

        Behind another's hand a side wager may lie alone.
        """
        book = table.book
        behind = [seat for seat in table.spots if isinstance(seat, int)] if book.backline.allowed else []
        for seat in (None, *behind):
            side = tuple(bet for bet in book.side_bets if _is_open(table, bet, seat))
            leads = [(book.main, side)]
            if seat is not None:
                leads += [(bet, side[n:]) for n, bet in enumerate(side, 1) if bet not in book.dependent_bets]
            for lead, others in leads:
                bet = cls(stakes={lead.name: _range(book, lead).least}, behind=seat)
                if accepts(table, who, bet):
                    most = means(table, who.name, spot_of(table, who.name, bet))
                    yield from _laid(book, bet.behind, lead.name, tuple(other.name for other in others), most)


def _not_linked(table: Table, bet: Wager, act: Bet) -> Iterator[Refusal]:
    """Why a wager that the house or a pool pays is not taken now."""
    if not table.link_up:
        yield Refusal("the progressive link is down", table.book.cites.link)
    if not meters_known(table):
        yield Refusal("the link has not told where the meters stand", table.book.cites.meters)
    if act.behind is not None:
        yield Refusal(f"no {bet.name} wager from behind", bet.cites.bettor)


class LayToke(Act, frozen=True):
    """Put down a wager for the dealer beside one's own; a second on the same wager replaces the first."""

    on: str
    cents: Cents
    behind: int | None = None

    permit = allowed(Phase.BETTING, Role.PLAYER)
    too_late = "no_more_bets"
    worked_out = True
    written = ("on", "cents")

    def do(self, c: Course) -> None:
        """A toke beside a wager that is down (IA-TOKE-1)."""
        table, name = c.table, c.who.name
        spot = spot_with(table, name, self.behind)
        if spot is None:
            refuse(f"{name} has no wager to lay a toke beside", table.book.cites.toke_on)
        laid = spot.with_toke(Toke(self.on, self.cents))
        if refusals := list(malformed_toke(table.book, laid)):
            raise Refused(refusals)
        change, his = laid.staked(table.book) - spot.staked(table.book), player(name)
        if change > table.chips(name) - owed(table, name):
            refuse(f"{name} has too few chips for the toke", table.book.cites.wager)
        move = Move(his, FELT, change, "bet") if change > 0 else Move(FELT, his, -change, "bet back")
        c.happen(e.WagersPlaced(spot=laid, player=name, moves=(move,) if change else ()))
        warn_of_cover(c, spot.seat)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        book = table.book
        free = table.chips(who.name) - owed(table, who.name)
        mine = [spot for seat, spot in table.spots.items() if table.owners[seat] == who.name]
        steps = {"cents": book.tokes.unit}
        for spot, on in product(mine, book.tokes.on if book.tokes.range else ()):
            if on not in book.bets:
                continue
            least, most = toke_bounds(book, spot, on, free + spot.on(book, Laid(on, toke=True)))
            if spot.stake(book.bets[on]) and least <= most:
                act = cls(on=on, cents=least, behind=spot.behind)
                yield Option(act, bounds={"cents": (least, most)}, steps=steps)


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


def spot_of(table: Table, name: str, act: Bet) -> Spot:
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


class TakeBack(Act, frozen=True):
    """Take one's wagers back before bets are closed."""

    permit = allowed(Phase.BETTING, Role.PLAYER)
    too_late = "no_more_bets"

    def do(self, c: Course) -> None:
        mine = [seat for seat, owner in c.table.owners.items() if owner == c.who.name]
        if not mine:
            refuse(f"{c.who.name} has no wager to take back")
        for seat in mine:
            return_wagers(c, seat)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        if who.name in table.owners.values():
            yield Option(cls())


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


class NoMoreBets(Act, frozen=True):
    permit = allowed(Phase.BETTING, Role.DEALER)
    by_automatic_dealer = True

    def do(self, c: Course) -> None:
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


# ---- what may be bet


def _is_open(table: Table, bet: Wager, behind: int | None) -> bool:
    """Whether a side wager is taken now, on one's own hand or behind another's."""
    book = table.book
    if bet in book.dependent_bets and not _is_open(table, book.bets[bet.beside or ""], behind):
        return False
    if bet.paid_by_bank:
        return behind is None or bet.name in book.backline.on
    return table.link_up and meters_known(table) and behind is None


def _range(book: Book, bet: Wager) -> Range:
    """What may be put on a wager; one amount where its stake is fixed."""
    unit = book.wagers.unit
    if bet.stake is not None:
        return Range(bet.stake, bet.stake)
    return in_steps(bet.limits or Range(unit, MOST_MONEY), unit)


@lru_cache(4_000)
def _laid(
    book: Book, behind: int | None, lead: str, others: tuple[str, ...], most: Cents
) -> tuple[Option, ...]:
    """Kept, because whoever watches a table is told them after every bet of anybody."""
    return tuple(_lay(book, behind, lead, others, most))


def _lay(book: Book, behind: int | None, lead: str, others: tuple[str, ...], most: Cents) -> Iterator[Option]:
    """A bet with what may be laid on each wager and in all; then the same with a toke on one of them."""
    limits = {name: _range(book, book.bets[name]) for name in (lead, *others)}
    equal = [bet.beside for bet in book.bets.values() if bet.staked == "equal"]
    times = {name: 1 + equal.count(name) for name in limits}  # the Blind is as much as the Ante
    steps = {name: book.wagers.unit for name in limits if book.bets[name].staked == "range"}
    charge = max((rate.side for rate in book.fees.of_players), default=0)
    besides = {name: charge for name in others if charge and book.bets[name].paid_by_bank}
    bet = Bet(stakes={lead: limits[lead].least}, behind=behind)
    yield within(bet, limits, steps, Together(times, most, besides), optional=others)
    by_main = book.readings.toke.original_bet == "ante"
    for on in book.tokes.on if book.tokes.range else ():
        row = book.bets.get(on)
        rides_on = (row.beside or "") if row and row.staked == "equal" else on
        if rides_on in limits:
            counted = book.main.name if by_main else rides_on
            toke, common = toke_range(book, {counted: 1} if counted in limits else {})
            stakes = {**bet.stakes, rides_on: limits[rides_on].least}
            yield within(
                replace(bet, stakes=stakes, toke=Toke(on, toke.least)),
                {**limits, "toke": toke},
                {**steps, "toke": book.tokes.unit},
                Together({**times, "toke": 1}, most, besides),
                *common,
                optional=tuple(name for name in others if name != rides_on),
            )

"""What could be offered of each act: the act, and what of it somebody may choose or fill in.

``uth.game.table.offering`` tries it: only what would be accepted is shown.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from uth.game.ledger import CAGE, HOUSE, Move
from uth.game.round import Laid, Seat, Spot, Toke
from uth.game.settlement.validation import legal_decisions, toke_cap
from uth.game.table import acts as a
from uth.game.table.acts import Act, Role, Who
from uth.game.table.acts.amending import STREET
from uth.game.table.acts.banking import bank_means
from uth.game.table.acts.betting import means, owed, spot_of
from uth.game.table.acts.jackpots import FORMS, OFFICES, due
from uth.game.table.acts.linking import meters_known, standing
from uth.game.table.acts.paying import paying_order
from uth.game.table.acts.playing import choices, cost_of, may_tuck, to_act
from uth.game.table.acts.seating import devices
from uth.game.table.deciding import accepts
from uth.game.table.state import Review, Table
from uth.rules.book import Book
from uth.rules.money import MOST_MONEY, Cents
from uth.rules.schema import Range
from uth.rules.wagers import Wager

Bounds = dict[str, tuple[Cents, Cents]]


class Together(Struct, frozen=True, omit_defaults=True):
    """Amounts that are limited together: each counted so many times, in all at most so much."""

    times: dict[str, int]
    most: Cents
    besides: dict[str, Cents] = {}
    """What one of them costs besides, once it is laid: the house's charge."""


class Option(Struct, frozen=True, omit_defaults=True):
    """Something somebody may do now: the act, and what of it is his to choose."""

    act: Act
    cost: Cents = 0
    """What a decision puts on the felt, besides a toke."""
    bounds: Bounds = {}
    """Amounts, from the least to the most while all others are at their least; for a toke, its amount."""
    optional: tuple[str, ...] = ()
    """Amounts that may be left out."""
    steps: dict[str, Cents] = {}
    """What such an amount is a multiple of, where that is more than a cent."""
    together: tuple[Together, ...] = ()
    choices: dict[str, tuple[Any, ...]] = {}
    """Fields that may be any of these."""
    fill: tuple[str, ...] = ()
    """Fields he fills in himself: cards he sees, words, a reason; until then something stands there."""


Offer = Callable[[Table, Who], Iterator[Option]]


TEXT = "?"
"""What stands for words that somebody has to write."""
BLANK: dict[str, Any] = {
    "cards": (),
    "holes": None,
    "at": "",
    "meters": {},
    "moves": (Move(HOUSE, CAGE, 1, "correction"),),
}
"""How other fields look before they are filled in."""


def _form(kind: type[Act], *fill: str, **given: Any) -> Option:
    """An act with fields to fill in."""
    return Option(kind(**{field: BLANK.get(field, TEXT) for field in fill}, **given), fill=fill)


def _always(kind: type[Act], *fill: str) -> Offer:
    def offer(table: Table, who: Who) -> Iterator[Option]:
        yield _form(kind, *fill)

    return offer


def _in_steps(limit: Range, step: Cents) -> Range:
    """A limit whose ends need not fit the step, as far as they do."""
    return Range(-(-limit.least // step) * step, limit.most // step * step)


def _within(
    act: Act,
    limits: dict[str, Range],
    steps: dict[str, Cents],
    *together: Together,
    optional: tuple[str, ...] = (),
) -> Option:
    """An option whose single limits are no wider than the common ones leave them.

    What may be left out, and is beyond his means even alone, is not offered.
    """
    bounds = {field: (limit.least, limit.most) for field, limit in limits.items()}
    for common in together:
        needed = [field for field in common.times if field not in optional]
        used = sum(limits[field].least * common.times[field] for field in needed)
        for field, times in common.times.items():
            least, most = bounds[field]
            room = common.most - used - common.besides.get(field, 0)
            room += limits[field].least * times if field in needed else 0
            step = steps.get(field, 1)
            bounds[field] = least, min(most, room // times // step * step)
    out = {field for field in optional if bounds[field][0] > bounds[field][1]}
    return Option(
        act,
        bounds={field: bound for field, bound in bounds.items() if field not in out},
        optional=tuple(field for field in optional if field not in out),
        steps={field: step for field, step in steps.items() if field not in out},
        together=tuple(_left(common, out) for common in together) if out else together,
    )


def _left(common: Together, out: set[str]) -> Together:
    return Together(
        {field: times for field, times in common.times.items() if field not in out},
        common.most,
        {field: cents for field, cents in common.besides.items() if field not in out},
    )


# ---- the life of a table


def _open(table: Table, who: Who) -> Iterator[Option]:
    if table.book.meters:
        yield replace(_form(a.Open, "meters"), choices={"linked": (False, True)})
    else:
        yield Option(a.Open(), choices={"linked": (False, True)})


def _sit(table: Table, who: Who) -> Iterator[Option]:
    if table.seat_of(who.name) is None:
        free = (seat for seat in range(1, table.book.table.seats + 1) if seat not in table.seats)
        yield from (Option(a.Sit(seat=seat)) for seat in free)


def _leave(table: Table, who: Who) -> Iterator[Option]:
    if table.seat_of(who.name) is not None:
        yield Option(a.Leave())


def _vacate(table: Table, who: Who) -> Iterator[Option]:
    yield from (_form(a.Vacate, "reason", seat=seat) for seat in table.seats)


def _buy_in(table: Table, who: Who) -> Iterator[Option]:
    yield Option(a.BuyIn(cents=1), bounds={"cents": (1, MOST_MONEY)})


def _cash_out(table: Table, who: Who) -> Iterator[Option]:
    free = table.chips(who.name) - owed(table, who.name)
    yield Option(a.CashOut(cents=1), bounds={"cents": (1, free)})


def _dealer_in(table: Table, who: Who) -> Iterator[Option]:
    yield from (Option(a.DealerIn(cards_counted=counted)) for counted in (52, None))


def _use_device(table: Table, who: Who) -> Iterator[Option]:
    yield from (_form(a.UseDevice, "reason", device=device) for device in devices(table.book))


# ---- the bank and the wagers


def _take_bank(table: Table, who: Who) -> Iterator[Option]:
    if table.book.bank.is_player:
        least = table.book.bank.min_wager
        yield Option(a.TakeBank(wager=least), bounds={"wager": (least, bank_means(table, who.name))})


def _bets(table: Table, who: Who) -> Iterator[Option]:
    """On every spot that takes a bet: the main wager, and beside it whatever somebody may lay or leave out.

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
            bet = a.Bet(stakes={lead.name: _range(book, lead).least}, behind=seat)
            if accepts(table, who, bet):
                most = means(table, who.name, spot_of(table, who.name, bet))
                yield from _laid(book, bet.behind, lead.name, tuple(other.name for other in others), most)


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
    return _in_steps(bet.limits or Range(unit, MOST_MONEY), unit)


def _take_back(table: Table, who: Who) -> Iterator[Option]:
    if who.name in table.owners.values():
        yield Option(a.TakeBack())


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
    bet = a.Bet(stakes={lead: limits[lead].least}, behind=behind)
    yield _within(bet, limits, steps, Together(times, most, besides), optional=others)
    by_main = book.readings.toke.original_bet == "ante"
    for on in book.tokes.on if book.tokes.range else ():
        row = book.bets.get(on)
        rides_on = (row.beside or "") if row and row.staked == "equal" else on
        if rides_on in limits:
            counted = book.main.name if by_main else rides_on
            toke, common = _toke(book, {counted: 1} if counted in limits else {})
            stakes = {**bet.stakes, rides_on: limits[rides_on].least}
            yield _within(
                replace(bet, stakes=stakes, toke=Toke(on, toke.least)),
                {**limits, "toke": toke},
                {**steps, "toke": book.tokes.unit},
                Together({**times, "toke": 1}, most, besides),
                *common,
                optional=tuple(name for name in others if name != rides_on),
            )


def _toke(book: Book, bet: dict[str, int]) -> tuple[Range, list[Together]]:
    """What a toke may be, and what it may be together with the bet that counts with it (B-IA-1)."""
    limit, (alone, together) = book.tokes.range or Range(1, 0), toke_cap(book)
    most = limit.most if alone is None else min(limit.most, alone)
    common = [] if together is None else [Together({**bet, "toke": 1}, together)]
    return _in_steps(Range(limit.least, most), book.tokes.unit), common


def _one_more(book: Book, spot: Spot, on: str, spare: Cents) -> tuple[Cents, Cents]:
    """What a toke may be on a wager that is down, beside the other tokes of the hand."""
    limit, (alone, together) = book.tokes.range or Range(1, 0), toke_cap(book)
    by_ante = book.readings.toke.original_bet == "ante"
    others = sum(toke.amount for toke in spot.tokes if toke.on != on) if by_ante else 0
    bet = spot.main(book) if by_ante else spot.stake(book.bets[on])
    most = [limit.most, spare]
    most += [] if alone is None else [alone - others]
    most += [] if together is None else [together - bet - others]
    within = _in_steps(Range(limit.least, min(most)), book.tokes.unit)
    return within.least, within.most


def _lay_toke(table: Table, who: Who) -> Iterator[Option]:
    book = table.book
    free = table.chips(who.name) - owed(table, who.name)
    mine = [spot for seat, spot in table.spots.items() if table.owners[seat] == who.name]
    steps = {"cents": book.tokes.unit}
    for spot, on in product(mine, book.tokes.on if book.tokes.range else ()):
        if on not in book.bets:
            continue
        least, most = _one_more(book, spot, on, free + spot.on(book, Laid(on, toke=True)))
        if spot.stake(book.bets[on]) and least <= most:
            act = a.LayToke(on=on, cents=least, behind=spot.behind)
            yield Option(act, bounds={"cents": (least, most)}, steps=steps)


# ---- cards and decisions


def _decide(table: Table, who: Who) -> Iterator[Option]:
    seat = to_act(table)
    if seat is None or (who.role is Role.PLAYER and table.owners[seat] != who.name):
        return
    spot, owner, book = table.spots[seat], table.owners[seat], table.book
    for choice in choices(table, seat):
        decide = a.Decide(choice=choice, seat=seat)
        cost = cost_of(table, spot, choice)
        options = [Option(decide)]
        if may_tuck(table, seat, choice):
            options.append(Option(replace(decide, tuck=True)))
        if cost and book.tokes.range and book.play.name in book.tokes.on:
            spare = table.chips(owner) - owed(table, owner) - cost
            least, most = _one_more(book, spot.decided(choice), book.play.name, spare)
            toke, steps = replace(decide, toke=least), {"toke": book.tokes.unit}
            options.append(Option(toke, bounds={"toke": (least, most)}, steps=steps))
        yield from (replace(option, cost=cost, choices={"seat": (seat, None)}) for option in options)


def _show_hand(table: Table, who: Who) -> Iterator[Option]:
    """The hand whose turn it is comes first."""
    order = paying_order(table)
    yield from (_form(a.ShowHand, "cards", seat=seat) for seat in order if isinstance(seat, int))


# ---- jackpots


def _approve(table: Table, who: Who) -> Iterator[Option]:
    for won, office in product(table.review, OFFICES):
        yield _form(a.Approve, "reason", seat=won.seat, office=office, meter=_which(table, won))


def _pay_jackpot(table: Table, who: Who) -> Iterator[Option]:
    for won, form in product(table.review, FORMS):
        parts = ("offset", "chips") if form == "both" else ("offset",)
        cents = due(table, won)
        bounds: Bounds = dict.fromkeys(parts, (0, cents))
        together = Together(dict.fromkeys(parts, 1), cents)
        yield Option(
            a.PayJackpot(seat=won.seat, form=form, meter=_which(table, won)),
            bounds=bounds,
            together=(together,),
        )


def _deny_jackpot(table: Table, who: Who) -> Iterator[Option]:
    for won in table.review:
        yield _form(a.DenyJackpot, "reason", seat=won.seat, meter=_which(table, won))


def _which(table: Table, won: Review) -> str:
    """The meter, where a seat has won several."""
    return won.meter if [one.seat for one in table.review].count(won.seat) > 1 else ""


def _read_meters(table: Table, who: Who) -> Iterator[Option]:
    yield Option(standing(table), fill=("meters", "jackpots", "dealt", "reset", "pots"))


# ---- trouble


def _link(table: Table, who: Who) -> Iterator[Option]:
    yield _form(a.Link, "reason", up=not table.link_up)


def _report(table: Table, who: Who) -> Iterator[Option]:
    known = tuple(mishap.what for mishap in table.book.irregularities.mishaps)
    yield replace(_form(a.Report, "what"), choices={"what": known, "seat": _anybody(table)})


def _rule(table: Table, who: Who) -> Iterator[Option]:
    for ruling in ("void", "play_on"):
        yield replace(_form(a.Rule, "reason", ruling=ruling), choices={"seat": _anybody(table)})
    yield from (_form(a.Rule, "reason", ruling="forfeit", seat=seat) for seat in table.spots)


def _anybody(table: Table) -> tuple[Seat | None, ...]:
    """Whom something may be about: nobody, or somebody at the table."""
    return (None, *dict.fromkeys((*table.seats, *table.spots)))


def _amend(table: Table, who: Who) -> Iterator[Option]:
    piles = ("board", "bank", *(seat for seat in table.order if isinstance(seat, int)))
    yield from (_form(a.Amend, "cards", "reason", of=of) for of in piles)


def _amend_decision(table: Table, who: Who) -> Iterator[Option]:
    for seat, choice in product(table.entered, legal_decisions(table.book, STREET[table.phase])):
        yield _form(a.AmendDecision, "reason", seat=seat, choice=choice)


OFFERS: dict[type[Act], Offer] = {
    a.Open: _open,
    a.Close: _always(a.Close, "reason"),
    a.Pause: _always(a.Pause, "reason"),
    a.Resume: _always(a.Resume, "reason"),
    a.Sit: _sit,
    a.Leave: _leave,
    a.Vacate: _vacate,
    a.BuyIn: _buy_in,
    a.CashOut: _cash_out,
    a.DealerIn: _dealer_in,
    a.UseDevice: _use_device,
    a.TakeBank: _take_bank,
    a.DeclineBank: _always(a.DeclineBank),
    a.Bet: _bets,
    a.LayToke: _lay_toke,
    a.TakeBack: _take_back,
    a.NoMoreBets: _always(a.NoMoreBets),
    a.Deal: _always(a.Deal, "holes", "at"),
    a.Decide: _decide,
    a.TimeOut: _always(a.TimeOut),
    a.Flop: _always(a.Flop, "cards"),
    a.River: _always(a.River, "cards"),
    a.ShowBank: _always(a.ShowBank, "cards"),
    a.ShowHand: _show_hand,
    a.Settle: _always(a.Settle),
    a.EndRound: _always(a.EndRound),
    a.Approve: _approve,
    a.PayJackpot: _pay_jackpot,
    a.DenyJackpot: _deny_jackpot,
    a.Amend: _amend,
    a.AmendDecision: _amend_decision,
    a.Link: _link,
    a.ReadMeters: _read_meters,
    a.Report: _report,
    a.Rule: _rule,
    a.Dispute: _always(a.Dispute, "says"),
    a.Correct: _always(a.Correct, "moves", "reason"),
}
"""What is offered of each act, by whoever may do it in this phase; tried before it is shown."""

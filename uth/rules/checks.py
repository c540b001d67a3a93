"""What the keys of a book must say together: checks that no single key can make."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from uth.ranking import Category
from uth.rules.book import Book, Jackpot
from uth.rules.charges import MOMENTS, FeeRate
from uth.rules.money import dollars, odds_text
from uth.rules.paytables import named_tables
from uth.rules.schema import keys

MOST_FEE_RATES = 5  # BALLY-FEE-3

Finding = tuple[str, str]


def problems_of(book: Book) -> Iterator[Finding]:
    """Everything in the book that does not fit together: the key, and what would be right."""
    for check in (_pay_tables, _decisions, _limits, _deal, _settle, _bank, _fees, _progressive, _opening):
        yield from check(book)


def _pay_tables(book: Book) -> Iterator[Finding]:
    tables = {"blind": book.blind.odds, "trips": book.trips.odds, "progressive": book.progressive.prizes}
    for name, table in tables.items():
        paid = [hand for hand in Category if table[hand] is not None]
        for hand in Category:
            if paid and hand > paid[0] and table[hand] is None:
                yield (
                    f"{name}.{hand.key}",
                    f"missing pay: {paid[0].label} is paid, so this better hand needs odds too",
                )


def _decisions(book: Book) -> Iterator[Finding]:
    for street in ("preflop", "flop", "river"):
        multiples = getattr(book.decisions, street)
        if list(multiples) != sorted(set(multiples)):
            yield f"decisions.{street}", f"{list(multiples)}: write each multiple once, the smallest first"
    if not book.decisions.river:
        yield "decisions.river", "a player who has checked to the river needs a multiple to play on with"


def _limits(book: Book) -> Iterator[Finding]:
    unit = book.wagers.unit
    if unit <= 0:
        yield "wagers.unit", "the unit must be above zero"
        return
    for spot in ("ante", "trips"):
        limit = getattr(book.limits, spot)
        if limit and (limit.least % unit or limit.most % unit):
            yield f"limits.{spot}", f"{limit} is not in whole steps of the wager unit, {dollars(unit)}"
    if book.readings.payout.unit <= 0:
        yield "readings.payout.unit", "the unit must be above zero"
    if book.readings.payout.rounding == "exact":
        pays = {"ante.pays": book.ante.pays, "play.pays": book.play.pays}
        for wager, odds in (("blind", book.blind.odds), ("trips", book.trips.odds)):
            pays |= {f"{wager}.{hand.key}": pay for hand, pay in zip(Category, odds, strict=True) if pay}
        for path, pay in pays.items():
            if unit * pay.numerator % pay.denominator:
                yield (
                    path,
                    f"{odds_text(pay)} on {dollars(unit)} is not whole cents: choose other odds, "
                    'a larger wagers.unit or payout.rounding = "down_to_unit"',
                )


def _deal(book: Book) -> Iterator[Finding]:
    for device in ("shuffler", "shoe", "hand"):
        steps = getattr(book.deal.orders, device)
        if not steps:
            if device == book.deal.device:
                yield f"deal.orders.{device}", "the device in use needs its order of dealing"
            continue
        for what, wanted in (("hole", 2), ("board", 5)):
            cards = sum(int(step.split()[1]) for step in steps if step.startswith(what))
            if cards != wanted:
                dealt = f"{cards} {what} card{'s' * (cards != 1)}"
                yield f"deal.orders.{device}", f"deals {dealt} where {wanted} are needed"


def _settle(book: Book) -> Iterator[Finding]:
    every = sorted(("ante", "play", "blind", "trips"))
    for name in ("wager_order", "pickup_order"):
        order = getattr(book.settle, name)
        if sorted(order) != every and (order or name == "wager_order"):
            yield (
                f"settle.{name}",
                f"{', '.join(order) or 'nothing'}: each of {', '.join(every)} once is wanted",
            )
    if len(set(book.tokes.on)) != len(book.tokes.on):
        yield "tokes.on", "name each wager once"
    if book.tokes.unit <= 0:
        yield "tokes.unit", "the unit must be above zero"


def _bank(book: Book) -> Iterator[Finding]:
    bank = book.bank
    if bank.is_player == (bank.cover_policy == "unlimited"):
        right = "wager or dead_hand" if bank.is_player else "unlimited"
        yield "bank.cover_policy", f"{bank.cover_policy}: with a {bank.who} bank it is {right}"
    if bank.min_wager <= 0:
        yield "bank.min_wager", "a bank wagers more than nothing"
    least = 2 if bank.is_player else 1
    if not least <= book.table.fewest <= book.table.seats:
        yield "table.fewest", f"from {least} to the number of seats ({book.table.seats})"
    if not book.backline.on:
        yield "backline.on", "name base, trips or both; where none is taken, backline.allowed = false says so"
    if book.rake.mode and not book.rake.amount:
        yield "rake.amount", "missing: a rake that is taken needs its amount above zero"


def _fees(book: Book) -> Iterator[Finding]:
    fees = book.fees
    if fees.collected not in MOMENTS:
        *others, last = MOMENTS
        yield "fees.collected", f'"{fees.collected}": {", ".join(others)} or {last} is wanted'
    options = sorted({rate.option for rate in fees.rates})
    if len(options) > 1 and len(fees.rates) > MOST_FEE_RATES:
        says = f"{len(fees.rates)} rates in {len(options)} schedules"
        yield "fees.rates", f"{says}; at most {MOST_FEE_RATES} are allowed at a table, so keep one schedule"
    for option in options:
        rates = [rate for rate in fees.rates if rate.option == option]
        yield from dict.fromkeys(_schedule(option, rates))
    if fees.rates and not fees.in_force:
        yield "fees.option", f"{fees.option}: no rate belongs to this schedule"


def _schedule(option: int, rates: list[FeeRate]) -> Iterator[Finding]:
    if len(rates) > MOST_FEE_RATES:
        yield "fees.rates", f"{len(rates)} rates in schedule {option}; at most {MOST_FEE_RATES} are allowed"
    flat = {fee for rate in rates for fee in (rate.bank, rate.player, rate.trips) if fee}
    if len(flat) > MOST_FEE_RATES:
        says = f"{len(flat)} different flat fees in schedule {option}"
        yield "fees.rates", f"{says}; at most {MOST_FEE_RATES} collection rates are allowed"
    for rate in rates:
        if rate.most is not None and rate.most < rate.least:
            yield "fees.rates", f"upside down: {dollars(rate.least)} to {dollars(rate.most)}"
        if rate.payer == "bank" and (rate.player or rate.trips):
            yield "fees.rates", "a rate for the bank gives no player's fee"
        if rate.payer == "player" and rate.bank:
            yield "fees.rates", "a rate for players gives no bank's fee"
    for payer in ("bank", "player"):
        for low, high in pairwise(rate for rate in rates if rate.payer in ("both", payer)):
            if low.most is None:
                yield "fees.rates", f"schedule {option}: the rate from {dollars(low.least)} needs its most"
            elif high.least <= low.most:
                says = f"schedule {option}: brackets must rise and not overlap at {dollars(high.least)}"
                yield "fees.rates", says


def _progressive(book: Book) -> Iterator[Finding]:
    progressive = book.progressive
    if progressive.stake is None:
        return
    if progressive.stake <= 0:
        yield "progressive.stake", 'a stake is above zero; write "none" where there is no progressive'
    names = [meter.name for meter in progressive.meters]
    for hand, prize in zip(Category, progressive.prizes, strict=True):
        if isinstance(prize, Jackpot) and prize.meter not in names:
            yield (
                f"progressive.{hand.key}",
                f'no meter "{prize.meter}"; there are {", ".join(names) or "none"}',
            )
    for n, meter in enumerate(progressive.meters, 1):
        for part in ("meter", "reserve"):
            if (progressive.stake * getattr(meter, part)).denominator != 1:
                yield (
                    f"progressive.meters[{n}].{part}",
                    "a part of a cent would be lost with each wager: choose a share that gives whole cents",
                )
    if sum(meter.meter + meter.reserve for meter in progressive.meters) > 1:
        yield "progressive.meters", "the meters and reserves take more than the whole wager"


@cache
def _choosable() -> frozenset[str]:
    return frozenset(path for path, _ in keys(Book)) | {"trips", "blind"}


def _opening(book: Book) -> Iterator[Finding]:
    for need in book.opening.needs:
        if need.choose not in _choosable():
            yield "opening.needs", f"{need.choose} is not a key of a book"
        tables = named_tables(need.choose)
        for name in need.one_of:
            if name not in tables:
                yield "opening.needs", f"{need.choose}: no pay table {name}; known are {', '.join(tables)}"

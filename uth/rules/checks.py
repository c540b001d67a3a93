"""What the keys of a book must say together: checks that no single key can make."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise

from uth.ranking import Category
from uth.rules.book import SECTIONS, Book
from uth.rules.charges import MOMENTS, FeeRate
from uth.rules.facts import problems_of_facts
from uth.rules.money import Cents, dollars, odds_text
from uth.rules.paytables import named_tables
from uth.rules.placing import placed
from uth.rules.prizes import ForOne
from uth.rules.schema import keys
from uth.rules.wager_checks import Finding, problems_of_rows
from uth.rules.wagers import Wager, hands_paid

MOST_FEE_RATES = 5  # BALLY-FEE-3


def problems_of(book: Book) -> Iterator[Finding]:
    """Everything in the book that does not fit together: the key, and what would be right."""
    yield from problems_of_rows(book)
    for check in (_pay_tables, _decisions, _limits, _deal, _settle, _bank, _fees, _opening):
        yield from check(book)
    yield from problems_of_facts(book.script.facts, [known.what for known in book.irregularities.mishaps])


def _pay_tables(book: Book) -> Iterator[Finding]:
    for bet in book.wagers.rows.values():
        paid = hands_paid(bet)
        for hand in Category:
            if paid and hand > paid[0] and bet.prizes[hand] is None and bet.whose != "others":
                says = f"missing pay: {paid[0].label} is paid, so this better hand needs odds too"
                yield f"{bet.name}.{hand.key}", says


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
    for bet in book.wagers.rows.values():
        if bet.limits and (bet.limits.least % unit or bet.limits.most % unit):
            yield (
                f"limits.{bet.name}",
                f"{bet.limits} is not in whole steps of the wager unit, {dollars(unit)}",
            )
    if book.readings.payout.unit <= 0:
        yield "readings.payout.unit", "the unit must be above zero"
    if book.readings.payout.rounding == "exact":
        for path, pay, stake in _odds_of(book):
            if stake * pay.numerator % pay.denominator:
                yield (
                    path,
                    f"{odds_text(pay)} on {dollars(stake)} is not whole cents: choose other odds, "
                    'a larger wagers.unit or payout.rounding = "down_to_unit"',
                )


def _odds_of(book: Book) -> Iterator[tuple[str, Fraction, Cents]]:
    """All odds of the book with the smallest stake that they are paid on."""
    for bet in book.bets.values():
        stake = bet.stake or book.wagers.unit
        prizes: list[tuple[str, object]] = [("pays", bet.pays)]
        prizes += [(hand.key, bet.prizes[hand]) for hand in Category]
        prizes += [(f"suited[{n}].pays", line.pays) for n, line in enumerate(bet.suited, 1)]
        prizes += [(f"holes[{n}].pays", line.pays) for n, line in enumerate(bet.holes, 1)]
        for path, prize in prizes:
            odds = prize.odds if isinstance(prize, ForOne) else prize
            if isinstance(odds, Fraction):
                yield f"{bet.name}.{path}", odds, stake


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
    rows = book.wagers.rows
    known = [bet.name for bet in rows.values() if bet.paid_by_bank and bet.staked != "free"]
    needed = [name for name in known if rows[name].required]
    for key in ("wager_order", "pickup_order"):
        order = getattr(book.settle, key)
        listed = ", ".join(order) or "nothing"
        if len(set(order)) != len(order) or not set(order) <= set(known):
            yield f"settle.{key}", f"{listed}: some of {', '.join(known)} are wanted, each once"
        elif (order or key == "wager_order") and not set(needed) <= set(order):
            yield f"settle.{key}", f"{listed}: each of {', '.join(needed)} is wanted; others may follow"
    for key, names in (("tokes.on", book.tokes.on), ("fees.table_action", book.fees.table_action)):
        yield from (
            (key, f"no wager {name}; there are {', '.join(rows)}") for name in names if name not in rows
        )
        if len(set(names)) != len(names):
            yield key, "name each wager once"
    for name in book.tokes.on:
        if name in rows and (not rows[name].paid_by_bank or rows[name].staked == "free"):
            yield "tokes.on", f"{name}: a toke rides on a wager that the bank pays"
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
    side = [bet.name for bet in book.wagers.rows.values() if not bet.required and bet.paid_by_bank]
    known = ", ".join(("base", *side))
    if not book.backline.on:
        yield "backline.on", f"name some of {known}; where none is taken, backline.allowed = false says so"
    for name in book.backline.on:
        if name not in ("base", *side):
            yield "backline.on", f"{name}: one of {known} is wanted"
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
    flat = {fee for rate in rates for fee in (rate.bank, rate.player, rate.side) if fee}
    if len(flat) > MOST_FEE_RATES:
        says = f"{len(flat)} different flat fees in schedule {option}"
        yield "fees.rates", f"{says}; at most {MOST_FEE_RATES} collection rates are allowed"
    for rate in rates:
        if rate.most is not None and rate.most < rate.least:
            yield "fees.rates", f"upside down: {dollars(rate.least)} to {dollars(rate.most)}"
        if rate.payer == "bank" and (rate.player or rate.side):
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


@cache
def _choosable() -> frozenset[str]:
    return frozenset(path for path, _ in keys(Book))


def _opening(book: Book) -> Iterator[Finding]:
    for need in book.opening.needs:
        if not _is_key(book, need.choose):
            yield "opening.needs", f"{need.choose} is not a key of a book"
        tables = named_tables(need.choose)
        for name in need.one_of:
            if name not in tables:
                yield "opening.needs", f"{need.choose}: no pay table {name}; known are {', '.join(tables)}"


def _is_key(book: Book, name: str) -> bool:
    """Whether this is a key of the book, a wager, or a key of one."""
    match placed((*name.split("."),), SECTIONS):
        case ("wagers", wager, *rest) if wager in book.wagers.rows and rest:
            return ".".join(rest) in {path for path, _ in keys(Wager)}
        case (wager,) if wager in book.wagers.rows:
            return True
    return name in _choosable()

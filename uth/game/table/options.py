"""Amounts on offer: how far each goes by itself, and together with others."""

from uth.game.round import Spot
from uth.game.settlement.validation import toke_cap
from uth.game.table.act import Act, Option, Together
from uth.rules.book import Book
from uth.rules.money import Cents
from uth.rules.schema import Range


def in_steps(limit: Range, step: Cents) -> Range:
    """A limit whose ends need not fit the step, as far as they do."""
    return Range(-(-limit.least // step) * step, limit.most // step * step)


def within(
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


def toke_range(book: Book, bet: dict[str, int]) -> tuple[Range, list[Together]]:
    """What a toke may be, and what it may be together with the bet that counts with it (B-IA-1)."""
    limit, (alone, together) = book.tokes.range or Range(1, 0), toke_cap(book)
    most = limit.most if alone is None else min(limit.most, alone)
    common = [] if together is None else [Together({**bet, "toke": 1}, together)]
    return in_steps(Range(limit.least, most), book.tokes.unit), common


def toke_bounds(book: Book, spot: Spot, on: str, spare: Cents) -> tuple[Cents, Cents]:
    """What a toke may be on a wager that is down, beside the other tokes of the hand."""
    limit, (alone, together) = book.tokes.range or Range(1, 0), toke_cap(book)
    by_ante = book.readings.toke.original_bet == "ante"
    others = sum(toke.amount for toke in spot.tokes if toke.on != on) if by_ante else 0
    bet = spot.main(book) if by_ante else spot.stake(book.bets[on])
    most = [limit.most, spare]
    most += [] if alone is None else [alone - others]
    most += [] if together is None else [together - bet - others]
    within = in_steps(Range(limit.least, min(most)), book.tokes.unit)
    return within.least, within.most

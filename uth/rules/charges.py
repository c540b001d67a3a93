"""What the house charges, as a book writes it: a collection by schedule, or a rake."""

from dataclasses import dataclass
from functools import cached_property

from uth.rules.cites import Section
from uth.rules.money import Cents
from uth.rules.schema import MONEY, TEXT, WORDS, Kind, choice, key, optional, rows, whole

BASIS = choice("table_action", "wager")
MOMENTS = ("before the deal", "after the deal", "after the payouts")
MOMENT = Kind(TEXT.read, form="choice", choices=MOMENTS)
"""When fees are collected; what else earlier versions took for it is found wrong by the checks."""


@dataclass(frozen=True, kw_only=True)
class FeeRate:
    """One line of a collection schedule."""

    payer: str = key(choice("both", "bank", "player"), "whose fee it gives", "both", later=True)
    option: int = key(whole(1, 9), "the schedule it belongs to", 1)
    least: Cents = key(MONEY, "from this much action")
    most: Cents | None = key(MONEY, "up to this much; without it, no end", None)
    bank: Cents = key(MONEY, "what the bank pays", 0)
    player: Cents = key(MONEY, "what a player pays for each circle or position", 0)
    side: Cents = key(MONEY, "what a player pays for each side wager", 0)


@dataclass(frozen=True, kw_only=True)
class Fees(Section):
    """The collection: flat fees."""

    option: int = key(whole(1, 9), "which schedule is in force", 1)
    basis: str = key(BASIS, "what a rate is looked up by", "table_action")
    bank_basis: str | None = key(
        optional(BASIS),
        "what the bank's rate is looked up by, where that is something else",
        None,
        later=True,
    )
    table_action: tuple[str, ...] = key(WORDS, "the wagers that count as action", ("ante", "blind", "trips"))
    collected: str = key(MOMENT, "when it is collected and dropped", "before the deal")
    rates: tuple[FeeRate, ...] = rows(FeeRate, "the schedule, at most five rates")

    @cached_property
    def in_force(self) -> tuple[FeeRate, ...]:
        return tuple(rate for rate in self.rates if rate.option == self.option)

    @cached_property
    def of_bank(self) -> tuple[FeeRate, ...]:
        """The rates in force for the bank."""
        return tuple(rate for rate in self.in_force if rate.payer != "player")

    @cached_property
    def of_players(self) -> tuple[FeeRate, ...]:
        """The rates in force for players."""
        return tuple(rate for rate in self.in_force if rate.payer != "bank")


@dataclass(frozen=True, kw_only=True)
class Rake(Section):
    """A charge for each live hand, at settlement."""

    mode: str | None = key(
        optional(choice("a", "b", "c")), "a: everybody, b: all but the bank, c: the bank alone", None
    )
    amount: Cents | None = key(MONEY, "for each hand that is not dead", None)

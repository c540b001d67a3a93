"""A progressive over the years: how its meters grow, how often they are hit, what they cost the house."""

from dataclasses import dataclass
from fractions import Fraction
from math import exp, log

from uth.ranking import Category
from uth.rules.book import Book
from uth.rules.money import Cents
from uth.rules.prizes import Share
from uth.rules.wagers import Wager
from uth.solver.deals import FIVES
from uth.solver.faults import SolverError

_ALL_FIVES = 2_598_960


@dataclass(frozen=True)
class MeterYears:
    """One meter; money in cents."""

    name: str
    seed: Cents
    grows: Fraction
    """By each wager."""
    reserve: Fraction
    """Kept of each wager for the next seed."""
    chance: Fraction
    """That a wager hits all of it."""
    parts: tuple[tuple[str, Fraction, Fraction], ...]
    """Hands that are paid a part of it: the hand, the part, the chance."""
    wagers_a_year: float

    @property
    def wagers_between(self) -> Fraction:
        """Wagers from one hit to the next, on average."""
        return 1 / self.chance

    @property
    def days_between(self) -> float:
        """On average."""
        return float(self.wagers_between) / self.wagers_a_year * 365

    @property
    def mean_at_hit(self) -> float:
        """What the meter stands at when it is hit, on average: parts that are paid in between taken off."""
        drain = sum(float(part * chance) for _, part, chance in self.parts)
        # between hits m' = m (1 - drain) + grows; the hit comes after a geometric number of wagers
        hit, kept = float(self.chance), 1 - drain
        if drain == 0:
            return self.seed + float(self.grows) / hit
        alive = 1 - hit
        base = float(self.grows) / drain
        return base + (self.seed - base) * kept * hit / (1 - alive * kept)

    def at_hit(self, share: float) -> float:
        """What the meter stands at or below in this share of all hits, if no parts are paid in between."""
        wagers = log(1 - share) / log(1 - float(self.chance))
        return self.seed + float(self.grows) * wagers

    @property
    def hits_a_year(self) -> float:
        return float(self.chance) * self.wagers_a_year

    def no_hit(self, years: float) -> float:
        """The chance that nobody hits it for so long."""
        return exp(self.wagers_a_year * years * log(1 - float(self.chance)))

    @property
    def seed_cost(self) -> float:
        """What the house adds to the reserve for a seed, on average, by each wager."""
        return float(self.chance * self.seed - self.reserve)

    def reserve_after(self, years: float) -> float:
        """The reserve less the seeds that it paid, on average; below zero the house has paid."""
        return -self.seed_cost * self.wagers_a_year * years


@dataclass(frozen=True)
class ProgressiveYears:
    """A progressive wager on all tables of its link."""

    wager: str
    stake: Cents
    meters: tuple[MeterYears, ...]
    fixed: Fraction
    """What prizes of a fixed amount cost by each wager, on average."""
    envy: Fraction
    """What envy costs by each wager, on average."""
    wagers_a_year: float

    @property
    def house_by_wager(self) -> float:
        """What the house keeps of a wager on average, after meters, reserve, prizes, envy and seeds."""
        to_meters = sum(float(meter.grows + meter.reserve) for meter in self.meters)
        seeds = sum(meter.seed_cost for meter in self.meters)
        return self.stake - to_meters - float(self.fixed) - float(self.envy) - seeds

    @property
    def house_a_year(self) -> float:
        return self.house_by_wager * self.wagers_a_year

    @property
    def return_to_players(self) -> float:
        """The share of the wagers that players win in the long run."""
        return 1 - self.house_by_wager / self.stake


def over_years(
    book: Book, *, tables: int, bettors: float, rounds_an_hour: float, hours_a_day: float
) -> ProgressiveYears:
    """The book's progressive on a link of so many tables, each with so many bettors on average."""
    bets = [bet for bet in book.bets.values() if bet.meters]
    if not bets:
        raise SolverError([f"{book.name} has no progressive"])
    bet = bets[0]
    if bet.cards != "hole_and_flop" or bet.suited:
        raise SolverError([f"{bet.label} looks at other cards than hole cards and flop, or at suits"])
    stake, year = bet.stake or 0, tables * bettors * rounds_an_hour * hours_a_day * 365
    meters = []
    for meter in bet.meters:
        paid = [
            (hand, prize.part, Fraction(FIVES[hand], _ALL_FIVES))
            for hand in Category
            if isinstance(prize := bet.prizes[hand], Share) and prize.meter == meter.name
        ]
        whole = sum((chance for _, part, chance in paid if part == 1), Fraction(0))
        if not whole:
            raise SolverError([f"no hand wins all of the meter {meter.name}"])
        parts = tuple((hand.label, part, chance) for hand, part, chance in paid if part != 1)
        grows, reserve = (Fraction(amount) for amount in bet.shares[meter.name])
        meters.append(MeterYears(meter.name, meter.seed, grows, reserve, whole, parts, year))
    return ProgressiveYears(
        bet.name,
        stake,
        tuple(meters),
        _fixed(book, bet, stake),
        _envy(book, bettors, stake),
        year,
    )


def _fixed(book: Book, bet: Wager, stake: Cents) -> Fraction:
    """By each wager."""
    pays, unit = book.payoffs.wagers[bet.name].table[1][0], book.payoffs.unit
    total = Fraction(0)
    for hand in Category:
        payoff = pays[hand]
        chance = Fraction(FIVES[hand], _ALL_FIVES)
        if isinstance(payoff, int):
            back = stake if payoff > 0 and bet.stake_returned_on_win else 0
            total += chance * (Fraction(max(0, payoff) * stake, unit) + back)
        elif not isinstance(payoff, Share):
            total += chance * payoff.cents
    return total


def _envy(book: Book, bettors: float, stake: Cents) -> Fraction:
    """Each wager's hand pays the other bettors."""
    total = Fraction(0)
    for bet in book.bets.values():
        if bet.whose == "others":
            for hand in Category:
                prize = bet.prizes[hand]
                cents = getattr(prize, "cents", 0) if prize is not None else 0
                total += (
                    Fraction(FIVES[hand], _ALL_FIVES) * cents * Fraction(bettors - 1).limit_denominator(1000)
                )
    return max(total, Fraction(0))

"""What a table brings to its bank, its house and its players, and what each of them risks.

Means, variances and covariances are exact where every wager looks at the hands alone and the bank covers
everything. The shape of a round with several seats, and whatever a bank does not cover, comes from the
simulator, with the exact figures as its control.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from uth.bank.lattice import (
    Amounts,
    Lattice,
    bankroll_for,
    lundberg_bankroll,
    lundberg_ruin,
    ruin,
)
from uth.bank.seats import Seats, find_seats
from uth.rules import Book
from uth.rules.money import Cents
from uth.simulate.simulating import Prepared, Simulation, prepare
from uth.simulate.tables import TableSetup
from uth.solver import SolverError
from uth.solver.stakes import BASE, Stakes

Progress = Callable[[str, float], object]
ROUNDS = 4_000_000
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
READINGS: dict[str, tuple[str, ...]] = {
    "stake_only": ("bank.accounting=stake_only",),
    "running": ("bank.accounting=running",),
    "matched": ("bank.accounting=matched",),
}


@dataclass(frozen=True)
class Asked:
    """What somebody wants to know; money in cents."""

    rounds_an_hour: float = 40.0
    hours: float = 8.0
    risk: float = 0.01
    bankroll: Cents | None = None
    simulated: int = ROUNDS
    seed: int = 1
    readings: bool = False

    @property
    def rounds(self) -> int:
        """In a session."""
        return max(1, round(self.rounds_an_hour * self.hours))


@dataclass(frozen=True)
class Side:
    """The bank, or a seat, in one round and in a session; money in cents."""

    mean: float
    """Of one round, after fees."""
    deviation: float
    exact: bool
    """Whether mean and deviation are counted over all deals."""
    fees: float
    staked: float
    """What lies against the bank, or what a seat puts down, on average."""
    one_round: Amounts
    session: Amounts
    losses: Amounts
    """The largest loss at any time of the session."""
    asked: Asked

    @property
    def an_hour(self) -> float:
        return self.mean * self.asked.rounds_an_hour

    @property
    def deviation_an_hour(self) -> float:
        return self.deviation * sqrt(self.asked.rounds_an_hour)

    @property
    def bankroll(self) -> float | None:
        """What it takes for the risk in one session."""
        return bankroll_for(self.losses, self.asked.risk)

    @cached_property
    def _rate(self) -> float | None:
        return self.one_round.lundberg()

    @property
    def bankroll_for_ever(self) -> float | None:
        """What it takes for the risk without an end, at most; None where the mean is not above zero."""
        return lundberg_bankroll(self._rate, self.asked.risk)

    def ruin(self, bankroll: float) -> float:
        """The chance to lose a bankroll within the session."""
        return ruin(self.losses, bankroll)

    def ruin_for_ever(self, bankroll: float) -> float:
        """The chance to lose it at any time, at most."""
        return lundberg_ruin(self._rate, bankroll)


@dataclass(frozen=True)
class ReadingWorth:
    """What a way to cover is worth; cents by round, against a bank that covers everything."""

    name: str
    to_bank: float
    error: float
    to_players: float
    uncovered: float
    """The share of all stakes that came back."""
    rounds_short: float
    """The share of rounds in which something did."""


@dataclass(frozen=True)
class Economics:
    """All about a table."""

    setup: TableSetup
    asked: Asked
    base: Seats
    """One Ante each, the base game, everything covered."""
    staked: Seats | None
    """With the side bets, where seats stake them in the same proportion; None where it is not counted."""
    bank: Side
    seats: tuple[Side, ...]
    simulation: Simulation
    readings: tuple[ReadingWorth, ...]
    house_fees: float
    """What the house takes in a round."""
    why_not_exact: tuple[str, ...] = ()

    @property
    def variance_per_round(self) -> Fraction:
        """Of all seats together, one Ante each, base game."""
        return self.base.variance()

    @property
    def break_even_action(self) -> float | None:
        """The Antes of a round, in cents, at which what the bank wins pays its fees; None without fees."""
        fees = self.bank.fees
        antes = sum(player.stakes[self.setup.book.main.name] for player in self.setup.players)
        before = self.bank.mean + fees
        return fees / (before / antes) if fees and before > 0 else None


def find_economics(
    setup: TableSetup,
    asked: Asked = Asked(),  # noqa: B008 - frozen
    *,
    threads: int | None = None,
    cache: bool = True,
    progress: Progress = lambda what, share: None,
) -> Economics:
    """Everything about a table. Raises :class:`SolverError` or :class:`TableError` with every fault."""
    book, names = setup.book, [player.strategy for player in setup.players]

    def counting(what: str, share: float) -> None:
        progress(what, 0.6 * share)

    base = find_seats(book, names, BASE, threads=threads, cache=cache, progress=counting)
    staked, why = _staked_seats(setup, base, names, threads, cache, counting)
    progress("dealing rounds", 0.6)
    prepared = prepare(setup, threads=threads)
    found = prepared.play(
        asked.simulated, asked.seed, progress=lambda what, share: progress(what, 0.6 + 0.2 * share)
    )
    progress("adding up sessions", 0.8)
    bank = _bank_side(setup, asked, found, staked)
    seats = _seat_sides(setup, asked, found, prepared, staked)
    readings = _readings(prepared, asked) if asked.readings else ()
    fees = float(found.totals.fees.sum()) / found.rounds
    fees += 0.0 if setup.rotating else bank.fees
    return Economics(setup, asked, base, staked, bank, seats, found, readings, fees, tuple(why))


def _staked_seats(
    setup: TableSetup, base: Seats, names: list[str], threads: int | None, cache: bool, progress: Progress
) -> tuple[Seats | None, list[str]]:
    """The seats with their side bets, if they can be counted."""
    book = setup.book
    mixes = set()
    for player in setup.players:
        ante = player.stakes[book.main.name]
        mixes.add(
            tuple(
                (bet.name, Fraction(player.stakes[bet.name], ante))
                for bet in book.side_bets
                if player.stakes.get(bet.name)
            )
        )
    if len(mixes) > 1:
        return None, ["seats stake side bets in different proportions"]
    [mix] = mixes
    if not mix:
        return base, []
    try:
        return find_seats(
            book, names, Stakes(stakes=dict(mix)), threads=threads, cache=cache, progress=progress
        ), []
    except SolverError as error:
        return None, [str(fault) for fault in error.faults]


def _antes(setup: TableSetup) -> list[Fraction]:
    return [Fraction(player.stakes[setup.book.main.name]) for player in setup.players]


def _fully_covered(setup: TableSetup, found: Simulation) -> bool:
    """Whether every wager is always paid: the house banks, or the bank is ample; and no limit on payouts."""
    return setup.bank_wager is None and found.exact is not None and not setup.rotating


def _bank_side(setup: TableSetup, asked: Asked, found: Simulation, staked: Seats | None) -> Side:
    from uth.simulate.kernels.rounds import BANK_FEES

    amounts, counts = found.distribution
    seen = Amounts.of(zip(amounts.tolist(), counts.tolist(), strict=True))
    fees = int(found.totals.bank[BANK_FEES]) / found.rounds
    exact = staked is not None and _fully_covered(setup, found)
    if exact and staked is not None:
        antes = _antes(setup)
        mean, variance = -float(staked.mean(antes)) - fees, float(staked.variance(antes))
        one = seen.fitted(mean, variance)
    else:
        mean, variance = found.bank.mean, found.bank_deviation**2
        one = seen.fitted(mean)
    against = float(found.totals.staked.sum()) / found.rounds
    return _side(mean, sqrt(variance), exact, fees, against, one, asked)


def _side(
    mean: float, deviation: float, exact: bool, fees: float, staked: float, one: Amounts, asked: Asked
) -> Side:
    lattice = Lattice.of(one)
    session = lattice.after(asked.rounds)
    far = 12 * deviation * sqrt(asked.rounds) + max(0.0, -mean) * asked.rounds - 2 * one.amounts[0]
    losses = lattice.worst_losses(asked.rounds, min(far, 4 * far))
    return Side(mean, deviation, exact, fees, staked, one, session, losses, asked)


def _seat_sides(
    setup: TableSetup, asked: Asked, found: Simulation, prepared: Prepared, staked: Seats | None
) -> tuple[Side, ...]:
    """Each seat; seats that are alike share one. Rotating banks are left to the simulation's own figures."""
    if setup.rotating:
        return ()
    made: dict[object, Side] = {}
    sides = []
    for seat, player in enumerate(setup.players):
        key = tuple(sorted(player.stakes.items())), player.strategy
        if key not in made:
            made[key] = _seat_side(setup, asked, found, prepared, staked, seat)
        sides.append(made[key])
    return tuple(sides)


def _seat_side(
    setup: TableSetup, asked: Asked, found: Simulation, prepared: Prepared, staked: Seats | None, seat: int
) -> Side:
    fees = int(found.totals.fees[seat]) / found.rounds
    down = int(found.totals.staked[seat]) / found.rounds
    exact = staked is not None and _fully_covered(setup, found)
    alone = TableSetup(setup.book, (setup.players[seat],), free=True)
    one_seat = prepare_alone(prepared, alone, seat).play(min(asked.simulated, 2_000_000), asked.seed)
    amounts, counts = one_seat.distribution
    seen = Amounts.of(zip((-amounts).tolist(), counts.tolist(), strict=True))
    if exact and staked is not None:
        ante = _antes(setup)[seat]
        mean, variance = float(ante * staked.means[seat]) - fees, float(ante**2 * staked.variances[seat])
    else:
        mean, variance = found.seat(seat).mean, found.deviation(seat) ** 2
    moved = Amounts(seen.amounts - fees, seen.chances)
    return _side(mean, sqrt(variance), exact, fees, down, moved.fitted(mean, variance), asked)


def prepare_alone(prepared: Prepared, alone: TableSetup, seat: int) -> Prepared:
    """One seat of a prepared table by itself; its strategy is not decided again."""
    from uth.simulate.tables import plan_of

    strategy = int(prepared.plan.strategy[seat])
    played = prepared.plan.played
    own = played._replace(
        before=played.before[strategy : strategy + 1],
        flops=played.flops[strategy : strategy + 1],
        rivers=played.rivers[strategy : strategy + 1],
    )
    return Prepared(alone, plan_of(alone, own), None, prepared.threads)


def reading_settings(book: Book) -> dict[str, tuple[str, ...]]:
    """The ways to cover that a book can be read."""
    if book.bank.cover_policy == "wager":
        return READINGS
    if book.bank.cover_policy == "dead_hand":
        return {
            "dead hand, running": ("bank.funds=running",),
            "dead hand, posted only": ("bank.funds=posted_only",),
        }
    return {}


def _readings(prepared: Prepared, asked: Asked) -> tuple[ReadingWorth, ...]:
    """What each way to cover is worth: the same cards, and the covered game as control."""
    setup = prepared.setup
    if setup.bank_wager is None:
        return ()
    ample = again(prepared, replace(setup, bank_wager=None)).play(asked.simulated, asked.seed)
    return tuple(
        worth_of(name, again(prepared, replace_reading(setup, settings)), ample, asked)
        for name, settings in reading_settings(setup.book).items()
    )


def again(prepared: Prepared, setup: TableSetup) -> Prepared:
    """The same players at a table that covers otherwise; nothing is decided again."""
    from uth.simulate.tables import plan_of

    return replace(prepared, setup=setup, plan=plan_of(setup, prepared.plan.played))


def replace_reading(setup: TableSetup, settings: Sequence[str]) -> TableSetup:
    """The same table under another reading."""
    key, _, value = settings[0].partition("=")
    changed: Any = {key.removeprefix("bank."): value}
    bank = replace(setup.book.readings.bank, **changed)
    return replace(setup, book=replace(setup.book, readings=replace(setup.book.readings, bank=bank)))


def worth_of(name: str, table: Prepared, ample: Simulation, asked: Asked) -> ReadingWorth:
    """One way to cover, against a bank that covers everything."""
    from uth.simulate.kernels.rounds import BANK_SHORT

    found = table.play(asked.simulated, asked.seed)
    if found.exact is None:
        to_bank, error = found.plain_bank.mean - ample.plain_bank.mean, found.plain_bank.error
    else:
        to_bank, error = found.bank.mean - ample.bank.mean, found.bank.error
    refunds = table.setup.book.readings.fees.refund_uncovered
    players = float(found.totals.net.sum() - ample.totals.net.sum()) / found.rounds
    return ReadingWorth(
        name,
        to_bank,
        error,
        players if refunds else -to_bank,
        found.uncovered_share,
        int(found.totals.bank[BANK_SHORT]) / found.rounds,
    )


def doubling(side: Side, bankroll: Cents) -> tuple[float, float]:
    """The chance to double a bankroll before it is gone, and the rounds that takes on average."""
    step = max(side.one_round.deviation / 60, bankroll / 1000)
    return Lattice.of(side.one_round, step).doubles(bankroll)

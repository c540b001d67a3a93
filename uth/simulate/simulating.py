"""Many rounds of a table at random: the same seed gives the same result, on any number of threads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from uth.simulate.tables import TableError, TableSetup, compile_plan
from uth.solver import Solution, solve
from uth.strategy import find_strategy
from uth.strategy.strategies import RuleStrategy

if TYPE_CHECKING:
    from uth.simulate.kernels.rounds import Plan, Totals
    from uth.solver.kernels.arrays import Array
    from uth.solver.playing.worth import Decisions

CHUNK = 1 << 16
"""Rounds that a worker takes at a time; sums of floats are added in the order of the chunks."""
MOST_ROUNDS = 10**12
Progress = Callable[[str, float], object]


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error."""

    mean: float
    error: float
    controlled: bool = False
    """Whether the exact solution was used to make the error smaller."""


@dataclass(frozen=True, eq=False)
class Simulation:
    """What came of so many rounds; money in cents."""

    setup: TableSetup
    rounds: int
    seed: int
    totals: "Totals"
    lowest: int
    step: int
    exact: tuple[float, ...] | None
    """By seat: what it gains on average if everything is covered and free, exactly, in cents."""
    seconds: float

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """By seat: in which part of the rounds it plays and does not bank."""
        count = len(self.setup.players)
        return tuple(1 - 1 / count if self.setup.rotating else 1.0 for _ in range(count))

    def seat(self, number: int) -> Estimate:
        """What a seat gains in a round after fees, rounds in which it banks included."""
        own = self.totals
        return self._estimate(
            int(own.net[number]),
            float(own.square[number]),
            int(own.ideal[number]),
            float(own.ideal_square[number]),
            float(own.across[number]),
            None if self.exact is None or self.setup.rotating else self.exact[number],
        )

    @cached_property
    def bank(self) -> Estimate:
        """What the bank gains in a round after fees."""
        from uth.simulate.kernels.rounds import BANK_IDEAL, BANK_NET, CROSS_IDEAL, SQUARE_BANK, SQUARE_IDEAL

        sums, moments = self.totals.bank, self.totals.bank_moments
        known = self.exact is not None and not self.setup.rotating
        return self._estimate(
            int(sums[BANK_NET]),
            float(moments[SQUARE_BANK]),
            int(sums[BANK_IDEAL]),
            float(moments[SQUARE_IDEAL]),
            float(moments[CROSS_IDEAL]),
            -sum(self.exact or ()) if known else None,
        )

    def _estimate(
        self, total: int, square: float, ideal: int, ideal_square: float, across: float, exact: float | None
    ) -> Estimate:
        """The mean, made better by what the same rounds would have brought with everything covered, of which
        the mean is known exactly."""
        n = self.rounds
        mean, of_ideal = total / n, ideal / n
        variance = max(square / n - mean**2, 0.0)
        if exact is None:
            return Estimate(mean, sqrt(variance / n))
        spread = ideal_square / n - of_ideal**2
        between = across / n - mean * of_ideal
        slope = between / spread if spread > 0 else 0.0
        left = max(variance - slope * between, 0.0)
        return Estimate(mean - slope * (of_ideal - exact), sqrt(left / n), True)

    @cached_property
    def plain_bank(self) -> Estimate:
        """The same without the exact solution."""
        from uth.simulate.kernels.rounds import BANK_NET, SQUARE_BANK

        mean = int(self.totals.bank[BANK_NET]) / self.rounds
        square = float(self.totals.bank_moments[SQUARE_BANK]) / self.rounds
        return Estimate(mean, sqrt(max(square - mean**2, 0.0) / self.rounds))

    @cached_property
    def bank_deviation(self) -> float:
        """Of one round."""
        return self.plain_bank.error * sqrt(self.rounds)

    def deviation(self, number: int) -> float:
        """Of one round of a seat."""
        mean = int(self.totals.net[number]) / self.rounds
        return sqrt(max(float(self.totals.square[number]) / self.rounds - mean**2, 0.0))

    @cached_property
    def between_seats(self) -> float | None:
        """The covariance of the first two seats, in cents squared."""
        from uth.simulate.kernels.rounds import CROSS_SEATS

        if len(self.setup.players) < 2 or self.setup.rotating:
            return None
        first, second = (int(self.totals.net[seat]) / self.rounds for seat in (0, 1))
        return float(self.totals.bank_moments[CROSS_SEATS]) / self.rounds - first * second

    @cached_property
    def distribution(self) -> tuple["Array", "Array"]:
        """What the bank nets in a round, and how often."""
        found = np.flatnonzero(self.totals.histogram)
        return self.lowest + found * self.step, self.totals.histogram[found]

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0

    @property
    def uncovered_share(self) -> float:
        """The share of all stakes that came back because the bank did not cover them."""
        return int(self.totals.uncovered.sum()) / max(1, int(self.totals.staked.sum()))


def simulate(
    setup: TableSetup,
    rounds: int,
    seed: int = 1,
    *,
    threads: int | None = None,
    control: bool = True,
    progress: Progress = lambda what, share: None,
) -> Simulation:
    """Play so many rounds; `control`: use the exact solution where it makes errors smaller."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise TableError([f"{rounds:,} rounds; 1 to {MOST_ROUNDS:,} can be played"])
    table = prepare(setup, threads=threads, control=control, progress=progress)
    return table.play(rounds, seed, progress=progress)


@dataclass(frozen=True, eq=False)
class Prepared:
    """A table ready to be played: strategies decided, kernels loaded."""

    setup: TableSetup
    plan: "Plan"
    exact: tuple[float, ...] | None
    threads: int | None = None

    def play(
        self,
        rounds: int,
        seed: int = 1,
        *,
        first: int = 0,
        progress: Progress = lambda what, share: None,
    ) -> Simulation:
        """Rounds from number `first` on."""
        from uth.simulate.kernels.rounds import LOWEST, STEP
        from uth.solver.kernels.work import Crew

        start = perf_counter()
        done, stopped = 0, False
        chunks = -(-rounds // CHUNK)
        crew = Crew(self.threads)
        work = Work(self.plan, seed, min(crew.size, chunks))
        parts: list[Any] = [None] * chunks

        def play(begin: int, end: int, worker: int) -> None:
            nonlocal done, stopped
            for chunk in range(begin, end):
                if stopped:
                    return
                try:
                    at = chunk * CHUNK
                    parts[chunk] = work.play(first + at, first + min(at + CHUNK, rounds), worker)
                    done += 1
                    if worker == 0:
                        progress("dealing rounds", done / chunks)
                except BaseException:  # Ctrl-C: the others stop at their next chunk
                    stopped = True
                    raise

        crew.run([(play, chunks, 1)])
        totals = work.add_up(parts)
        numbers = self.plan.numbers
        seconds = perf_counter() - start
        return Simulation(
            self.setup, rounds, seed, totals, int(numbers[LOWEST]), int(numbers[STEP]), self.exact, seconds
        )


class Work:
    """Room and histogram of each worker."""

    def __init__(self, plan: "Plan", seed: int, workers: int) -> None:
        from uth.simulate.kernels.dealing import key_of
        from uth.simulate.kernels.rounds import new_room

        self.plan, self.key = plan, key_of(seed)
        self.rooms = [new_room() for _ in range(workers)]
        self.histograms = [np.zeros(bins_of(plan), np.int64) for _ in range(workers)]

    def play(self, begin: int, end: int, worker: int) -> "Totals":
        """One chunk."""
        from uth.simulate.kernels.rounds import SEATS, new_totals, play_rounds

        totals = new_totals(int(self.plan.numbers[SEATS]), 0)._replace(histogram=self.histograms[worker])
        play_rounds(self.key, begin, end, self.plan, self.rooms[worker], totals)
        return totals

    def add_up(self, parts: Sequence["Totals"]) -> "Totals":
        """In the order of the chunks."""
        names = [name for name in parts[0]._fields if name != "histogram"]
        summed = {name: sum(getattr(part, name) for part in parts) for name in names}
        return parts[0]._replace(**summed, histogram=np.sum(self.histograms, axis=0))


def bins_of(plan: "Plan") -> int:
    """How many nets of the bank are told apart."""
    from uth.simulate.kernels.rounds import LOWEST, STEP

    best = int(plan.stakes.sum(axis=1).max(axis=1).sum())
    return (best - int(plan.numbers[LOWEST])) // int(plan.numbers[STEP]) + 2


def prepare(
    setup: TableSetup,
    *,
    threads: int | None = None,
    control: bool = True,
    progress: Progress = lambda what, share: None,
) -> Prepared:
    """Solve the book as far as strategies need it, and decide every hand of each strategy once."""
    progress("starting; kernels are compiled at their first use", 0.0)
    from uth.solver.kernels.work import Crew

    crew = Crew(threads)
    decided = [decide(setup, seat, crew, progress) for _, seat in setup.strategies]
    plan = compile_plan(setup, decided, crew)
    exact = exact_means(setup, decided, crew) if control else None
    return Prepared(setup, plan, exact, threads)


def solution_of(setup: TableSetup, seat: int, progress: Progress) -> Solution:
    """The book solved as this seat needs it."""
    from uth.solver.stakes import BASE

    joint = setup.terms[seat].joint
    return solve(
        setup.book, setup.stakes[seat] if joint else BASE, progress=lambda what, _: progress(what, 0.0)
    )


def decide(setup: TableSetup, seat: int, crew: Any, progress: Progress) -> "Decisions":
    """Every decision of a seat's strategy."""
    from uth.solver.playing.together import river_decisions
    from uth.strategy.deciding import decide_all

    name = setup.players[seat].strategy
    strategy = find_strategy(name)
    if not isinstance(strategy, RuleStrategy):
        raise TableError([f"{name}: only rule files are simulated, not functions"])
    solution = solution_of(setup, seat, progress)
    if solution.terms.joint and any(side.looks_at_dealer for side in solution.terms.deciding):
        raise TableError(
            ["a side bet on the dealer's hand changes the optimal play; name a strategy of rules"]
        )
    if len(solution.terms.tags) > 1 and solution.terms.joint:
        raise TableError(
            ["a side bet on hole cards or flop changes the optimal play; name a strategy of rules"]
        )
    return river_decisions(solution.terms, decide_all(strategy, solution, crew), crew)


def exact_means(setup: TableSetup, decided: Sequence["Decisions"], crew: Any) -> tuple[float, ...] | None:
    """By seat: what it gains with everything covered and free, over all deals; None where unknown."""
    from uth.solver.figures import list_outcomes
    from uth.solver.playing.worth import find_worth
    from uth.solver.terms import Terms

    means = []
    rows = [
        find_worth(setup.terms[seat], own, crew).rows
        for (_, seat), own in zip(setup.strategies, decided, strict=True)
    ]
    from uth.rules.payoffs import Cards
    from uth.solver.deals import DEALS

    for seat, terms in enumerate(setup.terms):
        assert isinstance(terms, Terms)
        if any(side.cards is not Cards.HAND or (side.alive and side.looks_at_result) for side in terms.sides):
            return None
        if setup.book.aggregate.cap is not None or any(bet.most_paid is not None for bet in setup.wagers):
            limited = setup.book.aggregate.cap is not None and _may_reach(setup)
            if limited or any(bet.most_paid is not None for bet in setup.wagers):
                return None
        outcomes = list_outcomes(terms, rows[setup.strategies.index(setup.ways[seat])])
        gained = sum(outcome.net * outcome.deals for outcome in outcomes)
        ante = setup.players[seat].stakes[setup.book.main.name]
        means.append(float(gained) / DEALS / terms.unit * ante)
    return tuple(means)


def _may_reach(setup: TableSetup) -> bool:
    """Whether the payouts at the longest odds can pass the aggregate limit together."""
    cap = setup.book.aggregate.cap or 0
    most = 0
    for player in setup.players:
        for bet in setup.wagers:
            stake = setup.stake(player, bet, max(setup.multiples))
            pays = setup.payoffs.wagers.get(bet.name)
            if pays and stake:
                rows = (payoff for table in pays.table for row in table for payoff in row)
                most += max(setup.due(stake, payoff) for payoff in rows)
    return most > cap

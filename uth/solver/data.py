"""Solutions and advice as plain data, for programs: what ``--json`` prints and the service answers.

Values are in Antes; where `parts` stand, `unit` of them make an Ante.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType, to_builtins

from uth.ranking import Category
from uth.solver.advice import Advice
from uth.solver.figures import Figures, over_deals
from uth.solver.solution import Changes, Solution
from uth.solver.terms import meters_of


class Ratio(Struct, frozen=True):
    """A fraction over all deals, as far as that comes out whole."""

    numerator: int
    denominator: int


class Exact(Struct, frozen=True):
    """Fractions as text, in lowest terms: a browser reads no whole numbers beyond 2**53."""

    house_edge: str
    total_loss: str


class BookSolved(Struct, frozen=True):
    """The book that was solved."""

    name: str
    title: str
    digest: str


class StakesSolved(Struct, frozen=True):
    """In dollars if there is an Ante, else in Antes."""

    ante: str | None
    trips: str
    progressive: str
    meters: dict[str, str]
    others: int


class FiguresData(Struct, frozen=True):
    """What one wager, or several together, do in the long run; in Antes."""

    loss: float
    average_bet: float
    element_of_risk: float
    standard_deviation: float
    skewness: float


class Changed(Struct, frozen=True):
    """A class of holes that is played differently before the flop."""

    base_game: str
    best: str


class ChangesData(Struct, frozen=True):
    """How the best play of all wagers together differs from that of the base game."""

    preflop: dict[str, Changed]
    holes: int
    flops: int
    rivers: int
    cost_of_ignoring: float


class OutcomeData(Struct, frozen=True):
    """Deals that end the same way; what each wager gains stands there where there are several."""

    play: int
    hand: str
    result: str
    dealer_qualifies: bool | None
    prize: int
    net: float
    deals: int
    parts: dict[str, int]
    base: float | UnsetType = UNSET
    trips: float | UnsetType = UNSET
    progressive: float | UnsetType = UNSET


class PrizeData(Struct, frozen=True):
    """A prize of the progressive, and the hands that win it."""

    pays: float
    parts: int
    hands: list[str]


class ProgressiveData(Struct, frozen=True):
    """The progressive: where its meters stand, and where it would stop losing; in dollars."""

    meters: dict[str, float]
    break_even: dict[str, float | None]
    break_even_exact: dict[str, str | None]
    envy: float
    shared_away: float
    prizes: list[PrizeData]


class SolutionData(Struct, frozen=True):
    """A book solved for given stakes."""

    book: BookSolved
    stakes: StakesSolved
    deals: int
    house_edge: Ratio
    total_loss_per_ante: float
    total_loss_exact: Ratio
    exact: Exact
    standard_deviation: float
    skewness: float
    average_bet: float
    element_of_risk: float
    probabilities: dict[str, float]
    wagers: dict[str, FiguresData]
    trips_per_unit: FiguresData | None
    correlation_with_trips: float | None
    changes: ChangesData | None
    preflop: dict[str, dict[str, float | str]]
    """By class of holes: the value of every action, and which is `best`."""
    unit: int
    outcomes: list[OutcomeData]
    seconds: dict[str, float]
    cached: bool
    source: str
    """`solved` just now, `kept` on disk since earlier, or `shipped`: solved when the package was built."""
    progressive: ProgressiveData | UnsetType = UNSET
    """Where a progressive wager is staked."""


class CountsData(Struct, frozen=True):
    """How the deals that are left end."""

    win: int
    tie: int
    lose: int
    fold: int


class AdviceData(Struct, frozen=True):
    """What every action is worth with these cards."""

    street: str
    actions: dict[str, float]
    best: str
    exact: dict[str, str]
    deals: int
    counts: dict[str, CountsData] | UnsetType = UNSET
    """Left out where many hands are asked for at once and it is not known yet."""


def plain(data: Struct) -> dict[str, Any]:
    """As JSON has it; whole numbers of any length."""
    built: dict[str, Any] = to_builtins(data)
    return built


def solution_data(solution: Solution) -> SolutionData:
    """Everything about a solution."""
    book, together = solution.book, solution.together
    return SolutionData(
        book=BookSolved(book.name, book.title, book.digest),
        stakes=StakesSolved(**solution.stakes.key),  # type: ignore[arg-type]
        deals=solution.deals,
        house_edge=Ratio(*over_deals(solution.house_edge)),
        total_loss_per_ante=float(solution.total_loss),
        total_loss_exact=Ratio(*over_deals(solution.total_loss)),
        exact=Exact(str(solution.house_edge), str(solution.total_loss)),
        standard_deviation=together.standard_deviation,
        skewness=together.skewness,
        average_bet=float(together.average_bet),
        element_of_risk=float(together.element_of_risk),
        probabilities={name: float(chance) for name, chance in solution.probabilities.items()},
        wagers={name: _figures(own) for name, own in solution.wagers.items()},
        trips_per_unit=_figures(solution.trips) if solution.trips else None,
        correlation_with_trips=solution.correlation,
        changes=_changes(solution.changes) if solution.changes else None,
        preflop={
            name: {**{action: float(value) for action, value in choices.values.items()}, "best": choices.best}
            for name, choices in solution.preflop.items()
        },
        unit=solution.terms.unit,
        outcomes=_outcomes(solution),
        seconds=solution.seconds,
        cached=solution.cached,
        source=solution.source,
        progressive=_progressive(solution) if solution.stakes.progressive else UNSET,
    )


def advice_data(advice: Advice, *, counted: bool = True) -> AdviceData:
    """Everything about an advice; without counts before the flop unless they are wanted: they take long."""
    values = advice.actions
    counts = advice.counts if counted or advice.street != "preflop" else None
    return AdviceData(
        street=advice.street,
        actions={action: float(value) for action, value in values.items()},
        best=advice.best,
        exact={action: str(value) for action, value in values.items()},
        deals=advice.deals,
        counts={action: CountsData(*count) for action, count in counts.items()} if counts else UNSET,
    )


def _progressive(solution: Solution) -> ProgressiveData:
    terms, even = solution.terms, solution.break_even or {}
    made_by: list[list[str]] = [[] for _ in terms.prizes]
    for hand in Category:
        made_by[terms.prize_of[hand]].append(hand.key)
    return ProgressiveData(
        meters={name: cents / 100 for name, cents in meters_of(solution.book, solution.stakes).items()},
        break_even={name: None if amount is None else float(amount) for name, amount in even.items()},
        break_even_exact={name: None if amount is None else str(amount) for name, amount in even.items()},
        envy=float(solution.envy),
        shared_away=float(solution.shared_away),
        prizes=[
            PrizeData(_in_antes(prize, terms.unit), prize, hands)
            for prize, hands in zip(terms.prizes, made_by, strict=True)
        ],
    )


def _figures(own: Figures) -> FiguresData:
    return FiguresData(
        loss=float(own.loss),
        average_bet=float(own.average_bet),
        element_of_risk=float(own.element_of_risk),
        standard_deviation=own.standard_deviation,
        skewness=own.skewness,
    )


def _changes(changes: Changes) -> ChangesData:
    return ChangesData(
        preflop={name: Changed(old, new) for name, (old, new) in changes.classes.items()},
        holes=changes.holes,
        flops=changes.flops,
        rivers=changes.rivers,
        cost_of_ignoring=float(changes.cost),
    )


def _outcomes(solution: Solution) -> list[OutcomeData]:
    unit, wagers = solution.terms.unit, list(solution.wagers)
    rows = []
    for outcome in solution.outcomes:
        gains = {wager: getattr(outcome, wager) for wager in wagers} if len(wagers) > 1 else {}
        rows.append(
            OutcomeData(
                play=outcome.play,
                hand=outcome.hand.key,
                result=outcome.result.name.lower(),
                dealer_qualifies=outcome.dealer_qualifies,
                prize=outcome.prize,
                net=_in_antes(outcome.net, unit),
                deals=outcome.deals,
                parts={"net": outcome.net, **gains},
                **{wager: _in_antes(gain, unit) for wager, gain in gains.items()},
            )
        )
    return rows


def _in_antes(parts: int, unit: int) -> float:
    """A whole number where it is one."""
    return parts // unit if parts % unit == 0 else parts / unit

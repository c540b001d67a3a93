"""Solutions and advice as plain data, for programs: what ``--json`` prints and the service answers.

Values are in Antes; where `parts` stand, `unit` of them make an Ante.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType, to_builtins

from uth.ranking import Category
from uth.rules.wagers import SUITS
from uth.solver.advice import Advice
from uth.solver.figures import BASE_GAME, Figures, Outcome, over_deals
from uth.solver.solution import Changes, Solution
from uth.solver.stakes import SHORT_FORMS
from uth.solver.starting_hands import NAMES
from uth.solver.terms import Terms
from uth.solver.wagering import meters_of

TRIPS = next(iter(SHORT_FORMS))
"""Some fields were there before wagers were rows, and keep its name."""


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
    stakes: dict[str, str]
    """Every staked side wager by name."""


class FiguresData(Struct, frozen=True):
    """What one wager, or several together, do in the long run; in Antes."""

    loss: float
    loss_exact: Ratio
    hit_frequency: float
    """How often something is won."""
    average_bet: float
    element_of_risk: float
    standard_deviation: float
    skewness: float
    correlation: float | None = None
    """With the base game, where it is known."""
    if_never_folded: bool = False
    """The wager can be lost with a fold, and these are the figures of a hand that never folds."""


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
    wagers: dict[str, float] | UnsetType = UNSET
    """What each side wager gains."""
    dealer: str | UnsetType = UNSET
    """The dealer's hand, where a wager asks for it."""
    compared: str | UnsetType = UNSET
    """How the cards compare, also those of a folded hand, where a wager asks for it."""
    suit: str | UnsetType = UNSET
    """Of a hand that a wager pays by suit."""
    dealers_hole: str | UnsetType = UNSET
    """The dealer's starting hand, where it is one that a wager asks for."""


class PrizeData(Struct, frozen=True):
    """What wagers on hole cards and flop pay, and with which hands."""

    pays: float
    parts: int
    hands: list[str]
    holes: list[str] | UnsetType = UNSET
    """The starting hands, where a wager looks at them."""


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
    beside: dict[str, FiguresData]
    """Side wagers that are not staked, for each Ante that would be."""
    warnings: list[str]
    """Side wagers that give the player an edge, with the exact figure."""
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
    """Where a wager with meters is staked."""
    prizes: list[PrizeData] | UnsetType = UNSET
    """By the `prize` of an outcome, where wagers look at hole cards or flop."""


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
    book, together, stakes = solution.book, solution.together, solution.stakes
    trips = solution.per_unit(TRIPS)
    prizes = _prizes(solution.terms) if len(solution.terms.tags) > 1 else UNSET
    return SolutionData(
        book=BookSolved(book.name, book.title, book.digest),
        stakes=StakesSolved(**{name: str(stakes.of(name)) for name in SHORT_FORMS}, **stakes.key),  # type: ignore[arg-type]
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
        wagers={
            name: _figures(own, solution.correlations.get(name)) for name, own in solution.wagers.items()
        },
        beside={
            name: _figures(one.figures, one.correlation, one.if_never_folded)
            for name, one in solution.beside.items()
        },
        warnings=list(solution.warnings),
        trips_per_unit=_figures(trips) if trips else None,
        correlation_with_trips=solution.correlation_with(TRIPS),
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
        progressive=_progressive(solution, prizes or []) if meters_of(book, stakes) else UNSET,
        prizes=prizes,
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


def _progressive(solution: Solution, prizes: list[PrizeData]) -> ProgressiveData:
    even = solution.break_even or {}
    return ProgressiveData(
        meters={name: cents / 100 for name, cents in meters_of(solution.book, solution.stakes).items()},
        break_even={name: None if amount is None else float(amount) for name, amount in even.items()},
        break_even_exact={name: None if amount is None else str(amount) for name, amount in even.items()},
        envy=float(solution.envy),
        shared_away=float(solution.shared_away),
        prizes=prizes,
    )


def _prizes(terms: Terms) -> list[PrizeData]:
    """By tag."""
    found = []
    for number in range(len(terms.tags)):
        holes = [hole for hole, by_flop in enumerate(terms.tag_of) if number in by_flop]
        hands = [hand.key for hand in Category if terms.tag_of[holes[0]][terms.flop_class[hand]] == number]
        paid = terms.paid_with(number)
        named = [NAMES[hole] for hole in holes] if terms.asks_holes else UNSET
        found.append(PrizeData(_in_antes(paid, terms.unit), paid, hands, named))
    return found


def _figures(own: Figures, correlation: float | None = None, if_never_folded: bool = False) -> FiguresData:
    return FiguresData(
        loss=float(own.loss),
        loss_exact=Ratio(*over_deals(own.loss)),
        hit_frequency=float(own.hit_frequency),
        average_bet=float(own.average_bet),
        element_of_risk=float(own.element_of_risk),
        standard_deviation=own.standard_deviation,
        skewness=own.skewness,
        correlation=correlation,
        if_never_folded=if_never_folded,
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
    return [_outcome(outcome, solution.terms.unit) for outcome in solution.outcomes]


def _outcome(outcome: Outcome, unit: int) -> OutcomeData:
    parts = {"net": outcome.net}
    several: dict[str, Any] = {}
    if outcome.gains:
        parts |= {BASE_GAME: outcome.base, **outcome.gains}
        by_wager = {name: _in_antes(gain, unit) for name, gain in outcome.gains.items()}
        several = {name: gain for name, gain in by_wager.items() if name in SHORT_FORMS}
        several |= {BASE_GAME: _in_antes(outcome.base, unit), "wagers": by_wager}
    hole = outcome.dealers_hole
    return OutcomeData(
        play=outcome.play,
        hand=outcome.hand.key,
        result=outcome.result.name.lower(),
        dealer_qualifies=outcome.dealer_qualifies,
        prize=outcome.prize,
        net=_in_antes(outcome.net, unit),
        deals=outcome.deals,
        parts=parts,
        dealer=UNSET if outcome.dealer is None else outcome.dealer.key,
        compared=UNSET if outcome.shown is None else outcome.shown.name.lower(),
        suit=UNSET if outcome.suit is None else SUITS[outcome.suit],
        dealers_hole=UNSET if hole is None else NAMES[hole],
        **several,
    )


def _in_antes(parts: int, unit: int) -> float:
    """A whole number where it is one."""
    return parts // unit if parts % unit == 0 else parts / unit

"""Whether somebody plays on knowledge: likelihood ratios from recorded decisions.

The model of ordinary mistakes: a player chooses an action with a probability that falls with its cost,
exp(-cost / temperature), and now and then (`tremble`) any action. An ordinary player weighs what actions are
worth with their own cards; one who knows more weighs what they are worth with that knowledge, and errs as
much. How large somebody's mistakes are is not known: each temperature of the model may be theirs.

The evidence is the likelihood of all decisions with the knowledge, averaged over the temperatures, divided by
the likelihood without it *at the temperature that explains them best*. So an ordinary player's ratio is on
average at most 1, whichever of the temperatures is theirs, and it ever exceeds N with a chance of at most
1 / N, however long they are watched (Ville's inequality). With so many players and kinds of knowledge looked
at, the alarm is given beyond their number times 1 / `false_alarms`, so that the chance of any false alarm in
a look is at most `false_alarms`. That holds if ordinary players err as the model says, and if no round is
left out because of how it was played.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from math import exp, inf, log, sqrt
from typing import NamedTuple

from uth.cards import Card
from uth.protect.knowledge import Knowledge
from uth.protect.recorded import Hand, PlayedRound
from uth.protect.valuing import Seen, Valuer, Values, possible

SHOWN = (0, 3, 5)
"""Cards of the board that are dealt at each decision."""
NINE_IN_TEN = 1.2816
"""Standard deviations below which a tenth of a normal distribution lies."""

Row = tuple[float, ...]
"""By temperature."""


class Model(NamedTuple):
    """How ordinary people err."""

    temperatures: Row = (0.05, 0.1, 0.2, 0.4)
    """Of an Ante: the cost at which a mistake is 2.7 times rarer than the right play. Any of them."""
    tremble: float = 0.02
    """How often an action is taken that has nothing to do with its value."""

    def chances(self, values: Values, temperature: float) -> dict[str, float]:
        """How likely each action is."""
        best = max(values.values())
        weights = {name: exp((value - best) / temperature) for name, value in values.items()}
        total = sum(weights.values())
        even = self.tremble / len(values)
        return {name: even + (1 - self.tremble) * weight / total for name, weight in weights.items()}


class Evidence(NamedTuple):
    """What one hand says about one kind of knowledge."""

    ordinary: Row
    """The logarithm of the likelihood of the decisions with one's own cards alone."""
    knowing: Row
    """The same with the knowledge."""
    growth: tuple[Row, ...]
    """What the hand says on average if the player has the knowledge: by temperature with it, then without."""
    squares: tuple[Row, ...]
    """The mean of the square of the same."""
    gained: Row
    """What the knowledge brought, in Antes, at least: the actions taken against the best ordinary ones, each
    followed by perfect play with the knowledge."""
    cost: float
    """What the decisions cost by the player's own cards alone, in Antes."""


class Told(NamedTuple):
    """A hand and what it says."""

    title: str
    hand: Hand
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    evidence: Evidence


class Suspicion:
    """One player and one kind of knowledge."""

    def __init__(self, player: str, knows: Knowledge, hands: list[Told]) -> None:
        self.player, self.knows, self.hands = player, knows, hands

    @cached_property
    def _sums(self) -> tuple[Row, Row]:
        """Log-likelihoods of all hands, ordinary and knowing."""
        return (
            _added([told.evidence.ordinary for told in self.hands]),
            _added([told.evidence.knowing for told in self.hands]),
        )

    @cached_property
    def fits(self) -> tuple[int, int]:
        """Which temperatures explain the decisions best, without the knowledge and with it."""
        ordinary, knowing = self._sums
        return ordinary.index(max(ordinary)), knowing.index(max(knowing))

    @cached_property
    def log_ratio(self) -> float:
        """All hands together."""
        ordinary, knowing = self._sums
        return _log_mean(knowing) - max(ordinary)

    @property
    def ratio(self) -> float:
        return exp(self.log_ratio) if self.log_ratio < 700 else inf

    def of_hand(self, told: Told) -> float:
        """What one hand says, at the temperatures that fit best."""
        without, knowing = self.fits
        return told.evidence.knowing[knowing] - told.evidence.ordinary[without]

    @property
    def gained(self) -> float:
        """In Antes."""
        return sum(told.evidence.gained[self.fits[1]] for told in self.hands)

    @property
    def gained_cents(self) -> float:
        """In the money that was on the Ante."""
        return sum(told.evidence.gained[self.fits[1]] * told.hand.ante for told in self.hands)

    @property
    def telling(self) -> list[Told]:
        """The hands that say most, most first."""
        return sorted(self.hands, key=self.of_hand, reverse=True)

    def rounds_needed(self, alarm: float) -> "Needed | None":
        """How many rounds like these raise the alarm if the player has the knowledge; None: they say nothing.

        Against the temperature that hides it best.
        """
        return needed([told.evidence for told in self.hands], self.fits[1], alarm)


class Needed(NamedTuple):
    """How many rounds it takes to raise the alarm on somebody with the knowledge."""

    half: int
    """With a chance of about one half."""
    nine_in_ten: int


def needed(hands: Sequence[Evidence], knowing: int, alarm: float) -> Needed | None:
    """From the mean and the spread of what such hands say; None where that is nothing."""
    if not hands:
        return None
    each = [
        sum(hand.growth[knowing][t] for hand in hands) / len(hands) for t in range(len(hands[0].ordinary))
    ]
    hides = each.index(min(each))
    mean = each[hides]
    if mean <= 0:
        return None
    square = sum(hand.squares[knowing][hides] for hand in hands) / len(hands)
    spread = sqrt(max(0.0, square - mean * mean))
    # averaging over temperatures costs at most the logarithm of their number
    goal = log(alarm) + log(len(each))
    root = (NINE_IN_TEN * spread + sqrt((NINE_IN_TEN * spread) ** 2 + 4 * mean * goal)) / (2 * mean)
    return Needed(-int(-goal // mean), -int(-(root * root) // 1))


class Verdict(NamedTuple):
    """Everybody who was looked at, those most likely to know something first."""

    suspicions: list[Suspicion]
    model: Model
    false_alarms: float
    left_out: int = 0
    """Hands about which some kind of knowledge could not be judged: cards were not recorded."""

    @property
    def alarm(self) -> float:
        """The ratio from which on somebody is to be looked at."""
        return alarm_at(len(self.suspicions), self.false_alarms)

    def is_alarm(self, one: Suspicion) -> bool:
        return one.log_ratio >= log(self.alarm)


def alarm_at(looked_at: int, false_alarms: float) -> float:
    """The ratio that raises the alarm when so many players and kinds of knowledge are looked at."""
    return max(1, looked_at) / false_alarms


Weighed = dict[tuple[object, ...], Evidence]
"""Hands that were weighed before, by all that matters."""


def detect(
    rounds: Iterable[PlayedRound],
    kinds: Iterable[Knowledge],
    model: Model | None = None,
    false_alarms: float = 0.01,
    told: Callable[[int], object] = lambda number: None,
    threads: int | None = None,
    weighed: Weighed | None = None,
) -> Verdict:
    """Look at everybody who played, and every kind of knowledge.

    A round is left out for a seat whose hole cards are not recorded, and for a kind of knowledge whose cards
    are not: a dealer's hand that stayed face down says nothing. `weighed` remembers hands between calls.
    """
    model, kinds = model or Model(), list(kinds)
    weighed = {} if weighed is None else weighed
    valuers: dict[str, Valuer] = {}
    found: dict[tuple[str, Knowledge], Suspicion] = {}
    left_out = 0
    for number, played in enumerate(rounds, 1):
        digest = played.book.digest
        for hand in played.hands:
            if not any(hand.own):
                continue
            for knows in kinds:
                suspicion = found.setdefault((hand.player, knows), Suspicion(hand.player, knows, []))
                views = list(possible(knows, played.board, played.dealer, played.others(hand)))
                if not views:
                    left_out += 1
                    continue
                key = digest, model, hand.hole, played.board, hand.decisions, hand.own, tuple(views)
                evidence = weighed.get(key)
                if evidence is None:
                    if digest not in valuers:
                        valuers[digest] = Valuer(played.book, threads)
                    evidence = weigh(valuers[digest], model, hand, played.board, views)
                    weighed[key] = evidence
                suspicion.hands.append(Told(played.title, hand, played.board, played.dealer, evidence))
        told(number)
    ranked = sorted(found.values(), key=lambda one: one.log_ratio, reverse=True)
    return Verdict(ranked, model, false_alarms, left_out)


def weigh(valuer: Valuer, model: Model, hand: Hand, board: tuple[Card, ...], views: list[Seen]) -> Evidence:
    """The evidence of one hand.

    Which of the possible cards was seen is not known: each is as likely as the others.
    """
    usual = [valuer.values(hand.hole, board[:shown], Seen()) for shown in SHOWN]
    known = [[valuer.values(hand.hole, board[:shown], seen) for shown in SHOWN] for seen in views]
    courses = list(_courses(usual))
    done = [
        (stage, choice)
        for stage, (choice, own) in enumerate(zip(hand.decisions, hand.own, strict=True))
        if own and choice in usual[stage]
    ]
    ordinary, knowing, gained = [], [], []
    without, with_it = [], []
    for temperature in model.temperatures:
        plain = [_logs(model.chances(values, temperature)) for values in usual]
        seeing = [[_logs(model.chances(values, temperature)) for values in one] for one in known]
        ordinary.append(sum(plain[stage][choice] for stage, choice in done))
        likely = [sum(logs[stage][choice] for stage, choice in done) for logs in seeing]
        knowing.append(_log_mean(likely))
        gains = [
            sum(one[stage][choice] - one[stage][_best(usual[stage])] for stage, choice in done)
            for one in known
        ]
        weights = [exp(one - max(likely)) for one in likely]
        gained.append(sum(w * g for w, g in zip(weights, gains, strict=True)) / sum(weights))
        without.append([_of_course(plain, course) for course in courses])
        with_it.append([_log_mean([_of_course(logs, course) for logs in seeing]) for course in courses])
    growth = tuple(tuple(_mean_ratio(k, o, 1) for o in without) for k in with_it)
    squares = tuple(tuple(_mean_ratio(k, o, 2) for o in without) for k in with_it)
    cost = sum(max(usual[stage].values()) - usual[stage][choice] for stage, choice in done)
    return Evidence(tuple(ordinary), tuple(knowing), growth, squares, tuple(gained), cost)


def _courses(usual: list[Values]) -> Iterable[tuple[str, ...]]:
    """All ways to decide a hand."""
    before: tuple[str, ...] = ()
    for stage, values in enumerate(usual):
        for choice in values:
            if choice != "check" or stage == len(usual) - 1:
                yield (*before, choice)
        before = (*before, "check")


def _of_course(logs: list[dict[str, float]], course: tuple[str, ...]) -> float:
    return sum(of_stage[choice] for of_stage, choice in zip(logs, course, strict=False))


def _mean_ratio(knowing: list[float], ordinary: list[float], power: int) -> float:
    return sum(exp(k) * (k - o) ** power for k, o in zip(knowing, ordinary, strict=True))


def _best(values: Values) -> str:
    return max(values, key=values.__getitem__)


def _logs(chances: dict[str, float]) -> dict[str, float]:
    return {name: log(chance) for name, chance in chances.items()}


def _log_mean(logs: Sequence[float]) -> float:
    most = max(logs)
    return most + log(sum(exp(one - most) for one in logs) / len(logs))


def _added(rows: list[Row]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True))) if rows else (0.0,)

"""Whether somebody plays on knowledge: likelihood ratios from recorded decisions.

The model of ordinary mistakes: a player chooses an action with a probability that falls with its cost,
exp(-cost / temperature), and now and then (`tremble`) any action. An ordinary player weighs what actions are
worth with their own cards; one who knows more weighs what they are worth with that knowledge, and errs as
much. The ratio of the two probabilities, multiplied over all decisions, is the evidence.

An ordinary player's ratio exceeds N with a chance of at most 1 / N, however long they are watched (Ville's
inequality). With so many players and kinds of knowledge looked at, the alarm is given beyond their number
times 1 / `false_alarms`, so that the chance of any false alarm is at most `false_alarms` in all. That holds
if ordinary players err as the model says, and if no round is left out because of how it was played.
"""

from collections.abc import Callable, Iterable
from math import exp, inf, log
from typing import Any, NamedTuple

from uth.cards import Card
from uth.game.round import Round
from uth.protect.knowledge import Knowledge
from uth.protect.valuing import Seen, Valuer, Values, possible
from uth.rules.book import Book

SHOWN = (0, 3, 5)
"""Cards of the board that are dealt at each decision."""


class Model(NamedTuple):
    """How ordinary people err."""

    temperature: float = 0.1
    """Of an Ante: the cost at which a mistake is 2.7 times rarer than the right play."""
    tremble: float = 0.02
    """How often an action is taken that has nothing to do with its value."""

    def chances(self, values: Values) -> dict[str, float]:
        """How likely each action is."""
        best = max(values.values())
        weights = {name: exp((value - best) / self.temperature) for name, value in values.items()}
        total = sum(weights.values())
        even = self.tremble / len(values)
        return {name: even + (1 - self.tremble) * weight / total for name, weight in weights.items()}


class Told(NamedTuple):
    """What one hand says about one kind of knowledge."""

    round: int
    title: str
    seat: int
    log_ratio: float
    expected: float
    """What it would say on average if the player had the knowledge."""
    gained: float
    """What the knowledge brought, in Antes, at least: the actions taken against the best ordinary ones, each
    followed by perfect play with the knowledge."""
    decisions: tuple[str, ...]


class Suspicion(NamedTuple):
    """One player and one kind of knowledge."""

    seat: int
    knows: Knowledge
    hands: list[Told]

    @property
    def log_ratio(self) -> float:
        return sum(hand.log_ratio for hand in self.hands)

    @property
    def ratio(self) -> float:
        return exp(self.log_ratio) if self.log_ratio < 700 else inf

    @property
    def gained(self) -> float:
        return sum(hand.gained for hand in self.hands)

    @property
    def telling(self) -> list[Told]:
        """The hands that say most, most first."""
        return sorted(self.hands, key=lambda hand: hand.log_ratio, reverse=True)


class Verdict(NamedTuple):
    """Everybody at the table, those most likely to know something first."""

    suspicions: list[Suspicion]
    model: Model
    false_alarms: float

    @property
    def alarm(self) -> float:
        """The ratio from which on somebody is to be looked at."""
        return max(1, len(self.suspicions)) / self.false_alarms

    def is_alarm(self, one: Suspicion) -> bool:
        return one.log_ratio >= log(self.alarm)

    def rounds_needed(self, one: Suspicion) -> int | None:
        """How many rounds it takes on average to raise the alarm if the player has the knowledge.

        From the rounds recorded; None where they say nothing.
        """
        each = sum(hand.expected for hand in one.hands) / max(1, len(one.hands))
        return None if each <= 0 else -int(-log(self.alarm) // each)


def detect(
    rounds: Iterable[tuple[str, Book, Round]],
    kinds: Iterable[Knowledge],
    model: Model | None = None,
    false_alarms: float = 0.01,
    told: Callable[[int], object] = lambda number: None,
) -> Verdict:
    """Look at every seat that played, and every kind of knowledge.

    A round is left out for a seat whose hole cards are not recorded, and for a kind of knowledge whose cards
    are not: a dealer's hand that stayed face down says nothing.
    """
    model, kinds = model or Model(), list(kinds)
    valuers: dict[str, Valuer] = {}
    found: dict[tuple[int, Knowledge], Suspicion] = {}
    for number, (title, book, played) in enumerate(rounds, 1):
        valuer = valuers.setdefault(book.digest, Valuer(book))
        for spot in played.spots:
            if spot.hole is None or not spot.decisions or spot.behind is not None:
                continue
            seat = int(spot.seat)
            others = [other.hole for other in played.spots if other.hole and other is not spot]
            for knows in kinds:
                suspicion = found.setdefault((seat, knows), Suspicion(seat, knows, []))
                views = list(possible(knows, played.board, played.bank_hand or (), others))
                if views:
                    said = _weigh(valuer, model, spot.hole, played.board, spot.decisions, views)
                    suspicion.hands.append(Told(number, title, seat, *said, spot.decisions))
        told(number)
    ranked = sorted(found.values(), key=lambda one: one.log_ratio, reverse=True)
    return Verdict(ranked, model, false_alarms)


def _weigh(
    valuer: Valuer,
    model: Model,
    hole: tuple[Card, ...],
    board: tuple[Card, ...],
    decisions: tuple[str, ...],
    views: list[Seen],
) -> tuple[float, float, float]:
    """The evidence of one hand, what is expected of it, and what was gained.

    Which of the possible cards was seen is not known: each is as likely as the others.
    """
    usual = [valuer.values(hole, board[:shown], Seen()) for shown, _ in zip(SHOWN, decisions, strict=False)]
    ordinary = 0.0
    for values, done in zip(usual, decisions, strict=True):
        ordinary += log(model.chances(values)[done])
    likely, expected, gained = [], 0.0, []
    for seen in views:
        sum_log = gain = 0.0
        for shown, values, done in zip(SHOWN, usual, decisions, strict=False):
            knowing = valuer.values(hole, board[:shown], seen)
            chances, plain = model.chances(knowing), model.chances(values)
            sum_log += log(chances[done])
            gain += knowing[done] - knowing[max(values, key=values.__getitem__)]
            expected += sum(chances[name] * log(chances[name] / plain[name]) for name in chances) / len(views)
        likely.append(sum_log)
        gained.append(gain)
    most = max(likely)
    weights = [exp(one - most) for one in likely]
    ratio = most + log(sum(weights) / len(weights)) - ordinary
    mean = sum(weight * gain for weight, gain in zip(weights, gained, strict=True)) / sum(weights)
    return ratio, expected, mean


def verdict_data(verdict: Verdict, hands: int = 10) -> dict[str, Any]:
    """As plain data, with the hands that say most."""
    return {
        "model": verdict.model._asdict(),
        "false_alarms": verdict.false_alarms,
        "looked_at": len(verdict.suspicions),
        "alarm_ratio": verdict.alarm,
        "players": [
            {
                "seat": one.seat,
                "knows": one.knows.key,
                "rounds": len(one.hands),
                "log_likelihood_ratio": one.log_ratio,
                "likelihood_ratio": one.ratio if one.ratio < inf else None,
                "alarm": verdict.is_alarm(one),
                "rounds_needed": verdict.rounds_needed(one),
                "gained": one.gained,
                "telling": [hand._asdict() for hand in one.telling[:hands]],
            }
            for one in verdict.suspicions
        ],
    }

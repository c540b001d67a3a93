"""The trainer: what every choice is worth, exactly, what a mistake costs, and the rule behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from uth.cards import Card
from uth.rules.book import Book
from uth.rules.money import Cents, dollars
from uth.terminal.felt import chose

if TYPE_CHECKING:
    from uth.solver import Advisor, Stakes
    from uth.strategy import RuleStrategy


class Question(NamedTuple):
    """A decision: the cards, what may be chosen, and what lies on the felt."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    choices: tuple[str, ...]
    stakes: tuple[tuple[str, Cents], ...]
    meters: tuple[tuple[str, Cents], ...]


class Values(NamedTuple):
    """What each choice is worth in Antes, the best, and the rule of the strategy that is taught."""

    actions: dict[str, Fraction]
    best: str
    ante: Cents
    rule: str

    def cost(self, choice: str) -> Fraction:
        """What a choice costs against the best, in Antes."""
        return self.actions[self.best] - self.actions.get(choice, self.actions[self.best])

    def listed(self) -> str:
        """All choices with their values."""
        worth = sorted(self.actions.items(), key=lambda one: -one[1])
        return ", ".join(f"{in_words(action)} {float(value):+.4f}" for action, value in worth)

    def verdict(self, choice: str) -> str:
        """What is said of a choice."""
        cost = self.cost(choice)
        if not cost:
            return f"✓ {in_words(choice).capitalize()} is optimal."
        money = round(cost * self.ante)
        return (
            f"✗ {in_words(choice).capitalize()} costs {float(cost):.4f} of an Ante ({dollars(money)}). "
            f"Optimal: {in_words(self.best)}."
        )


def in_words(action: str) -> str:
    """``bet4`` is bet 4×."""
    return f"bet {chose(action)}" if action.startswith("bet") else action


@dataclass
class Score:
    """How the person has decided so far."""

    decisions: int = 0
    mistakes: int = 0
    cost: Fraction = Fraction(0)
    """In cents."""

    def count(self, values: Values, choice: str) -> None:
        self.decisions += 1
        cost = values.cost(choice)
        self.mistakes += cost > 0
        self.cost += cost * values.ante


class Trainer:
    """Works values out, for whatever lies on the felt. It is called in a thread: the first may compile."""

    def __init__(self, book: Book, strategy: "RuleStrategy | None") -> None:
        self.book, self.strategy = book, strategy
        self._advisors: dict[object, Advisor] = {}

    def values(self, asked: Question) -> Values:
        """The exact value of every choice that is offered."""
        advice = self._advisor(asked).advise(asked.hole, asked.board)
        offered = {action: worth for action, worth in advice.actions.items() if action in asked.choices}
        best = advice.best if advice.best in offered else max(offered, key=lambda one: offered[one])
        ante = dict(asked.stakes)[self.book.main.name]
        return Values(offered, best, ante, self._rule(asked))

    def _advisor(self, asked: Question) -> "Advisor":
        from uth.solver import Advisor

        key = asked.stakes, asked.meters
        if key not in self._advisors:
            self._advisors = {key: Advisor(self.book, self._stakes(asked))}
        return self._advisors[key]

    def _stakes(self, asked: Question) -> "Stakes":
        from uth.solver import Stakes

        laid = dict(asked.stakes)
        sides = {bet.name: _in_dollars(laid[bet.name]) for bet in self.book.side_bets if bet.name in laid}
        meters: Mapping[str, Fraction] = {}
        if any(bet.meters and bet.name in laid for bet in self.book.side_bets):
            meters = {name: _in_dollars(cents) for name, cents in asked.meters}
        ante = _in_dollars(laid[self.book.main.name])
        return Stakes(ante, meters=meters, stakes=sides)

    def _rule(self, asked: Question) -> str:
        if self.strategy is None:
            return ""
        verdict = self.strategy.verdict(asked.hole, asked.board, _in_order(asked.choices), self.book)
        return f"{self.strategy.name}: {in_words(verdict.action)}, {verdict.why}"


def _in_dollars(cents: Cents) -> Fraction:
    return Fraction(cents, 100)


def _in_order(choices: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(choices))

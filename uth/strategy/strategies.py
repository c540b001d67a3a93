"""A strategy: what is done with any cards, and why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from uth.cards import Card
from uth.rules.book import Book
from uth.rules.holes import starting_hand
from uth.strategy.charts import NAMES, word_for
from uth.strategy.features import features
from uth.strategy.rules import Condition, Rule

Player = Callable[[Sequence[Card], Sequence[Card], Sequence[str]], str]
"""Chooses among the choices that hole cards and board leave: bet4, bet3, bet2, bet1, check, fold."""


class Verdict(NamedTuple):
    """What a strategy does, and which rule says so."""

    action: str
    rule: int | None
    """The rule of the street that decides, from 1 on; None if no rule bets."""
    why: str


class StrategyError(ValueError):
    """A strategy that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def largest_bet(choices: Sequence[str], wanted: int | None = None) -> str | None:
    """The bet of so many Antes if it is offered, else the largest; None if there is none."""
    bets = [choice for choice in choices if choice.startswith("bet")]
    if f"bet{wanted}" in bets:
        return f"bet{wanted}"
    return max(bets, key=lambda bet: int(bet[3:]), default=None)


def no_bet(choices: Sequence[str]) -> str:
    """Check or fold."""
    return next(choice for choice in choices if choice in ("check", "fold"))


@dataclass(frozen=True)
class RuleStrategy:
    """A chart before the flop, and rules after it."""

    name: str
    title: str
    source: str
    chart: dict[int, str]
    """By multiple: the hands that bet it, as they were written."""
    preflop: tuple[int, ...] | None
    """By starting hand: the multiple, 0 for a check. None, here and below: what the book's solution says."""
    flop: tuple[Rule, ...] | None = ()
    river: tuple[Rule, ...] | None = ()

    @property
    def rule_count(self) -> int:
        """How many rules there are to learn after the flop; the chart does not count."""
        return len(self.flop or ()) + len(self.river or ())

    @property
    def needs_solution(self) -> bool:
        """Whether a street is played as the book's solution says."""
        return None in (self.preflop, self.flop, self.river)

    def player(self, book: Book | str | None = None) -> Player:
        """Somebody who plays this at a table of the book."""

        def play(hole: Sequence[Card], board: Sequence[Card], choices: Sequence[str]) -> str:
            return self.verdict(hole, board, choices, book).action

        return play

    def verdict(
        self,
        hole: Sequence[Card],
        board: Sequence[Card],
        choices: Sequence[str],
        book: Book | str | None = None,
    ) -> Verdict:
        """What is done, and why; a street that is played optimally needs the book."""
        rules = {0: None, 3: self.flop, 5: self.river}[len(board)]
        if rules is None and (board or self.preflop is None):
            return _optimal(hole, board, choices, book)
        if rules is None:
            return self._before_flop(hole, choices)
        seen = features(hole, board)
        bet = largest_bet(choices)
        if bet is None:
            return Verdict(no_bet(choices), None, "no bet is offered")
        for number, rule in enumerate(rules, 1):
            if rule.holds(seen):
                done = bet if rule.bets else no_bet(choices)
                return Verdict(
                    done, number, _why(rule, seen, f"bets {bet[3:]}x" if rule.bets else f"{done}s")
                )
        done = no_bet(choices)
        near = [_why_not(rule, seen) for rule in rules if rule.bets]
        return Verdict(
            done, None, f"no rule bets: {'; '.join(near)}" if near else f"the card always {done}s here"
        )

    def _before_flop(self, hole: Sequence[Card], choices: Sequence[str]) -> Verdict:
        hand = starting_hand(tuple(hole))
        wanted = (self.preflop or ())[NAMES.index(hand)]
        bet = largest_bet(choices, wanted) if wanted else None
        if bet is None:
            return Verdict(no_bet(choices), None, f"{hand} is not on the chart")
        word = word_for(hand, self.chart[wanted])
        return Verdict(bet, 1, f"{'every hand' if word == 'all' else word} bets {bet[3:]}x")


def _optimal(
    hole: Sequence[Card], board: Sequence[Card], choices: Sequence[str], book: Book | str | None
) -> Verdict:
    """What the solution says, of what is offered."""
    from uth.solver import advise

    if book is None:
        raise StrategyError(["optimal play depends on the book; name one"])
    advice = advise(book, tuple(hole), tuple(board))
    worth = {action: value for action, value in advice.actions.items() if action in choices}
    if not worth:
        return Verdict(no_bet(choices), None, "nothing else is offered")
    best = advice.best if advice.best in worth else max(worth, key=lambda action: worth[action])
    rest = ", ".join(f"{action} {float(value):+.4f}" for action, value in worth.items() if action != best)
    return Verdict(
        best, None, f"{best} is worth {float(worth[best]):+.4f} Antes" + (f"; {rest}" if rest else "")
    )


_NUMBERED = {
    "outs": "outs",
    "ties": "ties",
    "better_kickers": "better kickers",
    "overcards": "overcards",
    "straight_draw": "ranks make a straight",
}


def _why(rule: Rule, seen: dict[str, int], does: str) -> str:
    """The rule's words, with the numbers of this hand: "19 outs, fewer than 21"."""
    counted = [
        f"{seen[c.feature]} {_NUMBERED[c.feature]}, {_bar(c)}"
        for c in rule.conditions
        if c.feature in _NUMBERED and not c.negated
    ]
    if counted and len(rule.conditions) == 1:
        return f"{counted[0]}: {does}"
    more = f" ({'; '.join(counted)})" if counted else ""
    return f"{rule} {does}{more}"


def _bar(condition: Condition) -> str:
    if condition.least == condition.most:
        return f"exactly {condition.least}"
    return f"fewer than {condition.most + 1}" if condition.most < 50 else f"{condition.least} or more"


def _why_not(rule: Rule, seen: dict[str, int]) -> str:
    """The first condition that fails."""
    failed = next(c for c in rule.conditions if not c.holds(seen))
    if failed.feature in _NUMBERED and not failed.negated:
        return f"{seen[failed.feature]} {_NUMBERED[failed.feature]}, not {_bar(failed)}"
    return f"not {rule.says}" if rule.says else f"not ({failed})"

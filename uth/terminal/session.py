"""What has happened since the person sat down, in figures."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from uth.game.views.results import Result
from uth.rules.money import Cents, dollars
from uth.terminal.felt import signed
from uth.terminal.trainer import Score


@dataclass
class Session:
    """Rounds, and the money in them."""

    rounds: int = 0
    won: int = 0
    lost: int = 0
    banked: int = 0
    net: Cents = 0
    wagered: Cents = 0
    fees: Cents = 0
    best: Cents = 0
    worst: Cents = 0
    wagers: Counter[str] = field(default_factory=Counter)
    """By title: what each brought."""
    score: Score = field(default_factory=Score)

    def count(self, result: Result) -> None:
        self.rounds += 1
        self.won += result.net > 0
        self.lost += result.net < 0
        self.banked += bool(result.banked)
        self.net += result.net
        self.fees += result.fees
        self.best, self.worst = max(self.best, result.net), min(self.worst, result.net)
        for row in result.rows:
            self.wagered += row.stake
            self.wagers[row.title] += row.gain

    def strip(self) -> str:
        """In a few words, for the edge of the screen."""
        if not self.rounds:
            return "no hands yet"
        hands = f"{self.rounds} hand{'s' * (self.rounds > 1)}, {signed(self.net)}"
        return hands + (f", {self.mistakes}" if self.score.decisions else "")

    @property
    def mistakes(self) -> str:
        count = self.score.mistakes
        return f"{count} mistake{'s' * (count != 1)}"

    def lines(self) -> Iterator[tuple[str, str]]:
        """All of it, line by line."""
        yield "Hands", f"{self.rounds}: {self.won} won, {self.lost} lost, {self._even} even"
        if self.banked:
            yield "Banked", str(self.banked)
        yield "Net", signed(self.net)
        yield "Wagered", dollars(self.wagered)
        if self.wagered:
            yield "Return", f"{100 * (1 + self.net / self.wagered):.1f} % of what was wagered"
        yield "Best and worst", f"{signed(self.best)} and {signed(self.worst)}"
        if self.fees:
            yield "Fees", dollars(self.fees)
        for title, cents in self.wagers.items():
            yield title, signed(cents)
        if self.score.decisions:
            cost = dollars(round(self.score.cost))
            yield "Decisions", f"{self.score.decisions}, {self.mistakes}, which cost {cost} on average"

    @property
    def _even(self) -> int:
        return self.rounds - self.won - self.lost

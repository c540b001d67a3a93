"""How many rounds the detector needs, before anything is recorded: from deals drawn at random."""

import random
from collections.abc import Callable
from typing import NamedTuple

from uth.cards import DECK
from uth.protect.detector import Evidence, Model, Needed, alarm_at, needed, weigh
from uth.protect.knowledge import Knowledge
from uth.protect.recorded import Hand
from uth.protect.valuing import Valuer, possible
from uth.rules.book import Book

HANDS = 200
"""Deals that are drawn unless another number is asked for."""


class Power(NamedTuple):
    """What the detector can see of one kind of knowledge."""

    book: Book
    knows: Knowledge
    model: Model
    hands: list[Evidence]
    seed: int

    def needed(self, temperature: float, looked_at: int = 1, false_alarms: float = 0.01) -> Needed | None:
        """Rounds to the alarm on a player whose mistakes have this temperature."""
        place = self.model.temperatures.index(temperature)
        return needed(self.hands, place, alarm_at(looked_at, false_alarms))

    def growth(self, temperature: float) -> float:
        """What a round says on average, as a logarithm, against the temperature that hides it best."""
        place, count = self.model.temperatures.index(temperature), len(self.hands)
        columns = zip(*(hand.growth[place] for hand in self.hands), strict=True)
        return min(float(sum(column)) / count for column in columns)


def power(
    book: Book,
    knows: Knowledge,
    model: Model | None = None,
    hands: int = HANDS,
    seed: int = 1,
    told: Callable[[int], object] = lambda number: None,
    threads: int | None = None,
) -> Power:
    """Draw deals, and work out for each what the decisions of somebody with the knowledge say on average."""
    model, draw, valuer = model or Model(), random.Random(seed), Valuer(book, threads)
    found = []
    for number in range(1, hands + 1):
        cards = draw.sample(DECK, 9 + 2 * knows.players)
        hole, board, dealer = tuple(cards[:2]), tuple(cards[2:7]), tuple(cards[7:9])
        others = [tuple(cards[at : at + 2]) for at in range(9, len(cards), 2)]
        views = list(possible(knows, board, dealer, others))
        found.append(weigh(valuer, model, Hand("", 0, hole, (), (), 0), board, views))
        told(number)
    return Power(book, knows, model, found, seed)

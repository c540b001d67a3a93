"""Pay tables from a house's usual steps that meet targets, ranked by a stated rule."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import prod

from uth.design.family import Answer, Family, Odds, Progress
from uth.ranking import Category
from uth.rules.book import Book
from uth.rules.money import odds_text, parse_odds
from uth.solver.faults import SolverError

MOST_TABLES = 200_000

STEPS: Mapping[Category, str] = {
    Category.ROYAL_FLUSH: "100:1 200:1 250:1 300:1 400:1 500:1 1000:1",
    Category.STRAIGHT_FLUSH: "25:1 30:1 40:1 50:1 75:1 100:1",
    Category.FOUR_OF_A_KIND: "5:1 8:1 10:1 12:1 15:1 20:1 25:1 30:1",
    Category.FULL_HOUSE: "2:1 5:2 3:1 4:1 5:1 6:1",
    Category.FLUSH: "1:1 3:2 2:1 5:2 3:1",
    Category.STRAIGHT: "push 1:1 3:2 2:1",
    Category.THREE_OF_A_KIND: "push 1:2 1:1",
}
"""What houses usually pay, by hand."""

RANKS: Mapping[str, str] = {
    "fewest": "fewest lines changed, then closest to the middle of the edge target",
    "closest": "closest to the middle of the edge target, then fewest lines changed",
    "calm": "smallest standard deviation",
    "wild": "largest standard deviation",
    "top": "largest top prize, then closest to the middle of the edge target",
}
MEASURES = ("edge", "deviation", "hits", "top")


@dataclass(frozen=True)
class Target:
    """What a table must come to: the edge and the hit frequency in percent, the deviation in Antes, the top
    prize in odds."""

    measure: str
    least: Fraction
    most: Fraction

    @classmethod
    def read(cls, text: str) -> "Target":
        """``edge=2.0..2.2``, ``top=500``, ``deviation=..5``."""
        name, equals, amount = text.partition("=")
        if not equals or name not in MEASURES:
            raise ValueError(f"{text!r}: write one of {', '.join(MEASURES)}, as in edge=2.0..2.2")
        low, dots, high = amount.partition("..")
        try:
            least = Fraction(low) if low else Fraction(-(10**9))
            most = (Fraction(high) if high else Fraction(10**9)) if dots else least
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"{text!r}: a target is a number, or two with .. between") from None
        if least > most:
            raise ValueError(f"{text!r}: the first number is the smaller one")
        return cls(name, least, most)

    def met_by(self, found: "Designed") -> bool:
        return self.least <= found.measure(self.measure) <= self.most


@dataclass(frozen=True)
class Designed:
    """A table that was looked at."""

    answer: Answer
    changed: int
    """How many lines differ from the book's."""

    def measure(self, name: str) -> Fraction:
        if name == "edge":
            return self.answer.house_edge * 100
        if name == "top":
            return max(own or Fraction(0) for own in self.answer.odds)
        own = self.answer.figures
        return own.hit_frequency * 100 if name == "hits" else Fraction(own.standard_deviation)


@dataclass(frozen=True)
class Design:
    """The tables that meet all targets, the best first."""

    book: Book
    wager: str
    varied: tuple[Category, ...]
    candidates: int
    solves: int
    rank: str
    found: tuple[Designed, ...]


def read_vary(family: Family, words: Sequence[str]) -> dict[Category, tuple[Fraction | None, ...]]:
    """``blind.flush`` with the usual steps, or ``blind.flush=1:1,3:2,2:1``; every fault at once."""
    faults, found = [], dict[Category, tuple[Fraction | None, ...]]()
    for word in words:
        key, equals, given = word.partition("=")
        wager, _, hand = key.partition(".")
        if wager != family.blind.name or hand.upper() not in Category.__members__:
            hands = ", ".join(f"{family.blind.name}.{one.key}" for one in STEPS)
            faults.append(f"--vary {key}: not a line that can be designed; those are {hands}")
            continue
        category = Category[hand.upper()]
        if category not in STEPS and not equals:
            faults.append(f"--vary {key}: no usual steps; write them, as in {key}=1:1,2:1")
            continue
        texts = given.split(",") if equals else STEPS[category].split()
        try:
            found[category] = tuple(_line(text.strip()) for text in texts)
        except ValueError as error:
            faults.append(f"--vary {key}: {error}")
    if faults:
        raise SolverError(faults)
    return found


def _line(text: str) -> Fraction | None:
    return None if text == "push" else parse_odds(text if ":" in text else f"{text}:1")


def falls(odds: Odds) -> bool:
    """Whether better hands never pay less."""
    paid = [own or Fraction(0) for own in odds]
    return all(low <= high for low, high in pairwise(paid))


def design(
    family: Family,
    vary: Mapping[Category, Sequence[Fraction | None]],
    targets: Sequence[Target],
    rank: str = "fewest",
    *,
    keep: Callable[[Odds], bool] = falls,
    progress: Progress = lambda what, share: None,
) -> Design:
    """Every table of the steps, each exactly; those that meet all targets, ranked."""
    count = prod(len(lines) for lines in vary.values())
    if count > MOST_TABLES:
        raise SolverError(
            [f"{count:,} tables; at most {MOST_TABLES:,} are looked at, so vary fewer lines or steps"]
        )
    hands = list(vary)
    tables = [family.with_odds(dict(zip(hands, lines, strict=True))) for lines in product(*vary.values())]
    tables = [odds for odds in dict.fromkeys(tables) if keep(odds)]
    answers = family.solve_all(tables)
    progress("comparing tables", 0.9)
    own = family.odds
    looked = [
        Designed(answer, sum((a or 0) != (b or 0) for a, b in zip(answer.odds, own, strict=True)))
        for answer in answers
    ]
    # the cheap measures first: figures of a table are made only for those that are left
    for target in sorted(targets, key=lambda one: one.measure in ("deviation", "hits")):
        looked = [one for one in looked if target.met_by(one)]
    edges = [target for target in targets if target.measure == "edge"]
    middle = (
        (edges[0].least + edges[0].most) / 2
        if edges
        else Fraction(family.solve_all([own])[0].house_edge * 100)
    )

    def away(one: Designed) -> Fraction:
        return abs(one.measure("edge") - middle)

    orders: dict[str, Callable[[Designed], object]] = {
        "fewest": lambda one: (one.changed, away(one)),
        "closest": lambda one: (away(one), one.changed),
        "calm": lambda one: one.measure("deviation"),
        "wild": lambda one: -one.measure("deviation"),
        "top": lambda one: (-one.measure("top"), away(one)),
    }
    ranked = sorted(looked, key=orders[rank])  # type: ignore[arg-type]
    return Design(
        family.book, family.blind.name, tuple(hands), len(tables), family.solves, rank, tuple(ranked)
    )


def line_text(own: Fraction | None) -> str:
    """As a table shows it."""
    return "push" if not own else odds_text(own)

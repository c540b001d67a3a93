"""Where a strategy loses against optimal play: mistakes by street and situation, worst first.

What a decision costs is the value of the best action less that of the one taken, both with optimal play after
it. Over all decisions that a strategy comes to, these costs add up to its whole loss against optimal play,
exactly.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction

import numpy as np

from uth.cards import RANKS, card_names
from uth.ranking import Category
from uth.solver import Solution
from uth.solver.deals import DEALERS, DEALS, DEALS_OF_FLOP, DEALS_OF_HOLE
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.flops import CANONICAL
from uth.solver.kernels.holes import HOLE_CLASS, HOLE_HIGH, HOLE_LOW
from uth.solver.playing.boards import HOLES, LANE_OF, rivers
from uth.solver.playing.worth import Decisions, Worth
from uth.solver.starting_hands import NAMES, SIZES
from uth.strategy.deciding import by_hole, live_holes
from uth.strategy.features import COUNT, PLACE
from uth.strategy.kernels.looking import flop_features, new_looking, river_features
from uth.strategy.losses import Loss


def find_losses(solution: Solution, decisions: Decisions, worth: Worth | None) -> tuple[Loss, ...]:
    """All mistakes, worst first; without `worth` not those on the river."""
    unit = DEALS * solution.terms.unit
    found = [
        *_before_flop(solution, decisions, unit),
        *_on_flop(solution, decisions, unit),
        *(_on_river(solution, decisions, worth, unit) if worth else ()),
    ]
    return tuple(sorted(found, key=lambda loss: loss.cost, reverse=True))


def _before_flop(solution: Solution, decisions: Decisions, unit: int) -> Iterable[Loss]:
    totals, multiples = solution.totals, solution.terms.preflop
    for number, name in enumerate(NAMES):
        values = {f"bet{bet}": totals.preflop_bets[place][number] for place, bet in enumerate(multiples)}
        values["check"] = totals.preflop_check[number]
        best = solution.preflop[name].best
        bet = int(decisions.preflop[number])
        done = f"bet{bet}" if bet else "check"
        if values[done] < values[best]:
            cost = Fraction((values[best] - values[done]) * SIZES[number], unit)
            yield Loss("preflop", name, done, best, cost, SIZES[number] * DEALS_OF_HOLE, name)


def _on_flop(solution: Solution, decisions: Decisions, unit: int) -> Iterable[Loss]:
    bet, check = (by_hole(table).astype(np.int64) for table in (solution.flops.bet, solution.flops.check))
    gain = bet - check if solution.terms.flop else np.zeros_like(bet)
    unbet = live_holes() & (decisions.preflop[HOLE_CLASS] == 0)
    wrong = unbet & ((gain > 0) & (decisions.flop == 0) | (gain < 0) & (decisions.flop > 0))
    which, holes = wrong.nonzero()
    seen = np.zeros((len(which), COUNT), np.uint8)
    flop_features(CANONICAL.cards, which, holes, np.zeros((COUNT, HOLES), np.uint8), seen)
    ways = CANONICAL.orbit[which]
    size = f"bet{max(solution.terms.flop, default=0)}"

    def example(place: int) -> str:
        hole, flop = holes[place], CANONICAL.cards[which[place]].tolist()
        own = int(HOLE_HIGH[hole]), int(HOLE_LOW[hole])
        return f"{card_names(own)} on {card_names(sorted(flop, reverse=True))}"

    costs = gain[which, holes]
    yield from _grouped("flop", _flop_kinds(seen), costs, ways, DEALS_OF_FLOP, (size, "check"), unit, example)


def _on_river(solution: Solution, decisions: Decisions, worth: Worth, unit: int) -> Iterable[Loss]:
    if not decisions.river.size:
        return
    gain, bets = worth.advantage, decisions.river > 0
    wrong = (worth.unbet > 0) & ((gain > 0) & ~bets | (gain < 0) & bets)
    which, lanes = wrong.nonzero()
    seen = np.zeros((len(which), COUNT), np.uint8)
    given = rivers()
    river_features(given, which, lanes, new_looking(), seen)
    size = f"bet{max(solution.terms.river)}"

    def example(place: int) -> str:
        river = which[place]
        board = given.cards[given.first[river]].tolist()
        fits = LANE_OF[1 if given.suited[river] else 0] == lanes[place]
        hole = next(
            (high, low)
            for high, low in zip(HOLE_HIGH[fits].tolist(), HOLE_LOW[fits].tolist(), strict=True)
            if high not in board and low not in board
        )
        return f"{card_names(hole)} on {card_names(sorted(board, reverse=True))}"

    costs = gain[which, lanes].astype(np.int64)
    ways = worth.unbet[which, lanes].astype(np.int64)
    yield from _grouped("river", _river_kinds(seen), costs, ways, DEALERS, (size, "fold"), unit, example)


def _grouped(
    street: str,
    kinds: tuple[dict[int, str], Array],
    gains: Array,
    ways: Array,
    deals: int,
    actions: tuple[str, str],
    unit: int,
    example: Callable[[int], str],
) -> Iterable[Loss]:
    """One loss for each kind of situation and mistake.

    `gains`: what a bet gains more than no bet, by situation; `ways`: how often it comes, `deals` each time.
    """
    labels, codes = kinds
    keys = codes * 2 + (gains > 0)
    for key in np.unique(keys).tolist():
        group = (keys == key).nonzero()[0]
        costs = np.abs(gains[group])
        better = bool(gains[group[0]] > 0)
        bet, none = actions
        yield Loss(
            street,
            labels[int(codes[group[0]])],
            none if better else bet,
            bet if better else none,
            Fraction(int((costs * ways[group]).sum()), unit),
            int(ways[group].sum()) * deals,
            example(int(group[np.argmax(costs)])),
        )


def _flop_kinds(seen: Array) -> tuple[dict[int, str], Array]:
    """What a person would call each situation, as a number with its words."""
    made, hidden, pocket, over, draw, straight, high = (
        seen[:, PLACE[name]].astype(np.int64)
        for name in ("made", "hidden", "pocket", "over_pair", "flush_draw", "straight_draw", "high")
    )
    labels = {100 + hand: Category(hand).label for hand in range(10)}
    labels |= {200 + rank: f"pocket {RANKS[rank - 2]}s" for rank in range(2, 15)}
    labels |= {300: "top pair", 301: "second pair", 302: "bottom pair"}
    labels |= {400 + rank: f"four to a flush, hidden {RANKS[rank - 2]}" for rank in range(2, 15)}
    labels |= {500 + ranks: f"{ranks} ranks make a straight" for ranks in range(2, 6)} | {
        501: "one rank makes a straight"
    }
    labels |= {600 + rank: f"no pair or draw, {RANKS[rank - 2]} high" for rank in range(2, 15)}
    codes = np.select(
        [
            (hidden > 0) & (made >= Category.TWO_PAIR),
            pocket > 0,
            hidden > 0,
            draw > 0,
            straight > 0,
        ],
        [100 + made, 200 + pocket, 300 + np.minimum(over, 2), 400 + draw, 500 + straight],
        600 + high,
    )
    return labels, codes


def _river_kinds(seen: Array) -> tuple[dict[int, str], Array]:
    made, hidden, pair, outs = (
        seen[:, PLACE[name]].astype(np.int64) for name in ("made", "hidden", "pair", "outs")
    )
    labels = {100 + hand: f"hidden {Category(hand).label}" for hand in range(10)}
    labels |= {200 + rank: f"hidden pair of {RANKS[rank - 2]}s" for rank in range(2, 15)}
    labels |= {300 + count: f"no hidden pair, {count} outs" for count in range(60)}
    codes = np.select(
        [(hidden > 0) & (made > Category.ONE_PAIR), hidden > 0], [100 + made, 200 + pair], 300 + outs
    )
    return labels, codes

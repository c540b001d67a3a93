"""Seats at one table: what they gain together, over all deals, exactly."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from uth.ranking import Category
from uth.rules.payoffs import Cards, Result
from uth.solver.deals import DEALERS, DEALS
from uth.solver.faults import SolverError
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.holes import HOLE_CLASS
from uth.solver.kernels.work import Crew
from uth.solver.playing.boards import LANE_OF, rivers
from uth.solver.playing.pairs import (
    GAINS,
    PRODUCTS,
    SQUARES,
    new_pair_room,
    new_pair_sums,
    sum_pairs,
    whole,
)
from uth.solver.playing.worth import Decisions, find_advantage, flop_rows, plays_of
from uth.solver.terms import SHOWN, Terms

PAIRS = DEALS * 903
"""Deals with a second seat: 43 cards are left for it."""
CHUNK = 50
"""Rivers that a worker takes at a time. The low halves of its sums stay below 2^32 times so many boards, ten
flops and 1,081 dealers, well below 2^63."""


class SeatSums(NamedTuple):
    """Sums over all deals, in parts of the Ante; of one seat, and over all deals of two seats."""

    gains: int
    squares: int
    products: int


def refuse_unless_told_by_hands(terms: Terms) -> None:
    """Only what the two hands decide can be added up over pairs of seats."""
    faults = []
    for side in terms.sides:
        if side.cards in (Cards.FLOP, Cards.HOLE):
            faults.append(f"{side.name} looks at hole cards or flop")
        elif side.suited:
            faults.append(f"{side.name} pays by suit")
        elif side.decides and side.looks_at_dealer:
            faults.append(f"{side.name} looks at the dealer's hand and dies with a fold")
    if faults:
        raise SolverError(
            [f"{fault}: its covariance between seats is not counted exactly" for fault in faults]
        )


def table_of_gains(terms: Terms) -> Array:
    """What a seat gains, by category of the dealer's hand, play, own category and how the cards compare."""
    plays = plays_of(terms)
    table = np.zeros((len(Category), len(plays), len(Category), len(SHOWN)), np.int64)
    for dealer in Category:
        qualified = terms.is_qualified(dealer)
        for number, play in enumerate(plays):
            folded = number == len(plays) - 1
            for own in Category:
                for shown in SHOWN:
                    result = Result.FOLD if folded else shown
                    gain = terms.base_gain(play, own, result, bool(qualified))
                    for side in terms.sides:
                        gain += side.of_showdown(own, dealer, shown, qualified, folded)
                    table[dealer, number, own, shown] = gain
    return table


def river_decisions(terms: Terms, decisions: Decisions, crew: Crew) -> Decisions:
    """The same decisions with those on the river written out."""
    if decisions.river.size:
        return decisions
    return decisions._replace(river=(find_advantage(terms, crew) >= 0).astype(np.uint8))


def number_for(largest: int) -> type:
    """float64 while it holds every sum of one dealer exactly, else int64; beyond that none."""
    most = (DEALERS * largest) ** 2
    if most < 2**53:
        return np.float64
    if most < 2**62:
        return np.int64
    raise SolverError(
        ["these odds and stakes have too many parts of an Ante to be squared; use rounder amounts"]
    )


def sum_together(
    terms: Terms,
    strategies: Sequence[Decisions],
    crew: Crew,
    told: Callable[[float], None] = lambda share: None,
) -> SeatSums:
    """One strategy in both seats; or of two strategies what a seat would gain that is paid for both of them.

    `strategies` with every river decided.
    """
    given = rivers()
    plays = len(plays_of(terms))
    one = table_of_gains(terms)
    if len(strategies) == 2:
        several = one[:, :, None] + one[:, None, :]
        one = several.reshape(len(Category), plays * plays, len(Category), len(SHOWN))
    different, sorts = np.unique(one, axis=0, return_inverse=True)
    number = number_for(int(np.abs(one).max()))
    gains: Array = np.ascontiguousarray(different.astype(number))
    rows = np.stack([flop_rows(own, crew) for own in strategies])
    before = np.array(
        [
            [terms.preflop.index(bet) if bet else -1 for bet in own.preflop[HOLE_CLASS].tolist()]
            for own in strategies
        ],
        np.int8,
    )
    decided = np.stack([own.river for own in strategies]).astype(np.uint8)
    rooms = [new_pair_room(number) for _ in range(crew.size)]
    found = [[0, 0, 0] for _ in range(crew.size)]
    stopped, done = False, 0

    def add(begin: int, end: int, worker: int) -> None:
        nonlocal stopped, done
        if stopped:
            return
        sums = new_pair_sums()
        try:
            sum_pairs(
                begin,
                end,
                given,
                rows,
                before,
                LANE_OF,
                decided,
                plays,
                sorts.reshape(-1),
                gains,
                rooms[worker],
                sums,
            )
            for what in (GAINS, SQUARES, PRODUCTS):
                found[worker][what] += whole(sums, what)
            done += end - begin
            if worker == 0:
                told(done / len(given.ranks))
        except BaseException:  # Ctrl-C: the others stop at their next chunk
            stopped = True
            raise

    crew.run([(add, len(given.ranks), CHUNK)])
    return SeatSums(*(sum(worker[what] for worker in found) for what in (GAINS, SQUARES, PRODUCTS)))

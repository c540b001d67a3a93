"""A rule for the surveillance room: the few plays before the flop that only knowledge explains."""

from fractions import Fraction
from typing import Any, NamedTuple

from uth.protect.worth import Worth
from uth.solver.solution import Solution
from uth.solver.starting_hands import NAMES

COSTLY = Fraction(1, 4)
"""Of an Ante: what a play must cost without the knowledge to be no ordinary mistake."""
USUAL = Fraction(1, 2)
"""How often the knowledge must call for it, with these cards known, to be worth looking for."""


class Tell(NamedTuple):
    """A play that only knowledge explains."""

    hand: str
    known: str
    """The rank that was seen, or the two cards; empty: any."""
    play: str
    cost: Fraction
    """What the play costs without the knowledge, in Antes."""
    share: Fraction
    """Of the holes of this hand, with these cards known: how many are played so."""
    deals: Fraction
    """Of all deals with the knowledge."""


def tells(worth: Worth, solution: Solution, costly: Fraction = COSTLY) -> list[Tell]:
    """All such plays, those that come most often first."""
    terms, all_deals = worth.terms, worth.total.deals
    if not terms.preflop:
        return []
    groups = worth.by_known or {"": worth.by_hand}
    most, found = f"bet{max(terms.preflop)}", []
    for known, hands in groups.items():
        for name, counted in zip(NAMES, hands, strict=True):
            usual = solution.preflop[name]
            bets = counted.bet_most + counted.bet_least
            if not counted.deals:
                continue
            raised = usual.best != "check"
            done = counted.deals - bets if raised else bets
            play = "check" if raised else most
            cost, share = usual.values[usual.best] - usual.values[play], Fraction(done, counted.deals)
            if cost >= costly and share and (share >= USUAL or not known):
                found.append(Tell(name, known, play, cost, share, Fraction(done, all_deals)))
    return sorted(found, key=lambda tell: tell.deals * tell.cost, reverse=True)


def rule_data(worth: Worth, found: list[Tell], costly: Fraction) -> dict[str, Any]:
    """As plain data."""
    return {
        "book": worth.book.name,
        "knows": {name: number for name, number in worth.knowledge._asdict().items() if number},
        "costs_at_least": float(costly),
        "share_of_rounds": float(sum(tell.deals for tell in found)),
        "plays": [
            {
                "hand": tell.hand,
                "known": tell.known or None,
                "play": tell.play,
                "cost": float(tell.cost),
                "share": float(tell.share),
                "share_of_rounds": float(tell.deals),
            }
            for tell in found
        ],
    }

"""How the Play wager was made. A street's smallest and largest multiple are the only ones ever right."""

from uth.solver.terms import Terms

PLAYS = 7
PREFLOP_MOST, PREFLOP_LEAST, FLOP_MOST, FLOP_LEAST, RIVER_MOST, RIVER_LEAST, FOLDED = range(PLAYS)


def multiples(terms: Terms) -> tuple[int, ...]:
    """The Play wager of each play, in Antes; where a street has one multiple, only the first is used."""
    streets = (terms.preflop, terms.flop, terms.river)
    return (*(pick(street, default=0) for street in streets for pick in (max, min)), 0)

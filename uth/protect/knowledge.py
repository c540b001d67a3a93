"""What a player knows beside their own cards before the first decision."""

from typing import NamedTuple

from uth.solver.faults import SolverError

MOST = {"dealer": 2, "flop": 3, "turn": 1, "river": 1, "dead": 4, "players": 6}
"""How many cards of each place, or other players, can be known."""
MOST_OFF_BOARD = 4
"""The dealer's and dead cards together: with five, exact sums over all deals would take days."""
_SAID = {
    "dealer": ("one of the dealer's two cards", "both of the dealer's cards"),
    "flop": ("one card of the flop", "two cards of the flop", "the flop"),
    "turn": ("the turn",),
    "river": ("the river",),
    "dead": ("one dead card", "two dead cards", "three dead cards", "four dead cards"),
    "players": (
        "another player's cards",
        *(f"the cards of {number} other players" for number in ("two", "three", "four", "five", "six")),
    ),
}
"""By number."""


class Knowledge(NamedTuple):
    """How many cards of each place are known; `players`: how many others show their hole cards.

    Which of the dealer's two cards it is, or of the flop's three, does not matter: they are dealt alike. All
    cards are seen before the first decision. A dead card is one that nobody can get: burned, or at the bottom
    of the stub.
    """

    dealer: int = 0
    flop: int = 0
    turn: int = 0
    river: int = 0
    dead: int = 0
    players: int = 0

    @property
    def later(self) -> int:
        """Of turn and river, which come together."""
        return self.turn + self.river

    @property
    def exact(self) -> bool:
        """Whether all deals are summed up. With others' cards known they are drawn at random."""
        return not self.players

    @property
    def key(self) -> str:
        """As it is written: ``dealer=1,flop=1``."""
        return ",".join(f"{name}={number}" for name, number in self._asdict().items() if number)

    def __str__(self) -> str:
        said = [_SAID[name][number - 1] for name, number in self._asdict().items() if number]
        return " and ".join(said) or "nothing"


NOTHING = Knowledge()


def read_knowledge(text: str) -> Knowledge:
    """The knowledge written as ``dealer=1,flop=1``, or a :class:`SolverError` with all that is wrong."""
    faults, found = [], dict.fromkeys(MOST, 0)
    for word in filter(None, (word.strip() for word in text.split(","))):
        name, _, number = (part.strip() for part in word.partition("="))
        if name not in MOST:
            faults.append(f"nothing called {name!r} can be known; choose from {', '.join(MOST)}")
        elif not (number.isascii() and number.isdigit()) or len(number) > 3 or int(number) > MOST[name]:
            faults.append(f"{name} takes a number from 0 to {MOST[name]}, not {number!r}")
        elif found[name]:
            faults.append(f"{name} is given twice")
        else:
            found[name] = int(number)
    known = Knowledge(**found)
    if not faults and known == NOTHING:
        faults.append("say what is known, such as dealer=1 or flop=1,turn=1")
    if not faults and known.dealer + known.dead > MOST_OFF_BOARD:
        faults.append(
            f"at most {MOST_OFF_BOARD} cards of the dealer and dead cards together, "
            f"not {known.dealer + known.dead}; more dead cards: players=, which draws deals at random"
        )
    if faults:
        raise SolverError(faults)
    return known

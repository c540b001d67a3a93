"""Money with two sides: every movement leaves one account and enters another, so the sum never changes.

Accounts: ``player:NAME`` (chips before a person), ``felt`` (wagers in play), ``bank`` (a player bank's
wager and what it collected), ``house`` (the tray), ``drop`` (fees and rake), ``tokes`` (the dealers'),
``meter:NAME`` and ``reserve`` (the progressive), ``jackpot:NAME`` (won from a meter, confirmed and not yet
paid; in older logs ``jackpots`` for all meters), ``offsets`` (debts set off against a jackpot), ``cage``
(money that came in over the counter), ``link`` (what meters grew by at other tables that share them). Cage
and link are below zero by nature; the house's tray may be.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from uth.rules.money import Cents

CAGE, FELT, BANK, HOUSE, DROP, TOKES, RESERVE, JACKPOTS, OFFSETS, LINK = (
    "cage",
    "felt",
    "bank",
    "house",
    "drop",
    "tokes",
    "reserve",
    "jackpots",
    "offsets",
    "link",
)
DRAWN = "funds"
"""What a move is for that brings a banker's chips to his bank, to pay a hand with them (B-FL-4)."""
MAY_OWE = frozenset({CAGE, HOUSE, LINK})

Accounts = Mapping[str, Cents]


class Move(Struct, frozen=True, array_like=True):
    """An amount that goes from one account to another, and what for."""

    source: str
    target: str
    cents: Cents
    what: str


def player(name: str) -> str:
    """The account of a person's chips at the table."""
    return f"player:{name}"


def meter(name: str) -> str:
    """The account of a progressive jackpot, or of the reserve behind it."""
    return RESERVE if name == RESERVE else f"meter:{name}"


def jackpot(name: str) -> str:
    """The account of what was won from a meter, until it is paid."""
    return f"jackpot:{name}"


def moved(accounts: Accounts, moves: Iterable[Move]) -> dict[str, Cents]:
    """The accounts after the moves."""
    after = dict(accounts)
    for move in moves:
        after[move.source] = after.get(move.source, 0) - move.cents
        after[move.target] = after.get(move.target, 0) + move.cents
    return after


def overdrawn(accounts: Accounts) -> list[str]:
    """Accounts below zero that must never be."""
    return [name for name, cents in accounts.items() if cents < 0 and name not in MAY_OWE]


def reversed_moves(moves: Iterable[Move], what: str) -> tuple[Move, ...]:
    """The same moves back again."""
    return tuple(Move(move.target, move.source, move.cents, what) for move in moves)

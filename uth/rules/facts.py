"""Facts: what the house dealer and the floor do with their hands and on paper, noted as it is done.

A book names them in its script. Each has a moment, and fields of a few kinds; the table knows what of some
kinds must be (how many cards are left, whose sensors light) and refuses anything else. A fact moves no money
and decides nothing, so it is no part of a book's version.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from uth.rules.schema import FLAG, TEXT, WORDS, Kind, choice, key, listing, optional

HANDS_IN_TURN = ("fold", "hand", "shown", "win", "lose", "push", "jackpot", "jackpot_paid")
"""Moments that come for one hand after the other."""
MOMENTS = (
    *("dealer_change", "bank", "bets", "close", "coin_in", "deal", "by_hand", "dealt", "decisions"),
    *("flop", "river", "showdown", *HANDS_IN_TURN, "end"),
)
"""When a fact may be noted, by the names of the script.

A hand in turn may be shown already, and a jackpot paid already.
"""
FIELD_KINDS = {
    "words": "any words",
    "person": "a name",
    "other_person": "a name that no other field has",
    "paper": "a number of a paper",
    "card": "a card number of a person's key card",
    "flag": "yes or no",
    "whole_number": "a whole number",
    "money": "an amount",
    "payout": "the amount that was paid",
    "deck_count": "the cards of a whole deck",
    "stub_count": "the cards that are left after the deal",
    "hand_count": "the cards of one hand",
    "table_count": "the cards on the table: every hand, and the board",
    "back": "the color of the deck in play",
    "other_back": "the color of the other deck",
    "cards_used": "the community cards in the bank's best five",
    "seats_lit": "the seats whose sensors light",
    "result": "whether the hand wins, loses or ties",
    "pickup_order": "the wagers that were taken, in their order",
}
"""What a field of a fact may hold."""
NUMBERS = frozenset(
    {"whole_number", "money", "payout", "deck_count", "stub_count", "hand_count", "table_count"}
)
"""Kinds that are whole numbers; money in cents."""
MONEY_KINDS = frozenset({"money", "payout"})
CENTS = "cents"
"""How the name of a field ends that holds money."""
_NAME = re.compile(r"[a-z][a-z_]*[a-z]")


def _name(value: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise ValueError("a short name in small letters is wanted, like end_of_deal")
    return value


def _pairs(inner: Callable[[Any], str]) -> Kind:
    """A table of names with a text each, kept in its order."""

    def read(value: Any) -> tuple[tuple[str, str], ...]:
        if not isinstance(value, dict):
            raise ValueError('a table is wanted, like {paid_by = "person"}')
        return tuple((_name(name), inner(text)) for name, text in value.items())

    return Kind(read, dict, lambda pairs: ", ".join(f"{name}: {text}" for name, text in pairs) or "none")


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Something that is done at one moment of the round, and noted with a name and a time."""

    name: str = key(Kind(_name), "its short name")
    at: str = key(choice(*MOMENTS), "the moment at which it may be noted")
    does: str = key(TEXT, "what is done, as the script says it")
    asks: tuple[tuple[str, str], ...] = key(
        _pairs(choice(*FIELD_KINDS).read), "its fields, and their kinds", ()
    )
    wants: tuple[tuple[str, str], ...] = key(_pairs(TEXT.read), "what must stand in a field", ())
    by: tuple[str, ...] = key(listing(choice("dealer", "supervisor")), "who notes it", ("dealer",))
    devices: tuple[str, ...] = key(
        listing(choice("shuffler", "shoe", "hand")), "what it is dealt from then; any, if left out", ()
    )
    once: str = key(
        choice("round", "street", "opening"), "how often it is done; for a hand, once each", "round"
    )
    again: bool = key(FLAG, "done again, it is taken back", False)
    amiss: str | None = key(optional(TEXT), "what is reported when it is not as it must be", None)
    sealed: bool = key(FLAG, "also where the automatic dealer deals: no cards are touched", False)
    clauses: tuple[str, ...] = key(WORDS, "the clauses that say so", ())

    @property
    def of_hand(self) -> bool:
        """Whether it is about one hand."""
        return self.at in HANDS_IN_TURN


def problems_of_facts(facts: tuple[Fact, ...], mishaps: Collection[str]) -> Iterator[tuple[str, str]]:
    """What does not fit together in a book's facts: the key, and what would be right."""
    names = [fact.name for fact in facts]
    for n, fact in enumerate(facts, 1):
        path = f"script.facts[{n}]"
        if names.index(fact.name) < n - 1:
            yield f"{path}.name", f"{fact.name} is there already; each fact has a name of its own"
        asked = {name for name, _ in fact.asks}
        for name, _ in fact.wants:
            if name not in asked:
                yield f"{path}.wants", f"{name} is not among its fields: {', '.join(sorted(asked))}"
        for name, kind in fact.asks:
            if (kind in MONEY_KINDS) != name.endswith(CENTS):
                yield (
                    f"{path}.asks",
                    f"{name}: a field of money has a name that ends in {CENTS}, no other",
                )
        if mishaps and fact.amiss is not None and fact.amiss not in mishaps:
            yield f"{path}.amiss", f"{fact.amiss} is none of the book's irregularities"

"""Rounds that go wrong: what voids them, what comes back, and what a ruling takes."""

from collections.abc import Sequence
from dataclasses import dataclass

from uth.game.progressive import Meters, coin_in
from uth.game.round import Seat, Spot
from uth.rules.book import Book
from uth.rules.money import Cents

BANK_CARD_EXPOSED = "bank card exposed early"
BOARD_CARD_EXPOSED = "community card exposed early"


@dataclass(frozen=True, slots=True)
class VoidRound:
    """A round that never was: everything back, the cards shuffled again."""

    returned: dict[Seat, Cents]
    net: dict[Seat, Cents]
    meters: Meters | None
    fees_returned: bool


def effect(book: Book, happening: str) -> str:
    """What the book does about a happening: ``void``, ``reshuffle``, ``play_on`` or ``ruling``."""
    rules = book.irregularities
    for name in ("void", "reshuffle", "play_on") if rules.profile != "none" else ():
        if happening in getattr(rules, name):
            return name
    return "ruling"  # what no rule names is the supervisor's to decide (B-IA-18)


def known_irregularities(book: Book) -> tuple[str, ...]:
    """Everything irregular that the book has a rule for, in its words."""
    rules = book.irregularities
    return (*rules.void, *rules.reshuffle, *rules.play_on) if rules.profile != "none" else ()


def bank_card_voids(book: Book, open_decisions: int) -> bool:
    """A card of the bank seen while somebody has yet to fold or to bet undoes the round (IA-IRR-4)."""
    return open_decisions > 0 and effect(book, BANK_CARD_EXPOSED) == "void"


def void_round(book: Book, spots: Sequence[Spot], meters_before_coin_in: Meters | None) -> VoidRound:
    """All wagers back; the progressive too, with its coin-in reversed, where the house does so (B-IA-16)."""
    reverses = book.readings.irregularity.void_reverses_coin_in
    kept = {spot.seat: 0 if reverses else spot.progressive for spot in spots}
    meters = meters_before_coin_in
    if meters is not None and not reverses:
        meters = coin_in(book, meters, sum(1 for spot in spots if spot.progressive))
    return VoidRound(
        returned={spot.seat: spot.staked() - kept[spot.seat] for spot in spots},
        net={**{seat: -amount for seat, amount in kept.items()}, "house": sum(kept.values())},
        meters=meters,
        fees_returned=book.readings.fees.refund_void,
    )


def forfeit(spot: Spot) -> Cents:
    """What a hand voided by a ruling loses: all its wagers (IA-IRR-7, B-IA-17)."""
    return spot.staked()

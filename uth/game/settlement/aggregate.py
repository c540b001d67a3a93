"""The aggregate limit: the longest payouts of a round share one sum, pro rata, to the cent (IA-AGG)."""

from collections.abc import Sequence

from msgspec.structs import replace

from uth.game.round import Seat
from uth.game.settlement.coverage import Claim
from uth.rules.book import Book
from uth.rules.money import Cents


def pro_rata(payouts: Sequence[Cents], cap: Cents) -> list[Cents]:
    """Each payout's share when together they pass the cap; the limit only ever reduces (B-IA-2).

    Shares are cut to whole cents, and the cents left over go to the largest remainders, earlier ones
    first, so that the total is the cap exactly.
    """
    total = sum(payouts)
    if total <= cap:
        return list(payouts)
    exact = [divmod(cap * payout, total) for payout in payouts]
    shares = [share for share, _ in exact]
    by_remainder = sorted(range(len(exact)), key=lambda i: (-exact[i][1], i))
    for i in by_remainder[: cap - sum(shares)]:
        shares[i] += 1
    return shares


def is_limited(book: Book, claim: Claim) -> bool:
    """Whether a claim shares the limit: won at the book's odds or longer, whatever the wager (B-IA-4)."""
    if claim.verdict != "win" or book.aggregate.cap is None:
        return False
    odds = book.aggregate.odds
    if claim.due * odds.denominator < claim.stake * odds.numerator:
        return False
    return book.readings.aggregate.include_tokes or not claim.laid.toke


def apply_cap(book: Book, claims: Sequence[Claim]) -> list[Claim]:
    """The claims with the shares of those the limit binds; all others are paid without regard to it."""
    cap, capped = book.aggregate.cap, list(claims)
    together: dict[Seat | None, list[int]] = {}
    for n, claim in enumerate(claims):
        if cap is not None and is_limited(book, claim):
            together.setdefault(shares_with(book, claim.seat), []).append(n)
    for bound in together.values():
        for n, share in zip(bound, pro_rata([claims[n].asks for n in bound], cap or 0), strict=True):
            if share != claims[n].asks:
                capped[n] = replace(
                    claims[n],
                    payable=share,
                    note="aggregate limit, pro rata",
                    clauses=claims[n].clauses + book.cites.aggregate,
                )
    return capped


def shares_with(book: Book, seat: Seat) -> Seat | None:
    """With whom the payouts of a seat share the limit: with the whole table, or with each other alone."""
    return seat if book.aggregate.by == "player" else None

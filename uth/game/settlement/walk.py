"""The one way through a settlement, for a finished round and for a live table.

A :class:`Walk` knows what lies on the felt and what is done with, and says what comes next: what a fold loses
at once, Antes that go back before hands are looked at, then turn after turn in the book's order. Shares of
the aggregate limit are those of the whole round.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import chain

from msgspec.structs import replace

from uth.game.round import Laid, Seat, Spot, on_bank
from uth.game.settlement.aggregate import apply_cap, is_limited
from uth.game.settlement.coverage import Claim
from uth.game.settlement.order import Turn, turns
from uth.game.settlement.verdict import Judge, looks_at_cards
from uth.rules.book import Book

ANTES_FIRST = "refunded before hands are looked at"


class Walk:
    """A round on its way through settlement."""

    def __init__(
        self,
        judge: Judge,
        spots: Mapping[Seat, Spot],
        order: list[Seat],
        done: Collection[tuple[Seat, Laid]] = (),
        out: Collection[Seat] = (),
        paid: Collection[tuple[Seat, Laid]] = (),
    ) -> None:
        self.book, self.judge, self.spots = judge.book, judge, spots
        self.all_seats = order
        self.order = [seat for seat in order if seat not in out]
        """The hands that take part, as they are settled; those taken out by a ruling do not."""
        self.done, self.paid = set(done), paid
        self._within_cap: dict[tuple[Seat, Laid], Claim] = {}

    def whole(self, dealt: list[Seat]) -> Iterator[list[Claim]]:
        """All of it, turn by turn, for a round in which every card is known."""
        for seat in dealt:
            if self.spots[seat].folded and (claims := self.at_fold(seat)):
                yield self._taken(claims)
        for claim in self.antes_first():
            yield self._taken([claim])
        yield from map(self.claims, self._turns_left())

    def _taken(self, claims: list[Claim]) -> list[Claim]:
        self.done.update(claim.key for claim in claims)
        return claims

    def waiting(self, seat: Seat) -> list[Laid]:
        """What of one person is not done with."""
        laid = on_bank(self.book, self.spots[seat])
        return [one for one in laid if (seat, one) not in self.done] if self.done else laid

    def at_fold(self, seat: Seat) -> list[Claim]:
        """What a folded hand loses at once, as far as its cards need not be seen or are."""
        spot = self.spots[seat]
        claims = [
            self.judge.claim(spot, laid)
            for laid in self.waiting(seat)
            if spot.hole or not looks_at_cards(self.book, spot, laid)
        ]
        return [
            replace(claim, note=fold_note(self.book)) for claim in claims if taken_at_fold(self.book, claim)
        ]

    def antes_first(self) -> Iterator[Claim]:
        """Refunds that look at no hand, where the bank does not qualify (IA-NQ-1)."""
        main = Laid(self.book.main.name)
        for seat in self.order if self.judge.antes_first else ():
            if not self.spots[seat].folded and main in self.waiting(seat):
                unseen = replace(self.spots[seat], hole=None)
                yield replace(self.judge.claim(unseen, main), note=ANTES_FIRST)

    def next_turn(self) -> Turn:
        """What is settled next: a hand, or (where the house goes wager by wager) one wager."""
        return next(self._turns_left(), [])

    def _turns_left(self) -> Iterator[Turn]:
        """The turns that are left, in the book's order."""
        return turns(self.book, ([(seat, laid) for laid in self.waiting(seat)] for seat in self.order))

    def claims(self, turn: Turn) -> list[Claim]:
        """What the wagers of a turn are due, or that they are lost; within the limit of the whole round."""
        claims = [self.judge.claim(self.spots[seat], laid) for seat, laid in turn]
        if self.book.aggregate.cap is None or not any(is_limited(self.book, claim) for claim in claims):
            return claims
        if not self._within_cap:
            self._within_cap = {claim.key: claim for claim in apply_cap(self.book, self._all())}
        return [self._within_cap[claim.key] for claim in claims]

    def _all(self) -> list[Claim]:
        """Every claim of the round whose cards are known, done with or not, in the order of settlement."""
        return [
            self.judge.claim(self.spots[seat], laid)
            for seat, laid in self.sharing()
            if self.spots[seat].hole or not looks_at_cards(self.book, self.spots[seat], laid)
        ]

    def sharing(self) -> Iterator[tuple[Seat, Laid]]:
        """All wagers that may share the limit: of a hand that was taken out, those that it had won before."""
        hands = ([(seat, laid) for laid in on_bank(self.book, self.spots[seat])] for seat in self.all_seats)
        counted = ([one for one in hand if one[0] in self.order or one in self.paid] for hand in hands)
        return chain.from_iterable(turns(self.book, counted))


def fold_note(book: Book) -> str:
    return f"{'collected' if book.bank.is_player else 'forfeited'} at the fold"


def taken_at_fold(book: Book, claim: Claim) -> bool:
    """Whether a folded wager is taken at once; one that wins waits for its turn (B-CA-7).

    What a fold leaves alive is not judged before the bank's cards are.
    """
    bet = book.bets[claim.laid.wager]
    at_once = book.readings.fold.collect_at == bet.collect_at == "fold" and bet.on_fold != "alive"
    return claim.verdict == "lose" and at_once

"""What was entered wrongly and is put right by a supervisor: a misread card, a decision of another name.

Both leave what was and what is in the log, with who and why. Neither goes behind a settled wager: what was
paid is corrected in money.
"""

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from uth.cards import Card
from uth.game.ledger import FELT, Move, player
from uth.game.round import Choice, Laid, Seat
from uth.game.settlement.coverage import Row
from uth.game.settlement.validation import Refused, legal_decisions, malformed_toke
from uth.game.settlement.verdict import Judge
from uth.game.settlement.walk import ANTES_FIRST
from uth.game.table import events as e
from uth.game.table.act import Act, Option, allowed, to_fill
from uth.game.table.acts.paying import begin_paying
from uth.game.table.acts.playing import affords, after_folds, followers, may_tuck, passes
from uth.game.table.acts.voiding import settling_has_begun
from uth.game.table.course import Course, reason, refuse
from uth.game.table.events import evolve
from uth.game.table.people import Role, Who
from uth.game.table.phases import IN_ROUND, Phase
from uth.game.table.state import Table

STREET = {
    Phase.PREFLOP: "preflop",
    Phase.FLOP_DUE: "preflop",
    Phase.FLOP: "flop",
    Phase.RIVER_DUE: "flop",
    Phase.RIVER: "river",
    Phase.SHOWDOWN: "river",
}
"""The street whose decisions can still be put right: until the next card is out."""
NUMBER = {"preflop": 1, "flop": 2, "river": 3}


class Amend(Act, frozen=True):
    """Cards that were entered wrongly are put right: of the board, the bank, or a seat."""

    of: str | int
    cards: tuple[Card, ...]
    reason: str

    permit = allowed(IN_ROUND - {Phase.DEALING}, Role.SUPERVISOR, when_held=True)
    enters_cards = True

    @classmethod
    def withheld(cls, table: Table, who: Who) -> str:
        return "no card of a sealed deck is corrected; void the round"

    def guard(self, table: Table) -> None:
        """Refused where no cards were entered, or wagers have been settled with them."""
        if not _piles(table).get(self.of):
            refuse(f"no cards of {self.of} have been entered")
        if settling_has_begun(table) or any(
            not table.book.bets[row.laid.wager].required for row in table.rows
        ):
            refuse("wagers have been settled with these cards: what was paid is corrected in money")
        if any(table.chips(table.owners[row.seat]) < row.stake for row in _refunded(table)):
            refuse("an Ante that went back is spent: what was paid is corrected in money")

    def do(self, c: Course) -> None:
        """A misread card is put right while nothing has been settled with it."""
        self.guard(c.table)
        table, piles = c.table, _piles(c.table)
        wanted = len(piles[self.of])
        why = reason(self.reason)
        if len(self.cards) != wanted or len(set(self.cards)) != wanted:
            refuse(f"{wanted} different cards are wanted")
        others = {card for name, pile in piles.items() if name != self.of for card in pile}
        if any(not 0 <= card < 52 or card in others for card in self.cards):
            refuse("one of these cards is on the table already, or no card")
        hidden = self.of not in ("board", "bank", *table.shown)
        amended = e.CardsAmended(
            of=self.of,
            was=piles[self.of],
            cards=self.cards,
            player=table.owners[self.of] if hidden else "",
            by=str(c.who),
            reason=why,
        )
        c.happen(_with_antes(table, amended))
        if c.table.phase is Phase.PAYING:
            begin_paying(c)  # the bank may not qualify any more

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        piles = ("board", "bank", *(seat for seat in table.order if isinstance(seat, int)))
        yield from (to_fill(cls, "cards", "reason", of=of) for of in piles)


def _with_antes(table: Table, amended: e.CardsAmended) -> e.CardsAmended:
    """Antes that went back because the bank did not qualify play again if it does (IA-NQ-1)."""
    after = evolve(table, amended)
    refunded = _refunded(table)
    if not refunded or Judge(after.book, after.board, after.bank_hand).antes_first:
        return amended
    moves = tuple(Move(player(table.owners[row.seat]), FELT, row.stake, "ante again") for row in refunded)
    return replace(amended, again=tuple(row.seat for row in refunded), moves=moves)


def _refunded(table: Table) -> list[Row]:
    return [row for row in table.rows if row.note == ANTES_FIRST and row.seat not in table.forfeited]


def _piles(table: Table) -> dict[Seat, tuple[Card, ...]]:
    """The cards that are known, by where they lie."""
    piles: dict[Seat, tuple[Card, ...]] = {"board": table.board, "bank": table.bank_hand or ()}
    return piles | {seat: spot.hole or () for seat, spot in table.spots.items() if spot.behind is None}


class AmendDecision(Act, frozen=True):
    """A decision that the dealer entered wrongly is put right, before the next card is out."""

    seat: Seat
    choice: Choice
    reason: str

    permit = allowed(IN_ROUND - {Phase.DEALING, Phase.PAYING}, Role.SUPERVISOR)
    written = ("seat", "choice", "reason")

    @classmethod
    def withheld(cls, table: Table, who: Who) -> str:
        return "a player's decision is not corrected; void the round"

    def do(self, c: Course) -> None:
        """A decision that the dealer entered wrongly, and nobody else's: a player's own word is final."""
        table = c.table
        street = STREET[table.phase]
        cited = getattr(table.book.cites, street)
        spot = table.spots.get(self.seat)
        if spot is None or self.seat not in table.entered or len(spot.decisions) != NUMBER[street]:
            refuse(f"the dealer has entered no decision of seat {self.seat} since the last card", cited)
        if self.choice not in legal_decisions(table.book, street) or self.choice == spot.decisions[-1]:
            refuse(f"{self.choice}: not another decision of this street", cited)
        hand = [self.seat, *followers(table, self.seat)]
        if any(row.seat in hand for row in table.rows):
            refuse("wagers of this hand have been taken: what was paid is corrected in money", cited)
        why = reason(self.reason)
        for seat in hand:
            _decide_again(c, seat, self.choice, why, must=seat == self.seat)
        after_folds(c)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        for seat, choice in product(table.entered, legal_decisions(table.book, STREET[table.phase])):
            yield to_fill(cls, "reason", seat=seat, choice=choice)


def _decide_again(c: Course, seat: Seat, choice: Choice, why: str, *, must: bool) -> None:
    """The chips of the old decision come back, those of the new one go down; who cannot follow passes."""
    table, spot, owner = c.table, c.table.spots[seat], c.table.owners[seat]
    book = table.book
    back = spot.staked(book) - spot.amended(book, Choice.CHECK).staked(book)
    toke = spot.amended(book, choice).on(book, Laid(book.play.name, toke=True))
    if not affords(table, spot, choice, toke, back):
        if must:
            refuse(f"{owner} has too few chips for {choice}", getattr(table.book.cites, STREET[table.phase]))
        choice = passes(table)
    amended = spot.amended(book, choice)
    if refusals := list(malformed_toke(table.book, amended)):
        raise Refused(refusals)
    change, his = amended.staked(book) - spot.staked(book), player(owner)
    name = book.play.name
    move = Move(his, FELT, change, name) if change > 0 else Move(FELT, his, -change, name)
    c.happen(
        e.DecisionAmended(
            seat=seat,
            was=spot.decisions[-1],
            choice=choice,
            tucked=may_tuck(table, seat, choice),  # in doubt for the player, as when his time is over
            by=str(c.who),
            reason=why,
            moves=(move,) if change else (),
        )
    )

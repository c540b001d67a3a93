"""Irregularities, rulings, void rounds, disputes and corrections."""

from collections.abc import Iterator

from msgspec.structs import replace

from uth.game.ledger import (
    BANK,
    CAGE,
    DROP,
    FELT,
    HOUSE,
    JACKPOTS,
    LINK,
    RESERVE,
    TOKES,
    Move,
    meter,
    moved,
    overdrawn,
)
from uth.game.round import Seat
from uth.game.table import events as e
from uth.game.table.act import Act, Option, allowed, to_fill
from uth.game.table.acts.betting import owed, return_wagers
from uth.game.table.acts.paying import MONEY_LEFT, begin_paying, forfeit_claims, next_turn
from uth.game.table.acts.playing import after_folds
from uth.game.table.acts.voiding import UNTIL_THE_END, void, why_not_void
from uth.game.table.course import Course, reason, refuse
from uth.game.table.irregularities import effect, mishap
from uth.game.table.people import Role, Who
from uth.game.table.phases import ANY, IN_ROUND, OPEN, Phase
from uth.game.table.state import Table
from uth.rules.money import MOST_MONEY, dollars

RULINGS = ("void", "play_on", "forfeit")


class Report(Act, frozen=True):
    """Something irregular has happened."""

    what: str
    seat: Seat | None = None

    permit = allowed(OPEN, Role.DEALER, Role.SUPERVISOR)
    written = ("what",)

    def do(self, c: Course) -> None:
        """What the book says about it happens at once; what no rule names waits for a ruling (B-IA-18)."""
        table = c.table
        if not self.what.strip():
            refuse("say what has happened")
        _at_the_table(table, self.seat)
        rule = mishap(table.book, self.what)
        what = effect(rule, open_decisions(table), len(table.board), dealt=is_dealt(table))
        if what == "void" and (table.phase not in UNTIL_THE_END or table.void):
            what = "reshuffle"  # no hand is in play: the deck alone is concerned
        if what == "void" and why_not_void(table):
            what = "ruling"  # too late for the rule to undo what has been paid
        happened = e.Happened(
            what=self.what, effect=what, seat=self.seat, by=str(c.who), clauses=rule.clauses
        )
        c.happen(happened)
        if what == "void":
            void(c, self.what)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        known = tuple(mishap.what for mishap in table.book.irregularities.mishaps)
        yield replace(to_fill(cls, "what"), choices={"what": known, "seat": _anybody(table)})


def _at_the_table(table: Table, seat: Seat | None) -> None:
    if seat is not None and seat not in (*table.seats, *table.spots):
        refuse(f"nobody is in seat {seat}")


def is_dealt(table: Table) -> bool:
    """Whether all cards of the round have left the deck, and what is left of it is put away (IA-DEAL-9).

    Where the board is dealt with the hands, that is before anybody decides.
    """
    if table.book.deal.street_by_street:
        return len(table.board) == 5
    decided = table.phase is not Phase.PREFLOP or any(spot.decisions for spot in table.spots.values())
    return bool(table.order) and not table.void and table.phase is not Phase.DEALING and decided


def open_decisions(table: Table) -> int:
    """How many players have neither folded nor made a Play wager."""
    spots = (spot for spot in table.spots.values() if spot.seat not in table.forfeited)
    return sum(not (spot.folded or spot.multiple) for spot in spots)


class Rule(Act, frozen=True):
    """A supervisor's ruling: void, play_on, or forfeit (one seat's hand)."""

    ruling: str
    reason: str
    seat: Seat | None = None

    permit = allowed(OPEN, Role.SUPERVISOR, Role.HOUSE, when_held=True)
    written = ("ruling", "reason")

    def guard_sealed(self) -> None:
        if self.ruling == "forfeit":
            refuse("no hand is forfeited at a sealed table; void the round")

    def do(self, c: Course) -> None:
        """A supervisor's ruling, with a name and a reason."""
        table = c.table
        why = reason(self.reason)
        if self.ruling not in RULINGS:
            refuse(f"a ruling is {', '.join(RULINGS)}")
        if c.who.role is Role.HOUSE and (self.ruling != "void" or table.phase is not Phase.DEALING):
            refuse("by itself the house voids a round only before a card is dealt")
        bets = self.ruling == "void" and table.phase is Phase.BETTING and (table.spots or table.held)
        if self.ruling == "void" and not bets and (why_not := why_not_void(table)):
            refuse(why_not)
        if self.ruling == "forfeit" and table.phase not in IN_ROUND:
            refuse("no round is in play to void or forfeit; a correction is a new entry")
        if self.ruling == "forfeit" and (self.seat not in table.spots or self.seat in table.forfeited):
            refuse(f"seat {self.seat} has no hand to forfeit", table.book.cites.forfeit)
        _at_the_table(table, self.seat)
        if self.ruling == "play_on" and not table.held:
            refuse("nothing waits for a ruling")
        if self.ruling == "play_on" and table.held == MONEY_LEFT:
            refuse("no hand is left that this money could be settled with: void the round")
        c.happen(e.Ruled(ruling=self.ruling, seat=self.seat, by=str(c.who), reason=why))
        if self.ruling == "void" and table.phase is Phase.BETTING:
            for seat in list(table.spots):
                return_wagers(c, seat)
        elif self.ruling == "void":
            void(c, why)
        elif self.ruling == "forfeit" and self.seat is not None:
            _forfeit(c, self.seat)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        for ruling in ("void", "play_on"):
            yield replace(to_fill(cls, "reason", ruling=ruling), choices={"seat": _anybody(table)})
        yield from (to_fill(cls, "reason", ruling="forfeit", seat=seat) for seat in table.spots)


def _forfeit(c: Course, seat: Seat) -> None:
    """All wagers of the hand are lost to the bank, as far as it may win; the others play on (B-IA-17).

    Wagers of others behind that hand are nobody's fault: they go back.
    """
    c.happen(e.HandForfeited(seat=seat))
    forfeit_claims(c, seat, "lose", "forfeited by a ruling")
    for other, spot in c.table.spots.items():
        if spot.behind == seat and other not in c.table.forfeited:
            c.happen(e.HandForfeited(seat=other))
            forfeit_claims(c, other, "push", "the hand it rides on is void")
    if c.table.phase is not Phase.PAYING:
        after_folds(c)
    elif not next_turn(c.table):
        begin_paying(c)


class Dispute(Act, frozen=True):
    says: str

    permit = allowed(OPEN, Role.PLAYER, when_held=True)
    worked_out = True
    written = ("says",)
    fill = ("says",)

    def do(self, c: Course) -> None:
        if not self.says.strip():
            refuse("a dispute says what is wrong")
        c.happen(e.Disputed(player=c.who.name, says=self.says.strip()))


class Correct(Act, frozen=True):
    """A correction is a new entry, with a name and a reason; nothing is edited."""

    moves: tuple[Move, ...]
    reason: str

    permit = allowed(ANY, Role.SUPERVISOR, when_held=True)
    fill = ("moves", "reason")

    def do(self, c: Course) -> None:
        table, why = c.table, reason(self.reason)
        if not self.moves or any(not 0 < m.cents <= MOST_MONEY or m.source == m.target for m in self.moves):
            refuse("a correction moves an amount above zero from one account to another")
        named = {account for move in self.moves for account in (move.source, move.target)}
        unknown = sorted(named - set(table.accounts) - {CAGE, HOUSE, DROP, TOKES})
        if unknown:
            refuse(f"there is no account {', '.join(unknown)}")
        running = {FELT, BANK, JACKPOTS, LINK, *(name for name in named if name.startswith("jackpot:"))}
        if table.phase not in (Phase.CLOSED, Phase.BANKING, Phase.BETTING):
            running |= {name for name in named if name.startswith("meter:") or name == RESERVE}
        if named & running:
            refuse(
                f"{', '.join(sorted(named & running))}: a running round is not corrected; finish or void it"
            )
        after = moved(table.accounts, self.moves)
        short = overdrawn(after)
        short += [
            account
            for account in sorted(named)
            if account.startswith("player:")
            and 0 <= after[account] < owed(table, account.removeprefix("player:"))
        ]
        if short:
            refuse(f"the correction would overdraw {', '.join(short)}")
        for bet, one in table.book.meters.values():
            if after.get(meter(one.name), 0) < min(one.seed, table.accounts.get(meter(one.name), 0)):
                says = f"the {one.name} meter is not corrected below its seed, {dollars(one.seed)}"
                refuse(says, bet.cites.limit)
        c.happen(e.Corrected(by=str(c.who), reason=why, moves=self.moves))


def _anybody(table: Table) -> tuple[Seat | None, ...]:
    """Whom something may be about: nobody, or somebody at the table."""
    return (None, *dict.fromkeys((*table.seats, *table.spots)))

"""Jackpots: won with their hand, reviewed, confirmed, and paid in the order of the deal; or denied."""

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from uth.game.ledger import CAGE, HOUSE, JACKPOTS, OFFSETS, RESERVE, Move, jackpot, meter, player
from uth.game.round import Laid, Seat
from uth.game.settlement.coverage import Row
from uth.game.settlement.pots import Pot, Win, shared
from uth.game.settlement.progressive import (
    Part,
    envy,
    free_bets,
    lost_prize,
    prize_row,
    reseed,
    share_of,
)
from uth.game.table import events as e
from uth.game.table.act import Act, Bounds, Option, Together, allowed, to_fill
from uth.game.table.acts.linking import meters_of
from uth.game.table.acts.racking import in_play
from uth.game.table.course import Course, reason, refuse
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Review, Table
from uth.rules.money import Cents, dollars
from uth.rules.prizes import Share
from uth.rules.wagers import Wager

OFFICES = ("supervisor", "shift manager", "security")
"""Who must approve a jackpot before it is paid, each another person (IA-PRG-7)."""
PAYERS = ("shift manager", "security")
"""Who pays it out; the supervisor records it (IA-PRG-7, IA-PRG-8)."""
FORMS = ("chips", "check", "both")


def win_jackpot(c: Course, seat: Seat, prize: Share) -> None:
    """The hand's button is pressed and the supervisor called: the rest is his review (IA-PRG-6, IA-PRG-7)."""
    name = prize.name
    table, owner, place = c.table, c.table.owners[seat], c.table.order.index(seat)
    pot = table.pots.get(name, Pot()).joined(Win(seat, owner, table.deal_number, place))
    cents = {win.where: cents for win, cents in shared(_worth(table, name, pot), pot.wins)}[seat]
    c.happen(e.JackpotWon(seat=seat, player=owner, meter=name, cents=cents, place=place))


def _worth(table: Table, name: str, pot: Pot) -> Cents:
    """What a jackpot is worth: smaller parts of the same meter are taken from it first."""
    if pot.cents is not None:
        return pot.cents
    prize = Share.named(name)
    left = table.accounts[meter(prize.meter)]
    for smaller in _smaller(table, prize):
        left -= share_of(left, smaller.part)
    return share_of(left, prize.part)


def _smaller(table: Table, prize: Share) -> list[Share]:
    """Smaller parts of the same meter that somebody has won and nobody has confirmed, the smallest first."""
    won = [Share.named(name) for name, pot in table.pots.items() if pot.wins and pot.cents is None]
    return sorted((s for s in won if s.meter == prize.meter and s.part < prize.part), key=lambda s: s.part)


def due(table: Table, won: Review) -> Cents:
    """What a jackpot in review is worth now: its even share of the meter, or the rest that is owed."""
    if won.rest:
        return won.cents
    pot = table.pots[won.meter]
    return {win.where: cents for win, cents in shared(_worth(table, won.meter, pot), pot.wins)}[won.seat]


def due_row(table: Table, won: Review) -> Row:
    """What becomes of the wager that has won a jackpot, if it is paid now."""
    part = Part(due(table, won), len(table.pots[won.meter].wins))
    return prize_row(table.book, won_with(table, won), table.spots[won.seat], table.board, part)


def won_with(table: Table, won: Review) -> Wager:
    """The wager that has won a jackpot."""
    return table.book.meters[won.prize.meter][0]


# ---- the review


class Approve(Act, frozen=True):
    """An approval of a jackpot in review: papers, offsets, the supervisor's card."""

    seat: Seat
    office: str
    reason: str
    meter: str = ""
    """Which, where a hand has won several."""

    permit = allowed(Phase.REVIEW, Role.SUPERVISOR)
    written = ("seat", "office", "reason")

    def do(self, c: Course) -> None:
        cited, won = c.table.book.cites.payment, in_review(c.table, self.seat, self.meter)
        if self.office not in OFFICES:
            refuse(f"approvals come from {', '.join(OFFICES)}", cited)
        if self.office in won.offices:
            refuse(f"the {self.office} has approved already", cited)
        if str(c.who) in won.approved_by:
            refuse(f"{c.who.name} has approved already; each office is another person", cited)
        checked = reason(self.reason)
        approved = e.JackpotApproved(seat=self.seat, office=self.office, by=str(c.who), reason=checked)
        c.happen(replace(approved, meter=self.meter))
        if not lacking(in_review(c.table, self.seat, self.meter)) and c.table.pots[won.meter].cents is None:
            _confirm(c, won.meter)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        for won, office in product(table.review, OFFICES):
            yield to_fill(cls, "reason", seat=won.seat, office=office, meter=_which(table, won))


def lacking(won: Review) -> tuple[str, ...]:
    """The offices that have not approved it yet."""
    return tuple(office for office in OFFICES if office not in won.offices)


def _confirm(c: Course, name: str) -> None:
    """The first win of a meter stands: it is theirs who share it, and the meter starts again (IA-METER-3).

    A part of a meter leaves the rest in it, and is set aside before a larger one.
    """
    prize = Share.named(name)
    for smaller in _smaller(c.table, prize):
        _confirm(c, smaller.name)
    cents = _worth(c.table, name, Pot())
    taken = Move(meter(prize.meter), jackpot(name), cents, "jackpot")
    c.happen(e.JackpotConfirmed(meter=name, cents=cents, moves=(taken,)))
    if prize.part < 1:
        return
    _, [seed] = reseed(c.table.book, meters_of(c.table), [name])
    parts = ((HOUSE, seed.from_house), (RESERVE, seed.from_reserve))
    moves = tuple(Move(source, meter(name), cents, "seed") for source, cents in parts if cents)
    c.happen(e.MetersReseeded(moves=moves))


class PayJackpot(Act, frozen=True):
    """In chips, by check, or both; debts that are set off are kept back."""

    seat: Seat
    form: str = "chips"
    chips: Cents = 0
    """How much of it in chips, when the form is both."""
    offset: Cents = 0
    meter: str = ""
    """Which, where a hand has won several."""

    permit = allowed(Phase.REVIEW, Role.SUPERVISOR)
    written = ("seat", "form")

    def do(self, c: Course) -> None:
        """Paid when all offices have approved: papers, offsets, the vault (IA-PRG-7)."""
        table, cited, won = c.table, c.table.book.cites.payment, in_review(c.table, self.seat, self.meter)
        if waits := lacking(won):
            refuse(f"not yet approved by {', '.join(waits)}", cited)
        if dict(zip(won.approved_by, won.offices, strict=True)).get(str(c.who)) not in PAYERS:
            refuse(f"{c.who.name} is not the {' or '.join(PAYERS)} who has approved it, and pays it", cited)
        if self.form not in FORMS:
            refuse("a jackpot is paid in chips, check or both", cited)
        if first := ahead(table, won):
            refuse(first, table.book.cites.split)
        cents = due(table, won)
        rest = cents - self.offset
        if self.offset < 0 or rest < 0 or not 0 <= self.chips <= rest:
            refuse(f"offset and chips are parts of {dollars(cents)}", cited)
        if self.chips and self.form != "both":
            refuse("a part in chips is named when the rest is a check", cited)
        if won.seat not in table.spots and self.form != "check":
            refuse(f"{won.player} does not play here: paid by check", cited)
        in_chips = {"chips": rest, "check": 0, "both": self.chips}[self.form]
        parts = ((OFFSETS, self.offset), (player(won.player), in_chips), (CAGE, rest - in_chips))
        if not won.rest:
            _settle(c, due_row(table, won))
        paid = e.JackpotPaid(
            seat=won.seat,
            player=won.player,
            cents=cents,
            form=self.form,
            offset=self.offset,
            by=str(c.who),
            meter=won.meter,
            dealt=won.dealt if won.rest else _win(table, won).dealt,
            rest=won.rest,
            moves=tuple(
                Move(_held(table, won), to, part, f"{won.meter} jackpot") for to, part in parts if part
            ),
        )
        c.happen(paid)
        _end_review(c)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        for won, form in product(table.review, FORMS):
            parts = ("offset", "chips") if form == "both" else ("offset",)
            cents = due(table, won)
            bounds: Bounds = dict.fromkeys(parts, (0, cents))
            together = Together(dict.fromkeys(parts, 1), cents)
            yield Option(
                cls(seat=won.seat, form=form, meter=_which(table, won)),
                bounds=bounds,
                together=(together,),
            )


def _settle(c: Course, row: Row) -> None:
    """The wager is done with; in logs of before it was when it had won."""
    if row.key not in c.table.settled:
        back = Move(HOUSE, player(c.table.owners[row.seat]), row.returned, "returned")
        c.happen(e.WagerSettled(row=row, moves=(back,) if row.returned else ()))


def ahead(table: Table, won: Review) -> str:
    """What comes before this jackpot is paid; empty when it is its turn (IA-MULTI-1, IA-MULTI-2)."""
    if won.rest:
        return ""
    pot, mine = table.pots[won.meter], _win(table, won)
    if pot.playing:
        tables = ", ".join(pot.playing)
        return f"a hand that was dealt in time is still in play at {tables} and may share the jackpot"
    before = pot.wins[: pot.wins.index(mine)]
    before += tuple(_win(table, one) for one in table.review if not one.rest)
    for win in before:
        if not win.paid and (win.dealt, win.place) < (mine.dealt, mine.place):
            return f"seat {win.where} was dealt first and is paid first"
    return ""


def _win(table: Table, won: Review) -> Win:
    win = table.pots[won.meter].win(won.seat)
    if win is None:
        raise AssertionError(f"seat {won.seat} is in review and has no part in the {won.meter} jackpot")
    return win


def _held(table: Table, won: Review) -> str:
    """Where the money lies; logs of before have one account for all jackpots."""
    return JACKPOTS if table.accounts.get(JACKPOTS) else jackpot(won.meter)


class DenyJackpot(Act, frozen=True):
    """A jackpot that does not stand stays in its meter, or is theirs who share it."""

    seat: Seat
    reason: str
    meter: str = ""
    """Which, where a hand has won several."""

    permit = allowed(Phase.REVIEW, Role.SUPERVISOR)
    written = ("seat", "reason")

    def do(self, c: Course) -> None:
        """Whoever shares the meter has the denied share; where nobody does, the meter stays as it is."""
        won, why = in_review(c.table, self.seat, self.meter), reason(self.reason)
        if not lacking(won) or won.rest:
            refuse(f"the jackpot of seat {won.seat} is approved: it stands", c.table.book.cites.payment)
        lost = f"the jackpot is denied: {why}"
        spot, bet = c.table.spots[won.seat], won_with(c.table, won)
        _settle(c, lost_prize(spot, bet, lost, c.table.book.cites.payment))
        withdraw(c, won, why)
        _owe_the_rest(c, won.meter)
        _take_envy_back(c, won.seat, bet)
        _end_review(c)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        for won in table.review:
            yield to_fill(cls, "reason", seat=won.seat, meter=_which(table, won))


def withdraw(c: Course, won: Review, why: str) -> None:
    """A win that does not stand leaves the others to share."""
    table, pot = c.table, c.table.pots[won.meter]
    alone = pot.cents is not None and len(pot.wins) == 1  # only in logs of before: taken with the win
    back = Move(_held(table, won), meter(won.prize.meter), pot.cents or 0, "denied")
    denied = e.JackpotDenied(
        seat=won.seat,
        cents=due(table, won),
        by=str(c.who),
        reason=why,
        meter=won.meter,
        moves=(back,) if alone else (),
    )
    c.happen(denied)


def _owe_the_rest(c: Course, name: str) -> None:
    """Those who have been paid have been paid too little, here or at another table."""
    pot = c.table.pots[name]
    for win, cents in shared(_worth(c.table, name, pot), pot.wins):
        rest = cents - win.paid - win.owed
        if win.paid and rest:
            owed = e.JackpotOwed(seat=win.where, player=win.player, meter=name, cents=rest, dealt=win.dealt)
            c.happen(owed)


def _take_envy_back(c: Course, denied: Seat, with_bet: Wager) -> None:
    """A hand that does not stand brings no envy; it was paid with the others of the round (IA-ENV-3)."""
    table = c.table
    free = [bet for bet in free_bets(table.book) if bet.beside == with_bet.name]
    won = [(bet, envy(table.book, bet, in_play(table), table.board)) for bet in free]
    for bet, seat, brought in ((bet, seat, brought) for bet, one in won for seat, brought in one.items()):
        name = table.owners[seat]
        back = min(brought.get(denied, 0), table.chips(name))
        if back and (seat, Laid(bet.name)) in table.settled:
            moves = (Move(player(name), HOUSE, back, f"{bet.name} back"),)
            c.happen(e.EnvyTakenBack(seat=seat, player=name, cents=back, brought_by=denied, moves=moves))


def _end_review(c: Course) -> None:
    if not c.table.review:
        c.begin(Phase.ENDING)


def in_review(table: Table, seat: Seat, name: str = "") -> Review:
    """The jackpot of this seat that waits to be paid."""
    meant = [won for won in table.review if won.is_meant(seat, name)]
    if not meant:
        refuse(f"seat {seat} has no {f'{name} ' * bool(name)}jackpot in review", table.book.cites.payment)
    if len(meant) > 1:
        several = ", ".join(won.meter for won in meant)
        refuse(f"seat {seat} has won several jackpots: say which, {several}", table.book.cites.payment)
    return meant[0]


def _which(table: Table, won: Review) -> str:
    """The meter, where a seat has won several."""
    return won.meter if [one.seat for one in table.review].count(won.seat) > 1 else ""

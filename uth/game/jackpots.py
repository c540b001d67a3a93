"""The progressive at the table: prizes and envy once every hand is settled; jackpots reviewed and paid."""

from uth.game import acts as a
from uth.game import events as e
from uth.game.course import Course, reason, refuse
from uth.game.ledger import CAGE, HOUSE, JACKPOTS, OFFSETS, RESERVE, Move, meter, moved, player
from uth.game.linking import taken_back
from uth.game.phases import Phase
from uth.game.progressive import Seed, flop_hand, prize_of, settle_progressive
from uth.game.racking import in_play
from uth.game.round import Seat
from uth.game.table import Review, Table
from uth.rules.book import Jackpot
from uth.rules.money import dollars

OFFICES = ("supervisor", "shift manager", "security")
"""Who must approve a jackpot before it is paid, each another person (IA-PRG-7)."""
FORMS = ("chips", "check", "both")


def pay_prizes(c: Course) -> None:
    """The progressive by hole cards and flop, jackpots into review, envy at the end (IA-ENV-3)."""
    table, book = c.table, c.table.book
    if not table.meters_before:
        return
    rows, meters = settle_progressive(book, table.as_round(), in_play(table))
    for row in rows:
        name = table.owners[row.seat]
        prize = prize_of(book, flop_hand(table.spots[row.seat], table.board))
        jackpot = prize if isinstance(prize, Jackpot) and row.wager == "progressive" and row.paid else None
        moves = [Move(HOUSE, player(name), row.returned, "returned")] if row.returned else []
        if jackpot:
            moves.append(Move(meter(jackpot.meter), JACKPOTS, row.paid, "jackpot"))
        elif row.paid:
            moves.append(Move(HOUSE, player(name), row.paid, "paid"))
        c.happen(e.WagerSettled(row=row, moves=tuple(moves)))
        if jackpot:
            c.happen(e.JackpotWon(seat=row.seat, player=name, meter=jackpot.meter, cents=row.paid))
    if meters and meters.seeds:
        c.happen(e.MetersReseeded(moves=tuple(move for seed in meters.seeds for move in _seeded(seed))))


def _seeded(seed: Seed) -> list[Move]:
    parts = ((HOUSE, seed.from_house), (RESERVE, seed.from_reserve))
    return [Move(source, meter(seed.meter), cents, "seed") for source, cents in parts if cents]


def approve(c: Course, act: a.Approve) -> None:
    cited, won = c.table.book.cites.payment, in_review(c.table, act.seat)
    if act.office not in OFFICES:
        refuse(f"approvals come from {', '.join(OFFICES)}", cited)
    if act.office in won.offices:
        refuse(f"the {act.office} has approved already", cited)
    if str(c.who) in won.approved_by:
        refuse(f"{c.who.name} has approved already; each office is another person", cited)
    checked = reason(act.reason)
    c.happen(e.JackpotApproved(seat=act.seat, office=act.office, by=str(c.who), reason=checked))


def lacking(won: Review) -> tuple[str, ...]:
    """The offices that have not approved it yet."""
    return tuple(office for office in OFFICES if office not in won.offices)


def pay_jackpot(c: Course, act: a.PayJackpot) -> None:
    """Paid when all offices have approved: papers, offsets, the vault (IA-PRG-7)."""
    cited, won = c.table.book.cites.payment, in_review(c.table, act.seat)
    if waits := lacking(won):
        refuse(f"not yet approved by {', '.join(waits)}", cited)
    if act.form not in FORMS:
        refuse("a jackpot is paid in chips, check or both", cited)
    rest = won.cents - act.offset
    if act.offset < 0 or rest < 0 or not 0 <= act.chips <= rest:
        refuse(f"offset and chips are parts of {dollars(won.cents)}", cited)
    if act.chips and act.form != "both":
        refuse("a part in chips is named when the rest is a check", cited)
    in_chips = {"chips": rest, "check": 0, "both": act.chips}[act.form]
    parts = ((OFFSETS, act.offset), (player(won.player), in_chips), (CAGE, rest - in_chips))
    paid = e.JackpotPaid(
        seat=won.seat,
        player=won.player,
        cents=won.cents,
        form=act.form,
        offset=act.offset,
        by=str(c.who),
        moves=tuple(Move(JACKPOTS, to, cents, _paid(won)) for to, cents in parts if cents),
    )
    c.happen(paid)
    _end_review(c)


def deny_jackpot(c: Course, act: a.DenyJackpot) -> None:
    """The jackpot goes back to its meter; a seed that nobody else's win has called for goes back too."""
    table, won = c.table, in_review(c.table, act.seat)
    why = reason(act.reason)
    moves: tuple[Move, ...] = (Move(JACKPOTS, meter(won.meter), won.cents, "denied"),)
    shared = any(other.meter == won.meter and other.seat != won.seat for other in table.review)
    if not shared and not any(move.what == _paid(won) for move in table.moves):
        seeds = [move for move in table.moves if (move.what, move.target) == ("seed", meter(won.meter))]
        moves += taken_back(moved(table.accounts, moves), seeds, "denied")
    c.happen(e.JackpotDenied(seat=won.seat, cents=won.cents, by=str(c.who), reason=why, moves=moves))
    _end_review(c)


def _paid(won: Review) -> str:
    """What a payment is called in the ledger."""
    return f"{won.meter} jackpot"


def _end_review(c: Course) -> None:
    if not c.table.review:
        c.begin(Phase.ENDING)


def in_review(table: Table, seat: Seat) -> Review:
    """The jackpot of this seat that waits to be paid."""
    for won in table.review:
        if won.seat == seat:
            return won
    refuse(f"seat {seat} has no jackpot in review", table.book.cites.payment)

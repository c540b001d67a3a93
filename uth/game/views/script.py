"""The dealer's script: at each point, what the house dealer does and calls next, with amounts and clauses.

Procedure comes from the book's ``[script]``; the figures come from the table itself, by asking what the
next act would do.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from uth.game.round import Choice, Seat, base_of
from uth.game.settlement.coverage import Row, uncovered
from uth.game.settlement.fees import collection
from uth.game.settlement.validation import Refused
from uth.game.settlement.verdict import show
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.acts.collecting import (
    AFTER_THE_DEAL,
    AFTER_THE_PAYOUTS,
    BEFORE_THE_DEAL,
    collects_at,
)
from uth.game.table.acts.jackpots import ahead, due, lacking
from uth.game.table.acts.occasions import deals_by_hand, due_facts, outcome
from uth.game.table.acts.paying import hand_to_show, judged_at_fold, next_turn
from uth.game.table.acts.playing import choices, cost_of, to_act
from uth.game.table.answering import step
from uth.game.table.irregularities import mishap
from uth.game.table.people import Role, Who
from uth.game.table.phases import STREETS, Phase
from uth.game.table.state import Table
from uth.rules.money import dollars
from uth.rules.script import Line


class Step(Struct, frozen=True, omit_defaults=True):
    """One line of the script."""

    does: str
    clauses: tuple[str, ...] = ()
    fact: str = ""
    """What is noted when it is done."""
    seat: Seat | None = None
    """Whose hand a fact is about."""
    done_by: str = ""
    """Who has noted it already."""


def script(table: Table) -> list[Step]:
    """What the house dealer does and calls now."""
    if table.held:
        clauses = mishap(table.book, table.held).clauses
        return [Step(f"Call the supervisor: {table.held}. The table waits for a ruling", clauses)]
    if table.paused:
        return [Step(f"The table is paused: {table.paused}")]
    return [*_MOMENTS[table.phase](table), *_facts(table)]


def _facts(table: Table) -> Iterator[Step]:
    """What is noted now, as it is done."""
    for fact, seat, done_by in due_facts(table):
        yield Step(fact.does, fact.clauses, fact.name, seat, done_by)


def _lines(table: Table, *moments: str) -> Iterator[Step]:
    for moment in moments:
        lines: tuple[Line, ...] = getattr(table.book.script, moment)
        said = (line for line in lines if not line.devices or table.device in line.devices)
        yield from (Step(line.does, line.clauses) for line in said)


def _closed(table: Table) -> Iterator[Step]:
    needs = table.book.left_open()
    if needs:
        for need in needs:
            yield Step(f"The table cannot open: choose {need.choose}", need.clauses)
    else:
        yield Step("A supervisor opens the table")


def _banking(table: Table) -> Iterator[Step]:
    if table.offered is not None:
        yield Step(f"Offer the bank to seat {table.offered}", table.book.cites.rotation)
    elif len(table.seats) < table.book.table.fewest:
        yield Step(f"Wait for players: {table.book.table.fewest} people are needed", table.book.cites.fewest)
    else:
        yield Step("Nobody takes the bank: the table halts until somebody does", table.book.cites.rotation)
    yield from _lines(table, "bank")


def _betting(table: Table) -> Iterator[Step]:
    if not table.dealer or table.device == "hand":
        yield from _lines(table, "dealer_change")
    yield from _lines(table, "bets")
    if not table.spots:
        return
    yield from _lines(table, "close")
    yield from _collecting(table, BEFORE_THE_DEAL)
    dropped = [bet for bet in table.book.side_bets if bet.dropped]
    if any(spot.stake(bet) for spot in table.spots.values() for bet in dropped):
        yield from _lines(table, "coin_in")


def _collecting(table: Table, now: str) -> Iterator[Step]:
    """What is collected from whom, at the moment that the cardroom has chosen."""
    if collects_at(table) != now:
        return
    cites = table.book.cites
    charge = collection(table.book, list(table.spots.values()), uncovered(table.rows))
    if charge is None:
        return
    yield Step(f"Collect the fees and drop them, {now}", cites.collection)
    if charge.bank:
        yield Step(f"Collect {dollars(charge.bank)} from the {table.book.bank.who}", cites.bank_fee)
    for seat, fee in charge.players.items():
        if fee:
            yield Step(f"Collect {dollars(fee)} from seat {seat}", cites.player_fee)


def _dealing(table: Table) -> Iterator[Step]:
    yield from _lines(table, "by_hand" if deals_by_hand(table) else "deal")
    number = {"2": "Two cards", "3": "Three cards", "5": "Five cards"}
    one_by_one = iter(("First card", "Second card"))
    for part in getattr(table.book.deal.orders, table.device):
        what, _, count = part.partition(" ")
        if what == "hole":
            cards = next(one_by_one) if count == "1" else number[count]
            for seat in (seat for seat in table.order if isinstance(seat, int)):
                yield Step(f"{cards} to seat {seat}", table.book.cites.hole_cards)
            bank = f"the {table.book.bank.who}" if table.book.bank.is_player else "yourself"
            yield Step(f"{cards} to {bank}", table.book.cites.bank_cards)
        elif not table.book.deal.street_by_street:
            yield Step(f"{number[count]} to the board, face down", table.book.cites.board)
    yield from _collecting(table, AFTER_THE_DEAL)
    yield from _lines(table, "dealt")


def _folded_face_down(table: Table) -> Iterator[Step]:
    if (unseen := hand_to_show(table)) is not None:
        [bet, *_] = judged_at_fold(table, unseen)
        says = f"Turn up the folded cards of seat {unseen}: {bet.label} is judged at the fold"
        yield Step(says, bet.cites.fold)


def _deciding(table: Table) -> Iterator[Step]:
    seat = to_act(table)
    yield from _folded_face_down(table)
    if seat is not None:
        may = ", ".join(_money(table, seat, choice) for choice in choices(table, seat))
        yield Step(f"Seat {seat} decides: {may}", getattr(table.book.cites, STREETS[table.phase]))
    yield from _lines(table, "decisions")
    if any(spot.folded for spot in table.spots.values()):
        yield from _lines(table, "fold")


def _showdown(table: Table) -> Iterator[Step]:
    yield from _folded_face_down(table)
    if any(spot.folded for spot in table.spots.values()):
        yield from _lines(table, "fold")
    yield from _lines(table, "showdown")


def _ending(table: Table) -> Iterator[Step]:
    if not table.void and not table.live:  # nobody stayed in: the last folds are still to be handled
        yield from _lines(table, "fold")
    if table.void:
        yield Step("All wagers back; shuffle all cards again")
    else:
        yield from _collecting(table, AFTER_THE_PAYOUTS)
    yield from _lines(table, "end")
    yield Step("End the round")


def _money(table: Table, seat: Seat, choice: Choice) -> str:
    if not choice.multiple:
        return choice
    return f"{table.book.play.label} {choice.multiple}x, {dollars(cost_of(table, table.spots[seat], choice))}"


def _paying(table: Table) -> Iterator[Step]:
    """The next hand is turned up, or each of its wagers is paid, taken or given back."""
    if table.bank_hand and show(table.bank_hand, table.board).strength < table.book.payoffs.qualifies:
        yield from _lines(table, "unqualified")
    [(seat, _), *_] = next_turn(table)
    base = base_of(table.spots[seat])
    if base not in table.shown and not table.spots[base].folded:
        yield Step(f"Turn up the cards of seat {base} and settle", table.book.cites.showing)
        yield from _lines(table, "hand")
        return
    try:
        events, _ = step(table, Who(Role.DEALER, table.dealer or "dealer"), a.Settle())
    except Refused as refused:
        yield from (Step(str(reason.says).capitalize(), reason.clauses) for reason in refused.refusals)
        yield from _lines(table, "hand")
        return
    if any(isinstance(event, e.HandShown) for event in events):
        yield from _lines(table, "hand")
    yield from _settled(table, [event.row for event in events if isinstance(event, e.WagerSettled)])


def _settled(table: Table, rows: list[Row]) -> Iterator[Step]:
    """What the dealer does with the wagers of one hand, and what the book says of such a hand."""
    moment = outcome(table, rows)
    if moment == "lose":  # the hand picks up in its own order; the accounts follow the book's (B-CA-5)
        picked = table.book.settle.pickup_order
        rows = sorted(rows, key=lambda row: picked.index(row.wager) if row.wager in picked else len(picked))
    yield from map(_wager_settled, rows)
    yield from _lines(table, moment)
    paid = [table.book.bets[row.wager] for row in rows if row.paid and not row.laid.toke]
    side = [bet for bet in paid if not bet.required]
    if any(bet.paid_by_bank for bet in side):
        yield from _lines(table, "side_winner")
    if any(bet.staked == "free" for bet in side):
        yield from _lines(table, "envy")


def _wager_settled(row: Row) -> Step:
    parts = (("pay", row.paid), ("take", row.collected), ("give back", row.returned))
    done = ", ".join(f"{verb} {dollars(amount)}" for verb, amount in parts if amount)
    return Step(f"Seat {row.seat}, {row.wager}: {done or 'nothing moves'} ({row.reason})", row.clauses)


def _review(table: Table) -> Iterator[Step]:
    yield from _lines(table, "jackpot", "envy")
    for won in table.review:
        offices, first = ", ".join(lacking(won)), ahead(table, won)
        waits = f"waits for {offices}" if offices else first or "may be paid"
        told = f"Seat {won.seat}, {won.meter} jackpot {dollars(due(table, won))}: {waits}"
        yield Step(told, table.book.cites.split if first and not offices else table.book.cites.payment)


_MOMENTS: dict[Phase, Callable[[Table], Iterator[Step]]] = {
    Phase.CLOSED: _closed,
    Phase.BANKING: _banking,
    Phase.BETTING: _betting,
    Phase.DEALING: _dealing,
    Phase.PREFLOP: _deciding,
    Phase.FLOP_DUE: lambda table: _lines(table, "flop"),
    Phase.FLOP: _deciding,
    Phase.RIVER_DUE: lambda table: _lines(table, "river"),
    Phase.RIVER: _deciding,
    Phase.SHOWDOWN: _showdown,
    Phase.PAYING: _paying,
    Phase.REVIEW: _review,
    Phase.ENDING: _ending,
}

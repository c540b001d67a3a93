"""Irregularities, rulings, void rounds, disputes and corrections."""

from uth.game import acts as a
from uth.game import events as e
from uth.game.course import Course, refuse
from uth.game.irregularities import BANK_CARD_EXPOSED, bank_card_voids, effect
from uth.game.ledger import BANK, FELT, HOUSE, Move, moved, overdrawn, reversed_moves
from uth.game.paying import begin_paying, next_turn
from uth.game.phases import IN_ROUND, Phase
from uth.game.playing import close_street, to_act
from uth.game.round import Seat
from uth.game.table import Table
from uth.rules.money import Cents

NEVER_REVERSED = frozenset({"bank"})
RULINGS = ("void", "play_on", "forfeit")


def report(c: Course, act: a.Report) -> None:
    """What the book says about it happens at once; what no rule names waits for a ruling (B-IA-18)."""
    table = c.table
    if not act.what.strip():
        refuse("say what has happened")
    what = effect(table.book, act.what)
    if (
        act.what == BANK_CARD_EXPOSED
        and what == "void"
        and not bank_card_voids(table.book, open_decisions(table))
    ):
        what = "play_on"
    if what == "void" and table.phase not in IN_ROUND:
        what = "reshuffle"  # no hand has been dealt: the deck alone is concerned
    c.happen(e.Happened(what=act.what, effect=what, seat=act.seat, by=str(c.who)))
    if what == "void":
        void(c, f"{act.what} ({' '.join(table.book.irregularities.clauses)})".replace(" ()", ""))


def open_decisions(table: Table) -> int:
    """How many players have neither folded nor made a Play wager."""
    spots = (spot for spot in table.spots.values() if spot.seat not in table.forfeited)
    return sum(not (spot.folded or spot.multiple) for spot in spots)


def rule(c: Course, act: a.Rule) -> None:
    """A supervisor's ruling, with a name and a reason."""
    table = c.table
    if not act.reason.strip():
        refuse("a ruling needs a reason")
    if act.ruling not in RULINGS:
        refuse(f"a ruling is {', '.join(RULINGS)}")
    if act.ruling != "play_on" and table.phase not in IN_ROUND:
        refuse("no round is in play to void or forfeit; a correction is a new entry")
    if act.ruling == "forfeit" and (act.seat not in table.spots or act.seat in table.forfeited):
        refuse(f"seat {act.seat} has no hand to forfeit")
    if act.ruling == "play_on" and not table.held:
        refuse("nothing waits for a ruling")
    if act.ruling == "void":
        _voidable(table)
    c.happen(e.Ruled(ruling=act.ruling, seat=act.seat, by=str(c.who), reason=act.reason))
    if act.ruling == "void":
        void(c, act.reason)
    elif act.ruling == "forfeit" and act.seat is not None:
        _forfeit(c, act.seat)


def _voidable(table: Table) -> None:
    paid = any((seat, wager) in table.settled for seat in table.spots for wager in ("play",))
    if table.phase is Phase.PAYING and paid:
        refuse("payouts have been made: what was paid is corrected, not undone")


def void(c: Course, reason: str) -> None:
    """All wagers back; fees and coin-in as the house has it (B-CA-18, B-IA-16)."""
    readings = c.table.book.readings
    kept = set(NEVER_REVERSED)
    if not readings.fees.refund_void:
        kept.add("fee")
    moves = [move for move in c.table.moves if move.what not in kept]
    if not readings.irregularity.void_reverses_coin_in:
        moves = _without_progressive(c.table, moves)
    c.happen(e.RoundVoided(by=str(c.who), reason=reason, moves=reversed_moves(moves, "void")))
    c.begin(Phase.ENDING)


def _without_progressive(table: Table, moves: list[Move]) -> list[Move]:
    """The moves to reverse when progressive wagers stay dropped: their part of each bet is not returned."""
    kept = [move for move in moves if move.what != "coin-in"]
    for seat, spot in table.spots.items():
        if spot.progressive:
            owner = f"player:{table.owners[seat]}"
            kept.append(Move(FELT, owner, spot.progressive, "kept"))
    return kept


def _forfeit(c: Course, seat: Seat) -> None:
    """All wagers of the hand go to the bank; the others play on (IA-IRR-7, B-IA-17)."""
    table = c.table
    lost = left_on_felt(table, seat)
    bank = BANK if table.book.bank.is_player else HOUSE
    moves = (Move(FELT, bank, lost, "forfeited"),) if lost else ()
    c.happen(e.HandForfeited(seat=seat, cents=lost, moves=moves))
    for other, spot in table.spots.items():
        if spot.behind == seat and other not in c.table.forfeited:
            _forfeit(c, other)
    if (c.table.phase is Phase.PAYING and not next_turn(c.table)) or (
        c.table.phase is Phase.SHOWDOWN and not c.table.live
    ):
        begin_paying(c)
    elif to_act(c.table) is None:
        close_street(c)


def left_on_felt(table: Table, seat: Seat) -> Cents:
    """What a seat still has on the felt; the progressive chip left it at the coin-in."""
    spot = table.spots[seat]
    dropped = spot.progressive if table.meters_before else 0
    wagers = {w: spot.stake(w) for w in ("ante", "play", "blind", "trips")}
    if spot.toke:
        wagers[f"toke on {spot.toke.on}"] = spot.toke.amount
    settled = sum(stake for wager, stake in wagers.items() if (seat, wager) in table.settled)
    return spot.staked() - dropped - settled


def dispute(c: Course, act: a.Dispute) -> None:
    if not act.says.strip():
        refuse("a dispute says what is wrong")
    c.happen(e.Disputed(player=c.who.name, says=act.says.strip()))


def correct(c: Course, act: a.Correct) -> None:
    if not act.reason.strip():
        refuse("a correction needs a reason")
    if not act.moves or any(move.cents <= 0 or move.source == move.target for move in act.moves):
        refuse("a correction moves an amount above zero from one account to another")
    short = overdrawn(moved(c.table.accounts, act.moves))
    if short:
        refuse(f"the correction would overdraw {', '.join(short)}")
    if any({move.source, move.target} & {FELT, BANK} for move in act.moves):
        refuse("wagers and the bank of a running round are not corrected; void or finish it first")
    c.happen(e.Corrected(by=str(c.who), reason=act.reason, moves=act.moves))


def link(c: Course, act: a.Link) -> None:
    """A link in doubt neither grows nor pays; the game goes on without it (IA-MULTI-4)."""
    table = c.table
    if not table.book.progressive.stake:
        refuse("this game has no progressive")
    if act.up == table.link_up:
        refuse(f"the link is {'up' if act.up else 'down'} already")
    if not act.reason.strip():
        refuse("the link changes for a reason")
    c.happen(e.LinkChanged(up=act.up, by=str(c.who), reason=act.reason))

"""Irregularities, rulings, void rounds, disputes and corrections."""

from uth.game import acts as a
from uth.game import events as e
from uth.game.betting import owed, return_wagers
from uth.game.course import Course, refuse
from uth.game.irregularities import BANK_CARD_EXPOSED, BOARD_CARD_EXPOSED, bank_card_voids, effect
from uth.game.ledger import (
    BANK,
    CAGE,
    DROP,
    FELT,
    HOUSE,
    JACKPOTS,
    RESERVE,
    TOKES,
    Move,
    moved,
    overdrawn,
    player,
    reversed_moves,
)
from uth.game.paying import begin_paying, forfeit_claims, next_turn
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
    if what == "void" and (
        settling_has_begun(table) or (act.what == BOARD_CARD_EXPOSED and len(table.board) == 5)
    ):
        what = "ruling"  # too late for the rule to undo what has been paid, or shown by right
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
    voidable = IN_ROUND | {Phase.BETTING} if act.ruling == "void" else IN_ROUND
    if act.ruling != "play_on" and table.phase not in voidable:
        refuse("no round is in play to void or forfeit; a correction is a new entry")
    if act.ruling == "forfeit" and (act.seat not in table.spots or act.seat in table.forfeited):
        refuse(f"seat {act.seat} has no hand to forfeit")
    if act.ruling == "play_on" and not table.held:
        refuse("nothing waits for a ruling")
    if act.ruling == "void":
        _voidable(table)
    c.happen(e.Ruled(ruling=act.ruling, seat=act.seat, by=str(c.who), reason=act.reason))
    if act.ruling == "void" and table.phase is Phase.BETTING:
        for seat in list(table.spots):
            return_wagers(c, seat)
    elif act.ruling == "void":
        void(c, act.reason)
    elif act.ruling == "forfeit" and act.seat is not None:
        _forfeit(c, act.seat)


def settling_has_begun(table: Table) -> bool:
    """Whether a payout was made, or a hand that stayed in was settled: from then on nothing is undone.

    Folded wagers that were taken, and Antes that went back before a hand was looked at, do not count.
    """
    played = {seat for seat, spot in table.spots.items() if not spot.folded and seat not in table.forfeited}
    return bool(table.paid) or any(seat in played and wager != "ante" for seat, wager in table.settled)


def _voidable(table: Table) -> None:
    if settling_has_begun(table):
        refuse("hands have been settled: what was paid is corrected, not undone")


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
    """All wagers of the hand are lost to the bank, as far as it may win; the others play on (B-IA-17).

    Wagers of others behind that hand are nobody's fault: they go back.
    """
    c.happen(e.HandForfeited(seat=seat))
    forfeit_claims(c, seat, "lose", "forfeited by a ruling")
    for other, spot in c.table.spots.items():
        if spot.behind == seat and other not in c.table.forfeited:
            c.happen(e.HandForfeited(seat=other))
            forfeit_claims(c, other, "push", "the hand it rides on is void")
    nothing_to_pay = c.table.phase is Phase.PAYING and not next_turn(c.table)
    nobody_left = c.table.phase is Phase.SHOWDOWN and not c.table.live
    if nothing_to_pay or nobody_left:
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


def amend(c: Course, act: a.Amend) -> None:
    """A misread card is put right by a supervisor while nothing has been settled with it."""
    table = c.table
    if not act.reason.strip():
        refuse("an amendment needs a reason")
    wanted = {"board": len(table.board), "bank": 2 if table.bank_hand else 0}.get(str(act.of))
    if wanted is None:
        spot = table.spots.get(act.of)
        wanted = 2 if spot and spot.hole and spot.behind is None else 0
    if not wanted:
        refuse(f"no cards of {act.of} have been entered")
    if len(act.cards) != wanted or len(set(act.cards)) != wanted:
        refuse(f"{wanted} different cards are wanted")
    if settling_has_begun(table) or any(wager.endswith("trips") for _, wager in table.settled):
        refuse("wagers have been settled with these cards: what was paid is corrected in money")
    others = _other_cards(table, act.of)
    if any(not 0 <= card < 52 or card in others for card in act.cards):
        refuse("one of these cards is on the table already, or no card")
    c.happen(e.CardsAmended(of=act.of, cards=act.cards, by=str(c.who), reason=act.reason))


def _other_cards(table: Table, of: str | int) -> set[int]:
    piles: dict[Seat, tuple[int, ...]] = {"board": table.board, "bank": table.bank_hand or ()}
    piles |= {seat: spot.hole or () for seat, spot in table.spots.items() if spot.behind is None}
    return {card for name, pile in piles.items() if name != of for card in pile}


def dispute(c: Course, act: a.Dispute) -> None:
    if not act.says.strip():
        refuse("a dispute says what is wrong")
    c.happen(e.Disputed(player=c.who.name, says=act.says.strip()))


def correct(c: Course, act: a.Correct) -> None:
    table = c.table
    if not act.reason.strip():
        refuse("a correction needs a reason")
    if not act.moves or any(move.cents <= 0 or move.source == move.target for move in act.moves):
        refuse("a correction moves an amount above zero from one account to another")
    named = {account for move in act.moves for account in (move.source, move.target)}
    unknown = sorted(named - set(table.accounts) - {CAGE, HOUSE, DROP, TOKES})
    if unknown:
        refuse(f"there is no account {', '.join(unknown)}")
    running = {FELT, BANK, JACKPOTS}
    if table.phase not in (Phase.CLOSED, Phase.BANKING, Phase.BETTING):
        running |= {name for name in named if name.startswith("meter:") or name == RESERVE}
    if named & running:
        refuse(f"{', '.join(sorted(named & running))}: a running round is not corrected; finish or void it")
    after = moved(table.accounts, act.moves)
    short = overdrawn(after)
    short += [
        account
        for account in named
        if account.startswith("player:")
        and 0 <= after[account] < owed(table, account.removeprefix("player:"))
    ]
    if short:
        refuse(f"the correction would overdraw {', '.join(short)}")
    c.happen(e.Corrected(by=str(c.who), reason=act.reason, moves=act.moves))


def link(c: Course, act: a.Link) -> None:
    """The game goes on without the link (IA-MULTI-4): no new wager, and those not yet coined in go back."""
    table = c.table
    if not table.book.progressive.stake:
        refuse("this game has no progressive")
    if act.up == table.link_up:
        refuse(f"the link is {'up' if act.up else 'down'} already")
    if not act.reason.strip():
        refuse("the link changes for a reason")
    c.happen(e.LinkChanged(up=act.up, by=str(c.who), reason=act.reason))
    if not act.up and table.phase is Phase.BETTING:
        for seat, spot in table.spots.items():
            if spot.progressive:
                moves = (Move(FELT, player(table.owners[seat]), spot.progressive, "bet back"),)
                c.happen(e.ProgressiveReturned(seat=seat, moves=moves))

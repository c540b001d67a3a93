"""Settlement at the table: hand by hand in the book's order, then prizes, rake, and the end of the round."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from uth.game import acts as a
from uth.game import events as e
from uth.game.aggregate import apply_cap
from uth.game.banking import begin_round
from uth.game.course import Course, refuse
from uth.game.coverage import Claim, Row, Verdict, open_bank
from uth.game.fees import collection, rake
from uth.game.ledger import (
    BANK,
    CAGE,
    DROP,
    FELT,
    HOUSE,
    JACKPOTS,
    OFFSETS,
    RESERVE,
    TOKES,
    Move,
    meter,
    player,
    reversed_moves,
)
from uth.game.order import settle_order, with_backline
from uth.game.phases import Phase
from uth.game.progressive import flop_hand, prize_of, settle_progressive
from uth.game.round import Seat, Spot
from uth.game.settlement import ANTES_FIRST, fold_note, taken_at_fold, toke_goes_back, wagers_of
from uth.game.table import Table
from uth.game.verdict import Judge, show
from uth.ranking import describe
from uth.rules.book import Jackpot
from uth.rules.money import Cents, dollars

FOLDED = ("check", "check", "fold")
OFFICES = ("supervisor", "shift manager", "security")

Turn = list[tuple[Seat, str]]


def paying_order(table: Table) -> list[Seat]:
    """The order in which the hands of this round are settled."""
    seats = [seat for seat in table.order if isinstance(seat, int)]
    bank_seat = table.bank_seat
    return with_backline(settle_order(table.book, seats, bank_seat), table.spots.values())


def pending(table: Table, seat: Seat) -> Turn:
    """The wagers of a seat that wait for settlement."""
    if seat in table.forfeited:
        return []
    wagers = wagers_of(table.book, table.spots[seat])
    return [(seat, wager) for wager in wagers if (seat, wager) not in table.settled]


def next_turn(table: Table) -> Turn:
    """What is settled next: a hand, or (where the house goes wager by wager) one wager."""
    turns = [turn for seat in paying_order(table) if (turn := pending(table, seat))]
    if table.book.readings.settle.loop == "wager_first" and table.book.bank.cover_policy != "dead_hand":
        rank = {wager: n for n, wager in enumerate(table.book.settle.wager_order)}
        claims = sorted((claim for turn in turns for claim in turn), key=lambda claim: rank.get(claim[1], 9))
        turns = [[claim] for claim in claims]
    return turns[0] if turns else []


# ---- at the fold


def settle_fold(c: Course, seat: Seat) -> None:
    """What a fold loses at once; a Trips whose cards nobody has seen waits for its turn."""
    table, spot = c.table, c.table.spots[seat]
    judge = Judge(table.book, table.board, None)
    unseen = spot.hole is None and table.book.readings.trips.on_fold == "table"
    wagers = [w for w in wagers_of(table.book, spot) if not (unseen and w.endswith("trips"))]
    claims = [judge.claim(spot, wager) for wager in wagers]
    note = fold_note(table.book)
    _take(c, [replace(claim, note=note) for claim in claims if taken_at_fold(table.book, claim)])


def forfeit_claims(c: Course, seat: Seat, verdict: Verdict, reason: str) -> None:
    """What is left of a hand that a ruling has taken out: lost to the bank, or back to its owner."""
    table, spot = c.table, c.table.spots[seat]
    clauses = table.book.irregularities.clauses[-1:]
    claims = [
        Claim(seat, wager, _stake(spot, wager), verdict, 0, reason, clauses)
        for wager in wagers_of(table.book, spot)
        if (seat, wager) not in table.settled
    ]
    _take(c, claims)


def _stake(spot: Spot, wager: str) -> Cents:
    return spot.toke.amount if spot.toke and wager.startswith("toke") else spot.stake(wager)


# ---- at the showdown


def begin_paying(c: Course) -> None:
    c.begin(Phase.PAYING)
    table = c.table
    if table.book.settle.antes_first and table.bank_hand:
        judge = Judge(table.book, table.board, table.bank_hand)
        for seat in paying_order(table) if judge.qualifies is False else ():
            if (seat, "ante") in pending(table, seat) and not table.spots[seat].folded:
                unseen = replace(table.spots[seat], hole=None)  # the refund looks at no hand (IA-NQ-1)
                _take(c, [replace(judge.claim(unseen, "ante"), note=ANTES_FIRST)])
    if not next_turn(c.table):
        _finish(c)


def settle(c: Course, act: a.Settle) -> None:
    """One step: the next hand in the book's order is turned up, or, when it lies face up, paid and taken."""
    table, turn = c.table, next_turn(c.table)
    seat = turn[0][0]
    spot = table.spots[seat]
    base = spot.behind or int(seat)
    if spot.hole is None and _needs_cards(table, spot, turn):
        refuse(f"turn up the cards of seat {base} first", table.book.settle.clauses)
    if spot.hole and base not in table.shown and _needs_cards(table, spot, turn):
        hand = describe(show(spot.hole, table.board).strength)
        c.happen(e.HandShown(seat=base, cards=spot.hole, hand=hand))
        return  # turned up for all to see; what is paid and taken is the next step
    judge = Judge(table.book, table.board, table.bank_hand)
    together = [s for s in table.order if base in (s, table.spots[s].behind)]
    spots = [table.spots[s] for s in together if s not in table.forfeited]
    claims = [judge.claim(spot, wager) for spot in spots for wager in wagers_of(table.book, spot)]
    capped = apply_cap(table.book, claims)
    _take(c, [claim for claim in capped if (claim.seat, claim.wager) in turn])
    _tell_supervisor(c, seat)
    if not any(pending(c.table, s) for s in together):
        c.happen(e.HandRacked(seat=base))
    if not next_turn(c.table):
        _finish(c)


def _needs_cards(table: Table, spot: Spot, turn: Turn) -> bool:
    if not spot.folded:
        return True
    return any(w.endswith("trips") for _, w in turn) and table.book.readings.trips.on_fold == "table"


def _take(c: Course, claims: Sequence[Claim]) -> None:
    rows = open_bank(c.table.book, c.table.account).take(claims)
    if c.table.book.bank.cover_policy == "dead_hand":
        rows.sort(key=lambda row: not row.collected)  # what a winner loses helps to pay him: take it first
    for row in rows:
        c.happen(e.WagerSettled(row=row, moves=tuple(_moves(c.table, row))))


def _moves(table: Table, row: Row) -> Iterable[Move]:
    """Where the chips of a settled wager go; a toke's winnings are the dealers'."""
    bank = BANK if table.book.bank.is_player else HOUSE
    owner = player(table.owners[row.seat])
    if row.wager.startswith("toke") and not toke_goes_back(table.book, row):
        owner = TOKES
    if row.paid:
        yield Move(bank, owner, row.paid, "paid")
    if row.collected:
        yield Move(FELT, bank, row.collected, "collected")
    if row.returned:
        yield Move(FELT, owner, row.returned, "returned")


def _tell_supervisor(c: Course, seat: Seat, *, progressive: bool = False) -> None:
    """A payout large enough for the supervisor, by hand or wager (B-IA-9), and progressive winners."""
    table, notify = c.table, c.table.book.notify
    if notify.threshold is not None and seat not in table.told:
        rows = [
            event.row for event in c.events if isinstance(event, e.WagerSettled) and event.row.seat == seat
        ]
        by_hand = table.book.readings.notify.base == "hand_total"
        largest = table.paid.get(seat, 0) if by_hand else max((row.paid for row in rows), default=0)
        if largest >= notify.threshold:
            says = f"payout of {dollars(largest)}"
            c.happen(e.SupervisorTold(seat=seat, says=says, clauses=notify.clauses))
    if progressive and notify.progressive_winners:
        c.happen(e.SupervisorTold(seat=seat, says="progressive winner", clauses=notify.clauses))


# ---- prizes, rake, end


def _finish(c: Course) -> None:
    _prizes(c)
    _return_fees(c)
    _take_rake(c)
    c.begin(Phase.REVIEW if c.table.review else Phase.ENDING)


def _prizes(c: Course) -> None:
    """The progressive by hole cards and flop, jackpots into review, envy at the end (IA-ENV-3)."""
    table, book = c.table, c.table.book
    if not table.meters_before:
        return
    spots = [
        replace(spot, decisions=FOLDED) if spot.seat in table.forfeited else spot
        for spot in (table.spots[seat] for seat in table.order)
    ]
    rows, meters = settle_progressive(book, table.as_round(), spots)
    for row in rows:
        owner = player(table.owners[row.seat])
        spot = table.spots[row.seat]
        prize = (
            prize_of(book, flop_hand(spot, table.board)) if row.wager == "progressive" and row.paid else None
        )
        moves = [Move(HOUSE, owner, row.returned, "returned")] if row.returned else []
        if isinstance(prize, Jackpot):
            moves.append(Move(meter(prize.meter), JACKPOTS, row.paid, "jackpot"))
        elif row.paid:
            moves.append(Move(HOUSE, owner, row.paid, "paid"))
        c.happen(e.WagerSettled(row=row, moves=tuple(moves)))
        if isinstance(prize, Jackpot):
            name = table.owners[row.seat]
            c.happen(e.JackpotWon(seat=row.seat, player=name, meter=prize.meter, cents=row.paid))
    for seat in table.order:
        mine = [row for row in rows if row.seat == seat and row.paid]
        if mine:
            _tell_supervisor(c, seat, progressive=any(row.wager == "progressive" for row in mine))
    if meters and c.table.review:
        _reseed(c, meters.after_round)


def _reseed(c: Course, after: Mapping[str, Cents]) -> None:
    """A meter that was won starts again: from the reserve as far as it goes, then from the house."""
    moves = []
    drawn = c.table.accounts.get(RESERVE, 0) - after[RESERVE]
    won_meters = {won.meter for won in c.table.review}
    for name in [m.name for m in c.table.book.progressive.meters if m.name in won_meters]:
        needed = after[name] - c.table.accounts.get(meter(name), 0)
        has_reserve = any(m.reserve for m in c.table.book.progressive.meters if m.name == name)
        from_reserve = min(needed, drawn) if has_reserve else 0
        drawn -= from_reserve
        moves.append(Move(HOUSE, meter(name), needed - from_reserve, "seed"))
        if from_reserve:
            moves.append(Move(RESERVE, meter(name), from_reserve, "seed"))
    c.happen(e.MetersReseeded(moves=tuple(moves)))


def _return_fees(c: Course) -> None:
    """Fees for circles the bank did not cover go back where the house does so (B-CA-18)."""
    table = c.table
    spots = [table.spots[seat] for seat in table.order]
    taken, due = collection(table.book, spots), collection(table.book, spots, table.uncovered)
    if taken is None or due is None or taken == due:
        return
    back = {seat: fee - due.players[seat] for seat, fee in taken.players.items() if fee > due.players[seat]}
    moves = tuple(Move(DROP, player(table.owners[seat]), cents, "fee back") for seat, cents in back.items())
    c.happen(e.FeesReturned(players={str(seat): cents for seat, cents in back.items()}, moves=moves))


def _take_rake(c: Course) -> None:
    table = c.table
    charge = rake(table.book, [table.spots[seat] for seat in table.order], table.dead)
    if charge is None:
        return
    moves = [Move(player(table.owners[s]), DROP, fee, "rake") for s, fee in charge.players.items() if fee]
    if charge.bank:
        moves.append(Move(player(table.banker or ""), DROP, charge.bank, "rake"))
    players = {str(seat): fee for seat, fee in charge.players.items()}
    c.happen(e.RakeTaken(bank=charge.bank, players=players, moves=tuple(moves)))


def approve(c: Course, act: a.Approve) -> None:
    won = _in_review(c.table, act.seat)
    if act.office not in OFFICES:
        refuse(f"approvals come from {', '.join(OFFICES)}", c.table.book.cites.payment)
    if act.office in won:
        refuse(f"the {act.office} has approved already", c.table.book.cites.payment)
    if any(review.seat == act.seat and c.who.name in review.approvers for review in c.table.review):
        refuse(
            f"{c.who.name} has approved already; each office is another person", c.table.book.cites.payment
        )
    if not act.reason.strip():
        refuse("an approval says what was checked", c.table.book.cites.payment)
    c.happen(e.JackpotApproved(seat=act.seat, office=act.office, by=str(c.who), reason=act.reason))


def pay_jackpot(c: Course, act: a.PayJackpot) -> None:
    """Paid when all offices have approved: papers, offsets, the vault (IA-PRG-7)."""
    cited = c.table.book.cites.payment
    lacking = [office for office in OFFICES if office not in _in_review(c.table, act.seat)]
    if lacking:
        refuse(f"not yet approved by {', '.join(lacking)}", cited)
    if act.form not in ("chips", "check", "both"):
        refuse("a jackpot is paid in chips, check or both", cited)
    [won] = [won for won in c.table.review if won.seat == act.seat]
    rest = won.cents - act.offset
    if act.offset < 0 or rest < 0 or not 0 <= act.chips <= rest:
        refuse(f"offset and chips are parts of {dollars(won.cents)}", cited)
    in_chips = {"chips": rest, "check": 0, "both": act.chips}[act.form]
    parts = ((OFFSETS, act.offset), (player(won.player), in_chips), (CAGE, rest - in_chips))
    paid = e.JackpotPaid(
        seat=won.seat,
        player=won.player,
        cents=won.cents,
        form=act.form,
        offset=act.offset,
        by=str(c.who),
        moves=tuple(Move(JACKPOTS, to, cents, "jackpot") for to, cents in parts if cents),
    )
    c.happen(paid)
    _end_review(c)


def deny_jackpot(c: Course, act: a.DenyJackpot) -> None:
    _in_review(c.table, act.seat)
    if not act.reason.strip():
        refuse("a denial needs a reason", c.table.book.cites.payment)
    [won] = [won for won in c.table.review if won.seat == act.seat]
    moves: tuple[Move, ...] = (Move(JACKPOTS, meter(won.meter), won.cents, "denied"),)
    paid = {move.source for move in c.table.moves if move.what == "jackpot" and move.source == JACKPOTS}
    shared = any(other.meter == won.meter and other.seat != won.seat for other in c.table.review)
    if not shared and not paid:
        # nobody else has won this meter: it stands as before, without its new seed
        seeds = [move for move in c.table.moves if (move.what, move.target) == ("seed", meter(won.meter))]
        moves += reversed_moves(seeds, "denied")
    c.happen(e.JackpotDenied(seat=won.seat, cents=won.cents, by=str(c.who), reason=act.reason, moves=moves))
    _end_review(c)


def _end_review(c: Course) -> None:
    if not c.table.review:
        c.begin(Phase.ENDING)


def _in_review(table: Table, seat: Seat) -> tuple[str, ...]:
    for won in table.review:
        if won.seat == seat:
            return won.approved_by
    refuse(f"seat {seat} has no jackpot in review", table.book.cites.payment)


def end_round(c: Course, act: a.EndRound) -> None:
    """The bank's money goes back to the banker, the round is closed, and the next one begins."""
    table = c.table
    if table.banker is not None and table.bank_seat is not None:
        left = table.accounts.get(BANK, 0)
        moves = (Move(BANK, player(table.banker), left, "bank"),) if left else ()
        c.happen(e.BankReturned(seat=table.bank_seat, cents=left, played=not table.void, moves=moves))
    if c.table.accounts.get(FELT, 0):
        raise AssertionError("a round ends with money on the felt")
    c.happen(e.RoundEnded(round=table.round, net=net_of_round(c.table)))
    begin_round(c)


def net_of_round(table: Table) -> dict[str, Cents]:
    """What the round did to every account."""
    net: dict[str, Cents] = {}
    for move in table.moves:
        net[move.source] = net.get(move.source, 0) - move.cents
        net[move.target] = net.get(move.target, 0) + move.cents
    return {name: cents for name, cents in net.items() if cents}

"""Settlement at the table: hand by hand in the book's order, then the house's charge, then the end."""

from collections.abc import Iterable, Sequence

from msgspec.structs import asdict, replace

from uth.game import acts as a
from uth.game import events as e
from uth.game.aggregate import is_limited
from uth.game.banking import begin_round
from uth.game.collecting import AFTER_THE_PAYOUTS, collect_fees, return_fees
from uth.game.course import Course, refuse
from uth.game.coverage import Claim, Row, Verdict, dead_hands, open_bank
from uth.game.fees import rake
from uth.game.ledger import BANK, DRAWN, DROP, FELT, HOUSE, TOKES, Move, player
from uth.game.notices import notices
from uth.game.order import Turn, settle_order, turns, with_backline
from uth.game.phases import Phase
from uth.game.prizes import forfeit_prize, pay_envy, settle_prize, with_jackpots
from uth.game.racking import rack, riding_on
from uth.game.round import Seat, Spot, base_of
from uth.game.settlement import ANTES_FIRST, fold_note, taken_at_fold, toke_goes_back, wagers_of
from uth.game.sharing import within_limit
from uth.game.table import Table
from uth.game.verdict import Judge, looks_at_cards, show
from uth.ranking import describe
from uth.rules.money import Cents, dollars

MONEY_LEFT = "money is left on the felt"
"""What waits for a ruling when every hand is settled and the felt is not empty."""


def paying_order(table: Table) -> list[Seat]:
    """The order in which the hands of this round are settled."""
    seats = [seat for seat in table.order if isinstance(seat, int)]
    return with_backline(settle_order(table.book, seats, table.bank_seat), table.spots.values())


def next_turn(table: Table) -> Turn:
    """What is settled next: a hand, or (where the house goes wager by wager) one wager."""
    settled = table.settled
    waiting = (
        (seat, wager)
        for seat in paying_order(table)
        if seat not in table.forfeited
        for wager in wagers_of(table.book, table.spots[seat])
        if (seat, wager) not in settled
    )
    return next(turns(table.book, waiting), [])


# ---- at the fold


def hand_to_show(table: Table) -> int | None:
    """The folded hand that is turned up before anything else: Trips on it is judged at the fold (B-CA-7)."""
    if not table.unseen or table.phase not in (Phase.RIVER, Phase.SHOWDOWN):
        return None
    folded = (table.spots[seat] for seat in table.order if table.spots[seat].folded)
    return next((base_of(spot) for spot in folded if _must_be_seen(table, spot)), None)


def _must_be_seen(table: Table, spot: Spot) -> bool:
    fold, settled = table.book.readings.fold, table.settled
    return (
        spot.hole is None
        and spot.seat not in table.forfeited
        and fold.collect_at == fold.trips_collect_at == "fold"
        and any(
            looks_at_cards(table.book, spot, wager) and (spot.seat, wager) not in settled
            for wager in wagers_of(table.book, spot)
        )
    )


def collect_folds(c: Course) -> None:
    """What folds lose at once, in their order; cards that must be seen first hold up the rest."""
    settled = c.table.settled
    for seat in c.table.order:
        spot = c.table.spots[seat]
        if not spot.folded or seat in c.table.forfeited:
            continue
        if any((seat, wager) not in settled for wager in wagers_of(c.table.book, spot)):
            if _must_be_seen(c.table, spot):
                return
            _collect_fold(c, spot)


def _collect_fold(c: Course, spot: Spot) -> None:
    table, settled, note = c.table, c.table.settled, fold_note(c.table.book)
    judge = Judge(table.book, table.board, None)
    claims = [
        judge.claim(spot, wager)
        for wager in wagers_of(table.book, spot)
        if (spot.seat, wager) not in settled and (spot.hole or not looks_at_cards(table.book, spot, wager))
    ]
    _take(c, [replace(claim, note=note) for claim in claims if taken_at_fold(table.book, claim)])
    if table.book.readings.fold.collect_at == "fold":
        settle_prize(c, spot.seat)
    rack(c, base_of(spot))


def forfeit_claims(c: Course, seat: Seat, verdict: Verdict, reason: str) -> None:
    """What is left of a hand that a ruling has taken out: lost to the bank, or back to its owner."""
    table, spot, settled = c.table, c.table.spots[seat], c.table.settled
    claims = [
        Claim(seat, wager, spot.stake(wager), verdict, 0, reason, table.book.cites.forfeit)
        for wager in wagers_of(table.book, spot)
        if (seat, wager) not in settled
    ]
    _take(c, claims)
    forfeit_prize(c, seat, reason)
    rack(c, base_of(spot))


# ---- at the showdown


def begin_paying(c: Course) -> None:
    c.begin(Phase.PAYING)
    table, settled = c.table, c.table.settled
    judge = Judge(table.book, table.board, table.bank_hand)
    for spot in (table.spots[seat] for seat in paying_order(table)) if judge.antes_first else ():
        if not spot.folded and spot.seat not in table.forfeited and (spot.seat, "ante") not in settled:
            unseen = replace(spot, hole=None)  # the refund looks at no hand (IA-NQ-1)
            _take(c, [replace(judge.claim(unseen, "ante"), note=ANTES_FIRST)])
    if not next_turn(c.table):
        _finish(c)


def settle(c: Course, act: a.Settle) -> None:
    """One step: the next hand in the book's order is turned up, or, when it lies face up, paid and taken."""
    table, turn = c.table, next_turn(c.table)
    seat = turn[0][0]
    spot = table.spots[seat]
    base = base_of(spot)
    looks = any(looks_at_cards(table.book, spot, wager) for _, wager in turn)
    if looks and spot.hole is None:
        refuse(f"turn up the cards of seat {base} first", table.book.cites.showing)
    if looks and spot.hole and base not in table.shown:
        hand = describe(show(spot.hole, table.board).strength)
        c.happen(e.HandShown(seat=base, cards=spot.hole, hand=hand))
        return  # turned up for all to see; what is paid and taken is the next step
    judge = Judge(table.book, table.board, table.bank_hand)
    claims = [judge.claim(table.spots[seat], wager) for seat, wager in turn]
    if any(is_limited(table.book, claim) for claim in claims):
        claims = within_limit(table, judge, paying_order(table), claims)
    _take(c, claims)
    settled = c.table.settled
    for seat in riding_on(table, base):
        wagers = wagers_of(table.book, table.spots[seat])
        if seat not in table.forfeited and all((seat, wager) in settled for wager in wagers):
            settle_prize(c, seat)
    tell_supervisor(c, table)
    rack(c, base)
    if not next_turn(c.table):
        _finish(c)


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
        short = row.paid - table.accounts.get(BANK, 0) if bank == BANK else 0
        if short > 0:  # the bank alone would not do: the rest comes from the banker's stack (B-FL-4)
            yield Move(player(table.banker or ""), BANK, short, DRAWN)
        yield Move(bank, owner, row.paid, "paid")
    if row.collected:
        yield Move(FELT, bank, row.collected, "collected")
    if row.returned:
        yield Move(FELT, owner, row.returned, "returned")


def tell_supervisor(c: Course, before: Table) -> None:
    """What there is to tell of the wagers settled since; of each hand he hears each thing once."""
    book, table = c.table.book, c.table
    new = {row.seat for row in table.rows[len(before.rows) :]} | {won.seat for won in table.review}
    for seat in (seat for seat in table.order if seat in new):
        heard = {notice.about for notice in notices(book, seat, with_jackpots(before))}
        for rows in (table.rows, with_jackpots(table)):  # first what the dealer pays, then what is in review
            for notice in notices(book, seat, rows):
                if notice.about not in heard:
                    heard.add(notice.about)
                    c.happen(e.SupervisorTold(**asdict(notice)))


# ---- fees, rake, end


def _finish(c: Course) -> None:
    """Every hand is settled: envy, what the house gives back and takes."""
    before = c.table
    if before.accounts.get(FELT, 0):  # a fault of the program: nobody's turn takes it, so somebody must rule
        c.happen(e.Happened(what=MONEY_LEFT, effect="ruling", seat=None, by=str(c.who), clauses=()))
        return
    pay_envy(c)
    tell_supervisor(c, before)
    for base in [seat for seat in c.table.order if isinstance(seat, int)]:
        rack(c, base)
    return_fees(c)
    collect_fees(c, AFTER_THE_PAYOUTS)
    _take_rake(c)
    c.begin(Phase.REVIEW if c.table.review else Phase.ENDING)


def _take_rake(c: Course) -> None:
    table = c.table
    charge = rake(table.book, [table.spots[seat] for seat in table.order], dead_hands(table.rows))
    if charge is None:
        return
    moves = [Move(player(table.owners[s]), DROP, fee, "rake") for s, fee in charge.players.items() if fee]
    if charge.bank:
        moves.append(Move(player(table.banker or ""), DROP, charge.bank, "rake"))
    players = {str(seat): fee for seat, fee in charge.players.items()}
    c.happen(e.RakeTaken(bank=charge.bank, players=players, moves=tuple(moves)))


def end_round(c: Course, act: a.EndRound) -> None:
    """The bank's money goes back to the banker, the round is closed, and the next one begins."""
    table = c.table
    if lying := table.accounts.get(FELT, 0):
        refuse(f"{dollars(lying)} lie on the felt: a round does not end so; a supervisor voids it")
    if table.banker is not None and table.bank_seat is not None:
        left = table.accounts.get(BANK, 0)
        moves = (Move(BANK, player(table.banker), left, "bank"),) if left else ()
        c.happen(e.BankReturned(seat=table.bank_seat, cents=left, played=not table.void, moves=moves))
    c.happen(e.RoundEnded(round=table.round, net=net_of_round(c.table)))
    begin_round(c)


def net_of_round(table: Table) -> dict[str, Cents]:
    """What the round did to every account."""
    net: dict[str, Cents] = {}
    for move in table.moves:
        net[move.source] = net.get(move.source, 0) - move.cents
        net[move.target] = net.get(move.target, 0) + move.cents
    return {name: cents for name, cents in net.items() if cents}

"""Settlement at the table: hand by hand in the book's order, then the house's charge, then the end."""

from collections.abc import Iterable, Sequence

from msgspec.structs import asdict

from uth.game.ledger import BANK, DRAWN, DROP, FELT, HOUSE, TOKES, Move, player
from uth.game.round import Seat, base_of, seats_of
from uth.game.settlement.coverage import Claim, Row, Verdict, dead_hands, open_bank
from uth.game.settlement.fees import rake
from uth.game.settlement.notices import notices
from uth.game.settlement.order import Turn, settle_order, with_backline
from uth.game.settlement.rounds import toke_goes_back
from uth.game.settlement.verdict import Judge, looks_at_cards, needs_bank, show
from uth.game.settlement.walk import Walk
from uth.game.table import events as e
from uth.game.table.act import Act, allowed
from uth.game.table.acts.banking import begin_round
from uth.game.table.acts.collecting import AFTER_THE_PAYOUTS, collect_fees, return_fees
from uth.game.table.acts.prizes import forfeit_prize, pay_envy, settle_prize, with_jackpots
from uth.game.table.acts.racking import rack, riding_on
from uth.game.table.acts.sharing import refuse_unseen_sharers
from uth.game.table.course import Course, refuse
from uth.game.table.people import Role
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.ranking import describe
from uth.rules.money import Cents, dollars
from uth.rules.wagers import Wager

MONEY_LEFT = "money is left on the felt"
"""What waits for a ruling when every hand is settled and the felt is not empty."""


def paying_order(table: Table) -> list[Seat]:
    """The order in which the hands of this round are settled."""
    seats = seats_of(table.spots[seat] for seat in table.order)
    return with_backline(settle_order(table.book, seats, table.bank_seat), table.spots.values())


def walk(table: Table) -> Walk:
    """The settlement of this round, as far as it has come."""
    judge = Judge(table.book, table.board, table.bank_hand)
    paid = {row.key for row in table.rows if row.paid}
    return Walk(judge, table.spots, paying_order(table), table.settled, table.forfeited, paid)


def next_turn(table: Table) -> Turn:
    """What is settled next."""
    return walk(table).next_turn()


def bank_is_needed(table: Table) -> bool:
    """Whether the bank's cards decide anything: somebody is still in, or a wager outlives its fold."""
    playing = (table.spots[seat] for seat in table.order if seat not in table.forfeited)
    return any(needs_bank(table.book, spot) for spot in playing)


# ---- at the fold


def hand_to_show(table: Table) -> int | None:
    """The folded hand that is turned up first of all: a wager on it is judged at the fold (B-CA-7)."""
    if not table.unseen or table.phase not in (Phase.RIVER, Phase.SHOWDOWN):
        return None
    folded = (table.spots[seat] for seat in table.order if table.spots[seat].folded)
    return next((base_of(spot) for spot in folded if judged_at_fold(table, spot.seat)), None)


def judged_at_fold(table: Table, seat: Seat) -> list[Wager]:
    """The wagers of a folded hand that are judged at the fold with cards nobody has seen yet."""
    spot, fold = table.spots[seat], table.book.readings.fold
    if spot.hole or not spot.folded or seat in table.forfeited or fold.collect_at != "fold":
        return []
    waiting = [(table.book.bets[laid.wager], laid) for laid in walk(table).waiting(seat)]
    return [
        bet
        for bet, laid in waiting
        if bet.on_fold == "table" and bet.collect_at == "fold" and looks_at_cards(table.book, spot, laid)
    ]


def collect_folds(c: Course) -> None:
    """What folds lose at once, in their order; cards that must be seen first hold up the rest."""
    for seat in c.table.order:
        spot = c.table.spots[seat]
        if spot.folded and seat not in c.table.forfeited and walk(c.table).waiting(seat):
            if judged_at_fold(c.table, seat):
                return
            _take(c, walk(c.table).at_fold(seat))
            if c.table.book.readings.fold.collect_at == "fold":
                settle_prize(c, seat)
            rack(c, base_of(spot))


def forfeit_claims(c: Course, seat: Seat, verdict: Verdict, reason: str) -> None:
    """What is left of a hand that a ruling has taken out: lost to the bank, or back to its owner."""
    table, spot = c.table, c.table.spots[seat]
    claims = [
        Claim(seat, laid, spot.on(table.book, laid), verdict, 0, reason, table.book.cites.forfeit)
        for laid in walk(table).waiting(seat)
    ]
    _take(c, claims)
    forfeit_prize(c, seat, reason)
    rack(c, base_of(spot))


# ---- at the showdown


def begin_paying(c: Course) -> None:
    c.begin(Phase.PAYING)
    for claim in walk(c.table).antes_first():
        _take(c, [claim])
    if not next_turn(c.table):
        _finish(c)


class Settle(Act, frozen=True):
    """The next step of the settlement: turn the next hand up, or pay and take what it is due."""

    permit = allowed(Phase.PAYING, Role.DEALER)
    by_automatic_dealer = True

    def do(self, c: Course) -> None:
        """One step: the next hand in the book's order is turned up, or, lying face up, paid and taken."""
        table, steps = c.table, walk(c.table)
        turn = steps.next_turn()
        spot = table.spots[turn[0][0]]
        base = base_of(spot)
        looks = any(looks_at_cards(table.book, spot, laid) for _, laid in turn)
        if looks and spot.hole is None:
            refuse(f"turn up the cards of seat {base} first", table.book.cites.showing)
        if looks and spot.hole and base not in table.shown:
            hand = describe(show(spot.hole, table.board).strength)
            c.happen(e.HandShown(seat=base, cards=spot.hole, hand=hand))
            return  # turned up for all to see; what is paid and taken is the next step
        refuse_unseen_sharers(table, steps, turn)
        _take(c, steps.claims(turn))
        left = walk(c.table)
        for seat in riding_on(table, base):
            if seat not in table.forfeited and not left.waiting(seat):
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
    if row.laid.toke and not toke_goes_back(table.book, row):
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


class EndRound(Act, frozen=True):
    permit = allowed(Phase.ENDING, Role.DEALER)
    by_automatic_dealer = True

    def do(self, c: Course) -> None:
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

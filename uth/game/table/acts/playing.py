"""The cards and the decisions: street by street, every seat in order, once only."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from uth.cards import Card, card_name
from uth.game.ledger import FELT, Move, player
from uth.game.round import Choice, Seat, Spot, Toke
from uth.game.settlement.validation import Refused, legal_decisions, malformed_toke
from uth.game.settlement.verdict import show
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.acts.banking import decline, warn_of_cover
from uth.game.table.acts.betting import owed
from uth.game.table.acts.collecting import AFTER_THE_DEAL, collect_fees
from uth.game.table.acts.paying import (
    bank_is_needed,
    begin_paying,
    collect_folds,
    hand_to_show,
    judged_at_fold,
)
from uth.game.table.course import Course, refuse
from uth.game.table.phases import STREETS, Phase
from uth.game.table.state import Table
from uth.ranking import describe
from uth.rules.money import Cents

AFTER = {Phase.PREFLOP: Phase.FLOP_DUE, Phase.FLOP: Phase.RIVER_DUE, Phase.RIVER: Phase.SHOWDOWN}
STREET_NUMBER = {Phase.PREFLOP: 0, Phase.FLOP: 1, Phase.RIVER: 2}


def fresh(table: Table, cards: Sequence[Card], wanted: int) -> None:
    """Refuse cards that are too many, no cards, or on the table already; a hidden card is not named."""
    if len(cards) != wanted:
        refuse(f"{wanted} cards are wanted, not {len(cards)}")
    for card in cards:
        if not 0 <= card < 52:
            refuse(f"{card} is not a card")
    shown = [spot.hole for seat, spot in table.spots.items() if spot.hole and seat in table.shown]
    seen = Counter(card for pile in (table.board, table.bank_hand or (), *shown, cards) for card in pile)
    twice = [card for card in cards if seen[card] > 1]
    if twice:
        refuse(f"{card_name(twice[0])} is on the table already; look again at the card")
    hidden = {card for spot in table.spots.values() for card in spot.hole or ()}
    if hidden & set(cards):
        refuse("one of these cards is in somebody's hand; look again at the cards")


def deal(c: Course, act: a.Deal) -> None:
    table = c.table
    seats = tuple(seat for seat in table.order if isinstance(seat, int))
    if table.device == "hand" and table.dealer != c.who.name and table.book.script.dealer_change:
        says = f"{c.who.name} has not counted the deck; a new dealer does before he deals by hand"
        refuse(says, table.book.cites.deck_count)
    if act.holes is not None:
        if set(act.holes) != set(seats):
            due = ", ".join(map(str, seats))
            refuse(f"cards are due to seats {due}, two each", table.book.cites.hole_cards)
        fresh(table, [card for hole in act.holes.values() for card in hole], 2 * len(seats))
    held_by = {seat: table.owners[seat] for seat in seats}
    c.happen(e.HolesDealt(holes=act.holes, seats=seats, held_by=held_by, device=table.device, at=act.at))
    collect_fees(c, AFTER_THE_DEAL)
    c.begin(Phase.PREFLOP)
    close_street(c)


def to_act(table: Table) -> Seat | None:
    """Whose decision it is: the first in the order of the deal who has not spoken on this street."""
    number = STREET_NUMBER.get(table.phase)
    if number is None or hand_to_show(table) is not None:
        return None
    own = table.book.readings.backline.decides == "own"
    for seat in table.order:
        spot = table.spots[seat]
        waiting = len(spot.decisions) == number and not (spot.multiple or seat in table.forfeited)
        if waiting and (spot.behind is None or (own and spot.main(table.book))):
            return seat
    return None


def choices(table: Table, seat: Seat) -> list[Choice]:
    """What this seat may decide now; a multiple it cannot pay for is not among them (B-GEN-7)."""
    spot = table.spots[seat]
    legal = legal_decisions(table.book, STREETS[table.phase])
    return [choice for choice in legal if affords(table, spot, choice)]


def affords(table: Table, spot: Spot, choice: Choice, toke: Cents = 0, back: Cents = 0) -> bool:
    """Whether the owner can pay for a decision, and a toke with it, when he gets ``back`` what he laid."""
    cost, limit = cost_of(table, spot, choice), table.book.main.limits
    if not cost:
        return True
    if table.book.readings.limits.play_limited and limit and cost > limit.most:
        return False
    owner = table.owners[spot.seat]
    return cost + toke <= table.chips(owner) + back - owed(table, owner)


def cost_of(table: Table, spot: Spot, choice: Choice) -> Cents:
    """What a decision puts on the felt."""
    return spot.main(table.book) * choice.multiple


def passes(table: Table) -> Choice:
    """What is played for somebody who does not decide, or cannot pay: a check, and on the river a fold."""
    return Choice.FOLD if table.phase in (Phase.RIVER, Phase.SHOWDOWN) else Choice.CHECK


def _cited(table: Table) -> tuple[str, ...]:
    clauses: tuple[str, ...] = getattr(table.book.cites, STREETS[table.phase])
    return clauses


def decide(c: Course, act: a.Decide) -> None:
    table, seat = c.table, to_act(c.table)
    clauses = _cited(table)
    if seat is None:
        refuse_unseen(table)
        refuse("nobody has to decide now", clauses)
    if c.who.role is not a.Role.DEALER and table.owners[seat] != c.who.name:
        refuse(f"it is seat {seat}'s turn", clauses)
    if act.seat not in (None, seat):
        refuse(f"it is seat {seat}'s turn, not seat {act.seat}'s", clauses)
    _decide(c, seat, act)


def refuse_unseen(table: Table) -> None:
    """Refuse to go on while a folded hand lies there with a wager that is judged now."""
    if (seat := hand_to_show(table)) is not None:
        [bet, *_] = judged_at_fold(table, seat)
        says = f"turn up the cards of seat {seat} first: its {bet.label} is judged at the fold"
        refuse(says, bet.cites.fold)


def time_out(c: Course, act: a.TimeOut) -> None:
    """The published default: decline the bank, check, and on the river fold; the log says who played it."""
    if c.table.phase is Phase.BANKING:
        if c.table.offered is None:
            refuse("the bank is offered to nobody", c.table.book.cites.rotation)
        decline(c, c.table.offered)
        return
    seat = to_act(c.table)
    if seat is None:
        refuse("nobody has to decide now", _cited(c.table))
    default = a.Decide(choice=passes(c.table))
    _decide(c, seat, replace(default, tuck=may_tuck(c.table, seat, default.choice)))


def _decide(c: Course, seat: Seat, act: a.Decide) -> None:
    table, choice = c.table, act.choice
    legal = choices(table, seat)
    if choice not in legal:
        known = legal_decisions(table.book, STREETS[table.phase])
        why = "too few chips for it" if choice in known else "not a decision of this street"
        refuse(f"{choice}: {why}; seat {seat} may {', '.join(legal)}", _cited(table))
    if act.tuck and not may_tuck(table, seat, choice):
        refuse(f"seat {seat} has nothing to tuck its cards under", table.book.cites.tuck)
    if act.toke:
        _check_toke(table, table.spots[seat], choice, act.toke)
    entered = c.who.role is a.Role.DEALER
    decided = e.Decided(
        seat=seat, choice=choice, by=str(c.who), toke=act.toke, tucked=act.tuck, entered=entered
    )
    _happen(c, decided)
    for other in followers(table, seat):
        _follow(c, other, decided)
    close_street(c)


def may_tuck(table: Table, seat: Seat, choice: Choice) -> bool:
    """Whether a folder can stay in for a wager by putting his cards under it (IA-TRIPS-2, B-IA-8)."""
    sides = table.book.side_bets
    by_hand = (bet for bet in sides if bet.on_fold == "table" and not bet.fold_auto_tuck)
    return choice is Choice.FOLD and any(table.spots[seat].stake(bet) for bet in by_hand)


def _check_toke(table: Table, spot: Spot, choice: Choice, toke: Cents) -> None:
    """A toke next to the Play wager is laid with it, within the limits of tokes (IA-TOKE-1)."""
    bet = spot.decided(choice).with_toke(Toke(table.book.play.name, toke))
    if refusals := list(malformed_toke(table.book, bet)):
        raise Refused(refusals)
    if not affords(table, spot, choice, toke):
        refuse(f"{table.owners[spot.seat]} has too few chips for the toke", table.book.cites.wager)


def _happen(c: Course, decided: e.Decided) -> None:
    """The decision, with the chips it puts on the felt; a fold is taken care of at once."""
    seat = decided.seat
    cost = cost_of(c.table, c.table.spots[seat], decided.choice)
    laid = ((cost, c.table.book.play.name), (decided.toke, "toke"))
    owner = player(c.table.owners[seat])
    moves = tuple(Move(owner, FELT, cents, what) for cents, what in laid if cents)
    c.happen(replace(decided, cents=cost, moves=moves))
    if decided.choice is Choice.FOLD:
        collect_folds(c)
    elif cost:
        warn_of_cover(c, seat)


def followers(table: Table, seat: Seat) -> list[Seat]:
    """The wagers behind a seat for which it decides; a side wager alone has nothing to decide (B-CA-12)."""
    own = table.book.readings.backline.decides == "own"
    behind = [other for other in table.order if table.spots[other].behind == seat]
    return [
        other
        for other in behind
        if other not in table.forfeited and not (own and table.spots[other].main(table.book))
    ]


def _follow(c: Course, seat: Seat, lead: e.Decided) -> None:
    """A backline wager follows its seat; who cannot pay the multiple is folded on the river (B-CA-12)."""
    choice = lead.choice if affords(c.table, c.table.spots[seat], lead.choice) else passes(c.table)
    by = f"{a.Role.HOUSE} following seat {lead.seat}"
    _happen(c, e.Decided(seat=seat, choice=choice, by=by, tucked=may_tuck(c.table, seat, choice)))


def _pass_unfunded(c: Course) -> None:
    """Backline wagers left behind by a seat that has bet: checked through, folded on the river."""
    number, following = STREET_NUMBER[c.table.phase], to_act(c.table)
    if c.table.book.readings.backline.decides == "own":
        return
    for seat in c.table.order:
        spot = c.table.spots[seat]
        if seat == following or hand_to_show(c.table) is not None:
            return
        if spot.behind is None or len(spot.decisions) != number or spot.multiple or seat in c.table.forfeited:
            continue
        if c.table.spots[spot.behind].multiple:
            choice, by = passes(c.table), f"{a.Role.HOUSE}, too few chips to follow"
            tucked = may_tuck(c.table, seat, choice)
            _happen(c, e.Decided(seat=seat, choice=choice, by=by, tucked=tucked))


def close_street(c: Course) -> None:
    """When everybody has spoken the next cards are due; after the river the bank shows, if anybody is in."""
    if c.table.phase not in AFTER or hand_to_show(c.table) is not None:
        return
    _pass_unfunded(c)
    if to_act(c.table) is not None or hand_to_show(c.table) is not None:
        return
    following = AFTER[c.table.phase]
    if following is Phase.SHOWDOWN and not bank_is_needed(c.table):
        begin_paying(c)
    else:
        c.begin(following)


def flop(c: Course, act: a.Flop) -> None:
    fresh(c.table, act.cards, 3)
    c.happen(e.FlopShown(cards=act.cards))
    c.begin(Phase.FLOP)
    close_street(c)


def river(c: Course, act: a.River) -> None:
    fresh(c.table, act.cards, 2)
    c.happen(e.RiverShown(cards=act.cards))
    c.begin(Phase.RIVER)
    close_street(c)


def show_bank(c: Course, act: a.ShowBank) -> None:
    refuse_unseen(c.table)
    fresh(c.table, act.cards, 2)
    hand = show(act.cards, c.table.board)
    qualifies = hand.strength >= c.table.book.payoffs.qualifies
    c.happen(e.BankShown(cards=act.cards, hand=describe(hand.strength), qualifies=qualifies))
    begin_paying(c)


def may_show_hand(table: Table, act: a.ShowHand) -> None:
    """Refuse to turn up a hand that is known, not yet due, or stays face down; whatever its cards are."""
    cites, spot = table.book.cites, table.spots.get(act.seat)
    if spot is None:
        refuse(f"nobody plays in seat {act.seat}")
    if spot.hole is not None:
        refuse(f"the cards of seat {act.seat} are known")
    if act.seat in table.racked:
        refuse(f"the cards of seat {act.seat} are in the discard rack", cites.folded_cards)
    if not spot.folded and table.phase is not Phase.PAYING and act.seat != hand_to_show(table):
        refuse(f"seat {act.seat} is still in: its cards are turned when its turn comes", cites.showing)


def show_hand(c: Course, act: a.ShowHand) -> None:
    may_show_hand(c.table, act)
    fresh(c.table, act.cards, 2)
    hand = show(act.cards, c.table.board)
    c.happen(e.HandShown(seat=act.seat, cards=act.cards, hand=describe(hand.strength)))
    if c.table.phase is not Phase.PAYING:
        after_folds(c)


def after_folds(c: Course) -> None:
    """Take what folded hands that can be judged now lose, and go on if that was all the table waited for."""
    collect_folds(c)
    waits = bank_is_needed(c.table) or hand_to_show(c.table) is not None
    if c.table.phase is Phase.SHOWDOWN and not waits:
        begin_paying(c)
    else:
        close_street(c)

"""The cards and the decisions: street by street, every seat in order, once only."""

from collections import Counter
from collections.abc import Iterable

from uth.cards import Card, card_name
from uth.game import acts as a
from uth.game import events as e
from uth.game.banking import decline
from uth.game.betting import owed
from uth.game.course import Course, refuse
from uth.game.ledger import FELT, Move, player
from uth.game.paying import begin_paying, settle_fold
from uth.game.phases import STREETS, Phase
from uth.game.round import Seat, Spot
from uth.game.table import Table
from uth.game.validation import legal_decisions
from uth.game.verdict import show
from uth.ranking import describe

AFTER = {Phase.PREFLOP: Phase.FLOP_DUE, Phase.FLOP: Phase.RIVER_DUE, Phase.RIVER: Phase.SHOWDOWN}
STREET_NUMBER = {Phase.PREFLOP: 0, Phase.FLOP: 1, Phase.RIVER: 2}


def fresh(table: Table, cards: Iterable[Card]) -> None:
    """Refuse cards that are no cards or lie on the table already; a hidden card is not named."""
    cards = tuple(cards)
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
        refuse(f"{c.who.name} has not counted the deck; a new dealer does before he deals by hand")
    if act.holes is not None:
        if set(act.holes) != set(seats):
            refuse(f"cards are due to seats {', '.join(map(str, seats))}, two each", table.book.deal.clauses)
        fresh(table, (card for hole in act.holes.values() for card in hole))
    held_by = {seat: table.owners[seat] for seat in seats}
    c.happen(e.HolesDealt(holes=act.holes, seats=seats, held_by=held_by, device=table.device, at=act.at))
    c.begin(Phase.PREFLOP)
    close_street(c)


def to_act(table: Table) -> Seat | None:
    """Whose decision it is: the first in the order of the deal who has not spoken on this street."""
    number = STREET_NUMBER.get(table.phase)
    if number is None:
        return None
    own = table.book.readings.backline.decides == "own"
    for seat in table.order:
        spot = table.spots[seat]
        waiting = len(spot.decisions) == number and not (spot.multiple or seat in table.forfeited)
        if waiting and (spot.behind is None or own):
            return seat
    return None


def choices(table: Table, seat: Seat) -> list[str]:
    """What this seat may decide now; a multiple it cannot pay for is not among them (B-GEN-7)."""
    spot = table.spots[seat]
    legal = legal_decisions(table.book, STREETS[table.phase])
    return [choice for choice in legal if _affords(table, spot, choice)]


def _affords(table: Table, spot: Spot, choice: str) -> bool:
    if not choice.startswith("bet"):
        return True
    owner = table.owners[spot.seat]
    cost = spot.ante * int(choice[3:])
    limit = table.book.limits.ante
    if table.book.readings.limits.play_limited and limit and cost > limit.most:
        return False
    return cost <= table.chips(owner) - owed(table, owner)


def _cited(table: Table) -> tuple[str, ...]:
    clauses: tuple[str, ...] = getattr(table.book.cites, STREETS[table.phase])
    return clauses


def decide(c: Course, act: a.Decide) -> None:
    table, seat = c.table, to_act(c.table)
    clauses = _cited(table)
    if seat is None:
        refuse("nobody has to decide now", clauses)
    entered = c.who.role == a.Role.DEALER
    if not entered and table.owners[seat] != c.who.name:
        refuse(f"it is seat {seat}'s turn", clauses)
    if act.seat not in (None, seat):
        refuse(f"it is seat {seat}'s turn, not seat {act.seat}'s", clauses)
    _decide(c, seat, act.choice, str(c.who))


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
    _decide(c, seat, "fold" if c.table.phase is Phase.RIVER else "check", str(c.who))


def _decide(c: Course, seat: Seat, choice: str, by: str) -> None:
    table = c.table
    legal = choices(table, seat)
    if choice not in legal:
        known = legal_decisions(table.book, STREETS[table.phase])
        why = "too few chips for it" if choice in known else "not a decision of this street"
        refuse(f"{choice}: {why}; seat {seat} may {', '.join(legal)}", _cited(table))
    _happen(c, seat, choice, by)
    for other in [s for s in table.order if table.spots[s].behind == seat]:
        if table.book.readings.backline.decides == "seat":
            _follow(c, other, choice)
    close_street(c)


def _happen(c: Course, seat: Seat, choice: str, by: str) -> None:
    moves: tuple[Move, ...] = ()
    if choice.startswith("bet"):
        cost = c.table.spots[seat].ante * int(choice[3:])
        moves = (Move(player(c.table.owners[seat]), FELT, cost, "play"),)
    c.happen(e.Decided(seat=seat, choice=choice, by=by, moves=moves))
    if choice == "fold":
        settle_fold(c, seat)


def _follow(c: Course, seat: Seat, choice: str) -> None:
    """A backline wager follows its seat; who cannot pay the multiple is folded on the river (B-CA-12)."""
    by = f"{a.Role.HOUSE} following seat {c.table.spots[seat].behind}"
    if choice.startswith("bet") and not _affords(c.table, c.table.spots[seat], choice):
        choice = "fold" if c.table.phase is Phase.RIVER else "check"
    _happen(c, seat, choice, by)


def _pass_unfunded(c: Course) -> None:
    """Backline wagers left behind by a seat that has bet: checked through, folded on the river."""
    number, following = STREET_NUMBER[c.table.phase], to_act(c.table)
    if c.table.book.readings.backline.decides == "own":
        return
    for seat in c.table.order:
        spot = c.table.spots[seat]
        if seat == following:
            return
        if spot.behind is None or len(spot.decisions) != number or spot.multiple or seat in c.table.forfeited:
            continue
        if c.table.spots[spot.behind].multiple:
            choice = "fold" if c.table.phase is Phase.RIVER else "check"
            _happen(c, seat, choice, f"{a.Role.HOUSE}, too few chips to follow")


def close_street(c: Course) -> None:
    """When everybody has spoken the next cards are due; after the river the bank shows, if anybody is in."""
    if c.table.phase not in AFTER:
        return
    _pass_unfunded(c)
    if to_act(c.table) is not None:
        return
    following = AFTER[c.table.phase]
    if following is Phase.SHOWDOWN and not c.table.live:
        begin_paying(c)
    else:
        c.begin(following)


def flop(c: Course, act: a.Flop) -> None:
    fresh(c.table, act.cards)
    c.happen(e.FlopShown(cards=act.cards))
    c.begin(Phase.FLOP)
    close_street(c)


def river(c: Course, act: a.River) -> None:
    fresh(c.table, act.cards)
    c.happen(e.RiverShown(cards=act.cards))
    c.begin(Phase.RIVER)
    close_street(c)


def show_bank(c: Course, act: a.ShowBank) -> None:
    fresh(c.table, act.cards)
    hand = show(act.cards, c.table.board)
    qualifies = hand.strength >= c.table.book.payoffs.qualifies
    c.happen(e.BankShown(cards=act.cards, hand=describe(hand.strength), qualifies=qualifies))
    begin_paying(c)


def show_hand(c: Course, act: a.ShowHand) -> None:
    spot = c.table.spots.get(act.seat)
    if spot is None:
        refuse(f"nobody plays in seat {act.seat}")
    if spot.hole is not None:
        refuse(f"the cards of seat {act.seat} are known")
    if not spot.folded and c.table.phase is not Phase.PAYING:
        refuse(f"seat {act.seat} is still in: its cards are turned when its turn to be settled comes")
    if spot.folded and not any(s.trips for s in c.table.spots.values() if act.seat in (s.seat, s.behind)):
        refuse(f"seat {act.seat} folded without Trips: its cards stay face down", c.table.book.settle.clauses)
    fresh(c.table, act.cards)
    hand = show(act.cards, c.table.board)
    c.happen(e.HandShown(seat=act.seat, cards=act.cards, hand=describe(hand.strength)))

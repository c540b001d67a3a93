"""The cards and the decisions: street by street, every seat in order, once only."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from uth.cards import Card, card_name
from uth.game.ledger import FELT, Move, player
from uth.game.round import Choice, Seat, Spot, Toke
from uth.game.settlement.validation import Refused, legal_decisions, malformed_toke
from uth.game.settlement.verdict import show
from uth.game.table import events as e
from uth.game.table.act import Act, Option, allowed, to_fill
from uth.game.table.acts.banking import decline, warn_of_cover
from uth.game.table.acts.betting import owed
from uth.game.table.acts.collecting import AFTER_THE_DEAL, collect_fees
from uth.game.table.acts.paying import (
    bank_is_needed,
    begin_paying,
    collect_folds,
    hand_to_show,
    judged_at_fold,
    paying_order,
)
from uth.game.table.course import Course, refuse
from uth.game.table.options import toke_bounds
from uth.game.table.people import Role, Who
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


class Deal(Act, frozen=True):
    """Deal the hole cards; without faces they are known only to those who hold them."""

    holes: dict[int, tuple[Card, Card]] | None = None
    at: str = ""

    permit = allowed(Phase.DEALING, Role.DEALER)
    by_automatic_dealer = True
    fill = ("holes", "at")

    def do(self, c: Course) -> None:
        table = c.table
        seats = tuple(seat for seat in table.order if isinstance(seat, int))
        if table.device == "hand" and table.dealer != c.who.name and table.book.script.dealer_change:
            says = f"{c.who.name} has not counted the deck; a new dealer does before he deals by hand"
            refuse(says, table.book.cites.deck_count)
        if self.holes is not None:
            if set(self.holes) != set(seats):
                due = ", ".join(map(str, seats))
                refuse(f"cards are due to seats {due}, two each", table.book.cites.hole_cards)
            fresh(table, [card for hole in self.holes.values() for card in hole], 2 * len(seats))
        held_by = {seat: table.owners[seat] for seat in seats}
        c.happen(
            e.HolesDealt(holes=self.holes, seats=seats, held_by=held_by, device=table.device, at=self.at)
        )
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


class Decide(Act, frozen=True):
    """Check, fold or bet a multiple; the house dealer may enter it for a seat."""

    choice: Choice
    seat: Seat | None = None
    toke: Cents = 0
    """For the dealer, riding on the Play wager."""
    tuck: bool = False
    """Fold with the cards under a wager that a fold leaves alive, to stay in for it."""

    permit = allowed(frozenset(STREETS), Role.PLAYER, Role.DEALER)
    worked_out = True
    written = ("choice",)

    @classmethod
    def withheld(cls, table: Table, who: Who) -> str:
        if who.role is Role.PLAYER:
            return ""
        return "nobody decides for a player at a sealed table; the clock does when time is up"

    def do(self, c: Course) -> None:
        table, seat = c.table, to_act(c.table)
        clauses = _cited(table)
        if seat is None:
            refuse_unseen(table)
            refuse("nobody has to decide now", clauses)
        if c.who.role is not Role.DEALER and table.owners[seat] != c.who.name:
            refuse(f"it is seat {seat}'s turn", clauses)
        if self.seat not in (None, seat):
            refuse(f"it is seat {seat}'s turn, not seat {self.seat}'s", clauses)
        _decide(c, seat, self)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        seat = to_act(table)
        if seat is None or (who.role is Role.PLAYER and table.owners[seat] != who.name):
            return
        spot, owner, book = table.spots[seat], table.owners[seat], table.book
        for choice in choices(table, seat):
            decide = cls(choice=choice, seat=seat)
            cost = cost_of(table, spot, choice)
            options = [Option(decide)]
            if may_tuck(table, seat, choice):
                options.append(Option(replace(decide, tuck=True)))
            if cost and book.tokes.range and book.play.name in book.tokes.on:
                spare = table.chips(owner) - owed(table, owner) - cost
                least, most = toke_bounds(book, spot.decided(choice), book.play.name, spare)
                toke, steps = replace(decide, toke=least), {"toke": book.tokes.unit}
                options.append(Option(toke, bounds={"toke": (least, most)}, steps=steps))
            yield from (replace(option, cost=cost, choices={"seat": (seat, None)}) for option in options)


def refuse_unseen(table: Table) -> None:
    """Refuse to go on while a folded hand lies there with a wager that is judged now."""
    if (seat := hand_to_show(table)) is not None:
        [bet, *_] = judged_at_fold(table, seat)
        says = f"turn up the cards of seat {seat} first: its {bet.label} is judged at the fold"
        refuse(says, bet.cites.fold)


class TimeOut(Act, frozen=True):
    """The time to decide is over: the house plays the published default."""

    permit = allowed(frozenset(STREETS) | {Phase.BANKING}, Role.HOUSE)

    def do(self, c: Course) -> None:
        """The published default: decline the bank, check, on the river fold; the log says who played it."""
        if c.table.phase is Phase.BANKING:
            if c.table.offered is None:
                refuse("the bank is offered to nobody", c.table.book.cites.rotation)
            decline(c, c.table.offered)
            return
        seat = to_act(c.table)
        if seat is None:
            refuse("nobody has to decide now", _cited(c.table))
        default = Decide(choice=passes(c.table))
        _decide(c, seat, replace(default, tuck=may_tuck(c.table, seat, default.choice)))


def _decide(c: Course, seat: Seat, act: Decide) -> None:
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
    entered = c.who.role is Role.DEALER
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
    by = f"{Role.HOUSE} following seat {lead.seat}"
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
            choice, by = passes(c.table), f"{Role.HOUSE}, too few chips to follow"
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


class Flop(Act, frozen=True):
    cards: tuple[Card, Card, Card]

    permit = allowed(Phase.FLOP_DUE, Role.DEALER)
    by_automatic_dealer = True
    enters_cards = True
    written = ("cards",)
    fill = ("cards",)

    def do(self, c: Course) -> None:
        fresh(c.table, self.cards, 3)
        c.happen(e.FlopShown(cards=self.cards))
        c.begin(Phase.FLOP)
        close_street(c)


class River(Act, frozen=True):
    """Turn and river, shown together."""

    cards: tuple[Card, Card]

    permit = allowed(Phase.RIVER_DUE, Role.DEALER)
    by_automatic_dealer = True
    enters_cards = True
    written = ("cards",)
    fill = ("cards",)

    def do(self, c: Course) -> None:
        fresh(c.table, self.cards, 2)
        c.happen(e.RiverShown(cards=self.cards))
        c.begin(Phase.RIVER)
        close_street(c)


class ShowBank(Act, frozen=True):
    cards: tuple[Card, Card]

    permit = allowed(Phase.SHOWDOWN, Role.DEALER)
    by_automatic_dealer = True
    enters_cards = True
    written = ("cards",)
    fill = ("cards",)

    def guard(self, table: Table) -> None:
        refuse_unseen(table)

    def do(self, c: Course) -> None:
        self.guard(c.table)
        fresh(c.table, self.cards, 2)
        hand = show(self.cards, c.table.board)
        qualifies = hand.strength >= c.table.book.payoffs.qualifies
        c.happen(e.BankShown(cards=self.cards, hand=describe(hand.strength), qualifies=qualifies))
        begin_paying(c)


class ShowHand(Act, frozen=True):
    """Turn up a hand whose cards are not known yet."""

    seat: int
    cards: tuple[Card, Card]

    permit = allowed({Phase.RIVER, Phase.SHOWDOWN, Phase.PAYING}, Role.DEALER)
    by_automatic_dealer = True
    enters_cards = True
    written = ("seat", "cards")

    def guard(self, table: Table) -> None:
        """Refuse to turn up a hand that is known, not yet due, or stays face down; whatever its cards are."""
        cites, spot = table.book.cites, table.spots.get(self.seat)
        if spot is None:
            refuse(f"nobody plays in seat {self.seat}")
        if spot.hole is not None:
            refuse(f"the cards of seat {self.seat} are known")
        if self.seat in table.racked:
            refuse(f"the cards of seat {self.seat} are in the discard rack", cites.folded_cards)
        if not spot.folded and table.phase is not Phase.PAYING and self.seat != hand_to_show(table):
            refuse(f"seat {self.seat} is still in: its cards are turned when its turn comes", cites.showing)

    def do(self, c: Course) -> None:
        self.guard(c.table)
        fresh(c.table, self.cards, 2)
        hand = show(self.cards, c.table.board)
        c.happen(e.HandShown(seat=self.seat, cards=self.cards, hand=describe(hand.strength)))
        if c.table.phase is not Phase.PAYING:
            after_folds(c)

    @classmethod
    def offers(cls, table: Table, who: Who) -> Iterator[Option]:
        """The hand whose turn it is comes first."""
        order = paying_order(table)
        yield from (to_fill(cls, "cards", seat=seat) for seat in order if isinstance(seat, int))


def after_folds(c: Course) -> None:
    """Take what folded hands that can be judged now lose, and go on if that was all the table waited for."""
    collect_folds(c)
    waits = bank_is_needed(c.table) or hand_to_show(c.table) is not None
    if c.table.phase is Phase.SHOWDOWN and not waits:
        begin_paying(c)
    else:
        close_street(c)

"""The verdict on each wager: won, pushed or lost, what is due, and the reason with its clauses.

Nobody asks here whether the bank can pay: that is :mod:`uth.game.settlement.coverage`.
"""

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from uth.cards import Card, suit_of
from uth.game.round import Laid, Seat, Spot
from uth.game.settlement.coverage import Claim
from uth.ranking import Category, best_five, category, describe, strength
from uth.rules.book import Book
from uth.rules.holes import starting_hand, starting_hands
from uth.rules.money import Cents, dollars, odds_text
from uth.rules.payoffs import Cards, Payoff, Pays, Result
from uth.rules.prizes import Cash
from uth.rules.wagers import SUITS, Wager

Clauses = tuple[str, ...]


class Shown(Struct, frozen=True, gc=False):
    """A hand as it was read out."""

    cards: tuple[Card, ...]
    """The hole cards, then the board."""
    strength: int
    category: Category
    versus_bank: str = ""
    """``higher``, ``lower``, ``equal``, ``folded``; empty for the bank itself."""
    with_flop: Category | None = None
    """The hand of hole cards and flop, for those who bet on it."""

    @property
    def hole(self) -> tuple[Card, ...]:
        return self.cards[:2]

    @property
    def five(self) -> tuple[Card, ...]:
        """The best five of its cards (B-GEN-1: any five of the seven)."""
        return best_five(self.cards)


def show(hole: tuple[Card, ...], board: tuple[Card, ...]) -> Shown:
    """The hand of hole and board."""
    cards = (*hole, *board)
    value = strength(cards)
    return Shown(cards, value, category(value))


def stays_in(bet: Wager, spot: Spot) -> bool:
    """Whether a fold leaves a wager to be judged: it is alive, or the cards are tucked under it (B-IA-8)."""
    return bet.on_fold == "alive" or (bet.on_fold == "table" and (spot.tucked or bet.fold_auto_tuck))


def looks_at_cards(book: Book, spot: Spot, laid: Laid) -> bool:
    """Whether a wager depends on the player's cards."""
    return not spot.folded or stays_in(book.bets[laid.wager], spot)


def needs_bank(book: Book, spot: Spot) -> bool:
    """Whether the bank's cards decide a wager of this hand: after a fold only one that stays alive."""
    if not spot.folded:
        return True
    return any(bet.on_fold == "alive" and _looks_at_bank(bet) and spot.stake(bet) for bet in book.side_bets)


def _looks_at_bank(bet: Wager) -> bool:
    return bet.looks_at_result or bet.whose == "dealer" or any(line.dealer for line in bet.holes)


def _against(spot: Spot, own: int, bank: Shown | None) -> str:
    if spot.folded or bank is None:
        return "folded"
    return "higher" if own > bank.strength else "lower" if own < bank.strength else "equal"


class Judge:
    """Judges the wagers of one round."""

    def __init__(self, book: Book, board: tuple[Card, ...], bank_hand: tuple[Card, ...] | None) -> None:
        self.book, self.payoffs, self.board = book, book.payoffs, board
        self.bank = show(bank_hand, board) if bank_hand else None
        self.qualifies = None if self.bank is None else self.bank.strength >= self.payoffs.qualifies
        self.hands: dict[Seat, Shown] = {}
        self._said: dict[int, str] = {}
        """How a hand compares with the bank's, by its strength: it is said of Ante, Play and Blind alike."""

    @property
    def antes_first(self) -> bool:
        """Whether Antes go back before any hand is looked at: the bank does not qualify (IA-NQ-1)."""
        first = self.qualifies is False and self.book.settle.antes_first
        return first and self.book.main.on_unqualified == "push"

    def hand(self, spot: Spot) -> Shown | None:
        """The hand of one person as it is read out; None while its cards are unseen."""
        if spot.seat not in self.hands and spot.hole:
            cards = (*spot.hole, *self.board)
            own = strength(cards)
            flop_bets = self.book.flop_bets
            on_flop = flop_bets and any(spot.stakes.get(bet.name) for bet in flop_bets)
            with_flop = flop_hand(spot, self.board) if on_flop else None
            against = _against(spot, own, self.bank)
            self.hands[spot.seat] = Shown(cards, own, category(own), against, with_flop)
        return self.hands.get(spot.seat)

    def claim(self, spot: Spot, laid: Laid) -> Claim:
        """A wager, or the toke that rides on it, at its turn."""
        own = self.hands.get(spot.seat) or self.hand(spot)
        bet = self.book.bets[laid.wager]
        if spot.folded and bet.on_fold != "alive":
            payoff, reason, clauses = self._folded(spot, bet, own)
        else:
            payoff, reason, clauses = self._compare(bet, own)
        if laid.toke:
            stake, clauses = spot.on(self.book, laid), clauses + self.book.cites.toke
        else:
            stake = spot.stake(bet)
        if payoff == 0:
            return Claim(spot.seat, laid, stake, "push", 0, reason, clauses)
        if isinstance(payoff, int) and payoff < 0:
            return Claim(spot.seat, laid, stake, "lose", 0, reason, clauses)
        due = self._payout(stake, payoff)
        claim = Claim(spot.seat, laid, stake, "win", due, reason, clauses)
        return claim if bet.most_paid is None or due <= bet.most_paid else _limited(claim, bet.most_paid)

    def _payout(self, stake: Cents, payoff: Payoff) -> Cents:
        """Whole odds are paid in the chips of the stake; 3 to 2 may leave less than a chip (B-GEN-3).

        Paid exactly, a part of a cent (of a toke: wagers come in whole steps) is paid as a whole one.
        """
        if not isinstance(payoff, int):
            return payoff.cents if isinstance(payoff, Cash) else 0
        readings, unit = self.book.readings.payout, self.payoffs.unit
        if readings.rounding == "down_to_unit" and payoff % unit:
            return stake * payoff // (unit * readings.unit) * readings.unit
        return -(-stake * payoff // unit)

    def _compare(self, bet: Wager, own: Shown | None) -> tuple[Payoff, str, Clauses]:
        """A hand that is compared with the bank's, by the wager's rule for the result."""
        result = Result.LOSE
        if own is not None and self.bank is not None:
            strong = own.strength - self.bank.strength
            result = Result.WIN if strong > 0 else Result.LOSE if strong else Result.TIE
        pays = self.payoffs.wagers[bet.name]
        rule, cites = bet.by_result[result]
        unqualified = not self.qualifies and bet.on_unqualified is not None
        by_table = (bet.on_unqualified if unqualified else rule) == "table"
        line = self._line(pays, bet, own, result) if by_table else 0
        payoff = pays.table[bool(self.qualifies)][result][line]
        if unqualified:
            says = describe(self.bank.strength) if self.bank else "unseen hand"
            return payoff, f"the bank's {says} does not qualify", bet.cites.unqualified
        if rule != "table":
            reason = self._compared(own, result)
            return payoff, reason if bet.required else f"{reason}, and {bet.label} goes with the hand", cites
        return payoff, *self._by_table(bet, own, result, payoff)

    def _by_table(self, bet: Wager, own: Shown | None, result: Result, payoff: Payoff) -> tuple[str, Clauses]:
        """The reason where a pay table decides; of a required wager it begins with the comparison."""
        cites, hand = bet.cites, self._name(bet, own, result)
        won = not isinstance(payoff, int) or payoff > 0
        below = (cites.below if result is Result.WIN else ()) or cites.lose
        if bet.required:
            reason = self._compared(own, result)
            if won:
                return f"{reason}; {hand} pays {self._prize(payoff)}", cites.win
            return f"{reason}; the {bet.label} is not paid for {hand}", below
        if bet.whose in ("loser", "winner"):
            hand = f"{self._compared(own, result)}: the {_ROLE[bet.whose]} hand, {hand},"
        return (
            (f"{hand} pays {self._prize(payoff)}", cites.win)
            if won
            else (f"{hand} is not on the {bet.label} table", below)
        )

    def _folded(self, spot: Spot, bet: Wager, own: Shown | None) -> tuple[Payoff, str, Clauses]:
        cites, unit = bet.cites, self.payoffs.unit
        pays = self.payoffs.wagers[bet.name]
        payoff = pays.table[1][Result.FOLD][self._line(pays, bet, own, Result.FOLD)]
        if bet.on_fold != "table":
            reason = "folded" if bet.required else f"folded, and {bet.label} goes with the hand"
            return payoff, reason, cites.fold
        if not stays_in(bet, spot):
            says = f"folded, and the cards are not tucked under {bet.label}"
            return -unit, says, self.book.cites.tuck or cites.fold
        if not isinstance(payoff, int) or payoff > 0:
            says = f"{self._name(bet, own, Result.FOLD)} pays {self._prize(payoff)}"
            return payoff, says, tuple(dict.fromkeys(cites.win + cites.fold))
        return payoff, f"folded, and the hand is not on the {bet.label} table", cites.fold or cites.lose

    def _line(self, pays: Pays, bet: Wager, own: Shown | None, result: Result) -> int:
        """Which line of its table a wager falls into."""
        cards = pays.cards
        if cards is Cards.HOLE:
            return hole_class(bet, own, self.bank)
        if cards is Cards.FLOP:
            return with_suit(bet, own.with_flop, (*own.hole, *self.board[:3])) if own and own.with_flop else 0
        hand = own if cards is Cards.HAND else self._deciding(cards, own, result)
        return 0 if hand is None else with_suit(bet, hand.category, hand.cards)

    def _deciding(self, cards: Cards, own: Shown | None, result: Result) -> Shown | None:
        """The hand that decides the pay; nobody's where a wager on the loser or winner ties."""
        if cards is Cards.HAND:
            return own
        if cards is Cards.DEALER:
            return self.bank
        if result is Result.TIE:
            return None
        return own if (cards is Cards.WINNER) == (result is Result.WIN) else self.bank

    def _name(self, bet: Wager, own: Shown | None, result: Result) -> str:
        """What a wager looks at, in words."""
        cards = self.payoffs.wagers[bet.name].cards
        if own is None:
            return "an unseen hand"
        if cards is Cards.HOLE:
            return starting_hand(own.hole)
        if cards is Cards.FLOP:
            return f"{own.with_flop.label if own.with_flop is not None else 'a hand'} with the flop"
        hand = self._deciding(cards, own, result)
        return hand.category.label if hand else "no hand"

    def _compared(self, own: Shown | None, result: Result) -> str:
        mine, bank = own.strength if own else 0, self.bank.strength if self.bank else 0
        if mine not in self._said:
            verb = ("beats", "ties", "loses to")[result]
            kickers = mine != bank and describe(mine) == describe(bank)
            their = describe(bank, kickers=kickers)
            self._said[mine] = f"{describe(mine, kickers=kickers)} {verb} the bank's {their}"
        return self._said[mine]

    def _prize(self, payoff: Payoff) -> str:
        return _odds_words(payoff, self.payoffs.unit) if isinstance(payoff, int) else str(payoff)


_ROLE = {"loser": "losing", "winner": "winning"}


def _limited(claim: Claim, most: Cents) -> Claim:
    """A claim at a wager that never pays more than so much."""
    return Claim(
        *(claim.seat, claim.laid, claim.stake, claim.verdict, claim.due),
        reason=f"{claim.reason}; {claim.laid.wager} pays at most {dollars(most)}",
        clauses=claim.clauses,
        note="limit of the wager",
        payable=most,
    )


def flop_hand(spot: Spot, board: tuple[Card, ...]) -> Category | None:
    """The hand of the two hole cards and the flop, exactly those five (B-IA-14)."""
    return category(strength((*spot.hole, *board[:3]))) if spot.hole else None


def with_suit(bet: Wager, hand: Category, cards: tuple[Card, ...]) -> int:
    """The line of a hand; lines for one suit come after those of all hands."""
    for n, line in enumerate(bet.suited):
        if line.hand == hand.key and SUITS[suit_of(best_five(cards)[0])] == line.suit:
            return len(Category) + n
    return int(hand)


def hole_class(bet: Wager, own: Shown | None, bank: Shown | None) -> int:
    """The first line of hole cards that fits; the last class is for all others."""
    if own is None:
        return len(bet.holes)
    mine, dealer = starting_hand(own.hole), starting_hand(bank.hole) if bank else ""
    for n, line in enumerate(bet.holes):
        if mine in starting_hands(line.holes) and (not line.dealer or dealer in starting_hands(line.dealer)):
            return n
    return len(bet.holes)


@lru_cache(1024)
def _odds_words(payoff: int, unit: int) -> str:
    return odds_text(Fraction(payoff, unit)).replace(":", " to ")

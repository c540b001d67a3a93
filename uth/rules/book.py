"""A book: one rule set, with everything in which the documents differ as data.

Each class below is a section of the TOML file, each field a key. A key that is None is not settled by
the document: a house must choose it before the table opens (see ``Book.missing``).
"""

import hashlib
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property

from uth.ranking import Category
from uth.rules.charges import Fees, Rake
from uth.rules.cites import Cites, Section
from uth.rules.mishaps import Mishap
from uth.rules.money import Cents
from uth.rules.payoffs import Payoffs, compile_payoffs, unchosen
from uth.rules.paytables import prizes_of
from uth.rules.placing import placed
from uth.rules.readings import Readings
from uth.rules.schema import (
    FLAG,
    MONEY,
    ODDS,
    RANGE,
    TEXT,
    WORDS,
    Kind,
    Problem,
    Range,
    choice,
    key,
    listing,
    optional,
    rows,
    section,
    whole,
)
from uth.rules.script import Script
from uth.rules.version import canonical
from uth.rules.wagers import Meter, Wager, Wagers

MULTIPLES = listing(whole(1, 20))
_HANDS = choice("none", *(hand.key for hand in Category))
HAND_OR_NONE = Kind(
    lambda value: _HANDS.read(str(value).lower().replace(" ", "_")),
    show=_HANDS.show,
    form="choice",
    choices=_HANDS.choices,
)


@dataclass(frozen=True, kw_only=True)
class Document(Section):
    """Where the rules come from."""

    place: str = key(TEXT, "where they are in force", "")
    dated: str = key(TEXT, "date or version", "")
    owner: str = key(TEXT, "who owns the game", "")


@dataclass(frozen=True, kw_only=True)
class Need:
    """A key that the document leaves to the house."""

    choose: str = key(TEXT, "the key that must be chosen")
    clauses: tuple[str, ...] = key(WORDS, "the clauses that leave it open", ())
    one_of: tuple[str, ...] = key(WORDS, "the named pay tables from which it is chosen", (), later=True)

    @property
    def says(self) -> str:
        """What is to be done, for somebody who has chosen something else."""
        return f"{self.choose}: choose {'one of ' * (len(self.one_of) > 1)}{', '.join(self.one_of)}"


@dataclass(frozen=True, kw_only=True)
class Opening(Section):
    """What a house must settle before the table opens."""

    needs: tuple[Need, ...] = rows(Need, "what the document leaves to the house")


@dataclass(frozen=True, kw_only=True)
class Table(Section):
    """The table and what is written on it."""

    seats: int = key(whole(1, 12), "places on the players' side")
    fewest: int = key(whole(1, 12), "people needed to play, a bank among them")
    shape: str = key(TEXT, "shape of the table", "")
    drop_box: bool = key(FLAG, "a drop box is attached", False)
    inscription: str = key(TEXT, "what the felt says about qualifying", "")
    areas: tuple[str, ...] = key(WORDS, "words on the wagering areas")
    posted: tuple[str, ...] = key(WORDS, "what is posted at the table", ())


@dataclass(frozen=True, kw_only=True)
class Deck(Section):
    """The cards."""

    decks: int = key(whole(1, 2), "decks at the table, used in turn")
    backs: str = key(TEXT, "how the backs differ", "")
    shuffle: str = key(TEXT, "how a deck is shuffled", "")
    by_hand: str = key(TEXT, "how it is shuffled when the device fails", "")
    stub: str = key(TEXT, "where the rest of the deck goes", "")


DEAL_STEPS = listing(choice("hole 1", "hole 2", "board 2", "board 3", "board 5"))


@dataclass(frozen=True, kw_only=True)
class DealOrders:
    """Steps of the deal by device: cards to every hand in turn, bank last, or to the board."""

    shuffler: tuple[str, ...] = key(DEAL_STEPS, "from the automatic shuffler", ())
    shoe: tuple[str, ...] = key(DEAL_STEPS, "from a shoe", ())
    hand: tuple[str, ...] = key(DEAL_STEPS, "by hand", ())


@dataclass(frozen=True, kw_only=True)
class Deal(Section):
    """Who gets which card when."""

    device: str = key(choice("shuffler", "shoe", "hand"), "what the cards are dealt from")
    start: str = key(choice("left_of_house_dealer", "left_of_bank"), "where the deal begins")
    orders: DealOrders = section(DealOrders)
    street_by_street: bool = key(FLAG, "board cards are dealt when they are needed", False)


@dataclass(frozen=True, kw_only=True)
class Limits(Section):
    """Where the limits come from; each wager has its own."""


@dataclass(frozen=True, kw_only=True)
class Decisions(Section):
    """Multiples of the Ante for the one Play wager, street by street."""

    preflop: tuple[int, ...] = key(MULTIPLES, "before the flop")
    flop: tuple[int, ...] = key(MULTIPLES, "on the flop")
    river: tuple[int, ...] = key(MULTIPLES, "on the river, or fold")


@dataclass(frozen=True, kw_only=True)
class Qualifier(Section):
    """The least hand with which the bank's Ante action stands."""

    hand: str = key(HAND_OR_NONE, "the least qualifying hand, or none", "one_pair")


@dataclass(frozen=True, kw_only=True)
class Settle(Section):
    """The order in which wagers are paid and taken."""

    start: str = key(choice("left_of_bank", "left_of_house_dealer", "right_of_house_dealer"), "first seat")
    direction: str = key(choice("clockwise", "left_to_right", "right_to_left"), "which way round")
    wager_order: tuple[str, ...] = key(WORDS, "the wagers of one seat", ("ante", "play", "blind", "trips"))
    pickup_order: tuple[str, ...] = key(WORDS, "how the dealer's hand collects a loss", ())
    antes_first: bool = key(FLAG, "an unqualified bank's Antes go back before hands are looked at", False)


@dataclass(frozen=True, kw_only=True)
class Bank(Section):
    """Who pays and collects, and how far he answers for it."""

    who: str = key(choice("player-dealer", "designated player", "house"), "whose bank it is")
    cover_policy: str = key(
        choice("wager", "dead_hand", "unlimited"), "what happens when the bank cannot cover"
    )
    min_wager: Cents = key(MONEY, "the least bank wager", 100)
    max_consecutive: int | None = key(optional(whole(1, 99)), "rounds in a row for one banker", None)

    @property
    def is_player(self) -> bool:
        return self.who != "house"


@dataclass(frozen=True, kw_only=True)
class Backline(Section):
    """Wagers behind another player's hand."""

    allowed: bool | None = key(FLAG, "whether they are taken", None)
    on: tuple[str, ...] = key(
        WORDS,
        "what they may lie on: base for the wagers that nobody can leave out, and the names of others",
        ("base", "trips"),
        later=True,
    )


@dataclass(frozen=True, kw_only=True)
class Tokes(Section):
    """Wagers for the dealer."""

    range: Range | None = key(optional(RANGE), "least and most; without it no tokes are taken", None)
    unit: Cents = key(MONEY, "every toke is a multiple of this", 50)
    on: tuple[str, ...] = key(WORDS, "the wagers a toke can ride on", ())


@dataclass(frozen=True, kw_only=True)
class Aggregate(Section):
    """A limit on the sum of the highest payouts of a round."""

    cap: Cents | None = key(optional(MONEY), "the most paid in one round at these odds", None)
    odds: Fraction = key(ODDS, "payouts at these odds or longer share it", Fraction(500))
    by: str = key(
        choice("table", "player"),
        "whose payouts share it: the table's, or each player's",
        "table",
        later=True,
    )


@dataclass(frozen=True, kw_only=True)
class Notify(Section):
    """What the supervisor is told at once."""

    threshold: Cents | None = key(optional(MONEY), "a payout of this much or more", None)
    progressive_winners: bool = key(FLAG, "every winner of the progressive", False)


@dataclass(frozen=True, kw_only=True)
class Irregularities(Section):
    """What undoes a round."""

    profile: str = key(choice("document", "house_rule", "none"), "where these rules stand", "none")
    mishaps: tuple[Mishap, ...] = rows(Mishap, "what can go wrong; anything else waits for a ruling")
    once_settled: str = key(
        choice("void", "ruling"),
        "what becomes of a round that is to be void when a hand is settled (B-IA-24)",
        "ruling",
        later=True,
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class Book:
    """One rule set."""

    name: str = key(TEXT, "the book's short name")
    title: str = key(TEXT, "its full title")
    document: Document = section(Document)
    opening: Opening = section(Opening)
    table: Table = section(Table)
    deck: Deck = section(Deck)
    deal: Deal = section(Deal)
    wagers: Wagers = section(Wagers)
    limits: Limits = section(Limits)
    decisions: Decisions = section(Decisions)
    qualifier: Qualifier = section(Qualifier)
    settle: Settle = section(Settle)
    bank: Bank = section(Bank)
    backline: Backline = section(Backline)
    fees: Fees = section(Fees)
    rake: Rake = section(Rake)
    tokes: Tokes = section(Tokes)
    aggregate: Aggregate = section(Aggregate)
    notify: Notify = section(Notify)
    irregularities: Irregularities = section(Irregularities)
    script: Script = section(Script)
    readings: Readings = section(Readings)
    cites: Cites = section(Cites)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Book {self.name} {self.digest[:12]}>"

    @cached_property
    def bets(self) -> dict[str, Wager]:
        """The wagers that are taken at this table, by name, in the order in which they are settled."""
        rows = self.wagers.rows
        order = [*self.settle.wager_order, *rows]
        return {name: rows[name] for name in order if name in rows and _is_taken(rows, rows[name])}

    @cached_property
    def main(self) -> Wager:
        """The wager that puts somebody into the game, by which others are measured."""
        return next(bet for bet in self.bets.values() if bet.staked == "range" and bet.required)

    @cached_property
    def play(self) -> Wager:
        """The wager that a decision makes, a multiple of the main one."""
        return next(bet for bet in self.bets.values() if bet.staked == "multiple")

    @cached_property
    def opening_bets(self) -> tuple[Wager, ...]:
        """The main wager and those equal to it: what nobody who is dealt in can leave out."""
        return tuple(bet for bet in self.bets.values() if bet.required and bet.staked != "multiple")

    @cached_property
    def side_bets(self) -> tuple[Wager, ...]:
        """The wagers with a stake that a player may leave out."""
        return tuple(bet for bet in self.bets.values() if not bet.required and bet.staked != "free")

    @cached_property
    def dependent_bets(self) -> tuple[Wager, ...]:
        """The wagers that are laid only beside another side wager."""
        return tuple(bet for bet in self.side_bets if bet.beside not in (None, self.main.name))

    @cached_property
    def bank_bets(self) -> tuple[Wager, ...]:
        """The wagers that the bank pays."""
        return tuple(bet for bet in self.bets.values() if bet.paid_by_bank)

    @cached_property
    def flop_bets(self) -> tuple[Wager, ...]:
        """The wagers on hole cards and flop."""
        return tuple(bet for bet in self.side_bets if bet.cards == "hole_and_flop")

    @cached_property
    def linked_bets(self) -> tuple[Wager, ...]:
        """The wagers with a stake that the house or a pool pays."""
        return tuple(bet for bet in self.side_bets if not bet.paid_by_bank)

    @cached_property
    def payers(self) -> dict[str, str]:
        """Who pays the wagers that the bank does not."""
        return {bet.name: bet.payer for bet in self.bets.values() if not bet.paid_by_bank}

    @cached_property
    def meters(self) -> dict[str, tuple[Wager, Meter]]:
        """The progressive jackpots by name, each with the wager that feeds it."""
        return {meter.name: (bet, meter) for bet in self.bets.values() for meter in bet.meters}

    @cached_property
    def unchosen(self) -> list[Problem]:
        """The pay tables a house must choose before anything can be paid."""
        return unchosen(self)

    @cached_property
    def payoffs(self) -> Payoffs:
        """The pays as one block of numbers, compiled once; refused while a pay table is not chosen."""
        return compile_payoffs(self)

    @cached_property
    def digest(self) -> str:
        """The book's version: SHA-256 over everything it says, in one fixed form."""
        return hashlib.sha256(canonical(self).encode()).hexdigest()

    def left_open(self) -> list[Need]:
        """What a house must still choose before this table may open, with the clauses that leave it open."""
        return [need for need in self.opening.needs if not self._chosen(need)]

    def missing(self) -> list[str]:
        """The keys of it."""
        return [need.choose for need in self.left_open()]

    def has(self, name: str) -> bool:
        """Whether anything is chosen for a key."""
        value: object = self
        for part in placed((*name.split("."),) if "." in name else ("wagers", name), SECTIONS):
            rows = value.rows if isinstance(value, Wagers) else {}
            value = rows[part] if part in rows else getattr(value, part)
        return value.has_table if isinstance(value, Wager) else value is not None and value != ()

    def _chosen(self, need: Need) -> bool:
        tables = [prizes_of(need.choose, name) for name in need.one_of]
        return self.wagers.rows[need.choose].prizes in tables if tables else self.has(need.choose)


def _is_taken(rows: dict[str, Wager], bet: Wager) -> bool:
    """Whether a wager is offered, and those that it needs."""
    needed = dict[str, Wager]()
    while bet.name not in needed:  # a circle of them is found wrong by the checks
        needed[bet.name] = bet
        bet = rows.get(bet.beside or "", bet)
    return all(one.offered and (one.staked != "fixed" or one.stake is not None) for one in needed.values())


SECTIONS = frozenset(field.name for field in fields(Book))

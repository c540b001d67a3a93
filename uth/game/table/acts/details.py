"""The fields of a fact: what may stand in each kind, and what must, where the table knows it."""

from collections.abc import Callable, Mapping
from itertools import combinations

from uth.cards import CardError, card_names, parse_cards
from uth.game.round import Seat
from uth.game.settlement.verdict import show
from uth.game.table.acts.occasions import rows_due
from uth.game.table.events.noting import Detail
from uth.game.table.state import Table
from uth.ranking import strength
from uth.rules.facts import NUMBERS, Fact
from uth.rules.money import MOST_MONEY, dollars

MOST_WORDS = 200
"""Characters of a field."""
WHOLE_DECK = 52
NOTHING = "none"
"""What is written where nothing was taken."""

Details = Mapping[str, Detail]


def wrong_with(table: Table, fact: Fact, seat: Seat | None, details: Details) -> str:
    """What is wrong with the fields of a fact; empty when all is as it must be."""
    asked = dict(fact.asks)
    if missing := [name for name in asked if name not in details]:
        return f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
    if unknown := [name for name in details if name not in asked]:
        return f"there is no field {', '.join(unknown)}; fields are {', '.join(asked) or 'none'}"
    wanted = dict(fact.wants)
    for name, kind in asked.items():
        value = details[name]
        says = _wrong_type(kind, value) or _KINDS[kind](table, seat, value, details)
        if not says and name in wanted and _plain(value) != wanted[name]:
            says = f"{wanted[name]} is required, not {_plain(value)}"
        if says:
            return f"{name.replace('_', ' ')}: {says}"
    return ""


def _plain(value: Detail) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _wrong_type(kind: str, value: Detail) -> str:
    if kind == "flag":
        return "" if isinstance(value, bool) else "yes or no is required"
    if kind in NUMBERS:
        number = isinstance(value, int) and not isinstance(value, bool)
        return "" if number and 0 <= value <= MOST_MONEY else "a whole number is required"  # type: ignore[operator]
    if not isinstance(value, str) or not value.strip():
        return "something must be written"
    return (
        "" if value.isprintable() and len(value) <= MOST_WORDS else f"at most {MOST_WORDS} plain characters"
    )


Check = Callable[[Table, Seat | None, "Detail", Details], str]


def _anything(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    return ""


def _other_person(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    twice = sum(
        _plain(other).strip().casefold() == _plain(value).strip().casefold() for other in details.values()
    )
    return f"another person is required than {value}" if twice > 1 else ""


def _number_of_paper(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    return "" if any(letter.isdigit() for letter in str(value)) else "a number is required"


def _count(expected: Callable[[Table], int]) -> Check:
    def check(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
        must = expected(table)
        return (
            "" if value == must else f"{must} cards are required, {value} were counted; call the supervisor"
        )

    return check


def hands_dealt(table: Table) -> int:
    """Hands of players that were dealt; whoever bets behind one has no cards."""
    return sum(isinstance(seat, int) for seat in table.order)


def stub(table: Table) -> int:
    """Cards that are left of the deck when every hand and the board are dealt."""
    return WHOLE_DECK - 5 - 2 * (hands_dealt(table) + 1)


def on_table(table: Table) -> int:
    """Cards before the players, the bank and on the board, that are not in the rack."""
    board = len(table.board) if table.book.deal.street_by_street else 5
    return board + 2 * (hands_dealt(table) + 1 - len(table.racked))


def _back(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    """The deck in play: the one noted in this round; of two decks not the one of the last (SHFL-DECK-2)."""
    seen = table.decks_seen
    if seen is None:
        return ""
    if seen.round == table.round:
        return "" if value == seen.back else f"the deck in play is the {seen.back} one"
    turns = table.book.deck.decks > 1 and table.device != "hand"
    if turns and seen.round == table.round - 1 and value == seen.back:
        return f"the {seen.back} deck was dealt in the last round; the other one is due"
    return ""


def _other_back(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    same = sum(other == value for other in details.values()) > 1
    return f"the other deck is {value} too; the backs of the two decks differ in color" if same else ""


def cards_used(table: Table) -> tuple[int, ...]:
    """The community cards in the bank's best five."""
    hand = show(table.bank_hand or (), table.board)
    return tuple(card for card in table.board if card in hand.five)


def _cards_used(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    """Several fives may be worth the same: any of them is right."""
    try:
        cards = tuple(parse_cards(str(value)))
    except CardError as error:
        return str(error)
    bank = table.bank_hand or ()
    best = show(bank, table.board).strength
    of_board = len(set(cards)) == len(cards) and set(cards) <= set(table.board) and 3 <= len(cards) <= 5
    if of_board and any(strength((*own, *cards)) == best for own in combinations(bank, 5 - len(cards))):
        return ""
    return f"the bank's best five uses {card_names(cards_used(table))}"


def seats_lit(table: Table) -> str:
    """The seats with a wager that was registered, in the order of the deal."""
    dropped = [bet for bet in table.book.side_bets if bet.dropped]
    return " ".join(str(seat) for seat in table.order if any(table.spots[seat].stake(bet) for bet in dropped))


def _seats_lit(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    must = seats_lit(table)
    same = sorted(str(value).replace(",", " ").split()) == sorted(must.split())
    return "" if same else f"the wagers of seats {must} are registered"


def result(table: Table, seat: Seat | None) -> str:
    """How the hand of a seat compares with the bank's; empty while either lies face down."""
    hole = table.spots[seat].hole if seat is not None and seat in table.shown else None
    if hole is None or table.bank_hand is None:
        return ""
    own, bank = show(hole, table.board).strength, show(table.bank_hand, table.board).strength
    return "wins" if own > bank else "loses" if own < bank else "ties"


def _result(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    must = result(table, seat)
    if not must:
        return f"turn up the cards of seat {seat} first"
    return "" if value == must else f"the hand {must}; look again"


def pickup_order(table: Table, seat: Seat | None) -> str:
    """The wagers of a losing hand, as the dealer's hand takes them."""
    taken = {row.wager for row in rows_due(table) if row.seat == seat and row.collected}
    required = [name for name in table.book.settle.pickup_order if table.book.bets[name].required]
    return " ".join(name for name in required if name in taken) or NOTHING


def _pickup_order(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    must = pickup_order(table, seat)
    return "" if str(value).replace(",", " ").split() == must.split() else f"the order is {must}"


def payout(table: Table, seat: Seat | None) -> int:
    """What a hand's jackpots have been paid."""
    return sum(win.paid for pot in table.pots.values() for win in pot.wins if win.where == seat)


def _payout(table: Table, seat: Seat | None, value: Detail, details: Details) -> str:
    must = payout(table, seat)
    return "" if value == must else f"{dollars(must)} was paid"


_KINDS: dict[str, Check] = {
    "words": _anything,
    "person": _anything,
    "other_person": _other_person,
    "paper": _number_of_paper,
    "card": _number_of_paper,
    "flag": _anything,
    "whole_number": _anything,
    "money": _anything,
    "payout": _payout,
    "deck_count": _count(lambda _: WHOLE_DECK),
    "stub_count": _count(stub),
    "hand_count": _count(lambda _: 2),
    "table_count": _count(on_table),
    "back": _back,
    "other_back": _other_back,
    "cards_used": _cards_used,
    "seats_lit": _seats_lit,
    "result": _result,
    "pickup_order": _pickup_order,
}
"""What a table knows of each kind of field."""

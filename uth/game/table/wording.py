"""Words that events share: names of wagers, hands, seats and sums, as logs and the floor have them."""

from collections.abc import Iterable, Mapping, Sequence

from uth.cards import RANKS, SIGNS, Card, rank_of, suit_of
from uth.game.ledger import Move, player
from uth.game.round import Choice, Laid, Seat
from uth.rules.book import Book
from uth.rules.money import Cents, dollars


def because(reason: str) -> str:
    """A reason at the end of a sentence, if there is one."""
    return f": {reason}" if reason else ""


def moves_told(moves: Iterable[Move]) -> str:
    """Money that was moved, by the names of accounts."""
    return ", ".join(f"{dollars(move.cents)} from {move.source} to {move.target}" for move in moves)


def charge_told(bank: Cents, players: Mapping[str, Cents], nothing: str) -> str:
    """What the house takes from whom."""
    paid = [f"bank {dollars(bank)}"] if bank else []
    paid += [f"seat {seat} {dollars(cents)}" for seat, cents in players.items() if cents]
    return ", ".join(paid) or nothing


def listed(seats: Sequence[Seat]) -> str:
    """``1, 2, 2b``."""
    return ", ".join(map(str, seats))


# ---- as the floor says it


def wager_title(book: Book, wager: str) -> str:
    """A wager as the felt names it, or the toke that rides on it."""
    laid = Laid.named(wager)
    row = book.wagers.rows.get(laid.wager)
    title = row.label if row else laid.wager
    return f"Toke on {title}" if laid.toke else title


def dropped_titles(book: Book) -> str:
    """The wagers that are taken off the felt before the deal."""
    return " and ".join(bet.label for bet in book.side_bets if bet.dropped)


def in_words(book: Book, reason: str) -> str:
    """A reason of the log as the floor says it: the bank's hand is the dealer's where the house banks."""
    return reason.replace("the bank's", f"the {bank_title(book)}'s")


def bank_title(book: Book) -> str:
    """Whom the players play against."""
    return book.bank.who if book.bank.is_player else "dealer"


def spaced(name: str) -> str:
    """A name of a file or a meter as people say it."""
    return name.replace("_", " ")


def holder(account: str) -> str:
    """Whose an account is, as the floor says it."""
    return account.removeprefix(player(""))


def signed(cents: Cents) -> str:
    """``+$5`` or ``−$5``."""
    return f"+{dollars(cents)}" if cents > 0 else f"−{dollars(-cents)}" if cents < 0 else dollars(0)


def chose(choice: Choice, times: str = "×") -> str:
    """What somebody does, as it is called at the table."""
    return f"bets {choice.multiple}{times}" if choice.multiple else f"{choice}s"


def signs(cards: Iterable[Card]) -> str:
    """Cards with the signs of their suits."""
    return " ".join(f"{RANKS[rank_of(card)].replace('T', '10')}{SIGNS[suit_of(card)]}" for card in cards)


def tucked(book: Book) -> str:
    """Where the cards of a folded hand lie that stays in for a wager."""
    under = [bet.label for bet in book.side_bets if bet.on_fold == "table"]
    return f"cards under {' and '.join(under)}" if under else "cards tucked"

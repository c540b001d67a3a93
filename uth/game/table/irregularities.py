"""What a book says about things that go wrong."""

from uth.rules.book import Book
from uth.rules.mishaps import Mishap


def mishap(book: Book, what: str) -> Mishap:
    """What the book says about a happening; what no rule names is the supervisor's to decide (B-IA-18)."""
    rules = book.irregularities
    known = rules.mishaps if rules.profile != "none" else ()
    return next((rule for rule in known if rule.what == what), Mishap(what=what, effect="ruling"))


def effect(rule: Mishap, open_decisions: int, board: int, *, dealt: bool) -> str:
    """What becomes of the round, with so many who have neither bet nor folded and so many board cards.

    ``dealt``: all its cards have left the deck.
    """
    over = {
        "the_end": False,
        "dealt": dealt,
        "last_decision": not open_decisions,
        "river": board == 5,
    }
    return rule.then if over[rule.until] else rule.effect

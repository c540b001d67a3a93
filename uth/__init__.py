"""Ultimate Texas Hold'em, done completely: rules as data, tables by the book, exact mathematics.

>>> import uth
>>> book = uth.load_book("florida", ["limits.ante=[5, 50]", "limits.trips=[5, 50]"])
>>> [bet.title for bet in book.bets.values()]
['Ante', 'Play', 'Blind', 'Trips']

A finished round is settled with `settle`, a live table goes from act to act with `step`:

>>> hand = uth.Spot(
...     seat=1,
...     hole=uth.parse_cards("Ks Kd"),
...     stakes={"ante": 1000, "blind": 1000, "trips": 500},
...     decisions=(uth.Choice.BET4,),
... )
>>> played = uth.Round(
...     board=uth.parse_cards("Qh 9c 4d 4s 2h"),
...     bank_hand=uth.parse_cards("Jc Jd"),
...     bank_seat=8,
...     bank_wager=50_000,
...     spots=(hand,),
... )
>>> uth.settle(book, played).net
{1: 4500, 'bank': -4500}

>>> table = uth.new_table(uth.load_book("iowa-catfish-bend"))
>>> supervisor = uth.Who(uth.Role.SUPERVISOR, "Sue")
>>> events, table = uth.step(table, supervisor, uth.acts.Open())
>>> table.phase
<Phase.BETTING: 'betting'>

Everything here is fetched when it is first asked for: importing `uth` loads neither the game nor NumPy.
"""

from importlib import import_module

__version__ = "0.2.0"

TYPE_CHECKING = False  # as typing has it, which is slow to import
if TYPE_CHECKING:
    from uth.cards import parse_cards
    from uth.game.round import Choice, Round, Spot, Toke
    from uth.game.settlement.rounds import Settlement, settle
    from uth.game.settlement.validation import Refused
    from uth.game.table import acts
    from uth.game.table.answering import step
    from uth.game.table.offering import legal
    from uth.game.table.people import Role, Who
    from uth.game.table.state import Table, new_table
    from uth.game.views.picture import view
    from uth.rules import Book, BookError, load_book, shipped
    from uth.solver import Advice, Solution, Stakes, advise, solve
else:
    _HOMES = {
        "uth.cards": ("parse_cards",),
        "uth.game.table": ("acts",),
        "uth.game.table.acts": ("Role", "Who"),
        "uth.game.table.deciding": ("step",),
        "uth.game.table.offering": ("legal",),
        "uth.game.round": ("Choice", "Round", "Spot", "Toke"),
        "uth.game.settlement": ("Settlement", "settle"),
        "uth.game.table.state": ("Table", "new_table"),
        "uth.game.settlement.validation": ("Refused",),
        "uth.game.views.picture": ("view",),
        "uth.rules": ("Book", "BookError", "load_book", "shipped"),
        "uth.solver": ("Advice", "Solution", "Stakes", "advise", "solve"),
    }

    def __getattr__(name: str) -> object:
        for home, names in _HOMES.items():
            if name in names:
                import_module(f"{home}.{name}" if name == "acts" else home)
                return getattr(import_module(home), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Advice",
    "Book",
    "BookError",
    "Choice",
    "Refused",
    "Role",
    "Round",
    "Settlement",
    "Solution",
    "Spot",
    "Stakes",
    "Table",
    "Toke",
    "Who",
    "acts",
    "advise",
    "legal",
    "load_book",
    "new_table",
    "parse_cards",
    "settle",
    "shipped",
    "solve",
    "step",
    "view",
]

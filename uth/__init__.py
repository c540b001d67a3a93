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
    from uth.game import Choice, Refused, Round, Settlement, Spot, Toke, settle
    from uth.game.table import Role, Table, Who, acts, legal, new_table, step
    from uth.game.views import view
    from uth.rules import Book, BookError, load_book, shipped
    from uth.solver import Advice, Solution, Stakes, advise, solve
else:
    _HOMES = {
        "uth.cards": ("parse_cards",),
        "uth.game": ("Choice", "Refused", "Round", "Settlement", "Spot", "Toke", "settle"),
        "uth.game.table": ("Role", "Table", "Who", "acts", "legal", "new_table", "step"),
        "uth.game.views": ("view",),
        "uth.rules": ("Book", "BookError", "load_book", "shipped"),
        "uth.solver": ("Advice", "Solution", "Stakes", "advise", "solve"),
    }

    def __getattr__(name: str) -> object:
        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(home), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return [*globals(), *__all__]


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

"""What knowledge is worth as plain data, for programs: what ``--json`` prints. Values are in Antes."""

from fractions import Fraction
from typing import Any

from uth.protect.worth import Counted, Worth, savings, together
from uth.solver.figures import over_deals


def worth_data(worth: Worth) -> dict[str, Any]:
    """Everything about it."""
    book, known, estimate = worth.book, worth.knowledge, worth.estimate
    ordinary = worth.ordinary or worth
    data: dict[str, Any] = {
        "book": {"name": book.name, "title": book.title, "digest": book.digest},
        "knows": {name: number for name, number in known._asdict().items() if number},
        "exact": worth.exact,
    }
    if estimate:
        data["player_edge_estimate"] = estimate.mean
        data["standard_error"] = estimate.standard_error
        data["samples"], data["seed"] = estimate.samples, estimate.seed
    else:
        data["player_edge"] = _ratio(worth.edge)
    even = worth.break_even
    return data | {
        "house_edge": _ratio(-ordinary.edge),
        "break_even_rate": None if even is None else float(even),
        "break_even_rate_exact": None if even is None or estimate else str(even),
        "deals": worth.total.deals,
        "plays": {"with": _shares(worth, worth.total), "without": _shares(ordinary, ordinary.total)},
        "streets": {"with": _floats(worth.streets), "without": _floats(ordinary.streets)},
        "hands": {
            name: {"value": float(worth.edge_of(counted)), "plays": _shares(worth, counted)}
            | {"without": _shares(ordinary, ordinary.hands[name])}
            for name, counted in worth.hands.items()
        },
        "by_known": {name: float(worth.edge_of(together(hands))) for name, hands in worth.by_known.items()},
        "irregularities": [
            {
                "what": saving.what,
                "effect": saving.effect,
                "until": saving.until,
                "clauses": list(saving.clauses),
                "saves": None if saving.saves is None else float(saving.saves),
            }
            for saving in savings(worth)
        ],
        "seconds": worth.seconds,
        "cached": worth.kept,
    }


def _ratio(fraction: Fraction) -> dict[str, int]:
    numerator, denominator = over_deals(fraction)
    return {"numerator": numerator, "denominator": denominator}


def _floats(fractions: dict[str, Fraction]) -> dict[str, float]:
    return {name: float(fraction) for name, fraction in fractions.items()}


def _shares(worth: Worth, counted: Counted) -> dict[str, float]:
    return _floats(worth.plays_of(counted))

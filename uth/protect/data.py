"""What knowledge is worth as plain data, for programs: what ``--json`` prints. Values are in Antes."""

from fractions import Fraction
from math import inf
from typing import Any

from uth.cards import card_name
from uth.protect.detector import Model, Needed, Suspicion, Told, Verdict, alarm_at
from uth.protect.power import Power
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
        data["player_edge_exact"] = str(worth.edge)
    even = worth.break_even
    return data | {
        "house_edge": _ratio(-ordinary.edge),
        "house_edge_exact": str(-ordinary.edge),
        "break_even_rate": None if even is None else float(even),
        "break_even_rate_exact": None if even is None or estimate else str(even),
        "deals": worth.total.deals,
        "plays": {"with": _shares(worth, worth.total), "without": _shares(ordinary, ordinary.total)},
        "streets": {"with": _floats(worth.streets), "without": _floats(ordinary.streets)},
        "hands": {
            name: {"value": float(worth.edge_of(counted)), "plays": _shares(worth, counted)}
            | {"without": _shares(ordinary, ordinary.hands[name])}
            | {"preflop": {"with": counted.preflop_share, "without": ordinary.hands[name].preflop_share}}
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


def verdict_data(verdict: Verdict, hands: int = 10) -> dict[str, Any]:
    """Who was looked at, and the hands that say most."""
    return {
        "model": _model(verdict.model),
        "false_alarms": verdict.false_alarms,
        "looked_at": len(verdict.suspicions),
        "left_out": verdict.left_out,
        "alarm_ratio": verdict.alarm,
        "players": [_suspicion(verdict, one, hands) for one in verdict.suspicions],
    }


def _suspicion(verdict: Verdict, one: Suspicion, hands: int) -> dict[str, Any]:
    without, knowing = one.fits
    temperatures = verdict.model.temperatures
    return {
        "player": one.player,
        "knows": one.knows.key,
        "rounds": len(one.hands),
        "log_likelihood_ratio": one.log_ratio,
        "likelihood_ratio": one.ratio if one.ratio < inf else None,
        "alarm": verdict.is_alarm(one),
        "temperature": {"ordinary": temperatures[without], "knowing": temperatures[knowing]},
        "rounds_needed": _needed(one.rounds_needed(verdict.alarm)),
        "gained": one.gained,
        "gained_cents": round(one.gained_cents),
        "telling": [_told(one, told) for told in one.telling[:hands]],
    }


def _told(one: Suspicion, told: Told) -> dict[str, Any]:
    return {
        "title": told.title,
        "seat": told.hand.seat,
        "hole": [card_name(card) for card in told.hand.hole],
        "board": [card_name(card) for card in told.board],
        "dealer": [card_name(card) for card in told.dealer],
        "decisions": list(told.hand.decisions),
        "log_likelihood_ratio": one.of_hand(told),
        "cost": told.evidence.cost,
        "gained": told.evidence.gained[one.fits[1]],
    }


def power_data(found: Power, looked_at: int, false_alarms: float) -> dict[str, Any]:
    """How many rounds the detector needs."""
    return {
        "book": found.book.name,
        "knows": found.knows.key,
        "model": _model(found.model),
        "hands": len(found.hands),
        "seed": found.seed,
        "looked_at": looked_at,
        "false_alarms": false_alarms,
        "alarm_ratio": alarm_at(looked_at, false_alarms),
        "players": [
            {
                "temperature": temperature,
                "log_ratio_a_round": found.growth(temperature),
                "rounds_needed": _needed(found.needed(temperature, looked_at, false_alarms)),
            }
            for temperature in found.model.temperatures
        ],
    }


def _model(model: Model) -> dict[str, Any]:
    return {"temperatures": list(model.temperatures), "tremble": model.tremble}


def _needed(rounds: Needed | None) -> dict[str, int] | None:
    return rounds._asdict() if rounds else None

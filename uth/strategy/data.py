"""Valuations and cards as plain data, for programs."""

from typing import Any

from uth.solver.figures import over_deals
from uth.strategy.search import Card
from uth.strategy.strategies import RuleStrategy
from uth.strategy.valuing import Valuation


def valuation_data(found: Valuation) -> dict[str, Any]:
    """Everything about a valuation; amounts in Antes."""
    about = {
        "strategy": found.strategy.name,
        "title": found.strategy.title,
        "rules": found.strategy.rule_count if isinstance(found.strategy, RuleStrategy) else None,
        "book": {"name": found.book.name, "digest": found.book.digest},
        "exact": found.exact,
    }
    if found.sample:
        hands = found.sample.hands
        return about | {
            "hands": hands,
            "house_edge_estimate": -found.sample.mean,
            "standard_error": found.sample.standard_error,
            "hands_by_play": {
                str(play): count for play, count in sorted(found.sample.plays.items(), reverse=True)
            },
        }
    own = found.figures
    return about | {
        "house_edge": _ratio(found.house_edge),
        "house_edge_percent": float(found.house_edge * 100),
        "deals": {str(play): deals for play, deals in found.deals_by_play.items()},
        "average_bet": float(own.average_bet),
        "element_of_risk": float(own.element_of_risk),
        "standard_deviation": own.standard_deviation,
        "optimal": _ratio(found.solution.house_edge),
        "cost": _ratio(found.cost),
        "cost_percent": float(found.cost * 100),
        "cost_by_street": {street: float(cost) for street, cost in found.cost_by_street.items()},
        "losses": [
            {
                "street": loss.street,
                "situation": loss.situation,
                "done": loss.done,
                "best": loss.best,
                "cost": float(loss.cost),
                "cost_exact": str(loss.cost),
                "deals": loss.deals,
                "example": loss.example,
            }
            for loss in found.losses
        ],
    }


def card_data(card: Card) -> dict[str, Any]:
    """A card of the frontier."""
    own = card.valuation
    return {
        "rules": card.rules,
        "cost": _ratio(own.cost),
        "cost_percent": float(own.cost * 100),
        "house_edge": _ratio(own.house_edge),
        "proven": False,
        "preflop": card.strategy.chart and {f"bet{bet}": hands for bet, hands in card.strategy.chart.items()},
        "flop": [_rule(rule) for rule in card.strategy.flop or ()],
        "river": [_rule(rule) for rule in card.strategy.river or ()],
    }


def _rule(rule: Any) -> dict[str, Any]:
    return {"when": [str(condition) for condition in rule.conditions], "bets": rule.bets}


def _ratio(fraction: Any) -> dict[str, int]:
    numerator, denominator = over_deals(fraction)
    return {"numerator": numerator, "denominator": denominator}

"""The economics of a table as plain data, for programs; money in dollars."""

from typing import Any

from uth.bank.economics import QUANTILES, Economics, Side, doubling
from uth.bank.progressive import ProgressiveYears
from uth.bank.seats import Seats


def seats_data(seats: Seats) -> dict[str, Any]:
    """Variance, covariance and correlation in Antes; exact."""
    variance, between = seats.variance(), seats.covariance_between_seats
    return {
        "variance_per_round": float(variance),
        "covariance_between_seats": float(between),
        "correlation": seats.correlation,
        "exact": True,
        "fractions": {
            "mean_per_round": str(seats.mean()),
            "variance_per_round": str(variance),
            "covariance_between_seats": str(between),
        },
        "variance_per_seat": [float(own) for own in seats.variances],
        "mean_per_seat": [float(own) for own in seats.means],
    }


def economics_data(found: Economics) -> dict[str, Any]:
    """Everything about a table."""
    setup, asked = found.setup, found.asked
    bankroll = asked.bankroll
    return {
        "book": {"name": setup.book.name, "digest": setup.book.digest},
        "seats": len(setup.players),
        "strategies": [player.strategy for player in setup.players],
        **seats_data(found.base),
        "table": {
            "who_banks": setup.book.bank.who,
            "cover": setup.book.bank.cover_policy,
            "bank_wager": None if setup.bank_wager is None else setup.bank_wager / 100,
            "stakes": [
                {name: cents / 100 for name, cents in setup.laid(player).items()} for player in setup.players
            ],
            "rounds_an_hour": asked.rounds_an_hour,
            "hours": asked.hours,
            "risk": asked.risk,
        },
        "bank": {
            **_side(found.bank, bankroll),
            "not_covered": found.simulation.uncovered_share,
            "break_even_antes_a_round": _cents(found.break_even_action),
        },
        "house": {
            "fees_a_round": found.house_fees / 100,
            "fees_an_hour": found.house_fees * asked.rounds_an_hour / 100,
        },
        "players": _players(found),
        "readings": [
            {
                "reading": one.name,
                "to_bank_a_round": one.to_bank / 100,
                "to_players_a_round": one.to_players / 100,
                "standard_error": one.error / 100,
                "not_covered": one.uncovered,
                "rounds_not_covered": one.rounds_short,
            }
            for one in found.readings
        ],
        "simulated": {"rounds": found.simulation.rounds, "seed": found.simulation.seed},
        "not_counted_exactly": list(found.why_not_exact),
    }


def _players(found: Economics) -> list[dict[str, Any]]:
    """By seat; seats that are alike are worked out once."""
    made: dict[int, dict[str, Any]] = {}
    for side in found.seats:
        if id(side) not in made:
            made[id(side)] = {
                **_side(side, found.asked.bankroll),
                "fees_share_of_loss": side.fees / -side.mean if side.mean < 0 else None,
                **_doubling(side, found.asked.bankroll),
            }
    return [made[id(side)] for side in found.seats]


def _cents(amount: float | None) -> float | None:
    return None if amount is None else amount / 100


def _side(side: Side, bankroll: int | None) -> dict[str, Any]:
    own: dict[str, Any] = {
        "mean_a_round": side.mean / 100,
        "deviation_a_round": side.deviation / 100,
        "mean_and_deviation_exact": side.exact,
        "mean_an_hour": side.an_hour / 100,
        "deviation_an_hour": side.deviation_an_hour / 100,
        "fees_a_round": side.fees / 100,
        "staked_a_round": side.staked / 100,
        "session": {
            "rounds": side.asked.rounds,
            "mean": side.session.mean / 100,
            "deviation": side.session.deviation / 100,
            "ahead": 1 - side.session.below(1e-6),
            "quantiles": {str(share): side.session.quantile(share) / 100 for share in QUANTILES},
        },
        "bankroll_for_session": _cents(side.bankroll),
        "bankroll_for_ever": _cents(side.bankroll_for_ever),
    }
    if bankroll is not None:
        own["ruin_in_session"] = side.ruin(bankroll)
        own["ruin_for_ever"] = side.ruin_for_ever(bankroll)
    return own


def _doubling(side: Side, bankroll: int | None) -> dict[str, float]:
    if bankroll is None:
        return {}
    chance, rounds = doubling(side, bankroll)
    return {"doubles_before_broke": chance, "rounds_until_then": rounds}


def progressive_data(found: ProgressiveYears) -> dict[str, Any]:
    """A progressive over the years."""
    return {
        "wager": found.wager,
        "stake": found.stake / 100,
        "wagers_a_year": found.wagers_a_year,
        "meters": [
            {
                "name": meter.name,
                "seed": meter.seed / 100,
                "grows_a_wager": float(meter.grows) / 100,
                "hit_chance": str(meter.chance),
                "wagers_between_hits": float(meter.wagers_between),
                "days_between_hits": meter.days_between,
                "hits_a_year": meter.hits_a_year,
                "mean_at_hit": meter.mean_at_hit / 100,
                "at_hit": {str(share): meter.at_hit(share) / 100 for share in (0.1, 0.5, 0.9, 0.99)}
                if not meter.parts
                else None,
                "no_hit_in_a_year": meter.no_hit(1),
                "no_hit_in_five_years": meter.no_hit(5),
                "seed_cost_a_wager": meter.seed_cost / 100,
                "reserve_after_a_year": meter.reserve_after(1) / 100,
                "reserve_after_five_years": meter.reserve_after(5) / 100,
            }
            for meter in found.meters
        ],
        "fixed_prizes_a_wager": float(found.fixed) / 100,
        "envy_a_wager": float(found.envy) / 100,
        "house_a_wager": found.house_by_wager / 100,
        "house_a_year": found.house_a_year / 100,
        "return_to_players": found.return_to_players,
    }

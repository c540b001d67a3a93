"""A simulation as plain data, for programs; money in dollars."""

from typing import Any

from uth.simulate.simulating import Estimate, Simulation


def simulation_data(found: Simulation) -> dict[str, Any]:
    """Everything about a simulation."""
    from uth.simulate.kernels.rounds import BANK_DEAD, BANK_FEES, BANK_SHORT

    setup, totals, rounds = found.setup, found.totals, found.rounds
    per = 100 * rounds
    bank = {
        "name": "bank",
        **_estimate(found.bank, found.plain_bank),
        "standard_deviation": found.bank_deviation / 100,
        "fees": int(totals.bank[BANK_FEES]) / per,
        "staked": int(totals.staked.sum()) / per,
        "not_covered": found.uncovered_share,
        "rounds_not_covered": int(totals.bank[BANK_SHORT]) / rounds,
        "dead_hands": int(totals.bank[BANK_DEAD]) / rounds,
        "wager": None if setup.bank_wager is None else setup.bank_wager / 100,
    }
    seats = []
    for seat, player in enumerate(setup.players):
        ante = player.stakes[setup.book.main.name]
        own = found.seat(seat)
        seats.append(
            {
                "name": f"seat {seat + 1}",
                "strategy": player.strategy,
                "stakes": {name: cents / 100 for name, cents in setup.laid(player).items()},
                **_estimate(own, own),
                "mean_in_antes": own.mean / ante,
                "standard_error_in_antes": own.error / ante,
                "exact_mean_if_covered_and_free": None if found.exact is None else found.exact[seat] / 100,
                "standard_deviation": found.deviation(seat) / 100,
                "fees": int(totals.fees[seat]) / per,
                "staked": int(totals.staked[seat]) / per,
                "not_covered": int(totals.uncovered[seat]) / max(1, int(totals.staked[seat])),
            }
        )
    between = found.between_seats
    return {
        "book": {"name": setup.book.name, "digest": setup.book.digest},
        "rounds": rounds,
        "seed": found.seed,
        "control": found.bank.controlled,
        "bank": bank,
        "seats": seats,
        "covariance_between_seats": None if between is None else between / 10_000,
        "seconds": found.seconds,
        "rounds_per_second": found.rounds_per_second,
        "exact": False,
    }


def _estimate(own: Estimate, plain: Estimate) -> dict[str, float]:
    return {
        "mean": own.mean / 100,
        "standard_error": own.error / 100,
        "plain_mean": plain.mean / 100,
        "plain_standard_error": plain.error / 100,
    }

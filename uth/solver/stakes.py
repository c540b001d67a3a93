"""What a player puts down, as far as the mathematics of the game depends on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from uth.solver.faults import SolverError

Amount = Fraction | int | str | float
"""A number as people write it: 5, "2.50", "1/3"."""


def _exact(name: str, amount: Amount) -> Fraction:
    try:
        value = Fraction(str(amount).strip().removeprefix("$").replace(",", ""))
    except (ValueError, ZeroDivisionError):
        raise SolverError([f'{name} is {amount!r}; a number is wanted, such as 5, 2.50 or "1/3"']) from None
    if value < 0:
        raise SolverError([f"{name} is {amount}; a stake is not below zero"])
    return value


@dataclass(frozen=True)
class Stakes:
    """The stakes of one round: in dollars if `ante` is given, else in Antes. The Blind equals the Ante."""

    ante: Fraction | None = None
    trips: Fraction = Fraction(0)
    progressive: Fraction = Fraction(0)
    meters: tuple[tuple[str, Fraction], ...] = field(default=())
    """What each jackpot pays in dollars: its meter after the coin-in. One not named stands at its seed."""
    others: int = 0
    """Other players whose progressive wagers can bring envy."""

    def __init__(
        self,
        ante: Amount | None = None,
        trips: Amount = 0,
        progressive: Amount = 0,
        meters: Mapping[str, Amount] | None = None,
        others: int = 0,
    ) -> None:
        faults: list[str] = []

        def exact(name: str, amount: Amount) -> Fraction:
            try:
                return _exact(name, amount)
            except SolverError as error:
                faults.extend(error.faults)
                return Fraction(0)

        named = dict(meters or {})
        values = {
            "ante": None if ante is None else exact("the Ante", ante),
            "trips": exact("the Trips wager", trips),
            "progressive": exact("the progressive wager", progressive),
            "meters": tuple(
                sorted((name, exact(f"the meter {name}", amount)) for name, amount in named.items())
            ),
            "others": others,
        }
        if ante is not None and not values["ante"] and not faults:
            faults.append("the Ante is 0; every player puts one down")
        if others < 0:
            faults.append(f"the number of other bettors is {others!r}; a whole number from 0 is wanted")
        if faults:
            raise SolverError(faults)
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def with_meters(self, **meters: Amount) -> "Stakes":
        """The same stakes with some meters changed."""
        changed: dict[str, Amount] = {**dict(self.meters), **meters}
        return Stakes(self.ante, self.trips, self.progressive, changed, self.others)

    @property
    def key(self) -> dict[str, object]:
        """The same in plain words, for a file."""
        return {
            "ante": None if self.ante is None else str(self.ante),
            "trips": str(self.trips),
            "progressive": str(self.progressive),
            "meters": {name: str(amount) for name, amount in self.meters},
            "others": self.others,
        }


BASE = Stakes()
"""Ante and Blind alone."""

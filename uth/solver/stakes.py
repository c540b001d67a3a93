"""What a player puts down, as far as the mathematics of the game depends on it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from operator import index

from uth.solver.faults import SolverError, Wrong

Amount = Fraction | int | str | Decimal
"""An exact number, as people write it: 5, "2.50", "1/3". A float is none: 1 / 3 is not a third."""

_DIGITS = 30
_WHOLE = r"(?:\d{1,3}(?:,\d{3})+|\d+)"  # commas only where they part thousands: "2,50" is not 250
_NUMBER = re.compile(rf"[-+]?\$?(?:{_WHOLE}(?:\.\d*)?|\.\d+)(?:[eE][-+]?(\d+))?|[-+]?\d+/0*[1-9]\d*")


def _exact(amount: Amount, kind: str) -> Fraction:
    """The number, or a ValueError that says what it is and what would be right."""
    try:
        value = _read(amount)
    except OverflowError:
        said = f"{_clipped(amount)}; numbers of more than {_DIGITS} digits are not taken"
        raise ValueError(said) from None
    except (TypeError, ValueError) as wanted:
        raise ValueError(f"{_clipped(amount)}; {wanted}") from None
    if value < 0:
        raise ValueError(f"{amount}; a {kind} is not below zero")
    return value


def _read(amount: Amount) -> Fraction:
    """The number, or an error that says what is wanted."""
    if isinstance(amount, str | Decimal):
        text = str(amount).strip()
        found = _NUMBER.fullmatch(text)
        if not found:
            raise ValueError('a number is wanted, such as 5, 2.50 or "1/3"')
        if len(text) > 2 * _DIGITS or int(found[1] or 0) > _DIGITS:  # before it is worked out
            raise OverflowError
        value = Fraction(text.replace("$", "").replace(",", ""))
    elif isinstance(amount, Rational) and not isinstance(amount, bool):
        value = Fraction(int(amount.numerator), int(amount.denominator))
    else:
        raise TypeError('money is exact, so write 5, "2.50" or "1/3"')
    if _is_long(value):
        raise OverflowError
    return value


def _is_long(value: Rational) -> bool:
    return bool(max(abs(int(value.numerator)), int(value.denominator)) > 10**_DIGITS)


def _clipped(amount: object) -> str:
    """An amount as it was given, within a line."""
    said = "a number" if isinstance(amount, Rational) and _is_long(amount) else repr(amount)
    return said if len(said) <= 2 * _DIGITS else f"{said[:_DIGITS]}..."


def _counted(others: object) -> int | None:
    """A whole number from 0, or None."""
    if isinstance(others, bool) or not isinstance(others, Integral) or others < 0:
        return None
    return index(others)


SHORT_FORMS = {"trips": "the Trips wager", "progressive": "the progressive wager"}
"""Wagers that have an option and a field of their own, and what a fault calls them."""


def option_of(wager: str) -> str:
    """The option of a command that stakes a wager."""
    return f"--{wager}" if wager in SHORT_FORMS else f"--stake {wager}"


@dataclass(frozen=True)
class Stakes:
    """The stakes of one round: in dollars if `ante` is given, else in Antes. The Blind equals the Ante."""

    ante: Fraction | None = None
    stakes: tuple[tuple[str, Fraction], ...] = ()
    """The side wagers that are staked, by name."""
    meters: tuple[tuple[str, Fraction], ...] = field(default=())
    """What each jackpot pays in dollars: its meter after the coin-in. One not named stands at its seed."""
    others: int = 0
    """Other players whose wagers can bring envy, or share a jackpot."""

    def __init__(
        self,
        ante: Amount | None = None,
        trips: Amount = 0,
        progressive: Amount = 0,
        meters: Mapping[str, Amount] | None = None,
        others: int = 0,
        stakes: Mapping[str, Amount] | None = None,
    ) -> None:
        """`trips` and `progressive` are short forms of `stakes`."""
        faults: list[Wrong] = []

        def exact(option: str, name: str, amount: Amount) -> Fraction:
            try:
                return _exact(amount, "meter" if option.startswith("--meter") else "stake")
            except ValueError as error:
                faults.append(Wrong(f"{name} is {error}", option))
                return Fraction(0)

        in_dollars = None if ante is None else exact("--ante", "the Ante", ante)
        named: dict[str, Fraction] = {}
        for name, amount in (
            *zip(SHORT_FORMS, (trips, progressive), strict=True),
            *dict(stakes or {}).items(),
        ):
            stake = exact(option_of(name), SHORT_FORMS.get(name, f"the wager {name}"), amount)
            if stake and named.get(name, stake) != stake:
                faults.append(Wrong(f"{name} is staked twice, {named[name]} and {stake}", option_of(name)))
            if stake:
                named[name] = stake
        values = {
            "ante": in_dollars,
            "stakes": tuple(sorted(named.items())),
            "meters": tuple(
                sorted(
                    (name, exact(f"--meter {name}", f"the meter {name}", amount))
                    for name, amount in dict(meters or {}).items()
                )
            ),
            "others": _counted(others),
        }
        if ante is not None and not values["ante"] and not faults:
            faults.append(Wrong("the Ante is 0; every player puts one down", "--ante"))
        if values["others"] is None:
            said = f"the number of other bettors is {others!r}; a whole number from 0 is wanted"
            faults.append(Wrong(said, "--others"))
        if faults:
            raise SolverError(faults)
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def of(self, wager: str) -> Fraction:
        """What is staked on a side wager."""
        return dict(self.stakes).get(wager, Fraction(0))

    @property
    def trips(self) -> Fraction:
        """Short for ``of("trips")``."""
        return self.of("trips")

    @property
    def progressive(self) -> Fraction:
        """Short for ``of("progressive")``."""
        return self.of("progressive")

    def with_meters(self, **meters: Amount) -> "Stakes":
        """The same stakes with some meters changed."""
        changed: dict[str, Amount] = {**dict(self.meters), **meters}
        return replace(self, meters=changed)  # type: ignore[arg-type]

    @property
    def key(self) -> dict[str, object]:
        """The same in plain words, for a file."""
        return {
            "ante": None if self.ante is None else str(self.ante),
            "stakes": {name: str(amount) for name, amount in self.stakes},
            "meters": {name: str(amount) for name, amount in self.meters},
            "others": self.others,
        }


BASE = Stakes()
"""Nothing but what nobody can leave out."""

"""What keeps somebody from playing: limits that people set for themselves, and exclusions.

A limit can be lowered at once. Raising or dropping one, or lifting an exclusion by the house, takes hold
after a cooling-off. An exclusion that people ask for themselves is never shortened. The chain of the house
holds every change, and whoever checks it checks these rules (:func:`faults`).
"""

import time
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

HOUR = 3600 * 1_000_000
"""In microseconds."""
DAY = 24 * HOUR
COOLING_OFF = DAY
"""How long before somebody may lose, spend or play more than before."""
FOR_GOOD = 2**62
"""The end of an exclusion that has none."""
BREAK = 15 * HOUR // 60
"""Without a wager for so long, somebody has had a break from play."""

LIMITS = ("loss_day", "loss_week", "buy_in_day", "session", "reminder")
"""The most to lose in 24 hours and in 7 days, and to buy in for in 24 hours, in cents; minutes to play before
a break, and between two reminders."""
FREE = ("reminder",)
"""It restricts nothing, and so changes at once."""


class Limit(Struct, frozen=True, omit_defaults=True):
    """A limit, and what becomes of it after the cooling-off."""

    now: int | None = None
    later: int | None = None
    since: int = 0
    """When ``later`` takes the place of ``now``; 0: never."""

    def at(self, moment: int) -> int | None:
        """What holds at a moment; None: no limit."""
        return self.later if 0 < self.since <= moment else self.now

    def to(self, wanted: int | None, moment: int) -> "Limit":
        """This, with another value: at once if it is stricter, otherwise after the cooling-off."""
        present = self.at(moment)
        if wanted == present or _is_stricter(wanted, present):
            return Limit(wanted)
        return Limit(present, wanted, moment + COOLING_OFF)


def _is_stricter(one: int | None, other: int | None) -> bool:
    return one is not None and (other is None or one < other)


class Restrictions(Struct, frozen=True, omit_defaults=True):
    """All that restricts one person's play."""

    limits: Mapping[str, Limit] = {}
    """By name, one of ``LIMITS``."""
    own: int = 0
    """Until when they have excluded themselves."""
    house: int = 0
    """Until when the house has excluded them."""

    def excluded(self, moment: int) -> int:
        """Until when, if they are excluded at a moment; otherwise 0."""
        until = max(self.own, self.house)
        return until if until > moment else 0

    def limit(self, name: str, moment: int) -> int | None:
        return self.limits[name].at(moment) if name in self.limits else None

    def limited(self, wanted: Mapping[str, int | None], moment: int) -> "Restrictions":
        """With other limits, by name; None drops one."""
        changed = dict(self.limits)
        for name, value in wanted.items():
            if name not in LIMITS:
                raise ValueError(f"there is no limit {name}")
            changed[name] = Limit(value) if name in FREE else changed.get(name, Limit()).to(value, moment)
        return replace(self, limits={name: one for name, one in changed.items() if one != Limit()})

    def excluded_by_self(self, until: int) -> "Restrictions":
        return replace(self, own=max(self.own, until))

    def excluded_by_house(self, until: int) -> "Restrictions":
        return replace(self, house=max(self.house, until))

    def included(self, moment: int) -> "Restrictions":
        """The house lifts its exclusion, after the cooling-off; one's own stays."""
        return replace(self, house=min(self.house, moment + COOLING_OFF))


NONE = Restrictions()
_decoder = msgspec.json.Decoder(Restrictions)


def read_restrictions(text: str) -> Restrictions:
    """From the text that is kept; raises msgspec.DecodeError."""
    return _decoder.decode(text) if text else NONE


def written(restrictions: Restrictions) -> str:
    return "" if restrictions == NONE else msgspec.json.encode(restrictions, order="deterministic").decode()


def said(text: str) -> str:
    """For the journal of staff."""
    try:
        found = read_restrictions(text)
    except (msgspec.DecodeError, TypeError):
        return text
    parts = [f"{name} {_said(one)}" for name, one in sorted(found.limits.items())]
    for who, until in (("by themselves", found.own), ("by the house", found.house)):
        if until:
            parts.append(f"excluded {who} {day(until)}")
    return ", ".join(parts) or "none"


def _said(limit: Limit) -> str:
    now, later = ("none" if one is None else str(one) for one in (limit.now, limit.later))
    return f"{now}, from {day(limit.since)[6:]} {later}" if limit.since else now


def day(until: int) -> str:
    """Until when, in words."""
    if until >= FOR_GOOD:
        return "for good"
    return time.strftime("until %Y-%m-%d %H:%M UTC", time.gmtime(until // 1_000_000))


def faults(before: Restrictions, after: Restrictions, moment: int) -> Iterator[str]:
    """What a change at a moment must not do."""
    if after.own < before.own:
        yield "an exclusion that somebody asked for is shortened"
    if after.house < min(before.house, moment + COOLING_OFF):
        yield "an exclusion is lifted before the cooling-off"
    for name in sorted({*before.limits, *after.limits} - {*FREE}):
        old, new = before.limits.get(name, Limit()), after.limits.get(name, Limit())
        changes = [when for when in (moment, new.since) if moment <= when < moment + COOLING_OFF]
        if any(_is_stricter(old.at(when), new.at(when)) for when in changes):
            yield f"the limit {name} is raised before the cooling-off"

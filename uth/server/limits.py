"""How much one address or person may ask of the service, and how many may be connected."""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable

from uth.server.faults import too_many

MOST_KEPT = 100_000


class Allowance:
    """So many a second on average, and some more at once; for each address or person apart."""

    def __init__(self, a_second: float, at_once: float, now: Callable[[], float] = time.monotonic) -> None:
        self.a_second, self.at_once, self._now = a_second, max(1.0, at_once), now
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, whose: Hashable) -> float:
        """Use one; gives the seconds to wait if none is left, else zero."""
        now = self._now()
        left, then = self._left.pop(whose, (self.at_once, now))
        left = min(self.at_once, left + (now - then) * self.a_second)
        waits = 0.0 if left >= 1 else (1 - left) / self.a_second
        self._left[whose] = (left if waits else left - 1, now)
        if len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)  # the one that has asked for nothing for longest
        return waits

    def forget(self, whose: Hashable) -> None:
        """Everything is allowed again."""
        self._left.pop(whose, None)


class Places:
    """Places for sockets: so many in all, and so many for each person or address."""

    def __init__(self, in_all: int, each: int) -> None:
        self.in_all, self.each = in_all, each
        self._taken: Counter[Hashable] = Counter()

    def take(self, whose: Hashable) -> Hashable:
        """Take a place, to be given back; raises a fault if there is none."""
        if self._taken.total() >= self.in_all:
            raise too_many("the house is full; try again later", 30)
        if self._taken[whose] >= self.each:
            raise too_many(f"{self.each} connections are open already; close one", 30)
        self._taken[whose] += 1
        return whose

    def give_back(self, whose: Hashable) -> None:
        self._taken[whose] -= 1
        if not self._taken[whose]:
            del self._taken[whose]


def neighborhood(address: str) -> str:
    """The address, or of IPv6 the first half: the rest is anybody's choice who has that half."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address

"""The time of the service: it goes on evenly, also while somebody sets the machine's clock."""

import time

SECOND = 1_000_000
STEPPED = SECOND
"""From so many microseconds on the machine's clock was set; less is drift, which nobody notices."""


class Clock:
    """Microseconds since 1970, by the machine's clock when it was last looked at and an even count since."""

    def __init__(self) -> None:
        self._ahead = _wall() - _even()

    def now(self) -> int:
        return _even() + self._ahead

    def follow(self) -> int:
        """Look at the machine's clock; by how much it was set since, and so this one is now."""
        step = _wall() - self.now()
        if abs(step) < STEPPED:
            return 0
        self._ahead += step
        return step


def _wall() -> int:
    return time.time_ns() // 1000


def _even() -> int:
    return time.monotonic_ns() // 1000

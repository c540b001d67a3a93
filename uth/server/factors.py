"""The second factor: codes of six digits that change every half minute (TOTP, RFC 6238), from a phone."""

import time
from collections.abc import Sequence

import pyotp

from uth.server.boxes import Boxes, BoxShut
from uth.server.faults import Fault, malformed

ISSUER = "uth"
TOLERANCE = 1
"""Codes before and after the present one that fit as well: clocks differ."""
STEP = 30
TICKET_SECONDS = 600


class Factors:
    """Makes second factors and judges codes. What is kept of one is a box."""

    def __init__(self, known: Sequence[bytes]) -> None:
        self._kept = Boxes("uth second factor", known)
        self._offered = Boxes("uth second factor offered", known)

    def offer(self, person: int, name: str) -> tuple[str, str, str]:
        """A new one: the key, the address a phone reads it from, and a ticket to bring back with a code."""
        key = pyotp.random_base32()
        until = int(time.time()) + TICKET_SECONDS
        ticket = self._offered.close(f"{until} {key}".encode(), str(person))
        return key, pyotp.TOTP(key).provisioning_uri(name, issuer_name=ISSUER), ticket

    def accept(self, person: int, ticket: str, code: str) -> tuple[str, int]:
        """The box to keep, and the time step that was used, if the code fits the key that was offered."""
        try:
            until, key = self._offered.open(ticket, str(person)).decode().split()
        except (BoxShut, ValueError):
            raise malformed("that is not the key you were offered; start again") from None
        if int(until) < time.time():
            raise malformed("that took too long; start again")
        step = _step(key, code)
        if step is None:
            raise Fault(422, "wrong_code", "the code does not fit; check the clock of your phone")
        return self._kept.close(key.encode(), str(person)), step

    def step(self, person: int, box: str, code: str) -> int | None:
        """The time step that a code belongs to; None if it fits none."""
        try:
            return _step(self._kept.open(box, str(person)).decode(), code)
        except BoxShut:
            raise Fault(
                503,
                "secret_lost",
                "your second factor cannot be read: the secret of the service was changed; ask an admin",
            ) from None


def _step(key: str, code: str) -> int | None:
    present = int(time.time()) // STEP
    totp = pyotp.TOTP(key)
    for step in range(present - TOLERANCE, present + TOLERANCE + 1):
        if pyotp.utils.strings_equal(totp.generate_otp(step), code.strip().replace(" ", "")):
            return step
    return None

"""The people at a table: everybody acts in a role, and under a name."""

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    """In what capacity somebody acts."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    HOUSE = "house"
    """The table itself, by a published rule (a time-out)."""
    SPECTATOR = "spectator"


class Who(Struct, frozen=True):
    """Somebody, with a name: every act has one."""

    role: Role
    name: str

    def __str__(self) -> str:
        return f"{self.role} {self.name}" if self.name else str(self.role)


AUTOMATIC_DEALER = Who(Role.DEALER, "automatic dealer")
"""Deals a sealed table. No person may act under this name."""

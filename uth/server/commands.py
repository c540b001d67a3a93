"""Commands: what clients send to a table, and what they are answered."""

from enum import StrEnum
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from uth.game.files.earlier import act_of_today
from uth.game.table.acts import AnyAct
from uth.game.table.people import Role
from uth.proof.receipts import Receipt

CommandId = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]


class Capacity(StrEnum):
    """In what capacity somebody sends a command."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"

    @property
    def role(self) -> Role:
        return Role(self.value)


class Wait(Struct, frozen=True, tag_field="do", tag="wait", forbid_unknown_fields=True):
    """Wait for my bet: asked by somebody who let the last ones go by, and is there again."""


Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal digits."""


class Reveal(Struct, frozen=True, tag_field="do", tag="reveal", forbid_unknown_fields=True):
    """The number that my client committed to with the bet; asked for when bets are closed."""

    number: Hex32


class Command(Struct, frozen=True, rename={"capacity": "as"}, forbid_unknown_fields=True):
    """Something asked of a table.

    ``id`` is the client's own: a repeated id gives the first answer again. ``version`` is what the client had
    seen when it was made; a command for a turn that has passed since is not taken. With a bet may come the
    ``commitment`` to a number that goes into the deck; a client that leaves it out loses nothing.
    """

    id: CommandId
    act: AnyAct | Wait | Reveal
    capacity: Capacity = Capacity.PLAYER
    version: Annotated[int, Meta(ge=0)] | None = None
    commitment: Hex32 | UnsetType = UNSET


class Accepted(Struct, frozen=True):
    """The command is done and on disk: the table's version after it, and what happened, as seen by you."""

    command: str
    version: int
    events: Raw
    receipt: Receipt | None = None
    """Signed: that it is done, and how the table's chain ended then."""


_decoder = msgspec.json.Decoder(Command)


def read_command(text: str | bytes) -> Command:
    """A command as a client sends it; a bet also as clients of earlier versions wrote it."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as wrong:
        try:
            body = msgspec.json.decode(text)
        except RecursionError:  # nested without end
            raise wrong from None
        act = body.get("act") if isinstance(body, dict) else None
        if not isinstance(act, dict) or act_of_today(act) == act:
            raise
        return msgspec.convert({**body, "act": act_of_today(act)}, Command)


def digest_of(stream: str, command: Command) -> bytes:
    """What makes two commands the same."""
    return sha256(stream.encode() + b"\n" + msgspec.json.encode(command)).digest()

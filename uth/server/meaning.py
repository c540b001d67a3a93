"""What an event does to the ledger: how entries are made when it is written, and checked ever after."""

from collections.abc import Iterable
from typing import Any

import msgspec

from uth.game.ledger import HOUSE
from uth.game.table.events import ChipsBought, ChipsCashed, Event
from uth.proof.happenings import Recorded, decode
from uth.server.linkstate import AnyLinkEvent, LinkEvent, LinkMoved, LinkOpened, of_link
from uth.store import Side, Written, wallet_account

TABLE, LINK = "table", "link"
"""Kinds of streams."""
_link_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyLinkEvent)


def sides_at_table(stream: str, recorded: Recorded, person: int | None) -> Iterable[Side]:
    """Both sides of every movement. Chips come from a wallet and go back, so a cage stays at zero."""
    if not isinstance(recorded, Event):
        return
    for move in recorded.moves:
        yield f"{stream}/{move.source}", -move.cents, move.what
        yield f"{stream}/{move.target}", move.cents, move.what
    if person is not None and isinstance(recorded, ChipsBought | ChipsCashed):
        cents = recorded.cents if isinstance(recorded, ChipsCashed) else -recorded.cents
        yield wallet_account(person), cents, "chips"
        yield f"{stream}/cage", -cents, "chips"


def sides_at_link(stream: str, event: LinkEvent) -> Iterable[Side]:
    """Both sides of what moved, in the link's own accounts; the table stands for where it came from."""
    if not isinstance(event, LinkMoved | LinkOpened):
        return
    other = f"{stream}/{event.table if isinstance(event, LinkMoved) else HOUSE}"
    for move in event.moves:
        for account, cents in ((move.source, -move.cents), (move.target, move.cents)):
            yield f"{stream}/{account}" if of_link(account) else other, cents, move.what


def means(kind: str, event: Written) -> Iterable[Side]:
    """What follows from an event of a chain; raises ValueError for one that is not understood."""
    if kind == LINK:
        return sides_at_link(event.stream, _link_decoder.decode(event.body))
    if kind != TABLE:
        raise ValueError(f"a stream of the kind {kind}, which this uth does not know")
    return sides_at_table(event.stream, decode(event.body), person_of(event.command))


def command_of(person: int, id: str) -> str:
    """How a command is named in the chain: whose it was, and its own id."""
    return f"{person}/{id}"


def person_of(command: str) -> int | None:
    person, slash, _ = command.partition("/")
    return int(person) if slash else None

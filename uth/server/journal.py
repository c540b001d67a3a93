"""The house's own stream: chips given to wallets and taken from them, with a name and a reason."""

from msgspec import Struct

from uth.game.acts import words
from uth.proof.happenings import encode
from uth.server.faults import Says, refused
from uth.store import Append, Batch, Conflict, Entry, Overdrawn, Store, wallet_account

HOUSE = "house"


class Issued(Struct, frozen=True, kw_only=True, tag_field="event", tag=words):
    """Chips went into somebody's wallet, or (below zero) out of it."""

    person: str
    cents: int
    by: str
    reason: str


async def issue(store: Store, person: int, event: Issued) -> None:
    """Record it, with both sides of the movement; any process may, so it tries again behind another."""
    while True:
        number, _ = await store.head(HOUSE)
        entries = (
            Entry(HOUSE, number + 1, wallet_account(person), event.cents, "issued"),
            Entry(HOUSE, number + 1, "house/issued", -event.cents, "issued"),
        )
        append = Append(HOUSE, number, (encode(event),))
        try:
            await store.append(Batch(appends=(append,), entries=entries, wallets={person: event.cents}))
        except Conflict:
            continue
        except Overdrawn:
            raise refused(Says(f"{event.person} has less than that")) from None
        return

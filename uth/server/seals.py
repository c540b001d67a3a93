"""What the table keeps secret for a while, encrypted: seeds of decks, and events that name hidden cards.

Whoever reads the database cannot read the deck, and whoever reads a published head cannot guess at it.
"""

import secrets
from collections.abc import Sequence

from uth.game.deck.sealed import SEED_BYTES, commitment
from uth.game.table.events import Event
from uth.game.views.seen import STRANGER, seen_by
from uth.proof.chain import BLINDING_BYTES, hiding
from uth.proof.happenings import EventHidden, EventOpened, ShuffleRevealed, ShuffleSealed, encode
from uth.server.boxes import Boxes, BoxShut

PADDED_TO = 1024
"""Hidden events are encrypted with zeros up to a multiple of this: their length says nothing about cards."""


class SealBroken(Exception):
    """A sealed seed or event cannot be opened, or is not the one that was committed to."""


class Seals:
    """Seals and opens seeds and events with the service's secret; the newest it has had comes first."""

    def __init__(self, known: Sequence[bytes]) -> None:
        self._seeds = Boxes("uth shuffle seed", known)
        self._events = Boxes("uth hidden event", known)

    # ---- seeds

    def seal(self, stream: str, round_number: int, digest: str) -> ShuffleSealed:
        """A fresh seed for a round: 32 bytes from the system, the commitment, and the seed under seal."""
        seed = secrets.token_bytes(SEED_BYTES)
        return ShuffleSealed(
            round=round_number,
            commitment=commitment(stream, round_number, digest, seed).hex(),
            sealed=self._seeds.close(seed, _seed(stream, round_number)),
        )

    def open(self, stream: str, digest: str, shuffle: ShuffleSealed) -> bytes:
        """The seed; it must be the one that was committed to."""
        where = f"{stream}, round {shuffle.round}: the seed"
        seed = _opened(self._seeds, shuffle.sealed, _seed(stream, shuffle.round), where)
        if commitment(stream, shuffle.round, digest, seed).hex() != shuffle.commitment:
            raise SealBroken(f"{where} is not the one committed to")
        return seed

    def opens(self, stream: str, digest: str, shuffle: ShuffleSealed) -> bool:
        """Whether it can be dealt from."""
        try:
            return bool(self.open(stream, digest, shuffle))
        except SealBroken:
            return False

    def reveal(self, stream: str, digest: str, shuffle: ShuffleSealed) -> ShuffleRevealed:
        return ShuffleRevealed(round=shuffle.round, seed=self.open(stream, digest, shuffle).hex())

    # ---- events that name hidden cards

    def hide(self, stream: str, number: int, event: Event) -> EventHidden:
        """What stands in the chain for an event: what everybody may know, and a commitment to the rest."""
        shown, body, blinding = seen_by(STRANGER, event), encode(event), secrets.token_bytes(BLINDING_BYTES)
        assert shown is not None
        text = blinding + len(body).to_bytes(4, "big") + body
        return EventHidden(
            shown=shown,  # type: ignore[arg-type]  # every event is one of AnyEvent
            commitment=hiding(stream, number, blinding, body).hex(),
            sealed=self._events.close(text + bytes(-len(text) % PADDED_TO), _event(stream, number)),
        )

    def unhide(self, stream: str, number: int, hidden: EventHidden, *, public: bool) -> EventOpened:
        """The event in full, with its blinding value, so that anybody can check the commitment."""
        where = f"{stream}, event {number}: what is hidden there"
        text = _opened(self._events, hidden.sealed, _event(stream, number), where)
        blinding, length = text[:BLINDING_BYTES], int.from_bytes(text[BLINDING_BYTES : BLINDING_BYTES + 4])
        body = text[BLINDING_BYTES + 4 :][:length]
        if hiding(stream, number, blinding, body).hex() != hidden.commitment:
            raise SealBroken(f"{where} is not what was committed to")
        return EventOpened(number=number, blinding=blinding.hex(), body=body.decode(), public=public)


def _opened(boxes: Boxes, box: str, place: str, where: str) -> bytes:
    try:
        return boxes.open(box, place)
    except (BoxShut, ValueError):
        raise SealBroken(
            f"{where} does not open with this secret; start the service with the secret it was sealed with"
        ) from None


def _seed(stream: str, round_number: int) -> str:
    return f"{stream}\n{round_number}"


def _event(stream: str, number: int) -> str:
    return f"{stream}\nevent {number}"

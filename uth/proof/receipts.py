"""Receipts: what the service said to somebody, signed, so that they can prove it to others.

A receipt is signed (Ed25519) over its fields, each as a netstring. Three things have one: the commitment to a
round's deck, the head of a table's chain, and a command that is done, with the head it led to.
"""

from msgspec import Struct

COMMITMENT, HEAD, COMMAND = "commitment", "head", "command"


class Receipt(Struct, frozen=True, kw_only=True):
    """What was said: ``value`` is a commitment or an event's hash, ``number`` its round or its number."""

    what: str
    table: str
    number: int
    value: str
    about: str = ""
    """Of a command: its id and the SHA-256 of what was asked."""
    at: int
    """Microseconds since 1970."""
    key: str
    """The public key it is signed with."""
    signature: str = ""


def signed_text(receipt: Receipt) -> bytes:
    """What the signature is over."""
    said = (receipt.what, receipt.table, receipt.number, receipt.value, receipt.about, receipt.at)
    fields = [str(field).encode() for field in ("uth receipt", *said)]
    return b"".join([b"%d:%b," % (len(field), field) for field in fields])

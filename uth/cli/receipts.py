"""Receipts that somebody kept, held against a log: signed by the table's service, and true."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from uth.cli.asking import refuse
from uth.proof.happenings import ShuffleSealed, decode
from uth.proof.reading import Log
from uth.proof.receipts import COMMITMENT, Receipt, signed_text


def receipt_faults(path: Path, log: Log) -> list[str]:
    """What is wrong with the receipts of a file, one on each line, or with the log that denies them."""
    try:
        lines = [line for line in path.read_bytes().splitlines() if line.strip()]
        receipts = [msgspec.json.decode(line, type=Receipt) for line in lines]
    except (msgspec.DecodeError, UnicodeError, OSError) as error:
        refuse([f"{path} holds no receipts, one on each line ({error})."])
    return [f"{path}, receipt {n}: {why}" for n, one in enumerate(receipts, 1) for why in _wrong(one, log)]


def _wrong(receipt: Receipt, log: Log) -> Iterator[str]:
    if receipt.key != log.opening.about.key:
        yield "it is signed with another key than this table's"
    elif not _is_signed(receipt):
        yield "the signature does not fit"
    elif receipt.table != log.opening.id:
        yield f"it is about {receipt.table}"
    elif receipt.what == COMMITMENT:
        sealed = (decode(row.body) for row in log.rows if b'"shuffle_sealed"' in row.body)
        said = ShuffleSealed(round=receipt.number, commitment=receipt.value, sealed="")
        if said not in [replace(one, sealed="") for one in sealed if isinstance(one, ShuffleSealed)]:
            yield f"the service said {receipt.value} for round {receipt.number}, the log has another"
    elif receipt.value not in [row.hash.hex() for row in log.rows if row.number == receipt.number]:
        yield f"event {receipt.number} had the hash {receipt.value}, the log has another history"


def _is_signed(receipt: Receipt) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        refuse(["Checking signatures needs more packages: pip install 'uth[serve]'"])
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt.key))
        public.verify(bytes.fromhex(receipt.signature), signed_text(receipt))
    except (InvalidSignature, ValueError):
        return False
    return True

"""How a service is set up: from the command line, and what is secret from the environment."""

import os
import secrets
from pathlib import Path

from msgspec import Struct

SECRET = "UTH_SECRET"
SECRET_BYTES = 32


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that differs between one house's service and another's."""

    database: str
    secret: bytes
    """Seals the seeds of running rounds. Whoever has it and the database can read the decks in play."""
    address: str = ""
    """Where other processes of the same service reach this one; empty when it is alone."""
    guests: bool = True
    guest_wallet: int = 100_000
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use the service; its own always may."""
    secure: bool = False
    """Behind HTTPS: cookies travel only there."""
    session_seconds: int = 12 * 3600
    absence: float = 300
    """Seconds after which the seat of somebody who has gone is freed."""
    lease_seconds: float = 5
    sockets: int = 5000
    sockets_each: int = 20
    commands_each: float = 30
    """Commands a second that one person may send, and three times as many at once."""
    calculations_each: float = 10
    """Questions about the mathematics a second from one address, and four times as many at once."""
    strangers: float = 0.5
    """Sign-ins and new guests a second from one address, and forty times as many at once."""

    @property
    def alone(self) -> bool:
        """Whether this process has the database for itself: SQLite is one file of one process."""
        return self.database.startswith("sqlite")


class SecretMissing(Exception):
    """There is no secret, or what is there is none."""


def find_secret(beside: Path | None) -> bytes | None:
    """The secret from the environment, or from a file beside the database; None if it is to be made there."""
    text = os.environ.get(SECRET)
    if text is not None:
        return _read(text, f"{SECRET} must be {2 * SECRET_BYTES} hexadecimal digits")
    if beside is None:
        raise SecretMissing(
            f"set {SECRET} in the environment: {2 * SECRET_BYTES} hexadecimal digits, "
            "the same for all processes of one service, for example from: openssl rand -hex 32"
        )
    try:
        text = beside.read_text("ascii")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        text = ""
    return _read(
        text,
        f"{beside.absolute()} must be a file with {2 * SECRET_BYTES} hexadecimal digits: "
        "bring it back from a backup, or remove it, which loses the rounds in play",
    )


def make_secret(beside: Path) -> bytes:
    """A secret in a file that only its owner reads; it is there whole, or not at all."""
    half = beside.with_name(beside.name + ".part")
    half.unlink(missing_ok=True)
    secret = secrets.token_bytes(SECRET_BYTES)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as handle:
        handle.write(secret.hex())
        handle.flush()
        os.fsync(handle.fileno())
    half.rename(beside)
    return secret


def _read(text: str, otherwise: str) -> bytes:
    try:
        secret = bytes.fromhex(text.strip())
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise SecretMissing(otherwise)
    return secret

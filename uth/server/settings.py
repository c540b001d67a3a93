"""How a service is set up: from the command line, and what is secret from the environment."""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

SECRET = "UTH_SECRET"
SECRET_FILE = "UTH_SECRET_FILE"
"""Names a file with the secret: what systemd and containers hand over that way stands in no environment."""
SECRET_BYTES = 32


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that differs between one house's service and another's."""

    database: str
    secret: bytes
    """Seals the seeds of running rounds. Whoever has it and the database can read the decks in play."""
    old_secrets: tuple[bytes, ...] = ()
    """What was the secret before: it still opens what was sealed then."""
    address: str = ""
    """Where other processes of the same service reach this one; empty when it is alone."""
    guests: bool = True
    guest_wallet: int = 100_000
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use the service; its own always may."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses of proxies that are believed when they say for whom they ask."""
    second_factor: bool = False
    """Whether staff works only with a second factor."""
    heads: Path | None = None
    """A file to which the head of the house is written from time to time, and against which it is checked."""
    secret_lost: bool = False
    """The rounds in play were sealed with a secret that is gone: they are void."""
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
    def secrets(self) -> tuple[bytes, ...]:
        """The newest first."""
        return (self.secret, *self.old_secrets)

    @property
    def alone(self) -> bool:
        """Whether this process has the database for itself: SQLite is one file of one process."""
        return self.database.startswith("sqlite")


class SecretMissing(Exception):
    """There is no secret, or what is there is none."""


def find_secrets(beside: Path | None) -> tuple[bytes, ...]:
    """The secret from the environment, or from a file beside the database; none if it is to be made there.

    Behind it may stand those that it was before, which still open what was sealed then.
    """
    text = os.environ.get(SECRET)
    if text is not None:
        return _read(
            text,
            f"{SECRET} must be {2 * SECRET_BYTES} hexadecimal digits, older ones behind a comma",
        )
    if named := os.environ.get(SECRET_FILE):
        try:
            text = Path(named).read_text("ascii")
        except (OSError, UnicodeDecodeError):
            text = ""
        return _read(text, f"{SECRET_FILE} must name a file with {2 * SECRET_BYTES} hexadecimal digits")
    if beside is None:
        raise SecretMissing(
            f"set {SECRET} in the environment: {2 * SECRET_BYTES} hexadecimal digits, "
            "the same for all processes of one service, for example from: openssl rand -hex 32"
        )
    try:
        text = beside.read_text("ascii")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError):
        text = ""
    return _read(
        text,
        f"{beside.absolute()} must be a file with {2 * SECRET_BYTES} hexadecimal digits, older ones on lines "
        "below: bring it back from where you keep a copy, or remove it and start with --secret-lost",
    )


def make_secret(beside: Path, older: Sequence[bytes] = ()) -> bytes:
    """A new secret before older ones, in a file that only its owner reads; there whole, or not at all."""
    half = beside.with_name(beside.name + ".part")
    half.unlink(missing_ok=True)
    secret = secrets.token_bytes(SECRET_BYTES)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as handle:
        handle.write("\n".join(one.hex() for one in (secret, *older)))
        handle.flush()
        os.fsync(handle.fileno())
    half.replace(beside)
    return secret


def _read(text: str, otherwise: str) -> tuple[bytes, ...]:
    try:
        found = tuple(bytes.fromhex(one) for one in text.replace(",", " ").split())
    except ValueError:
        found = ()
    if not found or any(len(one) != SECRET_BYTES for one in found):
        raise SecretMissing(otherwise)
    return found

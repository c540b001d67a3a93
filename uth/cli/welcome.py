"""What a person reads when the service is up: where, which tables, which database, how to become staff."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import which
from subprocess import list2cmdline
from typing import TYPE_CHECKING

from uth.cli.writing import counted

if TYPE_CHECKING:
    from uth.server.opening import Opened
    from uth.store import Address

STAFF = ("supervisor", "dealer", "admin")


def welcome(
    at: str, address: "Address", is_new: bool, tables: "Sequence[Opened]", bots: int
) -> Iterator[str]:
    """Line by line; the first holds the address."""
    yield f"Serving at {at} (Ctrl-C stops)"
    yield f"Database {address.shown}{' (new)' * is_new}"
    width = max((len(table.wish.book) for table in tables), default=0)
    for table in tables:
        about = ", ".join(filter(None, [counted(bots, "bot") if bots else "", table.how]))
        yield f"  {table.room.stream:3} {table.wish.book:{width}}  {about}".rstrip()
    yield ""
    yield f"To become staff, {_where(address)}, then sign in at the floor or a dealer's console:"
    yield f"  {_add_person(address)}"
    yield f"  {at}/floor"
    yield f"  {at}/console/{tables[0].room.stream if tables else 'TABLE'}"


def _where(address: "Address") -> str:
    other = "run this in another terminal"
    return f"{other}, with UTH_DATABASE set as for this service" if address.is_secret else other


def _add_person(address: "Address") -> str:
    roles = [word for role in STAFF for word in ("--role", role)]
    database = [] if address.is_secret else ["--database", address.whole]
    return call_of("admin", "add-person", "NAME", *roles, *database)


def call_of(*words: str) -> str:
    """A command line that calls this program again, as a person would write it."""
    program = Path(sys.argv[0])
    if program.stem != "uth":  # by the name of its module, or from another program
        call = [sys.executable, "-m", "uth"]
    elif (found := which("uth")) and program.exists() and Path(found).samefile(program):
        call = ["uth"]
    else:
        call = [str(program)]
    words = (*call, *words)
    return list2cmdline(words) if sys.platform == "win32" else shlex.join(words)

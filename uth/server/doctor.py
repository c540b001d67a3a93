"""Whether a house can run here: clock, disk, secret, database, chain, backups, rights of files, versions.

Looked at from outside, with the service running or not; nothing is changed.
"""

import ctypes
import os
import platform
import shutil
import sqlite3
import ssl
import stat
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from uth import __version__
from uth.proof.house import HOUSE
from uth.server.boxes import mark_of
from uth.server.checks import CLOCK_BEHIND, LEAST_ROOM, read_heads
from uth.server.meaning import means
from uth.server.program import program_digest
from uth.server.settings import SECRET, SecretMissing, find_secrets
from uth.store import Address, PublishedHead, Store, StoreError, is_there
from uth.store.database import SQLITE_AT_LEAST

LITTLE_ROOM = 2**30
BACKUP_AGE = 26 * 3600
"""Seconds: a day, and time to make one."""
TIME_ERROR = 5
"""What Linux says of a clock that nobody keeps."""

State = Literal["ok", "look", "wrong"]


class Finding(Struct, frozen=True):
    """One line: what was looked at, how it is, and what to do about it."""

    what: str
    state: State
    says: str
    do: str = ""


class Doctor:
    """Looks at one house."""

    def __init__(
        self, address: Address, heads: Path | None = None, backups: Path | None = None, *, whole: bool = False
    ) -> None:
        self.address, self.backups, self.whole = address, backups, whole
        self.heads = heads or (address.file.with_suffix(".heads") if address.file else None)
        self._secret_used = ""

    async def look(self) -> AsyncIterator[Finding]:
        for found in (self._versions(), self._disk(), self._files()):
            for one in found:
                yield one
        async for one in self._look_at_database():
            yield one
        for found in (self._secret(), self._backups()):
            for one in found:
                yield one

    # ---- the machine

    def _versions(self) -> Iterator[Finding]:
        said = f"uth {__version__}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
        if sqlite3.sqlite_version_info < SQLITE_AT_LEAST:
            yield Finding("versions", "wrong", said, "SQLite 3.35 or newer is needed: take a newer Python")
        else:
            said = f"{said}, {ssl.OPENSSL_VERSION.partition('  ')[0]}, program {program_digest()[:12]}"
            yield Finding("versions", "ok", said)

    def _disk(self) -> Iterator[Finding]:
        folders = [self.address.file.absolute().parent] if self.address.file else []
        folders += [self.backups.absolute()] if self.backups and self.backups.is_dir() else []
        for folder in dict.fromkeys(folders):
            try:
                room = shutil.disk_usage(folder).free
            except OSError as error:
                yield Finding(
                    "disk", "wrong", f"{folder}: {error.strerror}", "make the folder, or name another"
                )
                continue
            says = f"{room / 2**30:.1f} GiB free at {folder}"
            if room < LEAST_ROOM:
                yield Finding("disk", "wrong", says, "make room now: below 0.1 GiB nothing is promised")
            elif room < LITTLE_ROOM:
                yield Finding("disk", "look", says, "make room: `uth admin archive`, or a larger disk")
            else:
                yield Finding("disk", "ok", says)

    def _files(self) -> Iterator[Finding]:
        """What the house keeps is for its own eyes."""
        file = self.address.file
        if file is None or os.name != "posix":
            return
        beside = [file, *(file.with_suffix(end) for end in (".secret", ".heads"))]
        beside += [file.with_name(file.name + end) for end in ("-wal", "-shm")]
        found = [one for one in beside if one.exists()]
        if not found:
            return
        open_to_all = [one for one in found if one.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH)]
        open_to_all = [one for one in open_to_all if one.suffix != ".heads"]  # meant to be published
        secret = file.with_suffix(".secret")
        if secret.exists() and secret.stat().st_mode & 0o077:
            open_to_all.append(secret)
        strange = [one for one in found if one.stat().st_uid not in (os.getuid(), file.stat().st_uid)]
        if open_to_all:
            names = ", ".join(one.name for one in dict.fromkeys(open_to_all))
            yield Finding(
                "files", "wrong", f"others can read {names}", f"chmod 600 in {file.absolute().parent}"
            )
        elif strange:
            names = ", ".join(one.name for one in strange)
            yield Finding(
                "files", "look", f"{names} belong to another user", "chown them to the service's user"
            )
        else:
            yield Finding("files", "ok", f"{len(found)} files in {file.absolute().parent}, closed to others")

    # ---- the database

    async def _look_at_database(self) -> AsyncIterator[Finding]:
        try:
            if not await is_there(self.address):
                says = f"there is no database at {self.address.shown}"
                yield Finding(
                    "database", "wrong", says, "start `uth serve` once, or name another: --database"
                )
                return
            began = time.monotonic()
            store = await Store.open(self.address.url, migrate=False)
        except StoreError as error:
            yield Finding("database", "wrong", str(error), _what_to_do(str(error)))
            return
        try:
            for look in (self._answers(store, began), self._clock(store), self._chain(store)):
                async for one in look:
                    yield one
        except StoreError as error:
            yield Finding("database", "wrong", str(error), "see docs/service.md, When something is wrong")
        finally:
            await store.close()

    async def _answers(self, store: Store, began: float) -> AsyncIterator[Finding]:
        await store.ping()
        took = (time.monotonic() - began) * 1000
        size = f", {self.address.file.stat().st_size / 2**20:.0f} MiB" if self.address.file else ""
        yield Finding("database", "ok", f"{self.address.shown} answers after {took:.0f} ms{size}")

    async def _clock(self, store: Store) -> AsyncIterator[Finding]:
        last = await store.last_written()
        if last > time.time_ns() // 1000 + CLOCK_BEHIND:
            minutes = (last / 1e6 - time.time()) / 60
            yield Finding(
                "clock", "wrong", f"{minutes:.0f} minutes behind the log", "set the clock, then start"
            )
        elif _kept_by_nobody():
            says = "no time service keeps it"
            yield Finding("clock", "look", says, "turn one on: timedatectl set-ntp true, or chrony")
        else:
            yield Finding("clock", "ok", time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime()))

    async def _chain(self, store: Store) -> AsyncIterator[Finding]:
        kept: list[PublishedHead] = read_heads(self.heads)
        if self.whole:
            wrong = await store.check(means, kept)
            self._secret_used = (await store.check_house()).secret
        else:
            found = await store.check_house()
            wrong, self._secret_used = list(found.says), found.secret
            if kept and kept[-1].stream == HOUSE:
                rows = await store.read(HOUSE, kept[-1].number - 1, limit=1)
                if not rows or rows[0].hash.hex() != kept[-1].hash:
                    wrong.append(f"{self.heads} keeps a head that the chain does not hold")
        number, _ = await store.head(HOUSE)
        if wrong:
            says = f"{len(wrong)} things do not fit, the first: {wrong[0]}"
            yield Finding(
                "chain", "wrong", says, "stop, keep a copy, compare with a backup: `uth admin check`"
            )
        else:
            of = "every chain and balance fits" if self.whole else f"the house's, {number} events, fits"
            yield Finding("chain", "ok", of + ("" if kept else "; no head is kept elsewhere"))

    # ---- what is kept beside it

    def _secret(self) -> Iterator[Finding]:
        beside = self.address.file.with_suffix(".secret") if self.address.file else None
        try:
            known = find_secrets(beside)
        except SecretMissing as missing:
            yield Finding("secret", "wrong", str(missing), "bring it back from where you keep a copy")
            return
        if not known:
            if self._secret_used:
                says = "it is gone, and rounds may be sealed with it"
                yield Finding("secret", "wrong", says, "bring it back, or start with --secret-lost")
            else:
                yield Finding("secret", "ok", "none yet: the first start makes one")
        elif self._secret_used and self._secret_used not in [mark_of(one) for one in known]:
            says = "this is not the one that the house was run with"
            yield Finding("secret", "wrong", says, f"set {SECRET} to that one, or start with --secret-lost")
        else:
            more = f", {len(known) - 1} older behind it" if len(known) > 1 else ""
            yield Finding("secret", "ok", f"the one that was used last{more}; is a copy kept elsewhere?")

    def _backups(self) -> Iterator[Finding]:
        if self.backups is None:
            yield Finding("backup", "look", "nobody said where they are", "name the folder: --backups FOLDER")
            return
        try:
            found = [one for one in self.backups.iterdir() if one.is_file() and not one.name.startswith(".")]
        except OSError as error:
            yield Finding("backup", "wrong", f"{self.backups}: {error.strerror}", "see deploy/backup")
            return
        if not found:
            yield Finding(
                "backup", "wrong", f"none in {self.backups}", "uth admin backup FILE; deploy/backup"
            )
            return
        newest = max(found, key=lambda one: one.stat().st_mtime)
        hours = (time.time() - newest.stat().st_mtime) / 3600
        says = f"{newest.name} is {hours:.0f} hours old, {newest.stat().st_size / 2**20:.0f} MiB"
        if hours * 3600 > BACKUP_AGE or not newest.stat().st_size:
            yield Finding(
                "backup", "wrong", says, "does the timer run? systemctl list-timers uth-backup.timer"
            )
        else:
            yield Finding("backup", "ok", says)


def _what_to_do(error: str) -> str:
    if "migrate it first" in error:
        return "make a backup; the next start of this uth migrates it"
    if "a newer uth wrote it" in error:
        return "run the newer uth again"
    if "there is no folder" in error:
        return "start `uth serve` once, or name another: --database"
    return "is it running, and is the address right?"


def _kept_by_nobody() -> bool:
    """Whether Linux knows that its clock is not kept in step; where it cannot be asked, False."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        asked: Callable[[object], int] = ctypes.CDLL(None).ntp_adjtime
        return asked(ctypes.create_string_buffer(256)) == TIME_ERROR
    except (OSError, AttributeError):
        return False

"""Who somebody is: guests, accounts with passwords, and sessions."""

import asyncio
import re
import secrets
import time
import unicodedata
from collections import OrderedDict
from hashlib import sha256
from http import HTTPStatus
from itertools import count

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from uth.server.faults import Fault, Says, conflict, forbidden, too_many
from uth.server.house import SECOND
from uth.server.limits import Allowance
from uth.server.roles import ROLES
from uth.server.settings import Settings
from uth.store import NameTaken, Person, Store

NAME = re.compile(r"[^\W_][\w .'-]{0,22}[\w.]")
SHORTEST, LONGEST = 10, 200
FAILURES, LOCKED = 5, 15 * 60
"""So many wrong passwords in a row close an account for so many seconds."""
REMEMBERED, REMEMBER_FOR = 10_000, 2.0
"""Sessions known without asking the store, and for how many seconds: a disabled person acts no longer."""
OPERATOR = "operator"
HASHING_AT_ONCE = 2
"""Each takes 64 MB and a core for a moment."""


class Door:
    """Lets people in, and knows them again."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex())
        self._hashing = asyncio.Semaphore(HASHING_AT_ONCE)
        self._strangers = Allowance(settings.strangers, 40 * settings.strangers)
        self._known: OrderedDict[bytes, tuple[float, Person]] = OrderedDict()

    async def guest(self, name: str | None, address: str) -> tuple[Person, str]:
        """Somebody with play chips and without a password; his session is all he has."""
        self._admit(address)
        if not self.settings.guests:
            raise forbidden("this house seats no guests; ask it for an account")
        for _ in range(20):
            chosen = proper(name) if name else f"Guest {secrets.randbelow(900_000) + 100_000}"
            try:
                return await self._open(
                    await self.store.add_person(
                        chosen,
                        kind="guest",
                        password=None,
                        roles=("player",),
                        wallet=self.settings.guest_wallet,
                        at=now(),
                    )
                )
            except NameTaken:
                if name:
                    raise conflict("name_taken", f"somebody is called {chosen} already") from None
        raise conflict("name_taken", "no free name was found; choose one")

    async def register(self, name: str, password: str, address: str) -> tuple[Person, str]:
        """An account of one's own, as a player."""
        self._admit(address)
        if not self.settings.guests:
            raise forbidden("this house opens accounts itself; ask it for one")
        return await self._open(await self.add(name, password, ("player",), self.settings.guest_wallet))

    async def add(self, name: str, password: str, roles: tuple[str, ...], wallet: int) -> Person:
        chosen, faults = proper(name), weak(password)
        if unknown := [role for role in roles if role not in ROLES]:
            faults.append(f"no such role: {', '.join(unknown)}; there are {', '.join(ROLES)}")
        if faults:
            raise malformed(*faults)
        try:
            return await self.store.add_person(
                chosen,
                kind="account",
                password=await self._hash(password),
                roles=roles,
                wallet=wallet,
                at=now(),
            )
        except NameTaken:
            raise conflict("name_taken", f"somebody is called {chosen} already") from None

    async def sign_in(self, name: str, password: str, address: str) -> tuple[Person, str]:
        """By name and password. What was wrong is not said, and takes as long for a name nobody has."""
        self._admit(address)
        person = await self.store.person_named(_tidy(name))
        if person and person.locked_until > now():
            raise too_many("too many wrong passwords: this account is closed for a while", LOCKED)
        fits = await self._fits(person.password if person and person.password else self._nobody, password)
        if person is None or not person.password or not fits:
            if person and await self.store.count_failure(person.id) % FAILURES == 0:
                await self.store.change_person(person.id, locked_until=now() + LOCKED * SECOND)
            raise Fault(HTTPStatus.UNAUTHORIZED, "wrong_password", "name and password do not fit")
        if person.disabled:
            raise forbidden("this account is disabled; ask the house")
        if person.failures:
            await self.store.change_person(person.id, failures=0)
        return await self._open(person)

    async def operator(self) -> Person:
        """Whoever starts the service, as a supervisor; nobody can sign in by this name."""
        return await self.store.person_named(OPERATOR) or await self.store.add_person(
            OPERATOR, kind="account", password=None, roles=("supervisor",), wallet=0, at=now()
        )

    async def bot(self, name: str) -> str:
        """The token of a player of the house: by the same name the same one, so that he finds his seat again.

        Nobody can sign in as a bot, and a person who came first keeps his name.
        """
        for number in count(1):
            called = name if number == 1 else f"{name} {number}"
            bot = await self.store.person_named(called) or await self.store.add_person(
                called,
                kind="bot",
                password=None,
                roles=("player",),
                wallet=self.settings.guest_wallet,
                at=now(),
            )
            if bot.kind == "bot":
                return (await self._open(bot))[1]
        raise AssertionError("numbers do not end")

    async def sign_out(self, token: str) -> None:
        mark = _mark(token)
        self._known.pop(mark, None)
        await self.store.end_session(mark)

    async def know(self, token: str) -> Person | None:
        """Whose session this is."""
        mark, moment = _mark(token), time.monotonic()
        if (known := self._known.get(mark)) and known[0] > moment:
            return known[1]
        person = await self.store.session(mark)
        self._known.pop(mark, None)
        if person:
            self._known[mark] = (moment + REMEMBER_FOR, person)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return person

    async def _open(self, person: Person) -> tuple[Person, str]:
        token = secrets.token_urlsafe(32)
        expires = now() + self.settings.session_seconds * SECOND
        await self.store.add_session(_mark(token), person.id, expires)
        return person, token

    def _admit(self, address: str) -> None:
        if waits := self._strangers.take(address):
            raise too_many("too many sign-ins from your address; wait a little", int(waits) + 1)

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _fits(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False


def proper(name: str) -> str:
    """A name as it stands at the table; raises a fault for one that could mislead."""
    if wrong := wrong_with_name(name):
        raise malformed(Says(wrong, field="name"))
    return _tidy(name)


def wrong_with_name(name: str) -> str:
    """Why nobody can have this name; empty for one that is proper."""
    if NAME.fullmatch(_tidy(name)):
        return ""
    return "a name has 2 to 24 letters, figures, spaces or . ' - and begins with a letter or figure"


def _tidy(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).split())


def weak(password: str) -> list[str]:
    if len(password) < SHORTEST:
        return [f"a password has at least {SHORTEST} characters; a few words are good"]
    return [f"a password has at most {LONGEST} characters"] if len(password) > LONGEST else []


def malformed(*says: str | Says) -> Fault:
    return Fault(HTTPStatus.UNPROCESSABLE_ENTITY, "malformed", *says)


def now() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


def _mark(token: str) -> bytes:
    """What is kept of a token: who reads the database cannot sign in with it."""
    return sha256(token.encode()).digest()

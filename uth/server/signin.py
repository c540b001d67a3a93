"""Who somebody is: guests, accounts with passwords and second factors, and sessions."""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Hashable
from contextlib import asynccontextmanager
from hashlib import sha256
from http import HTTPStatus
from itertools import count

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec.structs import replace

from uth.proof.house import NOBODY
from uth.proof.restrictions import Restrictions, day
from uth.server.clock import SECOND
from uth.server.factors import Factors
from uth.server.faults import Fault, Says, conflict, forbidden, malformed, too_many, unavailable
from uth.server.limits import Allowance, neighborhood
from uth.server.names import tidy, wrong_with_name
from uth.server.roles import ROLES, STAFF
from uth.server.settings import Settings
from uth.store import Money, NameTaken, Person, Store
from uth.store.people import looks_of

SHORTEST, LONGEST = 10, 200
TRIES, TRY_AGAIN = 5, 60
"""So many wrong passwords at once for one name from one address, then one in so many seconds.

They are counted by the name that was typed, whoever has it: nobody is locked out by others, and nobody learns
whether there is such an account.
"""
REMEMBERED, REMEMBER_FOR = 10_000, 2.0
"""Sessions known without asking the store, and for how many seconds; a change is heard of at once."""
OPERATOR = "operator"
HASHING_AT_ONCE, WAIT_FOR_HASHING = 2, 40
"""Each takes 64 MB and a core for a moment; so many may wait for that."""
WRONG = Fault(HTTPStatus.UNAUTHORIZED, "wrong_password", "name and password do not fit")


class Door:
    """Lets people in, and knows them again."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.distrusted: Collection[int] = ()
        """People who are not as the chain of the house says: somebody changed them in the database."""
        self._hasher = PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex())
        self._hashing = asyncio.Semaphore(HASHING_AT_ONCE)
        self._want_hashing = 0
        self._strangers = Allowance(settings.strangers, 40 * settings.strangers)
        self._tries = Allowance(1 / TRY_AGAIN, TRIES)
        self._factors = Factors(settings.secrets)
        self._known: OrderedDict[bytes, tuple[float, Person]] = OrderedDict()
        self._changes = 0
        store.listen_for_people(self._changed)

    async def guest(self, name: str | None, address: str) -> tuple[Person, str]:
        """Somebody with play chips and without a password; his session is all he has."""
        self._admit(address)
        if not self.settings.guests:
            raise forbidden("this house seats no guests; ask it for an account")
        for _ in range(20):
            chosen = proper(name) if name else f"Guest {secrets.randbelow(900_000) + 100_000}"
            try:
                guest = await self.store.add_person(
                    chosen, kind="guest", roles=("player",), wallet=self.settings.guest_wallet, at=now()
                )
            except NameTaken as taken:
                if name:
                    raise conflict("name_taken", str(taken)) from None
            else:
                return await self._open(guest)
        raise conflict("name_taken", "no free name was found; choose one")

    async def register(self, name: str, password: str, address: str) -> tuple[Person, str]:
        """An account of one's own, as a player with play chips: what is given away is never cash."""
        self._admit(address)
        if not self.settings.guests:
            raise forbidden("this house opens accounts itself; ask it for one")
        return await self._open(
            await self.add(name, password, ("player",), self.settings.guest_wallet, money="play")
        )

    async def add(
        self,
        name: str,
        password: str,
        roles: tuple[str, ...],
        wallet: int,
        *,
        money: Money = "cash",
        by: int = NOBODY,
        reason: str = "",
    ) -> Person:
        chosen, faults = proper(name), weak(password)
        if unknown := [role for role in roles if role not in ROLES]:
            faults.append(f"no such role: {', '.join(unknown)}; there are {', '.join(ROLES)}")
        if faults:
            raise malformed(*faults)
        hashed = await self._hash(password)
        try:
            return await self.store.add_person(
                chosen,
                kind="account",
                password=hashed,
                roles=roles,
                wallet=wallet,
                money=money,
                at=now(),
                by=by,
                reason=reason,
            )
        except NameTaken as taken:
            raise conflict("name_taken", str(taken)) from None

    async def sign_in(self, name: str, password: str, code: str, address: str) -> tuple[Person, str]:
        """By name and password, and a code where there is a second factor.

        What was wrong is not said, and takes as long for a name nobody has. A try is counted before it is
        judged, so that many at once are not judged either.
        """
        self._admit(address)
        tried = (neighborhood(address), looks_of(tidy(name)))
        self._try(tried)
        person = await self.store.person_named(tidy(name))
        fits = await self._fits(person.password if person and person.password else self._nobody, password)
        if person is None or not person.password or not fits:
            raise WRONG
        if person.disabled or person.id in self.distrusted:
            raise forbidden("this account is disabled; ask the house")
        if person.factor:
            await self._require_code(person, code)
        self._tries.forget(tried)
        if person.restrictions.excluded(now()):
            raise Fault(HTTPStatus.FORBIDDEN, "excluded", excluded_says(person.restrictions))
        return await self._open(person)

    async def change_password(self, person: Person, token: str, old: str, new: str) -> None:
        """A new password, by who knows the old one; every other session of theirs is over."""
        if person.password is None:
            raise malformed("only accounts have passwords; create one")
        await self._prove(person, old)
        if faults := weak(new):
            raise malformed(*(Says(one, field="new") for one in faults))
        await self.store.change_person(
            person.id, password=await self._hash(new), end_sessions=True, keep_session=_mark(token)
        )

    async def reset(self, person: Person, password: str) -> str:
        """The hash of a password that an admin gives somebody; raises a fault for a weak one."""
        if person.password is None:
            raise malformed(f"{person.name} has no account")
        if faults := weak(password):
            raise malformed(*(Says(one, field="password") for one in faults))
        return await self._hash(password)

    def offer_factor(self, person: Person) -> tuple[str, str, str]:
        """Key, address and ticket of a new second factor."""
        if person.password is None:
            raise malformed("only accounts have a second factor; create one")
        return self._factors.offer(person.id, person.name)

    async def set_factor(
        self, person: Person, token: str, password: str, ticket: str, code: str, old_code: str
    ) -> None:
        """Keep the second factor that was offered, once its first code fits; the old one has to agree."""
        await self._prove(person, password)
        if person.factor:
            await self._require_code(person, old_code)
        box, step = self._factors.accept(person.id, ticket, code)
        await self.store.change_person(person.id, factor=box, end_sessions=True, keep_session=_mark(token))
        await self.store.use_factor(person.id, step)

    async def _require_code(self, person: Person, code: str) -> None:
        if not code:
            raise Fault(
                HTTPStatus.UNAUTHORIZED, "code_needed", Says("enter the code from your phone", field="code")
            )
        step = self._factors.step(person.id, person.factor or "", code)
        if step is None or not await self.store.use_factor(person.id, step):
            raise Fault(
                HTTPStatus.UNAUTHORIZED,
                "wrong_code",
                Says("the code does not fit, or was used; wait for the next one", field="code"),
            )

    async def _prove(self, person: Person, password: str) -> None:
        """Somebody signed in knows the password; one who found the screen open does not."""
        tried = ("session", person.id)
        self._try(tried)
        if not person.password or not await self._fits(person.password, password):
            raise Fault(
                HTTPStatus.FORBIDDEN, "wrong_password", Says("the password does not fit", field="password")
            )
        self._tries.forget(tried)

    def _try(self, whose: Hashable) -> None:
        if waits := self._tries.take(whose):
            raise too_many("too many tries for this name from your address; wait a little", int(waits) + 1)

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
        await self.store.end_session(_mark(token))

    async def know(self, token: str, *, fresh: bool = False) -> Person | None:
        """Whose session this is; ``fresh``: as the store says it now, for what needs a right."""
        mark, moment = _mark(token), time.monotonic()
        if not fresh and (known := self._known.get(mark)) and known[0] > moment:
            return known[1]
        changes = self._changes
        person = await self.store.session(mark)
        self._known.pop(mark, None)
        if person is None or person.id in self.distrusted or person.restrictions.excluded(now()):
            return None
        person = self._with_rights(person)
        # Not if somebody's rights changed meanwhile; and never staff, whose rights are asked for each time.
        if changes == self._changes and not set(person.roles) & set(STAFF):
            self._known[mark] = (moment + REMEMBER_FOR, person)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return person

    async def works_without_factor(self, person: Person) -> bool:
        """Whether somebody of the staff has to set up a second factor before anything else."""
        if not self.settings.second_factor:
            return False
        found = await self.store.person(person.id)  # the rights that were withheld are not in `person`
        return found is not None and self._is_withheld(found)

    def _is_withheld(self, person: Person) -> bool:
        """Whether somebody works here without the second factor that the house asks for."""
        staff = bool(set(person.roles) & set(STAFF)) and bool(person.password)
        return self.settings.second_factor and staff and not person.factor

    def _with_rights(self, person: Person) -> Person:
        if not self._is_withheld(person):
            return person
        return replace(person, roles=tuple(role for role in person.roles if role not in STAFF))

    def _changed(self, people: Collection[int] | None) -> None:
        """Rights or sessions have changed, here or in another process: ask the store again."""
        self._changes += 1
        if people is None:
            self._known.clear()
            return
        for mark in [mark for mark, (_, person) in self._known.items() if person.id in people]:
            del self._known[mark]

    async def _open(self, person: Person) -> tuple[Person, str]:
        token = secrets.token_urlsafe(32)
        expires = now() + self.settings.session_seconds * SECOND
        await self.store.add_session(_mark(token), person.id, expires)
        return person, token

    def _admit(self, address: str) -> None:
        if waits := self._strangers.take(neighborhood(address)):
            raise too_many("too many sign-ins from your address; wait a little", int(waits) + 1)

    async def _hash(self, password: str) -> str:
        async with self._turn_to_hash():
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _fits(self, hashed: str, password: str) -> bool:
        async with self._turn_to_hash():
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False

    @asynccontextmanager
    async def _turn_to_hash(self) -> AsyncIterator[None]:
        if self._want_hashing >= WAIT_FOR_HASHING:
            raise unavailable("too many sign in at once; try again in a moment", 2)
        self._want_hashing += 1
        try:
            async with self._hashing:
                yield
        finally:
            self._want_hashing -= 1


def hashed(password: str) -> str:
    """What is kept of a password."""
    return PasswordHasher().hash(password)


def proper(name: str) -> str:
    """A name as it stands at the table; raises a fault for one that could mislead."""
    if wrong := wrong_with_name(name):
        raise malformed(Says(wrong, field="name"))
    return tidy(name)


def weak(password: str) -> list[str]:
    if len(password) < SHORTEST:
        return [f"a password has at least {SHORTEST} characters; a few words are good"]
    return [f"a password has at most {LONGEST} characters"] if len(password) > LONGEST else []


def excluded_says(restrictions: Restrictions) -> str:
    """Why somebody may not come in, for themselves."""
    if restrictions.own >= restrictions.house:
        return f"you have excluded yourself {day(restrictions.own)}"
    return f"the house has excluded you {day(restrictions.house)}; ask the house"


def now() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


def _mark(token: str) -> bytes:
    """What is kept of a token: who reads the database cannot sign in with it."""
    return sha256(token.encode()).digest()

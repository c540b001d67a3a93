"""People, their wallets and their sessions. Passwords, tokens and second factors come hashed or encrypted.

Who somebody is and what they may do is chained: it changes only together with an event of the house.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Row, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from uth.proof.house import CHAINED, NOBODY, WITHHELD, ChipsIssued, PersonAdded, PersonChanged, digest
from uth.proof.restrictions import Restrictions, read_restrictions, written
from uth.store.database import Database
from uth.store.errors import Damaged, NameTaken, Unknown
from uth.store.house import entering, require_writable, tell_people
from uth.store.records import Kind, Micros, Money, Person
from uth.store.schema import people, sessions, wallets

_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
_SAME_LETTERS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


class People:
    _database: Database

    async def add_person(
        self,
        name: str,
        *,
        kind: Kind,
        password: str | None = None,
        roles: tuple[str, ...] = (),
        wallet: int = 0,
        money: Money | None = None,
        at: Micros | None = None,
        by: int = NOBODY,
        reason: str = "",
    ) -> Person:
        """A new person with an opening amount in the wallet.

        Raises NameTaken, also for a name that looks like another. Where nothing is said, an account plays for
        cash, everybody else for play chips.
        """
        require_writable(name, reason, *roles)
        fields = {"name": name, "kind": kind, "password": password, "roles": roles, "opening": wallet}
        row = _columns({**fields, "money": money or ("cash" if kind == "account" else "play")})
        created = self._database.now() if at is None else at
        new = insert(people).values(**row, created=created, disabled=False, factor_step=0)
        try:
            async with entering(self._database) as house:
                alike = select(exists().where(people.c.looks == row["looks"]))
                if (await house.connection.execute(alike)).scalar():
                    same = select(exists().where(people.c.folded == row["folded"]))
                    if (await house.connection.execute(same)).scalar():
                        raise NameTaken(f"somebody is called {name} already")
                    raise NameTaken(f"somebody has a name that looks like {name}: choose another")
                person = _person((await house.connection.execute(new.returning(people))).one())
                await house.connection.execute(insert(wallets).values(person=person.id, cents=wallet))
                await house.enter(
                    PersonAdded(
                        person=person.id,
                        name=name,
                        kind=kind,
                        money=person.money,
                        roles=roles,
                        opening=wallet,
                        password=digest(password),
                        by=by,
                        reason=reason,
                    )
                )
        except IntegrityError as error:
            raise _refused(error, name) from error
        return person

    async def person(self, id: int) -> Person | None:
        async with self._database.reading() as connection:
            row = (await connection.execute(select(people).where(people.c.id == id))).first()
        return _person(row) if row else None

    async def person_named(self, name: str) -> Person | None:
        if "\0" in name:  # PostgreSQL has no such text
            return None
        async with self._database.reading() as connection:
            row = (await connection.execute(select(people).where(people.c.folded == folded(name)))).first()
        return _person(row) if row else None

    async def people(self, after: int = 0, limit: int = 100) -> list[Person]:
        """A page of people, in the order of their ids."""
        query = select(people).where(people.c.id > after).order_by(people.c.id).limit(limit)
        async with self._database.reading() as connection:
            return [_person(row) for row in await connection.execute(query)]

    async def restricted(self) -> list[Person]:
        """Everybody who has, or had, limits or an exclusion."""
        query = select(people).where(people.c.restrictions != "").order_by(people.c.id)
        async with self._database.reading() as connection:
            return [_person(row) for row in await connection.execute(query)]

    async def change_person(
        self,
        id: int,
        *,
        by: int = NOBODY,
        reason: str = "",
        chips: int = 0,
        end_sessions: bool = False,
        keep_session: bytes = b"",
        **fields: Any,
    ) -> Person:
        """Change what is chained of somebody, all of it or nothing; and end sessions, but for one to keep.

        Raises Unknown, NameTaken, Overdrawn. Every process hears that the person has changed.
        """
        if unknown := fields.keys() - set(CHAINED) | fields.keys() & {"restrictions"}:
            raise ValueError(f"{', '.join(sorted(unknown))} of a person cannot be changed")
        require_writable(reason, str(fields.get("name", "")))
        try:
            async with entering(self._database) as house:
                query = select(people).where(people.c.id == id).with_for_update()
                row = (await house.connection.execute(query)).first()
                if row is None:
                    raise Unknown(f"there is no person {id}")
                before = _person(row)
                change = update(people).where(people.c.id == id).values(**_columns(fields), id=id)
                person = _person((await house.connection.execute(change.returning(people))).one())
                for field in sorted(
                    fields, key=CHAINED[::-1].index
                ):  # the name last: notes are by the old one
                    old, new = (_chained(field, one) for one in (before, person))
                    event = PersonChanged(person=id, field=field, before=old, after=new, by=by, reason=reason)
                    await house.enter(event, before.name)
                if chips:
                    await house.issue(ChipsIssued(person=id, cents=chips, by=by, reason=reason))
                if end_sessions:
                    these = delete(sessions).where(sessions.c.person == id)
                    await house.connection.execute(these.where(sessions.c.token_hash != keep_session))
                house.people.add(id)
        except IntegrityError as error:
            raise _refused(error, str(fields.get("name"))) from error
        return person

    async def restrict(
        self,
        id: int,
        change: Callable[[Restrictions, Micros], Restrictions],
        *,
        by: int = NOBODY,
        reason: str = "",
    ) -> Person:
        """Change what restricts somebody's play; whoever is excluded by it has no session any more.

        ``change`` is given what holds now and the time that the change will have. Raises Unknown.
        """
        require_writable(reason)
        async with entering(self._database) as house:
            query = select(people).where(people.c.id == id).with_for_update()
            row = (await house.connection.execute(query)).first()
            if row is None:
                raise Unknown(f"there is no person {id}")
            before = _person(row)
            after = replace(before, restrictions=change(before.restrictions, house.at))
            if before == after:
                return before
            old, new = (_chained("restrictions", one) for one in (before, after))
            await house.connection.execute(update(people).where(people.c.id == id).values(restrictions=new))
            event = PersonChanged(
                person=id, field="restrictions", before=old, after=new, by=by, reason=reason
            )
            await house.enter(event, before.name)
            if after.restrictions.excluded(house.at):
                await house.connection.execute(delete(sessions).where(sessions.c.person == id))
            house.people.add(id)
        return after

    async def use_factor(self, id: int, step: int) -> bool:
        """Note that a code of this time step was used; False if it, or a later one, was used before."""
        later = update(people).where(people.c.id == id, people.c.factor_step < step).values(factor_step=step)
        async with self._database.writing() as connection:
            return bool((await connection.execute(later)).rowcount)

    async def add_session(self, token_hash: bytes, person: int, expires: Micros) -> None:
        new = insert(sessions).values(token_hash=token_hash, person=person, expires=expires)
        async with self._database.writing() as connection:
            await connection.execute(new)

    async def session(self, token_hash: bytes) -> Person | None:
        """Whose session it is, unless it has expired or the person is disabled."""
        query = (
            select(people)
            .join(sessions, sessions.c.person == people.c.id)
            .where(sessions.c.token_hash == token_hash, sessions.c.expires > self._database.now())
            .where(~people.c.disabled)
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return _person(row) if row else None

    async def end_session(self, token_hash: bytes) -> None:
        """End one; every process hears of it."""
        ended = delete(sessions).where(sessions.c.token_hash == token_hash).returning(sessions.c.person)
        async with self._database.writing() as connection:
            whose = list((await connection.execute(ended)).scalars())
            await tell_people(connection, whose)
        if self._database.sqlite:
            self._database.tell_people(whose)

    async def purge_sessions(self) -> int:
        """Remove those that have expired; how many there were."""
        async with self._database.writing() as connection:
            done = await connection.execute(
                delete(sessions).where(sessions.c.expires <= self._database.now())
            )
        return done.rowcount


def folded(name: str) -> str:
    """A name as it is compared: case and the width of letters do not make another person."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def looks_of(name: str) -> str:
    """A name as it looks from afar: without accents, spaces and dots; with 0 as o, and I, l and 1 as one."""
    plain = unicodedata.normalize("NFKD", folded(name))
    plain = "".join(letter for letter in plain if letter.isalnum()).translate(_ALIKE)
    for pair, one in _SAME_LETTERS:
        plain = plain.replace(pair, one)
    return plain or folded(name)


def _columns(fields: dict[str, Any]) -> dict[str, Any]:
    columns = dict(fields)
    if "name" in columns:
        columns["folded"] = folded(columns["name"])
        columns["looks"] = looks_of(columns["name"])
    if "roles" in columns:
        columns["roles"] = msgspec.json.encode(columns["roles"]).decode()
    return columns


def _chained(field: str, person: Person) -> Any:
    value = getattr(person, field)
    if field == "restrictions":
        return written(value)
    return digest(value) if field in WITHHELD else value


def _person(row: Row[Any]) -> Person:
    try:
        roles = msgspec.json.decode(row.roles, type=tuple[str, ...])
    except (msgspec.DecodeError, TypeError):
        raise Damaged(
            f"the roles of person {row.id} cannot be read: they were changed in the database"
        ) from None
    try:
        restrictions = read_restrictions(row.restrictions)
    except (msgspec.DecodeError, TypeError):
        raise Damaged(
            f"the limits of person {row.id} cannot be read: they were changed in the database"
        ) from None
    return Person(
        id=row.id,
        name=row.name,
        kind=row.kind,
        password=row.password,
        roles=roles,
        created=row.created,
        opening=row.opening,
        money=row.money,
        disabled=row.disabled,
        factor=row.factor,
        restrictions=restrictions,
    )


def _refused(error: IntegrityError, name: str) -> Exception:
    if re.search("folded|looks", str(error.orig)):
        return NameTaken(f"somebody is called {name} already")
    return ValueError(f"a person cannot be like that: {error.orig}")

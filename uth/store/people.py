"""People, their wallets and their sessions. Passwords and tokens come here hashed by the server."""

import unicodedata
from typing import Any

import msgspec
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from uth.store.database import Database
from uth.store.errors import NameTaken, Unknown
from uth.store.records import Kind, Micros, Person
from uth.store.schema import people, sessions, wallets

_CHANGEABLE = {"name", "kind", "password", "roles", "disabled", "failures", "locked_until"}


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
        at: Micros | None = None,
    ) -> Person:
        """A new person with an opening amount in the wallet. Raises NameTaken."""
        row = _columns({"name": name, "kind": kind, "password": password, "roles": roles, "opening": wallet})
        created = self._database.now() if at is None else at
        new = insert(people).values(**row, created=created, disabled=False, failures=0, locked_until=0)
        try:
            async with self._database.writing() as connection:
                person = _person((await connection.execute(new.returning(people))).one())
                await connection.execute(insert(wallets).values(person=person.id, cents=wallet))
        except IntegrityError as error:
            raise _refused(error, name) from error
        return person

    async def person(self, id: int) -> Person | None:
        async with self._database.reading() as connection:
            row = (await connection.execute(select(people).where(people.c.id == id))).first()
        return _person(row) if row else None

    async def person_named(self, name: str) -> Person | None:
        async with self._database.reading() as connection:
            row = (await connection.execute(select(people).where(people.c.folded == folded(name)))).first()
        return _person(row) if row else None

    async def people(self, after: int = 0, limit: int = 100) -> list[Person]:
        """A page of people, in the order of their ids."""
        query = select(people).where(people.c.id > after).order_by(people.c.id).limit(limit)
        async with self._database.reading() as connection:
            return [_person(row) for row in await connection.execute(query)]

    async def change_person(self, id: int, **fields: Any) -> Person:
        """Change name, kind, password, roles, disabled, failures, locked_until. Raises Unknown, NameTaken."""
        if unknown := fields.keys() - _CHANGEABLE:
            raise ValueError(f"{', '.join(sorted(unknown))} of a person cannot be changed")
        change = update(people).where(people.c.id == id).values(**_columns(fields), id=id).returning(people)
        try:
            async with self._database.writing() as connection:
                row = (await connection.execute(change)).first()
        except IntegrityError as error:
            raise _refused(error, str(fields.get("name"))) from error
        if row is None:
            raise Unknown(f"there is no person {id}")
        return _person(row)

    async def count_failure(self, id: int) -> int:
        """One more failed sign-in, added by the database so that none is lost; how many there are now."""
        more = update(people).where(people.c.id == id).values(failures=people.c.failures + 1)
        async with self._database.writing() as connection:
            failures = (await connection.execute(more.returning(people.c.failures))).scalar()
        if failures is None:
            raise Unknown(f"there is no person {id}")
        return int(failures)

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
        async with self._database.writing() as connection:
            await connection.execute(delete(sessions).where(sessions.c.token_hash == token_hash))

    async def end_sessions(self, person: int) -> int:
        """End all sessions of a person; how many there were."""
        async with self._database.writing() as connection:
            done = await connection.execute(delete(sessions).where(sessions.c.person == person))
        return done.rowcount

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


def _columns(fields: dict[str, Any]) -> dict[str, Any]:
    columns = dict(fields)
    if "name" in columns:
        columns["folded"] = folded(columns["name"])
    if "roles" in columns:
        columns["roles"] = msgspec.json.encode(columns["roles"]).decode()
    return columns


def _person(row: Row[Any]) -> Person:
    return Person(
        id=row.id,
        name=row.name,
        kind=row.kind,
        password=row.password,
        roles=tuple(msgspec.json.decode(row.roles)),
        created=row.created,
        opening=row.opening,
        disabled=row.disabled,
        failures=row.failures,
        locked_until=row.locked_until,
    )


def _refused(error: IntegrityError, name: str) -> Exception:
    if "folded" in str(error.orig):
        return NameTaken(f"the name {name} is taken")
    return ValueError(f"a person cannot be like that: {error.orig}")

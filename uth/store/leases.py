"""Leases: which process leads a stream, until when, and the token that fences off those before it."""

from collections.abc import Iterable

from sqlalchemy import and_, case, false, literal, or_, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from uth.store.database import Database
from uth.store.records import Lease
from uth.store.schema import leases

NOBODY = ""


class Leases:
    _database: Database

    async def lease(
        self,
        stream: str,
        holder: str,
        address: str,
        seconds: float,
        *,
        of_this_address: bool = False,
        instead_of: Lease | None = None,
    ) -> Lease | None:
        """Take the lease if it is free, expired or mine already; None while somebody else's is alive.

        One that is alive is taken from whoever had this address before (``of_this_address``: they are dead),
        or from a holder who is known to be dead. The token grows by one whenever the holder changes, and
        fences off a holder who was not.
        """
        now = self._database.now()
        insert = sqlite.insert if self._database.sqlite else postgresql.insert
        fresh = insert(leases).values(
            stream=stream, holder=holder, address=address, token=1, expires=now + round(seconds * 1e6)
        )
        mine = leases.c.holder == fresh.excluded.holder
        taken = fresh.on_conflict_do_update(
            index_elements=[leases.c.stream],
            set_={
                "holder": fresh.excluded.holder,
                "address": fresh.excluded.address,
                "token": case((mine, leases.c.token), else_=leases.c.token + 1),
                "expires": fresh.excluded.expires,
            },
            where=or_(
                mine,
                leases.c.expires <= now,
                and_(leases.c.address == address, literal(of_this_address and bool(address))),
                and_(leases.c.holder == instead_of.holder, leases.c.token == instead_of.token)
                if instead_of
                else false(),
            ),
        ).returning(leases)
        async with self._database.writing() as connection:
            row = (await connection.execute(taken)).first()
        return Lease(*row) if row else None

    async def renew(self, held: Iterable[Lease], seconds: float) -> list[Lease]:
        """Prolong them; returns those that are lost."""
        held = list(held)
        keys = [(lease.stream, lease.holder, lease.token) for lease in held]
        these = tuple_(leases.c.stream, leases.c.holder, leases.c.token).in_(keys)
        async with self._database.writing() as connection:
            # In the order in which a group of batches locks them: else each could wait for the other.
            query = select(leases.c.stream).where(these).order_by(leases.c.stream).with_for_update()
            found = set((await connection.execute(query)).scalars())
            longer = self._database.now() + round(seconds * 1e6)
            await connection.execute(update(leases).where(leases.c.stream.in_(found)).values(expires=longer))
        return [lease for lease in held if lease.stream not in found]

    async def release(self, lease: Lease) -> None:
        """Give it back, if it is still mine; the next holder need not wait."""
        async with self._database.writing() as connection:
            await connection.execute(
                update(leases)
                .where(leases.c.stream == lease.stream, leases.c.token == lease.token)
                .where(leases.c.holder == lease.holder)
                .values(holder=NOBODY, expires=0)
            )

    async def holder(self, stream: str) -> Lease | None:
        """The lease on a stream, while it is alive."""
        query = select(leases).where(leases.c.stream == stream, leases.c.expires > self._database.now())
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return Lease(*row) if row else None

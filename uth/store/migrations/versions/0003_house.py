"""The chain of the house: what it says of people stands with them; wrong passwords are counted elsewhere.

Whose money is play money was not kept before. Guests and bots have nothing else. Somebody who opened an
account without the house got chips for nothing; whom the house added has a note that says
so, and plays for cash.
"""

import sqlalchemy as sa
from alembic import op

from uth.store.people import looks_of

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for column in (
        sa.Column("money", sa.Text(), nullable=False, server_default="play"),
        sa.Column("looks", sa.Text(), nullable=False, server_default=""),
        sa.Column("factor", sa.Text()),
        sa.Column("factor_step", sa.BigInteger(), nullable=False, server_default="0"),
    ):
        op.add_column("people", column)
    for unused in ("failures", "locked_until"):
        op.drop_column("people", unused)
    connection = op.get_bind()
    for person, name in connection.execute(sa.text("SELECT id, name FROM people")).all():
        connection.execute(
            sa.text("UPDATE people SET looks = :looks WHERE id = :id"),
            {"looks": looks_of(name), "id": person},
        )
    connection.execute(
        sa.text(
            "UPDATE people SET money = 'cash' WHERE kind = 'account' AND (roles <> '[\"player\"]' OR "
            "EXISTS (SELECT 1 FROM notes WHERE notes.what = 'added ' || people.name))"
        )
    )
    op.create_index("ix_people_looks", "people", ["looks"])

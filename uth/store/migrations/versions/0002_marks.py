"""Marks: places in a stream that are found again by a name and a number."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "marks",
        sa.Column("stream", sa.Text()),
        sa.Column("name", sa.Text()),
        sa.Column("nth", sa.BigInteger(), autoincrement=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "name", "nth", name="pk_marks"),
    )
    if op.get_bind().dialect.name == "sqlite":
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER marks_refuse_{act.lower()} BEFORE {act} ON marks "
                "BEGIN SELECT RAISE(ABORT, 'marks are never changed nor deleted'); END"
            )
    else:
        op.execute(
            "CREATE TRIGGER marks_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON marks "
            "FOR EACH STATEMENT EXECUTE FUNCTION uth_refuse()"
        )

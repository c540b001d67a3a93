"""The first schema: log, ledger, directory, leases, people, journal."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEPT = ("events", "entries", "notes")
"""Tables that only ever grow."""


def upgrade() -> None:
    counted = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    number, text, octets = sa.BigInteger(), sa.Text(), sa.LargeBinary()

    op.create_table(
        "events",
        sa.Column("stream", text),
        sa.Column("number", number, autoincrement=False),
        sa.Column("at", number, nullable=False),
        sa.Column("command", text, nullable=False),
        sa.Column("body", octets, nullable=False),
        sa.Column("hash", octets, nullable=False),
        sa.PrimaryKeyConstraint("stream", "number", name="pk_events"),
    )
    op.create_table(
        "heads",
        sa.Column("stream", text),
        sa.Column("number", number, nullable=False),
        sa.Column("hash", octets, nullable=False),
        sa.Column("at", number, nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_heads"),
    )
    op.create_table(
        "entries",
        sa.Column("id", counted, autoincrement=True),
        sa.Column("stream", text, nullable=False),
        sa.Column("number", number, nullable=False),
        sa.Column("account", text, nullable=False),
        sa.Column("cents", number, nullable=False),
        sa.Column("what", text, nullable=False),
        sa.Column("at", number, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entries"),
    )
    op.create_index("ix_entries_account_id", "entries", ["account", "id"])
    op.create_table(
        "answers",
        sa.Column("person", number, autoincrement=False),
        sa.Column("command", text),
        sa.Column("digest", octets, nullable=False),
        sa.Column("body", octets, nullable=False),
        sa.Column("at", number, nullable=False),
        sa.PrimaryKeyConstraint("person", "command", name="pk_answers"),
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", text),
        sa.Column("number", number, nullable=False),
        sa.Column("hash", octets, nullable=False),
        sa.Column("code", text, nullable=False),
        sa.Column("body", octets, nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_snapshots"),
    )
    op.create_table(
        "streams",
        sa.Column("id", text),
        sa.Column("kind", text, nullable=False),
        sa.Column("about", text, nullable=False),
        sa.Column("created", number, nullable=False),
        sa.Column("closed", number),
        sa.PrimaryKeyConstraint("id", name="pk_streams"),
    )
    op.create_table(
        "leases",
        sa.Column("stream", text),
        sa.Column("holder", text, nullable=False),
        sa.Column("address", text, nullable=False),
        sa.Column("token", number, nullable=False),
        sa.Column("expires", number, nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_leases"),
    )
    op.create_table(
        "people",
        sa.Column("id", counted, autoincrement=True),
        sa.Column("name", text, nullable=False),
        sa.Column("folded", text, nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("password", text),
        sa.Column("roles", text, nullable=False),
        sa.Column("created", number, nullable=False),
        sa.Column("opening", number, nullable=False),
        sa.Column("disabled", sa.Boolean(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("locked_until", number, nullable=False),
        sa.CheckConstraint("kind IN ('guest', 'account', 'bot')", name=op.f("ck_people_kind")),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("folded", name="uq_people_folded"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "wallets",
        sa.Column("person", number, autoincrement=False),
        sa.Column("cents", number, nullable=False),
        sa.CheckConstraint("cents >= 0", name=op.f("ck_wallets_cents")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_wallets_person"),
        sa.PrimaryKeyConstraint("person", name="pk_wallets"),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", octets),
        sa.Column("person", number, nullable=False),
        sa.Column("expires", number, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_index("ix_sessions_expires", "sessions", ["expires"])
    op.create_table(
        "notes",
        sa.Column("id", counted, autoincrement=True),
        sa.Column("at", number, nullable=False),
        sa.Column("person", number, nullable=False),
        sa.Column("what", text, nullable=False),
        sa.Column("reason", text, nullable=False),
        sa.Column("earlier", text, nullable=False),
        sa.Column("later", text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notes"),
    )
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()


def _guard_sqlite() -> None:
    for table in KEPT:
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuse_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are never changed nor deleted'); END"
            )


def _guard_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION uth_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% are never changed nor deleted', TG_TABLE_NAME; END $$"
    )
    for table in KEPT:
        op.execute(
            f"CREATE TRIGGER {table}_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION uth_refuse()"
        )
    # A head changes with every group of batches: leave room, so that it is rewritten within its page.
    op.execute("ALTER TABLE heads SET (fillfactor = 50)")
    op.execute("ALTER TABLE wallets SET (fillfactor = 50)")

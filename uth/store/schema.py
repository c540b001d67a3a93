"""The tables. The migrations make them; a test holds the two together.

Tables that every command writes to (events, entries, answers) have no foreign keys: the writer has looked
at what they refer to within the same transaction, and ``check`` looks again.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite counts up only a column of the type INTEGER.
Counted = BigInteger().with_variant(Integer(), "sqlite")

# The log. A row is never changed nor deleted; triggers refuse it.
events = Table(
    "events",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("command", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)

# The end of every stream. Its row is locked while a process appends, and a log cut short disagrees with it.
heads = Table(
    "heads",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# The ledger. A row is never changed nor deleted; triggers refuse it.
entries = Table(
    "entries",
    metadata,
    Column("id", Counted, primary_key=True),
    Column("stream", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("account", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("what", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "account", "id"),
)

answers = Table(
    "answers",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("command", Text, primary_key=True),
    Column("digest", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Where to find things in the log. A row is never changed nor deleted; triggers refuse it.
marks = Table(
    "marks",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("nth", BigInteger, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("code", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

streams = Table(
    "streams",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("closed", BigInteger),
)

# A released lease has no holder; its row stays, so that tokens only ever grow.
leases = Table(
    "leases",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("token", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", Counted, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("password", Text),
    Column("roles", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("opening", BigInteger, nullable=False),
    Column("disabled", Boolean, nullable=False),
    Column("money", Text, nullable=False, server_default="play"),
    Column("looks", Text, nullable=False, server_default="", index=True),
    Column("factor", Text),
    Column("factor_step", BigInteger, nullable=False, server_default="0"),
    Column("restrictions", Text, nullable=False, server_default=""),
    CheckConstraint("kind IN ('guest', 'account', 'bot')", name="kind"),
    sqlite_autoincrement=True,  # an id is never given twice
)

wallets = Table(
    "wallets",
    metadata,
    Column("person", BigInteger, ForeignKey("people.id"), primary_key=True, autoincrement=False),
    Column("cents", BigInteger, nullable=False),
    CheckConstraint("cents >= 0", name="cents"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("person", BigInteger, ForeignKey("people.id"), nullable=False, index=True),
    Column("expires", BigInteger, nullable=False, index=True),
)

# The journal of staff. A row is never changed nor deleted; triggers refuse it.
notes = Table(
    "notes",
    metadata,
    Column("id", Counted, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", BigInteger, nullable=False),
    Column("what", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("earlier", Text, nullable=False),
    Column("later", Text, nullable=False),
)

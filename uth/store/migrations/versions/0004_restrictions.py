"""Limits that people set for themselves, and exclusions; nobody had any before."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("people", sa.Column("restrictions", sa.Text(), nullable=False, server_default=""))

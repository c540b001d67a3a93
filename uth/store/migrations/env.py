"""Alembic's environment: run the migrations on the connection that ``uth.store.migrate`` hands over.

It has a transaction already, so they are done all or not at all, on SQLite too.
"""

from alembic import context

from uth.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
)
with context.begin_transaction():
    context.run_migrations()

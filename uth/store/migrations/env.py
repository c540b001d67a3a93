"""Alembic's environment: run the migrations on the connection that ``uth.store.migrate`` hands over."""

from alembic import context

from uth.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite can do it too, now that uth.store.database begins every transaction itself
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()

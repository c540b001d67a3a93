"""Commands that need the extra `serve` say so where it is not installed; their help works without it."""

from importlib.util import find_spec

import click

from uth.cli.asking import refuse

MODULES = (
    *("aiosqlite", "alembic", "argon2", "asyncpg", "cryptography", "fastapi", "greenlet", "httptools"),
    *("httpx", "prometheus_client", "pydantic", "pyotp", "sqlalchemy", "starlette", "uvicorn", "websockets"),
)
"""What the extra brings. Without uvloop it works as well."""


class ServeCommand(click.Command):
    """Looks for the extra before it asks for anything."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        asks_for_help = bool({*args} & {*ctx.help_option_names})
        if not asks_for_help and not all(map(find_spec, MODULES)):
            program = " ".join(ctx.command_path.split()[:2])
            refuse([f"{program} needs more packages: pip install 'uth[serve]'"])
        return super().parse_args(ctx, args)


class ServeGroup(click.Group):
    """A group of such commands."""

    command_class = ServeCommand

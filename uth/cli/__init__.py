"""The command line. Commands are loaded when they are called, so that ``uth --help`` is immediate."""

from uth.cli.stopping import at_once

with at_once():
    from importlib import import_module
    from typing import Any

    import click

    from uth import __version__

COMMANDS = {
    "admin": "run a house: people, tables, links, corrections, exports",
    "advise": "what every action is worth with these cards, exactly",
    "bank": "the economics of a table: means, deviations, ruin, coverage, fees",
    "demo": "one round of each book, dealt, decided and settled with every reason",
    "design": "which pay tables give this edge, each solved exactly",
    "play": "a table in the terminal: with bots, any book, or at a service",
    "protect": "what exposed cards and shared information are worth, exactly",
    "rules": "the rule books: list, read, check, clauses",
    "serve": "the table service: many tables, many people, over HTTP and WebSocket",
    "settle": "settle rounds from a file, wager by wager",
    "simulate": "many rounds at random: any seats, strategies and banks",
    "solve": "a book solved to the last deal: edge, decisions, outcomes",
    "strategy": "ways to play: their exact value, why they play so, the cheapest short rules",
    "table": "run a table from a scenario file: events, refusals, script, ledger",
    "verify": "check a round's shuffle or a whole log, without the service",
}


class Commands(click.Group):
    """Finds a command in the module of its name."""

    def main(self, *args: Any, **extra: Any) -> Any:
        with at_once():
            from uth.cli.writing import written_out
        with written_out():
            return super().main(*args, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if any("\0" in word for word in args):  # no shell passes it on, and no file is named so
            raise click.UsageError("A NUL character is no part of a word.")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UnicodeEncodeError as error:
            if error.reason != "surrogates not allowed":  # what bytes come in as that are no text
                raise
            raise click.UsageError("A word is not in UTF-8.") from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        with at_once():
            command: click.Command = import_module(f"uth.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from difflib import get_close_matches

        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f" Did you mean {near[0]}?" if near else f" Known are {', '.join(sorted(COMMANDS))}."
            raise click.UsageError(f"No command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context) -> None:
    from uth.commit import commit

    made_from = commit()
    click.echo(f"uth {__version__}" + (f" ({made_from})" if made_from else ""))
    ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=lambda ctx, _, asked: _print_version(ctx) if asked else None,
    help="Show the version and the commit it was made from.",
)
def main() -> None:
    """Ultimate Texas Hold'em: tables by the book, exact mathematics.

    \b
    Examples:
      uth demo
      uth play california-shfl
      uth rules show florida
      uth settle rounds.json
      uth solve california-shfl

    Set NO_COLOR=1 for plain output.
    """

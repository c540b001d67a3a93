"""The configuration file: options of ``uth serve`` and ``uth admin`` in TOML.

What stands on the command line counts first, then the environment, then the file. Secrets are not in it.
"""

import tomllib
from collections.abc import Callable, Collection, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import click

from uth.cli.asking import refuse

Command = TypeVar("Command", bound=Callable[..., Any])

SHARED = ("database",)
"""Keys above every section: for all commands."""
SECTIONS = ("serve", "admin")
NEVER = ("config", "help", "secret_lost", "browser", "token", "password")
"""For one start, or secret: not in a file."""


def config_option(section: str) -> Callable[[Command], Command]:
    """``--config FILE``, read before every other option."""

    def read(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
        if value is not None:
            found = read_config(value)
            ctx.default_map = _defaults(ctx.command, section, found)

    return click.option(
        "--config",
        type=click.Path(dir_okay=False, path_type=Path),
        envvar="UTH_CONFIG",
        is_eager=True,
        expose_value=False,
        callback=read,
        help="Options from this file, where neither the command line nor the environment has them. "
        "Also UTH_CONFIG.",
    )


def read_config(file: Path) -> dict[str, Any]:
    """What stands in the file, or the end of the command with all that is wrong with it."""
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        refuse([f"cannot read {file}: {error.strerror}"])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        refuse([f"{file} is no TOML file: {error}"])
    if not found:
        refuse([f"{file}: nothing is set in it"])
    if wrong := list(_faults(found)):
        refuse([f"{file}: {one}" for one in wrong])
    return found


def _faults(found: dict[str, Any]) -> Iterator[str]:
    for key, value in found.items():
        if key in SECTIONS:
            if not isinstance(value, dict):
                yield f"{key} is a section: write [{key}] above its keys"
                continue
            known = _options(key)
            for name, given in value.items():
                option = known.get(name)
                if option is None:
                    yield f"[{key}] {name} is unknown{_hint(name, known)}"
                elif wrong := _wrong(option, given):
                    yield f"[{key}] {name}: {wrong}"
        elif key not in SHARED:
            within = [section for section in SECTIONS if key in _options(section)]
            hint = f"; it belongs under [{within[0]}]" if within else _hint(key, [*SHARED, *SECTIONS])
            yield f"{key} is unknown{hint}"
        elif not isinstance(value, str):
            yield f"{key}: a text is wanted"


def _hint(name: str, known: Collection[str]) -> str:
    near = get_close_matches(name.replace("_", "-"), list(known), 1)
    return f"; did you mean {near[0]}?" if near else f"; known are {', '.join(sorted(known))}"


def _wrong(option: click.Option, given: Any) -> str:
    if option.is_flag:
        return "" if isinstance(given, bool) else "true or false is wanted"
    if option.multiple:
        fits = isinstance(given, list) and all(isinstance(one, str) for one in given)
        return "" if fits else "a list of texts is wanted"
    if isinstance(option.type, click.IntRange):
        return "" if type(given) is int else "a whole number is wanted"
    if isinstance(option.default, float):
        return "" if type(given) in (int, float) else "a number is wanted"
    return "" if isinstance(given, str) or type(given) is int else "a text is wanted"


def _options(section: str) -> dict[str, click.Option]:
    """By the name they have in a file: that of the longest option, without its dashes."""
    if section == "serve":
        from uth.cli.serve import command

        commands: list[click.Command] = [command]
    else:
        from uth.cli.admin import command as group

        commands = [group, *(one for name, one in group.commands.items() if name == "doctor")]
    return {
        max(one.opts, key=len).lstrip("-"): one
        for command in commands
        for one in command.params
        if isinstance(one, click.Option) and one.name not in (*NEVER, *SHARED) and one.name in _LASTING
    }


_LASTING = frozenset(
    {
        *("host", "port", "books", "bots", "guests", "guest_chips", "address", "origins", "https", "heads"),
        *("trusted_proxies", "second_factor", "sign_ins", "commands", "calculations", "absence", "log"),
        *("server", "backups"),
    }
)
"""Options that a house sets once, for all starts."""


def _defaults(command: click.Command, section: str, found: dict[str, Any]) -> dict[str, Any]:
    known = _options(section)
    given = {str(known[name].name): value for name, value in found.get(section, {}).items()}
    given |= {key: found[key] for key in SHARED if key in found}
    if isinstance(command, click.Group):
        return {**given, **dict.fromkeys(command.commands, given)}
    return given

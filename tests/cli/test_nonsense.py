"""Nonsense for every option and argument of every command: words and exit code 2, and nothing is left behind.

The commands are walked, so a new option is held to it without a line here.
"""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from uth.cli import main

TESTS = Path(__file__).parent.parent
LONG = "9" * 5000
NUMBERS = ["", " ", "x", "-1", "-0.5", "nan", "inf", "-inf", "1e400", "0x10", "1,2,3", "½", "\n", "--", LONG]
TEXTS = ["", " ", "-1", "--", "\n", "a\nb", "\x00", "\x1b[31m", "♠", "\udcff", "{}", "'", "nowhere", LONG]
PATHS = ["", "nowhere", "nowhere/else", ".", "/", "\x00", "a\nb", "♠", LONG]
CAN_BE_BEGUN = ["nowhere", "a\nb", "♠"]
FILES = ["folder", "binary", "empty", "deep", "unreadable"]
CARDS = ["x", "-1", "9s 9s", "99", "♠", "🂡", "9s\x00", "Ks Qd Jh Tc 9s 8d", "9s " * 2000]
SETTINGS = ["", "x", "=", "=3", "x=", "nothing.known=3", "blind=3", "blind.flush=nan", "limits.ante=[5"]
SETTINGS += [
    "table.seats=-1",
    f"table.seats={LONG}",
    "title=\x00",
    "title=\x1b[31m",
    "trips.table=[]",
    "bank.who=♠",
]
METERS = ["", "x", "=", "=3", "major=", "major=-1", "major=nan", "major=inf", f"major={LONG}", "nothing=3"]
DATABASES = [
    "",
    "x",
    "sqlite",
    "sqlite://",
    "postgresql://",
    "mysql://a/b",
    "http://127.0.0.1",
    "\x00",
    "♠",
    LONG,
]
URLS = ["x", "-1", "http://", "ftp://x", "//", "\x00", "a\nb", "http://a b", "http://♠:x"]


class Would(Exception):
    """What a command would now do at length was reached: the nonsense was taken."""


@dataclass(frozen=True)
class Place:
    """One option or argument of one command."""

    path: tuple[str, ...]
    command: click.Command
    param: click.Parameter

    def __str__(self) -> str:
        return " ".join((*self.path, max(self.param.opts, key=len)))

    @property
    def kind(self) -> str:
        given, kind = self.param, self.param.type
        if getattr(given, "is_flag", False):
            return "flag"
        if isinstance(kind, click.Choice):
            return "choice"
        if isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
            return "number"
        if (*self.path, given.name) == ("serve", "heads"):
            return "begun"
        if isinstance(kind, click.Path):
            return "file"
        if (*self.path, given.name) == ("rules", "check", "file"):
            return "book"
        by_form = {"N": "number", "DOLLARS": "number", "CARDS": "cards", "KEY=VALUE": "setting"}
        by_form |= {"NAME=N": "meter", "BOOK": "book", "URL": "url"}
        by_name = {
            "book": "book",
            "books": "book",
            "database": "database",
            "address": "url",
            "origins": "url",
        }
        return by_form.get(given.metavar or "") or by_name.get(given.name or "", "text")


def _commands(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if path:
        yield path, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            inner = command.get_command(ctx, name)
            assert inner
            yield from _commands(inner, (*path, name))


COMMANDS = list(_commands(main))
PLACES = [Place(path, command, param) for path, command in COMMANDS for param in command.params]


@pytest.fixture
def files(tmp_path: Path) -> Mapping[str, str]:
    """Files that are wrong, and for each command one that is right."""
    folder = tmp_path / "files"
    (folder / "folder").mkdir(parents=True)
    (folder / "binary").write_bytes(bytes(range(256)) * 20)
    (folder / "empty").touch()
    (folder / "deep").write_text("[" * 100_000, encoding="utf-8")
    found = {name: str(folder / name) for name in ("folder", "binary", "empty", "deep")}
    if os.geteuid() == 0:  # who may read everything: a file that gives an error when it is read
        return {
            **found,
            "unreadable": "/proc/self/mem" if sys.platform == "linux" else str(folder / "folder"),
        }
    (folder / "unreadable").touch(mode=0)
    return {**found, "unreadable": str(folder / "unreadable")}


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Calls a command in an empty folder and says what was wrong with how it ended, if anything was."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    for name in [name for name in os.environ if name.startswith("UTH_")]:
        monkeypatch.delenv(name)
    with socket.socket() as silent:  # bound and not listening: whoever connects is refused
        silent.bind(("127.0.0.1", 0))
        monkeypatch.setenv("UTH_SERVER", f"http://127.0.0.1:{silent.getsockname()[1]}")
        monkeypatch.setenv("UTH_PASSWORD", "a few words are good")
        handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        interval = sys.getswitchinterval()
        _stop_short(monkeypatch)
        yield lambda *arguments, must: _called(here, arguments, must)
        sys.setswitchinterval(interval)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _stop_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is served, solved, looked up on a network or opened in a browser."""
    import uvicorn

    import uth.cli.advise
    import uth.cli.solve

    def would(*_: Any, **__: Any) -> Any:
        raise Would

    async def would_serve(*_: Any, **__: Any) -> None:
        raise Would

    listen = socket.create_server

    def listen_here(address: tuple[str, int], **options: Any) -> socket.socket:
        if address[0] != "127.0.0.1":
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return listen(address, **options)

    monkeypatch.setattr(uvicorn.Server, "serve", would_serve)
    monkeypatch.setattr(socket, "create_server", listen_here)
    monkeypatch.setattr(uth.cli.solve, "solve", would)
    monkeypatch.setattr(uth.cli.advise, "Advisor", would)
    for at_length in (
        "uth.bank.economics.find_economics",
        "uth.simulate.simulating.simulate",
        "uth.design.designing.design",
    ):
        monkeypatch.setattr(at_length, would)
    monkeypatch.setattr("webbrowser.open", would)
    monkeypatch.setattr(os, "_exit", would)


def _called(here: Path, arguments: tuple[str, ...], must: bool) -> str:
    before = _left_in(here)
    result = CliRunner().invoke(main, arguments, input="q\n" if "play" in arguments else "")
    wrong = _wrong_with(result, must)
    if result.exit_code == 2 and not wrong and _left_in(here) != before:
        wrong = f"leaves {sorted(_left_in(here) - before)} behind"
    return f"{' '.join(map(ascii, arguments))[:200]}: {wrong}" if wrong else ""


def _left_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def _wrong_with(result: Result, must: bool) -> str:
    if isinstance(result.exception, Would) or result.exit_code == 0:
        return "is taken" if must else ""
    if not isinstance(result.exception, SystemExit):
        return f"{type(result.exception).__name__}: {result.exception}"[:200]
    if result.exit_code != 2:
        return f"exit code {result.exit_code}: {result.output[-200:]!r}"
    if not result.stderr.strip():
        return "no reason is given"
    if not all(line.isprintable() for line in result.stderr.splitlines()):
        return f"signs that cannot be printed: {result.stderr[:200]!r}"
    return ""


def _around(place: Place, values: list[str], files: Mapping[str, str]) -> list[str]:
    """A call that is right but for these values; none leaves the option or argument out."""
    right = {"book": "california-shfl", "hole": "9s 8d", "name": "Sue", "table": "T1", "cents": "5"}
    file = {
        ("settle",): str(TESTS / "books" / "florida.json"),
        ("table",): str(TESTS / "playthroughs" / "iowa-unqualified.txt"),
        ("rules", "check"): "california-shfl",
    }.get(place.path, files["binary"])
    if place.path == ("admin",):
        return ["admin", *_written(place.param, values), "tables"]
    options, positions = [], []
    for param in place.command.params:
        own = param is place.param
        if not own and param.name == "port":
            options += ["--port", "0"]
        if not own and not param.required:
            continue
        usual = file if param.name == "file" else right.get(param.name or "", "x")
        written = _written(param, values if own else [usual])
        if isinstance(param, click.Argument):
            positions += written
        else:
            options += written
    return [*place.path, *options, *(["--", *positions] if positions else [])]


def _written(param: click.Parameter, values: list[str]) -> list[str]:
    name = max(param.opts, key=len)
    return values if isinstance(param, click.Argument) else [f"{name}={value}" for value in values]


def _nonsense(place: Place, files: Mapping[str, str]) -> list[str]:
    paths = [*PATHS, *(files[name] for name in FILES)]
    return {
        "flag": ["", "x", "1"],
        "choice": TEXTS,
        "number": NUMBERS,
        "file": paths,
        "begun": [path for path in paths if path not in CAN_BE_BEGUN and path != files["empty"]],
        "book": [*paths, "california_shfl", "-"],
        "cards": CARDS,
        "setting": SETTINGS,
        "meter": METERS,
        "database": [
            *DATABASES,
            *(f"sqlite:///{path}" for path in (files["folder"], files["binary"], "no/where")),
        ],
        "url": URLS,
        "text": TEXTS,
    }[place.kind]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_nonsense_is_refused_in_words(
    place: Place, call: Callable[..., str], files: Mapping[str, str]
) -> None:
    must = place.kind != "text"
    said = [call(*_around(place, [value], files), must=must) for value in _nonsense(place, files)]
    assert not list(filter(None, said)), "\n".join(filter(None, said))


@pytest.mark.parametrize("place", [place for place in PLACES if place.kind != "flag"], ids=str)
def test_any_text_ends_in_words(place: Place, call: Callable[..., str], files: Mapping[str, str]) -> None:
    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.text(max_size=20) | st.floats().map(str) | st.integers().map(str))
    @example("")
    def holds(text: str) -> None:
        assert not (said := call(*_around(place, [text], files), must=False)), said

    holds()


@pytest.mark.parametrize("path", [path for path, _ in COMMANDS], ids=" ".join)
def test_a_command_called_wrongly(path: tuple[str, ...], call: Callable[..., str]) -> None:
    command = dict(COMMANDS)[path]
    said = [call(*path, "--nonsense", must=True), call(*path, "-?", must=True)]
    required = any(param.required and isinstance(param, click.Argument) for param in command.params)
    said.append(call(*path, "--", must=required))
    if not any(param.nargs == -1 for param in command.params):
        said.append(call(*path, *["x"] * 9, must=True))
    assert not list(filter(None, said)), "\n".join(filter(None, said))


def test_a_command_that_is_none(call: Callable[..., str]) -> None:
    texts = [text for text in TEXTS if text != "--"]
    said = [call(*words, must=True) for text in texts for words in ([text], ["rules", text], ["admin", text])]
    assert not list(filter(None, said)), "\n".join(filter(None, said))

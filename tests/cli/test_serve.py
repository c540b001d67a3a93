"""`uth serve` with nonsense: one clear line, exit code 2, and nothing written."""

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.postgres import at_database
from uth.cli import main
from uth.store import lock

BROKEN = "title = "
UNFINISHED = 'extends = "california-bally"\n'
SECRET = {"UTH_SECRET": "5e" * 32}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, and nothing in the environment."""
    for name in ("UTH_SECRET", "UTH_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("uth.server.running.run", lambda *_: pytest.fail("it serves"))
    home = tmp_path / "here"
    home.mkdir()
    monkeypatch.chdir(home)
    return home


def serve(*arguments: str, **environment: str) -> Result:
    """A port that is free, so that only the arguments can be wrong."""
    call = ["serve", "--port", "0", *arguments]
    return CliRunner(env=environment).invoke(main, call, catch_exceptions=False)


def said(result: Result) -> str:
    """The one line that it said."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    return result.stderr.strip().splitlines()[-1]


def contents(folder: Path) -> dict[str, bytes | None]:
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in folder.rglob("*")}


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--guest-chips", "-5", "an amount in dollars is written"),
        ("--guest-chips", "many", "an amount in dollars is written"),
        ("--guest-chips", "nan", "an amount in dollars is written"),
        ("--guest-chips", "0.001", "an amount in dollars is written"),
        ("--guest-chips", "9" * 20, "is no amount for a table"),
        ("--sign-ins", "-1", "-1 is not between 0.001 and 1,000,000"),
        ("--sign-ins", "0", "0 is not between"),
        ("--sign-ins", "nan", "nan is not between"),
        ("--commands", "0", "0 is not between"),
        ("--commands", "inf", "inf is not between"),
        ("--commands", "many", "is not a valid float"),
        ("--calculations", "-inf", "-inf is not between"),
        ("--absence", "-1", "-1 is not between 1 and 1,000,000,000"),
        ("--absence", "0.5", "0.5 is not between"),
        ("--absence", "nan", "nan is not between"),
        ("--address", "foo", "'foo' is no address: write http://HOST:PORT"),
        ("--address", "http://", "is no address"),
        ("--address", "http://host:port", "is no address"),
        ("--address", "http://host:99999", "is no address"),
        ("--origin", "foo", "'foo' is no address"),
        ("--origin", "https://house.example/page", "has a path"),
        ("--origin", "*", "is no address"),
        ("--host", "", "cannot listen on nothing"),
        ("--host", "no-such-machine.invalid", "cannot listen on no-such-machine.invalid port 0: "),
        ("--host", "999.1.1.1", "cannot listen on 999.1.1.1"),
        ("--host", "203.0.113.7", "cannot listen on 203.0.113.7"),
        ("--host", "a" * 70, "cannot listen on aaa"),
        ("--port", "65536", "65536 is not in the range"),
        ("--port", "http", "is not a valid integer"),
        ("--bots", "6", "6 is not in the range"),
        ("--bots", "2", "--bots needs --open"),
        ("--log", "yaml", "'yaml' is not one of 'text', 'json'"),
        ("--open", "nevada", "nevada: no such book; shipped are california-bally"),
        ("--open", "", "no such book"),
        ("--open", ".", "a folder, not a book"),
        ("--open", "broken.toml", "broken.toml: not a TOML file"),
        ("--open", "unfinished.toml", "unfinished.toml: backline.allowed: the house chooses this before"),
        ("--open", "picture.toml", "picture.toml: cannot be read: not a text in UTF-8"),
        ("--database", "foo", "'foo' is no address of a database: write sqlite:///FILE or postgresql://"),
        ("--database", "", "is no address of a database"),
        ("--database", "mysql://host/db", "mysql is not supported"),
        ("--database", "sqlite://", "give SQLite a file"),
        ("--database", "sqlite://uth.sqlite", "two slashes where three are wanted"),
        ("--database", "sqlite:///broken.toml", "broken.toml is no database: name another file"),
        ("--database", "sqlite:///.", "is a folder: name a file in it"),
        ("--database", "sqlite:///nowhere/uth.sqlite", "there is no folder"),
        ("--database", "sqlite:////proc/uth.sqlite", "/proc"),
    ],
)
def test_nonsense_is_said_in_one_line(folder: Path, option: str, value: str, says: str) -> None:
    (folder / "broken.toml").write_text(BROKEN)
    (folder / "unfinished.toml").write_text(UNFINISHED)
    (folder / "picture.toml").write_bytes(b"\x89PNG\xff")
    before = contents(folder)
    result = serve(option, value)
    assert says in said(result)
    assert "hidden" not in result.output
    assert contents(folder) == before


def test_a_database_that_is_wrong_is_not_called_a_missing_secret() -> None:
    for wrong in ("foo", "sqlite:///nowhere/uth.sqlite", "postgresql://host:port/uth"):
        assert "secret" not in said(serve("--database", wrong)).lower()


def test_all_that_is_wrong_with_books_is_said_at_once(folder: Path) -> None:
    (folder / "mine.toml").write_text('extends = "california-shfl"\nblind.flush = "x"\nante.push = 3\n')
    result = serve("--open", "nevada", "--open", "mine.toml", "--open", "nevada")
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["nevada", "mine.toml", "mine.toml"]


@pytest.mark.parametrize("secret", ["", "5e", "x" * 64])
def test_a_secret_that_is_none(folder: Path, secret: str) -> None:
    assert (
        said(serve(UTH_SECRET=secret))
        == "UTH_SECRET must be 64 hexadecimal digits, older ones behind a comma"
    )
    assert contents(folder) == {}
    (folder / "uth.secret").write_text(secret)
    assert "uth.secret must be a file with 64 hexadecimal digits" in said(
        serve("--database", "sqlite:///uth.sqlite")
    )
    assert list(contents(folder)) == ["uth.secret"]


def test_a_port_that_is_taken(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = said(serve("--port", str(port)))
    assert (
        line == f"cannot listen on 127.0.0.1 port {port}: Address already in use; --port 0 takes any free one"
    )
    assert contents(folder) == {}


def test_a_database_that_another_process_serves(folder: Path) -> None:
    (folder / "uth.secret").write_text("5e" * 32)
    held = lock(folder / "uth.sqlite")
    line = said(serve("--database", "sqlite:///uth.sqlite"))
    held.close()
    assert line.startswith(f"{folder}/uth.sqlite is being served by another process")
    assert sorted(contents(folder)) == ["uth.lock", "uth.secret"]


def test_a_postgresql_that_does_not_answer(folder: Path) -> None:
    line = said(serve("--database", "postgresql://uth:hidden@127.0.0.1:1/uth", **SECRET))
    assert line.startswith("cannot open postgresql://uth:***@127.0.0.1:1/uth: nobody listens there")
    line = said(serve("--database", "postgresql://uth@no-such-host.invalid/uth", **SECRET))
    assert line.startswith("cannot open postgresql://uth@no-such-host.invalid/uth: ")
    assert contents(folder) == {}


def test_a_postgresql_that_says_no(folder: Path, postgres: str) -> None:
    assert said(serve("--database", postgres)).startswith("set UTH_SECRET in the environment: 64 hexadecimal")
    missing = at_database(postgres, "no_such_database")
    assert 'database "no_such_database" does not exist' in said(serve("--database", missing, **SECRET))
    nobody = postgres.replace("://postgres:@", "://nobody_here:hidden@")
    assert nobody != postgres
    line = said(serve("--database", nobody, **SECRET))
    assert 'role "nobody_here" does not exist' in line
    assert "hidden" not in line
    assert contents(folder) == {}


@contextmanager
def as_nobody() -> Iterator[None]:
    """Rights count for root as well, when it acts as somebody else."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere rights are not bits of a mode")
def test_places_that_may_not_be_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    serve("--open", "nevada")  # so that everything is imported, which nobody may not be able to
    with tempfile.TemporaryDirectory() as name:
        closed = Path(name)
        (closed / "old.sqlite").touch()
        closed.chmod(0o555)
        monkeypatch.chdir(closed)
        with as_nobody():
            lines = [said(serve())]
            lines += [said(serve("--database", f"sqlite:///{file}")) for file in ("new.sqlite", "old.sqlite")]
        assert lines[0] == f"cannot make the folder {closed}/data: Permission denied"
        assert lines[1] == lines[2]
        assert lines[1].startswith(f"cannot write to the folder {closed}: ")
        closed.chmod(0o777)
        (closed / "old.sqlite").chmod(0o444)
        with as_nobody():
            line = said(serve("--database", "sqlite:///old.sqlite"))
        assert line.startswith(f"cannot write to {closed}/old.sqlite: ")
        assert [path.name for path in closed.iterdir()] == ["old.sqlite"]

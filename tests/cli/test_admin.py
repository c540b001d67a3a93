"""`uth admin` on a database: it names the one it works on, and makes none unasked."""

import asyncio
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from uth.cli import main
from uth.store import Person, Store

PASSWORD = "correct horse battery"
DEFAULT = "sqlite:///data/uth.sqlite"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("UTH_DATABASE", "UTH_PASSWORD", "UTH_SERVER", "UTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def admin(*arguments: str, text: str = "", **environment: str) -> Result:
    call = ["admin", *arguments]
    return CliRunner(env=environment).invoke(main, call, input=text, catch_exceptions=False)


def add(*arguments: str) -> Result:
    return admin("add-person", *arguments, UTH_PASSWORD=PASSWORD)


def said(result: Result) -> str:
    assert result.exit_code == 2, result.output
    return result.stderr.strip().splitlines()[-1]


def person(name: str, database: str = DEFAULT) -> tuple[Person | None, int]:
    async def find() -> tuple[Person | None, int]:
        store = await Store.open(database)
        try:
            found = await store.person_named(name)
            return found, await store.wallet(found.id) if found else 0
        finally:
            await store.close()

    return asyncio.run(find())


def test_a_database_is_not_made_unasked(folder: Path) -> None:
    line = said(admin("add-person", "Sue", text=f"{PASSWORD}\n" * 2))
    assert line == (
        f"There is no database at {folder}/data/uth.sqlite. Start `uth serve` on it once, name another with "
        "--database, or make a new one with --new."
    )
    assert "There is no database at" in said(add("Sue", "--database", "sqlite:///other.sqlite"))
    assert f"There is no database at {folder}/data/uth.sqlite" in said(admin("backup", "copy.db"))
    assert list(folder.iterdir()) == []


def test_it_is_made_on_purpose_and_named(folder: Path) -> None:
    result = add("Sue", "--new", "--role", "supervisor", "--role", "admin", "--role", "admin")
    assert result.exit_code == 0, result.output
    assert result.stdout == f"Sue may sign in as supervisor, admin. Written to {folder}/data/uth.sqlite.\n"
    assert said(add("Bob", "--new")) == (
        f"There is a database at {folder}/data/uth.sqlite already: leave out --new."
    )
    assert add("Dan", "--wallet", "12.50").exit_code == 0
    sue, _ = person("Sue")
    assert sue
    assert sue.roles == ("supervisor", "admin")
    assert person("Dan")[1] == 1250


def test_a_person_is_named_as_they_are_written_down(folder: Path) -> None:
    assert "Sue Ann may sign in" in add(" Sue\n Ann", "--new").stdout
    assert person("Sue Ann")[0]


def test_an_export_that_is_refused_prints_nothing() -> None:
    result = admin("--server", "http://127.0.0.1:1", "rounds", "T1", "--csv")
    assert "does not answer" in said(result)
    assert result.stdout == ""


def test_a_backup_and_what_it_restores_are_named(folder: Path) -> None:
    add("Sue", "--new")
    result = admin("backup", "copy.db")
    assert result.stdout.startswith(f"copy.db holds all of {folder}/data/uth.sqlite up to now")
    assert "is there already" in said(admin("backup", "copy.db"))
    assert "is not empty" in said(admin("restore", "copy.db"))
    result = admin("restore", "copy.db", "--database", "sqlite:///again.sqlite")
    assert result.stdout.startswith(f"{folder}/again.sqlite is as it was")
    assert person("Sue", "sqlite:///again.sqlite")[0]
    (folder / "notes.txt").write_text("no backup")
    line = said(admin("restore", "notes.txt", "--database", "sqlite:///third.sqlite"))
    assert line == "notes.txt is no database: name another file"
    assert not (folder / "third.sqlite").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["Sue", "--wallet", "-500"], "an amount in dollars is written"),
        (["Sue", "--wallet", "1e3"], "an amount in dollars is written"),
        (["Sue", "--role", "boss"], "'boss' is not one of 'player', 'dealer', 'supervisor'"),
        ([""], "a name has 2 to 24 letters"),
        (["   "], "a name has 2 to 24 letters"),
        (["S"], "a name has 2 to 24 letters"),
        (["Sue\n"], ""),
        (["<b>Sue"], "a name has 2 to 24 letters"),
        (["Sue", "--password", ""], "a password has at least 10 characters"),
        (["Sue", "--password", "short"], "a password has at least 10 characters"),
        (["Sue", "--password", "x" * 201], "a password has at most 200 characters"),
        (["Ann"], "somebody is called Ann already"),
        (["ANN"], "somebody is called ANN already"),
        (["Sue", "--database", "foo"], "'foo' is no address of a database"),
        (["Sue", "--database", "sqlite:///notes.txt"], "notes.txt is no database"),
        (["Sue", "--database", "sqlite:///nowhere/x.sqlite", "--new"], "there is no folder"),
        (["Sue", "--database", "postgresql://u:hidden@127.0.0.1:1/x"], "cannot open postgresql://u:***@"),
    ],
)
def test_nonsense_about_people(folder: Path, arguments: list[str], says: str) -> None:
    add("Ann", "--new")
    (folder / "notes.txt").write_text("no database")
    before = sorted(folder.iterdir())
    result = add(*arguments)
    if not says:  # a name is tidied
        assert result.exit_code == 0
        return
    assert says in said(result)
    assert "hidden" not in result.output
    assert person("Sue")[0] is None
    assert sorted(folder.iterdir()) == before


def test_a_password_is_asked_for_only_when_it_can_be_used() -> None:
    add("Ann", "--new")
    result = admin("add-person", "Sue", text=f"{PASSWORD}\n{PASSWORD}\n")
    assert result.exit_code == 0, result.output
    assert "Password" in result.output
    for refused in (["<b>"], ["Sue", "--database", "sqlite:///other.sqlite"], ["Sue", "--wallet", "x"]):
        assert "Password" not in admin("add-person", *refused, text=f"{PASSWORD}\n{PASSWORD}\n").output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--server", "foo", "tables"], "'foo' is no address: write http://HOST:PORT"),
        (["--server", "http://host:port", "tables"], "is no address"),
        (["--token", "two words", "tables"], "that is no token"),
        (["--token", "schlüssel", "tables"], "that is no token"),
        (["--server", "http://127.0.0.1:1", "tables"], "http://127.0.0.1:1 does not answer"),
        (["correct", "T1", "house", "player:Ann", "0", "--reason", "x"], "0 is not in the range"),
    ],
)
def test_nonsense_about_the_service(arguments: list[str], says: str) -> None:
    assert says in said(admin(*arguments))


@pytest.fixture
def stranger() -> Iterator[str]:
    """Another program that speaks HTTP, and says something else."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404 if self.path.endswith("chain") else 200)
            self.end_headers()
            self.wfile.write(b"<html>It works!</html>")

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_something_else_at_that_address(stranger: str) -> None:
    for call in ("tables", "heads"):
        assert said(admin("--server", stranger, call)) == (
            f"what answers at {stranger} is not a uth service; --server names another"
        )

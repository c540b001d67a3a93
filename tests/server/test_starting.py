"""The service as a person starts it at a terminal, and stops it with Ctrl-C."""

import contextlib
import json
import logging
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.serving import PASSWORD, UTH, Served
from tests.server.terminal import CTRL_C, Terminal
from uth.server.logs import PlainLines

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals are different there")

HOUSE = 'extends = "california-shfl"\ntitle = "The Corner Room"\n'
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("UTH_")}


def test_what_a_person_reads_and_what_it_says_is_so(tmp_path: Path) -> None:
    """Also: the database is in one place for all commands, and the command for staff works as it stands."""
    terminal = Terminal(tmp_path, "serve", "--port", "0", "--open", "iowa-catfish-bend", "--bots", "1")
    terminal.wait_for("/console/T1\n")
    assert re.sub(r"127\.0\.0\.1:\d+", "HOST", terminal.shown).replace(str(tmp_path), "FOLDER") == (
        "Starting ...\n"
        "Serving at http://HOST (Ctrl-C stops)\n"
        "Database FOLDER/data/uth.sqlite (new)\n"
        "  T1  iowa-catfish-bend  1 bot, new\n"
        "\n"
        "To become staff, run this in another terminal, then sign in at the floor or a dealer's console:\n"
        f"  {sys.executable} -m uth admin add-person NAME --role supervisor --role dealer --role admin "
        "--database sqlite:///FOLDER/data/uth.sqlite\n"
        "  http://HOST/floor\n"
        "  http://HOST/console/T1\n"
    )
    at = terminal.wait_for(r"http://127\.0\.0\.1:\d+")[0]
    staff = shlex.split(terminal.wait_for(r".* admin add-person .*")[0].replace("NAME", "Sue"))
    plain = [*UTH, "admin", "add-person", "Bob", "--role", "auditor"]
    for call, folder in ((staff, "/"), (plain, tmp_path)):
        environment = {**PLAIN, "UTH_PASSWORD": PASSWORD}
        done = subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.endswith(f"Written to {tmp_path}/data/uth.sqlite.\n")
    for name, roles in (("Sue", {"supervisor", "dealer", "admin"}), ("Bob", {"auditor"})):
        token = httpx.post(f"{at}/api/sessions", json={"name": name, "password": PASSWORD}).json()["token"]
        me = httpx.get(f"{at}/api/me", headers={"authorization": f"Bearer {token}"})
        assert set(me.json()["roles"]) == roles, me.text

    terminal.type(CTRL_C)
    assert terminal.end() == 0
    after = terminal.shown.partition("/console/T1\n")[2]
    assert after.replace("^C", "") == "\nStopping; Ctrl-C again ends it at once.\n"
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [
        "uth.heads",
        "uth.lock",
        "uth.secret",
        "uth.sqlite",
    ]


def test_two_quick_ones_end_it_at_once(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "serve", "--port", "0", "--open", "iowa-catfish-bend", "--bots", "3")
    terminal.wait_for("/console/T1\n")
    time.sleep(1)
    began = time.monotonic()
    terminal.type(CTRL_C)
    time.sleep(0.05)  # two at the very same moment are one
    terminal.type(CTRL_C)
    assert terminal.end() in (0, 130)
    assert time.monotonic() - began < 5
    assert "Traceback" not in terminal.shown


@pytest.mark.parametrize("module", ["click", "webbrowser", "sqlalchemy", "uvicorn"])
def test_it_can_be_stopped_while_it_loads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    """With a module that takes for ever to import."""
    (tmp_path / f"{module}.py").write_text("import time; print('loading', flush=True); time.sleep(600)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    terminal = Terminal(tmp_path, "serve", "--port", "0")
    terminal.wait_for("loading\n")
    terminal.type(CTRL_C)
    assert terminal.end() == -signal.SIGINT
    assert terminal.shown.replace("Starting ...\n", "") == "loading\n^C"
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
@pytest.mark.parametrize("keys", [CTRL_C, CTRL_C * 2])
def test_it_can_be_stopped_at_any_moment_of_its_start(tmp_path: Path, keys: bytes) -> None:
    """While it imports, while it makes its database, when it is just up; and then it starts as ever."""
    arguments = ("serve", "--port", "0", "--open", "iowa-catfish-bend", "--bots", "2")
    began = time.monotonic()
    terminal = Terminal(tmp_path, *arguments)
    terminal.wait_for("Serving at")
    takes = time.monotonic() - began
    terminal.type(keys)
    assert terminal.end() in (0, 130)
    assert "Traceback" not in terminal.shown
    for nth in range(6):
        folder = tmp_path / str(nth % 2)  # once with a database that was begun, once with a new one
        folder.mkdir(exist_ok=True)
        terminal = Terminal(folder, *arguments)
        terminal.wait_for("Starting")
        end = time.monotonic() + takes * nth / 6
        while time.monotonic() < end:
            terminal.read(0.01)
        terminal.type(keys)
        assert terminal.end() in (0, 130, -2)
        assert "Traceback" not in terminal.shown, terminal.shown
        assert "Error" not in terminal.shown, terminal.shown
    terminal = Terminal(tmp_path / "0", *arguments)
    terminal.wait_for("/console/T1\n")
    assert re.findall(r"^  (T\d)", terminal.shown, re.MULTILINE) == ["T1"]
    terminal.type(CTRL_C)
    assert terminal.end() == 0


def test_nothing_keeps_running(tmp_path: Path) -> None:
    """Neither bots nor a calculation in its thread."""
    service = Served(
        f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, "--open", "iowa-catfish-bend", "--bots", "5"
    ).start()
    game = {"book": "iowa-catfish-bend", "ante": "10", "progressive": "1", "trips": "7"}

    def ask() -> None:
        with contextlib.suppress(httpx.HTTPError):
            for odds in range(1, 10_000):
                settings = [f"blind.flush={odds}:3"]
                service.call("POST", "/api/mathematics/solve", {**game, "settings": settings})

    asking = threading.Thread(target=ask)
    asking.start()
    time.sleep(2)
    began = time.monotonic()
    assert service.stop() == 0
    assert time.monotonic() - began < 15
    asking.join(15)
    assert not asking.is_alive()
    assert "Traceback" not in service.errors()


def test_who_does_not_want_to_read_does_not_keep_it_running(tmp_path: Path) -> None:
    """What was begun is ended in good order, also when it cannot say that it is up."""
    reading, writing = os.pipe()
    os.close(reading)
    call = [*UTH, "serve", "--port", "0", "--open", "iowa-catfish-bend", "--bots", "1", "--log", "json"]
    with subprocess.Popen(
        call, cwd=tmp_path, env=PLAIN, stdout=writing, stderr=subprocess.PIPE, text=True
    ) as service:
        os.close(writing)
        _, said = service.communicate(timeout=60)
    assert service.returncode == 1
    assert [json.loads(line)["what"] for line in said.splitlines()] == ["serving", "stopped"]


def test_lines_for_programs_are_json(tmp_path: Path) -> None:
    """Without a terminal, or when asked for."""
    service = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path).start()
    assert service.stop() == 0
    lines = [json.loads(line) for line in service.errors().splitlines()]
    assert [line["what"] for line in lines] == ["serving", "stopped"]
    terminal = Terminal(tmp_path, "serve", "--port", "0", "--log", "json")
    terminal.wait_for("/console/TABLE\n")
    terminal.type(CTRL_C)
    assert terminal.end() == 0
    said = [json.loads(line)["what"] for line in terminal.shown.splitlines() if line.startswith("{")]
    assert said == ["serving", "stopped"]


def test_lines_for_people_are_plain(tmp_path: Path) -> None:
    service = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, "--log", "text").start()
    assert service.stop() == 0
    assert service.errors() == ""


def test_a_plain_line_is_one_line() -> None:
    def line(**record: Any) -> str:
        given = {"levelname": "WARNING", "msg": "seat not freed", **record}
        return PlainLines().format(logging.makeLogRecord(given))

    assert re.fullmatch(r"\d\d:\d\d:\d\d warning: seat not freed", line())
    assert line(table="T1", why="a\nb").endswith(" warning: seat not freed, table T1 (a b)")
    try:
        raise KeyError("x")
    except KeyError:
        said = line(levelname="ERROR", table="T1", exc_info=sys.exc_info())
    assert said.endswith(" error: seat not freed, table T1 (KeyError: 'x'; --log json tells where)")
    assert "\n" not in line(msg="a trace\nof many\nlines")


def tables(service: Served) -> dict[str, str]:
    return {table["id"]: table["phase"] for table in service.call("GET", "/api/tables").json()}


def started(service: Served) -> list[str]:
    """How each table came to be, as it is said at the start."""
    process = service.start()._process
    assert process
    assert process.stdout
    lines: list[str] = []
    while line := process.stdout.readline().rstrip():
        lines.append(line)
    service.wait_until_it_leads()
    return [" ".join(line.split()) for line in lines[1:]]


@pytest.mark.slow
def test_tables_of_a_book_in_a_file_are_found_again(database: str, tmp_path: Path) -> None:
    """Two of the same are two; a file that has changed is another book."""
    house = tmp_path / "my-house.toml"
    house.write_text(HOUSE)
    book = str(house)
    service = Served(database, tmp_path, "--open", book, "--open", "iowa-catfish-bend", "--open", book)
    service.staff("Sue")
    try:
        assert started(service) == [f"T1 {book} new", "T2 iowa-catfish-bend new", f"T3 {book} new"]
        service.stop()
        assert started(service) == [f"T1 {book}", "T2 iowa-catfish-bend", f"T3 {book}"]
        sue = service.sign_in()
        close = {"do": "close", "reason": "the night is over"}
        assert service.do(sue, "T3", close, **{"as": "supervisor"}).is_success
        service.kill()
        assert started(service) == [f"T1 {book}", "T2 iowa-catfish-bend", f"T3 {book} opened again"]
        service.stop()
        house.write_text(HOUSE + 'limits.ante = ["10.00", "50.00"]\n')
        differs = "new: the book differs from the one at T1, T3"
        assert started(service) == [f"T4 {book} {differs}", "T2 iowa-catfish-bend", f"T5 {book} {differs}"]
        service.stop()
        house.write_text(f"# a comment is no rule\n{house.read_text()}")
        assert started(service) == [f"T4 {book}", "T2 iowa-catfish-bend", f"T5 {book}"]
        assert set(tables(service)) == {"T1", "T2", "T3", "T4", "T5"}
        assert set(tables(service).values()) == {"banking", "betting"}
    finally:
        service.stop()


def test_a_table_that_a_dealer_deals_is_not_taken_for_it(database: str, tmp_path: Path) -> None:
    service = Served(database, tmp_path, "--open", "iowa-catfish-bend")
    service.staff("Sue")
    plain = Served(database, tmp_path)
    plain.start()
    assert plain.open(plain.sign_in(), dealing="entered") == "T1"
    plain.stop()
    try:
        assert started(service) == ["T2 iowa-catfish-bend new"]
    finally:
        service.stop()

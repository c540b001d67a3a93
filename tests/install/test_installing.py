"""A wheel in an empty environment, used as somebody would who has only that."""

import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.install.packing import Installed, build, copy_project
from uth import __version__

EXTRA = "pip install 'uth[serve]'"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = build(copy_project(folder / "project"), "wheel", folder)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module", params=["newest", "lowest"])
def plain(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """`pip install uth`, with the newest and with the lowest versions that it allows."""
    return Installed(tmp_path_factory.mktemp("plain"), wheel, lowest=request.param == "lowest")


@pytest.fixture(scope="module", params=["newest", "lowest"])
def full(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """`pip install 'uth[serve]'`, likewise."""
    return Installed(tmp_path_factory.mktemp("full"), wheel, "serve", lowest=request.param == "lowest")


def test_version_and_help(plain: Installed) -> None:
    assert re.fullmatch(rf"uth {re.escape(__version__)} \([0-9a-f]{{12}}\)\n", plain.uth("--version").stdout)
    for command in ("--help", "serve --help", "admin --help", "verify --help"):
        done = plain.uth(*command.split())
        assert (done.returncode, done.stderr) == (0, ""), command


def test_a_player_needs_no_extra(plain: Installed) -> None:
    assert "Net" in plain.uth("demo").stdout
    solved = plain.uth("solve", "california-shfl")
    assert "2.184971 %" in solved.stdout, solved.stderr
    played = plain.uth("play", "california-shfl")
    assert "Traceback" not in played.stderr


def test_a_round_is_verified_without_the_extra(plain: Installed, tmp_path: Path) -> None:
    played = Path(__file__).with_name("round.json")
    assert "Everything fits." in plain.uth("verify", played).stdout
    (tmp_path / "forged.json").write_text(re.sub('"seed": ?"..', '"seed": "00', played.read_text()))
    assert plain.uth("verify", tmp_path / "forged.json").returncode == 1


@pytest.mark.parametrize("command", ["serve", "admin tables", "admin add-person Sue", "admin backup here"])
def test_the_service_asks_for_its_extra(plain: Installed, command: str) -> None:
    done = plain.uth(*command.split())
    assert done.returncode == 2
    assert EXTRA in done.stderr
    assert "Traceback" not in done.stderr
    assert not (plain.folder / "data").exists()


@pytest.mark.slow
def test_the_service_deals_with_the_extra(full: Installed) -> None:
    """The page is there, and bots play a round; at Ctrl-C it ends."""
    options = ["--port", "0", "--open", "iowa-catfish-bend", "--bots", "2"]
    call = [str(full.bin / "uth"), "serve", *options]
    with subprocess.Popen(
        call, cwd=full.folder, env=full.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stdout
        assert serving.stderr
        address = re.search(r"http://\S+", serving.stdout.readline())
        assert address, serving.stderr.read()
        with urllib.request.urlopen(address.group()) as page:
            assert b'<div id="app">' in page.read()
        rounds = ""
        end = time.monotonic() + 60
        while '"round":' not in rounds and time.monotonic() < end:
            time.sleep(0.5)
            with urllib.request.urlopen(f"{address.group()}/api/tables/T1/rounds") as answer:
                rounds = answer.read().decode()
        serving.send_signal(signal.SIGINT)
        assert serving.wait(20) == 0
        assert '"round":' in rounds, serving.stderr.read()


@pytest.mark.skipif(sys.platform == "win32", reason="the wheel is the same; this looks at its files once")
def test_nothing_is_written_beside_the_program(plain: Installed) -> None:
    """A package that belongs to the system, or is shared, is not changed by using it."""
    package = next(plain.bin.parent.glob("lib/python*/site-packages/uth"))

    def files() -> dict[Path, int]:
        found = (file for file in package.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
        return {file: file.stat().st_mtime_ns for file in found}

    before = files()
    plain.uth("advise", "florida", "--hole", "9s 8d", "--board", "Kh 5d 2c 9c 4h")
    assert before == files()

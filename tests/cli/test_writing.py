"""Commands that cannot write what they want to: signs, space, or somebody who has read enough."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

UTH = [sys.executable, "-c", "from uth.cli import main; main()"]
SCENARIO = str(Path(__file__).parent.parent / "playthroughs" / "iowa-unqualified.txt")
POOR = [
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
]


def run(
    *command: str, stdout: int, typed: bytes = b"", environment: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [*UTH, *command],
        env={**os.environ, **(environment or {})},
        input=typed,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [["demo"], ["table", SCENARIO], ["--help"]])
def test_a_full_disk_is_said_in_words(command: list[str]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    done = run(*command, stdout=full)
    os.close(full)
    assert done.returncode == 1
    assert done.stderr.decode() == "uth: cannot write the output: No space left on device\n"


@pytest.mark.parametrize("environment", POOR)
def test_a_terminal_without_suit_signs_gets_letters(environment: dict[str, str]) -> None:
    done = run("demo", stdout=subprocess.PIPE, environment=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"seat 1  Jh Th  bets 4x" in done.stdout
    assert done.stdout.isascii()


@pytest.mark.parametrize("environment", POOR)
def test_other_signs_that_it_lacks_are_replaced(environment: dict[str, str]) -> None:
    done = run(
        "play", "--seed", "x", stdout=subprocess.PIPE, typed=b"10\nc\nc\nf\nq\n", environment=environment
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"taken ? folded" in done.stdout  # where a dash stands


def test_who_has_read_enough_may_go() -> None:
    command, pipe = [*UTH, "rules", "clauses"], subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.read(100)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 1

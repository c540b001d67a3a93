"""`uth verify` as a person or a script calls it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.proof.played import chained, log_of, played
from uth.cli import main
from uth.proof.happenings import encode

ROUND = Path(__file__).parents[1] / "proof" / "round.json"


def verify(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "log.jsonl").write_bytes(log_of(chained([encode(one) for one in played()])))
    return tmp_path / "log.jsonl"


def test_what_fits_is_counted(log: Path) -> None:
    assert verify(ROUND).stdout == "35 events, 1 round, 1 sealed shuffle checked\nEverything fits.\n"
    result = verify(log)
    assert result.exit_code == 0
    assert "2 rounds, 2 sealed shuffles checked\nEverything fits." in result.stdout


def test_faults_are_counted(tmp_path: Path) -> None:
    record = json.loads(ROUND.read_text())
    flop = next(line["event"] for line in record["events"] if line["event"]["event"] == "flop_shown")
    flop["cards"].reverse()
    (tmp_path / "round.json").write_text(json.dumps(record))
    result = verify(tmp_path / "round.json")
    assert result.exit_code == 1
    assert result.stdout.endswith("\n1 fault.\n")
    river = next(line["event"] for line in record["events"] if line["event"]["event"] == "river_shown")
    river["cards"].reverse()
    (tmp_path / "round.json").write_text(json.dumps(record))
    assert verify(tmp_path / "round.json").stdout.endswith("\n2 faults.\n")
    checked = json.loads(verify(tmp_path / "round.json", "--json").stdout)
    assert len(checked["faults"]) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "is empty: a round or a log is wanted."),
        (ROUND.read_bytes()[:-100], "ends in the middle: it is not complete, so save it again."),
        (b"hello", "is neither a round nor a log: a round comes from /api/tables/T1/rounds/7, a log from "),
        (b'{"table": "T1"}', "is neither a round nor a log"),
    ],
)
def test_a_file_that_cannot_be_checked(tmp_path: Path, text: bytes, says: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(text)
    result = verify(file)
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert line.startswith(f"{file} {says}")
    assert verify(file, "--json").exit_code == 2


def test_a_head_that_was_published(log: Path) -> None:
    head = json.loads(verify(log, "--json").stdout)["head"]
    assert verify(log, "--head", head.upper()).exit_code == 0
    result = verify(log, "--head", "0" * 64)
    assert result.exit_code == 1
    assert f"the log ends with {head}, not with {'0' * 64}" in result.stdout
    assert verify(log, "--head", "abc").exit_code == 2
    result = verify(ROUND, "--head", head)
    assert (result.exit_code, result.stderr) == (2, f"{ROUND} is a round, and --head is the end of a log.\n")


def test_what_is_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        assert verify(path).exit_code == 2

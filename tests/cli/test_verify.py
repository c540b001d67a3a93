"""`uth verify` as a person or a script calls it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from tests.proof.played import TABLE, Playing, chained, two_rounds
from uth.cli import main
from uth.proof.happenings import ShuffleSealed, encode
from uth.server.receipts import Receipts

ROUND = Path(__file__).parents[1] / "proof" / "round.json"


def verify(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture
def playing() -> Playing:
    return two_rounds()


@pytest.fixture
def log(tmp_path: Path, playing: Playing) -> Path:
    (tmp_path / "log.jsonl").write_bytes(playing.log)
    return tmp_path / "log.jsonl"


def test_what_fits_is_counted(log: Path) -> None:
    result = verify(ROUND)
    assert result.stdout.endswith("35 events, 1 round, 1 sealed shuffle checked\nEverything fits.\n")
    assert "        3  decision by its own seat, or by the clock\n" in result.stdout
    result = verify(log)
    assert result.exit_code == 0
    assert "2 rounds, 2 sealed shuffles checked\nEverything fits." in result.stdout
    assert "        6  wager settled again\n" in result.stdout
    piped = CliRunner().invoke(main, ["verify", "-"], input=log.read_bytes())
    assert piped.stdout == result.stdout


def test_the_first_thing_that_does_not_fit_ends_it(tmp_path: Path) -> None:
    record = json.loads(ROUND.read_text())
    number, flop = next(
        (line["number"], line["event"]) for line in record["events"] if line["event"]["event"] == "flop_shown"
    )
    flop["cards"].reverse()
    river = next(line["event"] for line in record["events"] if line["event"]["event"] == "river_shown")
    river["cards"].reverse()
    (tmp_path / "round.json").write_text(json.dumps(record))
    result = verify(tmp_path / "round.json")
    assert result.exit_code == 1
    assert f"  round 1, event {number}: flop: " in result.stdout
    assert result.stdout.endswith("\nThis does not fit; nothing after it was checked.\n")
    checked = json.loads(verify(tmp_path / "round.json", "--json").stdout)
    assert len(checked["faults"]) == 1


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
    assert (result.exit_code, result.stderr) == (2, f"{ROUND} is a round, and --head is about a log.\n")


def test_what_is_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        assert verify(path).exit_code == 2


def test_an_earlier_head_and_what_a_player_saw(log: Path, playing: Playing) -> None:
    rows = chained(playing.entries)
    early = rows[7].hash.hex()
    assert verify(log, "--includes", early, "--includes", rows[0].hash.hex()).exit_code == 0
    result = verify(log, "--includes", early, "--includes", "0" * 64)
    assert (result.exit_code, f"no event has the hash {'0' * 64}" in result.stdout) == (1, True)
    seen = [entry.plain.commitment for entry in playing.entries if isinstance(entry.plain, ShuffleSealed)]
    assert verify(log, "--commitment", seen[0], "--commitment", seen[1]).exit_code == 0
    result = verify(log, "--commitment", "1" * 64)
    assert result.exit_code == 1
    assert f"the house committed to {'1' * 64} in no round" in result.stdout
    commitment = json.loads(ROUND.read_text())["commitment"]
    assert verify(ROUND, "--commitment", commitment).exit_code == 0
    assert verify(ROUND, "--commitment", seen[0]).exit_code == 1
    assert verify(ROUND, "--includes", early).exit_code == 2


def test_receipts_that_were_kept(tmp_path: Path, playing: Playing) -> None:
    """Two people who are shown two histories can prove it with what the service has signed."""
    signing = Receipts(bytes(32))
    playing.terms = replace(playing.terms, key=signing.key)
    log = tmp_path / "log.jsonl"
    log.write_bytes(playing.log)
    rows = chained(playing.entries)
    sealed = next(entry.plain for entry in playing.entries if isinstance(entry.plain, ShuffleSealed))
    told = [
        signing.commitment(TABLE, 1, sealed.commitment),
        signing.head(TABLE, 9, rows[8].hash),
        signing.command(rows[3], "0001", bytes(32)),
    ]
    kept = tmp_path / "receipts.jsonl"

    def fault(*receipts: object) -> str:
        kept.write_bytes(b"".join(encode(one) + b"\n" for one in receipts))
        result = verify(log, "--receipt", kept)
        assert result.exit_code == int("Everything fits." not in result.stdout)
        return result.stdout

    assert "Everything fits." in fault(*told)
    assert "receipt 2: event 9 had the hash" in fault(told[0], signing.head(TABLE, 9, bytes(32)))
    assert "the log has another" in fault(signing.commitment(TABLE, 1, "0" * 64))
    assert "the signature does not fit" in fault(replace(told[1], number=10))
    assert "signed with another key" in fault(Receipts(b"another").head(TABLE, 9, rows[8].hash))
    assert "it is about T2" in fault(signing.head("T2", 9, rows[8].hash))
    kept.write_text("nothing")
    assert verify(log, "--receipt", kept).exit_code == 2

"""Old rounds in Parquet: checked without the service, and nothing that a chain needs is gone."""

import subprocess
import time
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from tests.server.serving import UTH, Served


def uth(served: Served, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*UTH, *words], env=served.environment, capture_output=True, text=True, check=False)


def play(served: Served, rounds: int) -> None:
    """Until bots have played so many rounds more."""
    [table] = served.call("GET", "/api/tables").json()
    for _ in range(600):
        [now] = served.call("GET", "/api/tables").json()
        if now["round"] > table["round"] + rounds:
            return
        time.sleep(0.1)
    raise AssertionError(now)


def test_an_archive_is_checked_without_the_service(database: str, tmp_path: Path) -> None:
    served = Served(database, tmp_path, "--open", "iowa-catfish-bend", "--bots", "2")
    served.staff("Sue")
    served.start()
    folder = tmp_path / "archive"
    try:
        play(served, 2)
        assert uth(served, "admin", "archive", str(folder)).stdout == "Nothing to archive.\n", (
            "they are young"
        )
        done = uth(served, "admin", "archive", str(folder), "--older-than", "0")
        assert (done.returncode, "rounds 1 to" in done.stdout) == (0, True), done.stderr
        play(served, 2)
        again = uth(served, "admin", "archive", str(folder), "--older-than", "0", "--forget-answers")
        assert again.returncode == 0, again.stderr
        assert "answers removed" in again.stdout
        sue = served.sign_in()
        assert served.call("POST", "/api/check", {"heads": []}, sue).json()["faults"] == []
        notes = served.call("GET", "/api/notes", token=sue).json()
        assert [note["what"].split(",")[0] for note in notes[:2]] == ["archived T1"] * 2
    finally:
        served.stop()
    events = sorted((folder / "T1").glob("events-*.parquet"))
    assert len(events) == 2
    checked = uth(served, "verify", str(folder / "T1"))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "Everything fits." in checked.stdout
    assert uth(served, "verify", str(events[0])).returncode == 0
    assert uth(served, "verify", str(events[1])).returncode != 0, (
        "a part without its beginning proves nothing"
    )
    rounds = pa.concat_tables(parquet.read_table(file) for file in sorted((folder / "T1").glob("rounds-*")))
    assert rounds["round"].to_pylist() == list(range(1, len(rounds) + 1))
    assert all(len(seed) == 64 for seed in rounds["seed"].to_pylist())
    assert all(sum(move["cents"] for move in net) == 0 for net in rounds["net"].to_pylist())

    # a forged file is found: by its digest before more is added, and by whoever verifies it
    table = parquet.read_table(events[0])
    bodies = table["body"].to_pylist()
    place = next(n for n, body in enumerate(bodies) if '"round_ended"' in body)
    bodies[place] = bodies[place].replace('"round_ended"', '"round_ended" ')
    column = table.schema.get_field_index("body")
    parquet.write_table(table.set_column(column, "body", pa.array(bodies)), events[0])
    assert uth(served, "verify", str(folder / "T1")).returncode == 1
    more = uth(served, "admin", "archive", str(folder), "--older-than", "0")
    assert (more.returncode, "was changed" in more.stderr) == (2, True)


def test_what_is_no_archive_says_so(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/none.sqlite", tmp_path)
    (tmp_path / "x.parquet").write_text("x")
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "y.parquet")
    (tmp_path / "empty").mkdir()
    for place, says in (
        ("x.parquet", "no archive"),
        ("y.parquet", "no archive"),
        ("empty", "holds no archive"),
    ):
        done = uth(served, "verify", str(tmp_path / place))
        assert (done.returncode, says in done.stderr) == (2, True), done.stderr

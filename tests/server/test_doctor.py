"""`uth admin doctor` says of each thing how it is, and what to do."""

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.server.serving import UTH, Served
from tests.store.making import run_sql


def look(served: Served, *options: str, **environment: str) -> tuple[int, dict[str, dict[str, str]]]:
    done = subprocess.run(
        [*UTH, "admin", "doctor", "--json", *options],
        env={**served.environment, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    return done.returncode, {one["what"]: one for one in json.loads(done.stdout)}


@pytest.mark.anyio
async def test_a_house_that_is_well(database: str, tmp_path: Path) -> None:
    served = Served(database, tmp_path)
    served.staff("Sue")
    served.start()
    backups = tmp_path / "backups"
    backups.mkdir()
    try:
        served.admin("backup", str(backups / "today.db"))
        code, found = look(served, "--backups", str(backups), "--full")
    finally:
        served.stop()
    assert code == 0, found
    assert {"versions", "database", "clock", "chain", "secret", "backup"} <= set(found)
    assert {one["what"] for one in found.values() if one["state"] != "ok"} <= {"clock"}
    assert found["chain"]["says"].startswith("every chain and balance fits")

    # each thing that goes wrong is found
    old = time.time() - 48 * 3600
    os.utime(backups / "today.db", (old, old))
    code, found = look(served, "--backups", str(backups), UTH_SECRET="ab" * 32)
    assert code == 2
    assert (found["backup"]["state"], found["secret"]["state"]) == ("wrong", "wrong")
    assert "--secret-lost" in found["secret"]["do"]
    later = (time.time_ns() // 1000) + 3600 * 10**6
    await run_sql(database, f"UPDATE heads SET at = {later} WHERE stream = 'house'")
    await run_sql(database, "UPDATE people SET roles = '[\"admin\"]'")
    code, found = look(served)
    assert (found["clock"]["state"], found["chain"]["state"]) == ("wrong", "wrong")
    assert "60 minutes behind" in found["clock"]["says"]
    assert "roles of person" in found["chain"]["says"]


def test_files_that_others_read_and_a_database_that_is_not_there(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path)
    code, found = look(served)
    assert (code, found["database"]["state"]) == (2, "wrong")
    served.staff("Sue")
    (tmp_path / "uth.sqlite").chmod(0o644)
    (tmp_path / "uth.secret").write_text("00" * 32)
    (tmp_path / "uth.secret").chmod(0o640)
    code, found = look(served)
    assert found["files"]["says"] == "others can read uth.sqlite, uth.secret"


@pytest.mark.parametrize("text", ["", "zz"])
def test_a_secret_in_a_file(tmp_path: Path, text: str) -> None:
    served = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path)
    served.staff("Sue")
    file = tmp_path / "handed-over"
    file.write_text("ab" * 32)
    environment = {"UTH_SECRET_FILE": str(file)}
    served_environment = {key: value for key, value in served.environment.items() if key != "UTH_SECRET"}

    def state() -> str:
        done = subprocess.run(
            [*UTH, "admin", "doctor", "--json"],
            env={**served_environment, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        return str({one["what"]: one for one in json.loads(done.stdout)}["secret"]["state"])

    assert state() == "ok"
    file.write_text(text)
    assert state() == "wrong"

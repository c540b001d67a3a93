"""What deploy/ holds: units that systemd takes, metrics that exist, a backup that comes back."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from scripts.packages import NotHad, find
from tests.server.serving import UTH, Served

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
WORST = {"uth.service": 1.5, "uth-backup.service": 3.9}
"""How exposed systemd may find them, from 0 (not at all) to 10."""
NOT_OURS = {"up", "time", "rate", "sum", "max", "by", "le", "code", "job", "histogram_quantile", "and"}


def names_in(expression: str) -> set[str]:
    without_labels = re.sub(r"\{[^}]*\}|\[[^]]*\]|\"[^\"]*\"", "", expression)
    return set(re.findall(r"[a-z_]{2,}", without_labels)) - NOT_OURS


def expressions() -> dict[str, str]:
    alerts = re.findall(r"alert: (\w+)\n\s+expr: (.+)", (DEPLOY / "prometheus" / "alerts.yml").read_text())
    board = json.loads((DEPLOY / "grafana" / "house.json").read_text())
    shown = [(panel["title"], one["expr"]) for panel in board["panels"] for one in panel["targets"]]
    assert len(alerts) >= 10
    assert len(shown) >= 14
    return dict([*alerts, *shown])


def test_every_metric_that_is_named_exists(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path).start()
    try:
        served.guest()
        text = served.call("GET", "/metrics").text
    finally:
        served.stop()
    there = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    there |= {f"{name}_bucket" for name in there}
    there |= set(re.findall(r"# TYPE (\w+) gauge", (DEPLOY / "backup.sh").read_text()))
    missing = {
        where: names_in(said) - there for where, said in expressions().items() if names_in(said) - there
    }
    assert not missing


def test_prometheus_takes_the_alerts(tmp_path: Path) -> None:
    try:
        promtool = find("promtool")
    except NotHad as why:
        pytest.skip(str(why))
    folder = DEPLOY / "prometheus"
    done = subprocess.run(
        [promtool, "check", "config", "prometheus.yml"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"{len(re.findall('alert:', (folder / 'alerts.yml').read_text()))} rules found" in done.stdout


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:  # where nothing is installed, the program is another
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text(), flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
    for unit in UNITS:
        call = ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit.name)]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        ours = [line for line in done.stderr.splitlines() if "uth" in line]
        assert (done.returncode, ours) == (0, []), done.stderr
    for name, worst in WORST.items():
        call = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(tmp_path / name)]
        said = subprocess.run(call, capture_output=True, text=True, check=False).stdout
        level = re.search(r"exposure level for \S+ ([\d.]+)", said)
        assert level, said
        assert float(level[1]) <= worst


def test_the_unit_and_the_image_start_what_there_is() -> None:
    """Every option that a file of deploy/ gives uth is one that uth has."""
    texts = [
        file.read_text() for file in [*UNITS, *DEPLOY.glob("*.*"), DEPLOY / "Containerfile"] if file.is_file()
    ]
    help = subprocess.run([*UTH, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    for text in texts:
        for options in re.findall(r"(?:uth serve|\[serve,) ?([^\n`\]]*)", text):
            for option in re.findall(r"--[a-z-]+", options):
                assert option in help, option
    assert tomllib.loads((DEPLOY / "uth.toml").read_text())["serve"]["https"]


def test_a_backup_is_restored_before_it_counts(database: str, tmp_path: Path) -> None:
    served = Served(database, tmp_path, "--open", "iowa-catfish-bend", "--bots", "2")
    served.staff("Sue")
    served.start()
    backups, textfile = tmp_path / "backups", tmp_path / "uth.prom"
    program = tmp_path / "uth"
    program.write_text(f'#!/bin/sh\nexec {" ".join(UTH)} "$@"\n')
    program.chmod(0o755)
    environment = {**served.environment, "UTH": str(program), "TEXTFILE": str(textfile), "KEEP_DAYS": "1"}

    def run() -> subprocess.CompletedProcess[str]:
        call = [str(DEPLOY / "backup.sh"), str(backups)]
        return subprocess.run(call, env=environment, capture_output=True, text=True, check=False)

    try:
        backups.mkdir()
        old = backups / "uth-20200101T000000Z.db"
        old.write_text("old")
        os.utime(old, (0, 0))
        done = run()
        assert done.returncode == 0, done.stderr
        assert "a restore of it fits" in done.stdout
        [made] = backups.iterdir()
        assert made.stat().st_mode & 0o077 == 0
        assert "uth_backup_timestamp_seconds " in textfile.read_text()
    finally:
        served.stop()
    # a database that does not fit is told, and what was kept before stays
    textfile.unlink()
    sabotage(database)
    done = run()
    assert done.returncode != 0
    assert [made] == list(backups.iterdir())
    assert not textfile.exists()


def sabotage(database: str) -> None:
    import asyncio

    from tests.store.making import run_sql

    asyncio.run(run_sql(database, "UPDATE wallets SET cents = cents + 1"))


def test_an_upgrade_loses_no_round(database: str, tmp_path: Path) -> None:
    """The script stops, backs up, installs and starts; the hand that was in play goes on."""
    served = Served(database, tmp_path, "--open", "iowa-catfish-bend")
    served.staff("Sue")
    served.start()
    ann = served.guest()
    for act in (
        {"do": "sit", "seat": 1},
        {"do": "buy_in", "cents": 50_000},
        {"do": "bet", "stakes": {"ante": 500}},
    ):
        assert served.do(ann, "T1", act).is_success
    before = served.look(ann, "T1")
    assert before["table"]["phase"] == "preflop"

    venv = tmp_path / "venv" / "bin"
    venv.mkdir(parents=True)
    steps = tmp_path / "steps"
    scripts = {
        "uth": f'exec {" ".join(UTH)} "$@"',
        "python": f'echo "installs $*" >> {steps}',
        "stop": f"echo stops >> {steps}; kill -TERM {served.pid}; tail --pid={served.pid} -f /dev/null",
        "start": f"echo starts >> {steps}",
    }
    for name, text in scripts.items():
        (venv / name).write_text(f"#!/bin/sh\n{text}\n")
        (venv / name).chmod(0o755)
    environment = {
        **served.environment,
        "VENV": str(venv.parent),
        "BACKUPS": str(tmp_path / "backups"),
        "STOP": str(venv / "stop"),
        "START": str(venv / "start"),
    }
    call = [str(DEPLOY / "upgrade.sh"), "uth-9.whl", "run.txt"]
    process = served._process
    assert process
    reaped = subprocess.Popen(
        call, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    process.wait(30)  # as systemd would, so that its number is free
    said, _ = reaped.communicate(timeout=60)
    assert reaped.returncode == 0, said
    assert steps.read_text().splitlines() == [
        "stops",
        "installs -m pip install --quiet --require-hashes -r run.txt",
        "installs -m pip install --quiet --no-deps --force-reinstall uth-9.whl",
        "starts",
    ]
    assert len(list((tmp_path / "backups").iterdir())) == 1
    assert served.stop() == 0
    served.start()
    try:
        served.wait_until_it_leads()
        after = served.look(ann, "T1")
        assert after["you"]["holes"] == before["you"]["holes"]
        for choice in ("check", "check", "fold"):
            assert served.do(ann, "T1", {"do": "decide", "choice": choice}).is_success
        record = served.call("GET", "/api/tables/T1/rounds/1", token=ann)
        (tmp_path / "round.json").write_text(record.text)
        verified = subprocess.run(
            [*UTH, "verify", str(tmp_path / "round.json")], capture_output=True, text=True, check=False
        )
        assert verified.returncode == 0, verified.stdout
    finally:
        served.stop()

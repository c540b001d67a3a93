"""The secret is lost or changed: that costs the rounds in play, and nothing else."""

import subprocess
from pathlib import Path

from tests.server.serving import UTH, Served


class Keeping(Served):
    """A service whose secret lies beside its file."""

    @property
    def environment(self) -> dict[str, str]:
        found = super().environment
        del found["UTH_SECRET"]
        return found


def in_play(tmp_path: Path) -> tuple[Keeping, str, str]:
    """A service with a round in play."""
    served = Keeping(f"sqlite:///{tmp_path}/uth.db", tmp_path, "--sign-ins", "1000")
    served.staff("Sue")
    served.start()
    ann, table = served.guest("Ann"), served.open(served.sign_in())
    for act in (
        {"do": "sit", "seat": 1},
        {"do": "buy_in", "cents": 50_000},
        {"do": "bet", "stakes": {"ante": 500}},
    ):
        assert served.do(ann, table, act).is_success
    return served, ann, table


def test_a_lost_secret_is_found_at_the_start_and_costs_one_round(tmp_path: Path) -> None:
    served, ann, table = in_play(tmp_path)
    served.stop()
    (tmp_path / "uth.secret").unlink()
    refused = subprocess.run(
        [*UTH, "serve", "--port", "0"],
        env=served.environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode == 2
    assert "not the secret that this house was run with" in refused.stderr
    served.options = (*served.options, "--secret-lost")
    served.start()
    try:
        picture = served.look(ann, table)
        assert picture["table"]["phase"] == "betting"
        assert picture["you"]["chips"] == 50_000  # the wager came back
        record = served.call("GET", f"/api/tables/{table}/rounds/1", token=ann).json()
        assert record["seed"] == ""
        assert any(line["event"]["event"] == "shuffle_lost" for line in record["events"])
        assert served.do(ann, table, {"do": "bet", "stakes": {"ante": 500}}).is_success
        for choice in ("check", "check", "fold"):
            assert served.do(ann, table, {"do": "decide", "choice": choice}).is_success
        sue = served.sign_in()
        assert served.do(ann, table, {"do": "leave"}).is_success
        close = served.do(sue, table, {"do": "close", "reason": "for today"}, **{"as": "supervisor"})
        assert close.is_success, close.text
        assert served.call("GET", "/health").json()["status"] == "ok"
        assert served.call("GET", "/api/check", token=sue).json()["faults"] == []
    finally:
        served.stop()


def test_a_secret_that_was_changed_opens_what_the_old_one_sealed(tmp_path: Path) -> None:
    served, ann, table = in_play(tmp_path)
    signed = served.do(ann, table, {"do": "buy_in", "cents": 100}).json()["receipt"]["key"]
    served.stop()
    before = (tmp_path / "uth.secret").read_text()
    served.admin("rotate-secret")
    new, old = (tmp_path / "uth.secret").read_text().split()
    assert (old, new != old) == (before, True)
    served.start()
    try:
        for choice in ("check", "check", "fold"):
            answer = served.do(ann, table, {"do": "decide", "choice": choice})
            assert answer.is_success
            assert answer.json()["receipt"]["key"] == signed  # the one that the table's log names
        assert served.call("GET", f"/api/tables/{table}/rounds/1", token=ann).json()["seed"]
    finally:
        served.stop()
    (tmp_path / "uth.secret").write_text(new)  # the old one is not needed any more
    served.start()
    assert served.call("GET", "/health").json()["status"] == "ok"
    served.stop()

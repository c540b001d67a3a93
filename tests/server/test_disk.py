"""A full disk: the service stops writing, says so, and has lost nothing that it acknowledged."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Served


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes; only root can make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)], check=False, capture_output=True
        ).returncode
    )
    if not mounted:
        pytest.skip("a small file system cannot be mounted here: it takes root and a kernel that lets it")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_stops_the_service_cleanly(small_disk: Path, tmp_path: Path) -> None:
    service = Served(
        f"sqlite:///{small_disk}/uth.sqlite", tmp_path, "--sign-ins", "1000", "--commands", "10000"
    )
    service.staff("Sue")
    service.start()
    ann, table = service.guest(), service.open(service.sign_in())
    service.do(ann, table, {"do": "sit", "seat": 1})
    (small_disk / "ballast").write_bytes(b"x" * (os.statvfs(small_disk).f_bavail * 4096 - 200_000))
    acknowledged = refused = 0
    for _ in range(3000):
        answer = service.do(ann, table, {"do": "buy_in", "cents": 1})
        if answer.is_success:
            acknowledged += 1
            assert not refused, "after it failed nothing may be acknowledged any more"
        else:
            assert answer.status_code == 503, answer.text
            refused += 1
            if refused > 5:
                break
    assert refused, "the disk never filled up"
    health = service.call("GET", "/health")
    assert (health.status_code, health.json()["status"]) == (503, "failed")
    assert service.look(ann, table)["you"]["chips"] == acknowledged  # it can still be looked at
    service.stop()
    (small_disk / "ballast").unlink()
    service.start()
    assert service.look(ann, table)["you"]["chips"] == acknowledged
    assert service.do(ann, table, {"do": "buy_in", "cents": 1}).is_success
    assert service.call("GET", "/api/check", token=service.sign_in()).json()["faults"] == []
    service.kill()

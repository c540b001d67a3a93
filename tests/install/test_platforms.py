"""What `pip install 'uth[serve]'` brings has a wheel for every system and Python that is promised."""

import sys
from pathlib import Path

import pytest

from scripts.check_types import supported
from tests.install.packing import ROOT, UV, run

PLATFORMS = (
    "x86_64-manylinux_2_28",
    "aarch64-manylinux_2_28",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
"""As the README lists them. Intel Macs and Windows on ARM are not: cryptography and argon2 have no wheels."""


@pytest.mark.parametrize("version", supported())
@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_package_has_a_wheel(platform: str, version: str, tmp_path: Path) -> None:
    ask = [*UV, "pip", "install", "--dry-run", "--quiet", "--target", str(tmp_path), "--only-binary", ":all:"]
    where = ["--python-platform", platform, "--python-version", version, "--python", sys.executable]
    done = run(*ask, *where, "--require-hashes", "-r", ROOT / "requirements" / "run.txt")
    assert done.returncode == 0, done.stderr

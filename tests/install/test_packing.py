"""A wheel and an sdist hold the browser pages, or are not made."""

import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.install.packing import build, copy_project, run
from uth import __version__

PAGES = "uth/server/pages/"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("project"))


def wheel_files(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        names = (name for name in archive.namelist() if not name.endswith("/RECORD"))  # in any order
        return {name: archive.read(name) for name in names}


def test_a_wheel_holds_the_pages_and_the_licenses(project: Path, tmp_path: Path) -> None:
    assert build(project, "wheel", tmp_path).returncode == 0
    [wheel] = tmp_path.glob("*.whl")
    assert wheel.name == f"uth-{__version__}-py3-none-any.whl"
    files = wheel_files(wheel)
    for file in (project / PAGES).rglob("*"):
        if file.is_file():
            assert files[file.relative_to(project).as_posix()] == file.read_bytes()
    notices = {name.rpartition("/")[2] for name in files if "/licenses/" in name}
    assert {"LICENSE", "NOTICE", "licenses.md"} <= notices
    head = run("git", "rev-parse", "HEAD", cwd=project).stdout
    assert files["uth/commit.txt"].decode() == head[:12]


def test_a_wheel_from_the_sdist_is_the_same(project: Path, tmp_path: Path) -> None:
    assert build(project, "sdist", tmp_path).returncode == 0
    [sdist] = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    [unpacked] = (tmp_path / "unpacked").iterdir()
    for source, out in ((project, tmp_path / "direct"), (unpacked, tmp_path / "by-sdist")):
        done = build(source, "wheel", out)
        assert done.returncode == 0, done.stderr
    direct, by_sdist = (wheel_files(next((tmp_path / out).glob("*.whl"))) for out in ("direct", "by-sdist"))
    assert direct == by_sdist


@pytest.mark.parametrize("target", ["wheel", "sdist"])
@pytest.mark.parametrize("lost", ["index.html", "assets", "one script"])
def test_without_the_pages_nothing_is_packed(project: Path, tmp_path: Path, target: str, lost: str) -> None:
    copy = tmp_path / "project"
    shutil.copytree(project, copy)
    script = sorted((copy / PAGES).glob("assets/Table-*.js"))[0].relative_to(copy / PAGES)
    gone = copy / PAGES / (script if lost == "one script" else lost)
    shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
    done = build(copy, target, tmp_path / "out")
    assert done.returncode != 0
    assert "make web" in done.stderr
    assert not list((tmp_path / "out").glob("uth*"))

"""Solutions on disk: found again, never trusted when damaged, never half written."""

import hashlib
import json
import os
from pathlib import Path

import numpy as np
import pytest

import uth
from tests.drawn import book_named
from uth import Stakes, solve
from uth.solver import cache

BOOK = book_named("california-shfl")
ROOT = Path(uth.__file__).parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UTH_CACHE", str(tmp_path / "deep" / "cache"))
    return tmp_path / "deep" / "cache"


def the_file(folder: Path) -> Path:
    [file] = folder.iterdir()
    return file


def test_a_solution_is_found_again(folder: Path) -> None:
    first, again = solve(BOOK), solve(BOOK)
    assert (first.cached, again.cached) == (False, True)
    assert again.house_edge == first.house_edge
    assert again.outcomes == first.outcomes
    assert again.preflop == first.preflop
    assert again.seconds == first.seconds
    assert again.totals == first.totals
    assert all((mine == yours).all() for mine, yours in zip(first.flops, again.flops, strict=True))
    assert the_file(folder).suffix == ".solution"
    assert not solve(BOOK, cache=False).cached


def test_other_books_stakes_and_code_have_files_of_their_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(BOOK)
    assert not solve(book_named("california-shfl", "blind.flush=2:1")).cached
    assert not solve(BOOK, Stakes(trips=1)).cached
    monkeypatch.setattr(cache, "digest_of", lambda *packages: "another version")
    assert not solve(BOOK).cached
    assert len(list(folder.iterdir())) == 4


@pytest.mark.parametrize("damage", ["flip", "half", "empty", "text", "no solution", "no numbers"])
def test_a_file_with_damaged_totals_is_solved_again(folder: Path, damage: str) -> None:
    edge = solve(BOOK).house_edge
    file = the_file(folder)
    content = bytearray(file.read_bytes())
    if damage == "flip":
        content[1000] ^= 1
    elif damage == "half":
        del content[1000:]
    elif damage == "empty":
        content.clear()
    elif damage == "text":
        content = bytearray(b"solved: 2.18 %")
    else:  # sound by its digest, but not what it should be
        key = cache.key_of(BOOK, Stakes())
        about = {"key": key, "seconds": {}, "break_even": None, "totals": {"changed": 3}, "flops": ""}
        part = json.dumps(["solved"] if damage == "no solution" else about).encode()
        content = bytearray(hashlib.sha256(part).digest() + len(part).to_bytes(8, "little") + part)
    file.write_bytes(content)
    again = solve(BOOK)
    assert not again.cached
    assert again.house_edge == edge
    assert solve(BOOK).cached, "the good one has taken its place"


@pytest.mark.parametrize("damage", ["flip", "half", "pickle"])
def test_damaged_tables_of_flops_are_worked_out_again(folder: Path, damage: str) -> None:
    """The totals in front of them are sound, and serve; only who asks for a flop waits."""
    first = solve(BOOK)
    file = the_file(folder)
    content = bytearray(file.read_bytes())
    if damage == "flip":
        content[len(content) // 2] ^= 1
    elif damage == "half":
        del content[len(content) // 2 :]
    else:  # sound by all digests, but not an archive of arrays
        body = b"cos\nsystem\n(S'false'\ntR."
        about = json.loads(content[40 : 40 + int.from_bytes(content[32:40], "little")])
        about["flops"] = hashlib.sha256(body).hexdigest()
        part = json.dumps(about).encode()
        content = bytearray(hashlib.sha256(part).digest() + len(part).to_bytes(8, "little") + part + body)
    file.write_bytes(content)
    key = cache.key_of(BOOK, Stakes())
    again = solve(BOOK)
    assert again.cached
    assert again.house_edge == first.house_edge
    assert cache.load_flops(key) is None
    assert again.on_flop("Kh 5d 2c", "9s 8d") == first.on_flop("Kh 5d 2c", "9s 8d")
    assert cache.load_flops(key) is not None, "the good ones have taken their place"


def test_figures_are_read_without_the_tables_of_flops(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = solve(BOOK)
    monkeypatch.setattr(cache, "load_flops", None)
    again = solve(BOOK)
    assert (again.house_edge, again.preflop) == (first.house_edge, first.preflop)
    with pytest.raises(TypeError):
        again.on_flop("Kh 5d 2c", "9s 8d")


def test_a_foreign_file_is_not_trusted(folder: Path) -> None:
    """A sound solution of another book under this book's name."""
    solve(book_named("florida"))
    foreign = the_file(folder)
    right = cache._path(cache.key_of(BOOK, Stakes()))
    foreign.rename(right)
    solution = solve(BOOK)
    assert not solution.cached
    assert solution.house_edge * solution.deals == 607_723_787_676


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_interrupted_write_leaves_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def stop(self: Path, target: object) -> None:
        raise error

    monkeypatch.setattr(Path, "replace", stop)
    if error is KeyboardInterrupt:
        with pytest.raises(KeyboardInterrupt):
            solve(BOOK)
    else:
        assert solve(BOOK).house_edge  # a full disk costs time later, not the answer now
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX here")
def test_a_place_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("UTH_CACHE", str(tmp_path / "file"))
    assert not solve(BOOK).cached
    assert not solve(BOOK).cached


def test_the_folder_does_not_grow_for_ever(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT", 2)
    for n in range(4):
        solve(BOOK, Stakes(trips=n))
    assert len(list(folder.iterdir())) == 2
    assert solve(BOOK, Stakes(trips=3)).cached


def test_what_a_killed_process_left_is_taken_away(folder: Path) -> None:
    """A process that was killed cannot; one that may still be writing is left alone."""
    folder.mkdir(parents=True)
    old, new = folder / "old.part", folder / "new.part"
    for file in (old, new):
        file.write_bytes(b"half")
    long_ago = old.stat().st_mtime - 2 * cache.FORGOTTEN
    os.utime(old, (long_ago, long_ago))
    solve(BOOK)
    assert not old.exists()
    assert new.exists()


def test_the_break_even_is_kept_with_the_solution(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for later, it is added to the file; asked for again, nothing is computed."""
    iowa, stakes = book_named("iowa-catfish-bend"), Stakes(10, progressive=5)
    assert solve(iowa, stakes).break_even is None
    added = solve(iowa, stakes, break_even=True)
    assert added.cached
    assert added.break_even
    assert set(added.break_even) == {"major", "minor"}
    the_file(folder)
    monkeypatch.setattr("uth.solver.solving._compute", None)
    assert solve(iowa, stakes, break_even=True).break_even == added.break_even
    assert solve(iowa, stakes).break_even == added.break_even


def test_a_meter_that_no_hand_wins_is_kept_too(folder: Path) -> None:
    book = book_named("iowa-catfish-bend", "progressive.straight_flush=50:1")
    for _ in range(2):
        even = solve(book, Stakes(10, progressive=5), break_even=True).break_even
        assert even
        assert even["minor"] is None
        assert even["major"]


def test_every_part_of_the_code_is_in_the_key() -> None:
    """All packages below the solver that have code in them."""
    parts = {
        ".".join(("uth", *file.relative_to(ROOT).parent.parts))
        for name in ("ranking", "rules", "solver")
        for file in (ROOT / name).rglob("*.py")
    }
    assert parts == set(cache._CODE)


def test_where_solutions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UTH_CACHE", "/somewhere")
    assert cache.cache_folder() == Path("/somewhere")
    monkeypatch.setenv("UTH_CACHE", "~/x")
    assert cache.cache_folder() == Path.home() / "x"
    monkeypatch.setenv("UTH_CACHE", "~nobody-of-that-name/x")
    assert cache.cache_folder() == Path("~nobody-of-that-name/x")
    monkeypatch.delenv("UTH_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert cache.cache_folder() == Path("/xdg/uth")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.cache_folder() == Path.home() / ".cache" / "uth"


def test_kernels_of_another_version_are_compiled_again() -> None:
    """Numba looks only at a kernel's own file; the stamp covers all that it calls."""
    from uth.solver.kernels import compiled
    from uth.solver.kernels.flop_sums import add_boards

    assert add_boards._cache._cache_file._source_stamp == compiled._STAMP  # type: ignore[attr-defined]
    assert len(compiled._STAMP) == 64


def test_arrays_begin_on_a_cache_line() -> None:
    from uth.solver.kernels.arrays import aligned_zeros

    for size in (1, 7, 1000):
        array = aligned_zeros((size, 3), np.int32)
        assert array.ctypes.data % 64 == 0
        assert array.shape == (size, 3)
        assert not array.any()

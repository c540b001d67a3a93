"""What stands at an address, before anything is made there."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.making import run_sql
from uth.store import Store, StoreError, backup, is_there, lock, read_address, restore

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("sqlite:///data/uth.sqlite", "data/uth.sqlite"),
        ("sqlite:////var/lib/uth.sqlite", "/var/lib/uth.sqlite"),
        ("sqlite+aiosqlite:///house.db", "house.db"),
        (r"sqlite:///C:\Users\Sue\uth.sqlite", r"C:\Users\Sue\uth.sqlite"),
        ("sqlite:///C:/Users/Sue/uth.sqlite", "C:/Users/Sue/uth.sqlite"),
        ("sqlite:///a folder/sue@work/uth.sqlite", "a folder/sue@work/uth.sqlite"),
    ],
)
def test_the_file_of_an_address(url: str, file: str) -> None:
    address = read_address(url)
    assert address.file == Path(file)
    assert address.shown == str(Path(file).absolute())
    assert not address.is_secret
    assert read_address(address.whole).file == Path(file).absolute()


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://uth@db/uth", "postgresql://uth@db/uth"),
        ("postgresql://uth@db:5432/uth?host=/tmp", "postgresql://uth@db:5432/uth?host=/tmp"),
        ("postgresql://db:5432/uth", "postgresql://db:5432/uth"),
        ("postgres://uth:hidden@db/uth", "postgres://uth:***@db/uth"),
        ("postgresql://uth@db/uth?password=hidden&x=1", "postgresql://uth@db/uth?password=***&x=1"),
    ],
)
def test_a_password_is_not_shown(url: str, shown: str) -> None:
    address = read_address(url)
    assert address.shown == shown
    assert address.is_secret is ("hidden" in url)
    assert address.whole == url


async def test_a_database_is_found_and_nothing_is_made(empty_url: str, tmp_path: Path) -> None:
    address = read_address(empty_url)
    assert not await is_there(address)
    assert list(tmp_path.iterdir()) == []
    await (await Store.open(empty_url)).close()
    before = sorted(tmp_path.iterdir())
    assert await is_there(address)
    assert sorted(tmp_path.iterdir()) == before


async def test_also_while_it_is_written_to(store: Store, url: str) -> None:
    assert await is_there(read_address(url))


async def test_an_empty_file_is_no_database_yet(tmp_path: Path) -> None:
    (tmp_path / "house.db").touch()
    assert not await is_there(read_address(f"sqlite:///{tmp_path}/house.db"))


async def why_not(file: Path) -> str:
    before = {path: path.stat().st_mtime_ns for path in file.parent.iterdir()} if file.parent.is_dir() else {}
    with pytest.raises(StoreError) as caught:
        await is_there(read_address(f"sqlite:///{file}"))
    for path, changed in before.items():
        assert path.stat().st_mtime_ns == changed
    return str(caught.value)


async def test_files_that_are_something_else(tmp_path: Path) -> None:
    text, other = tmp_path / "round.json", tmp_path / "other.db"
    text.write_text('{"table": "T1"}')
    assert await why_not(text) == f"{text} is no database: name another file"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("CREATE TABLE bookmarks (url)")
    connection.close()
    before = other.read_bytes()
    assert await why_not(other) == f"{other} belongs to another program: name another file"
    assert other.read_bytes() == before
    broken = tmp_path / "broken.db"
    broken.write_bytes(before[:100] + b"\xff" * 5000)
    assert (await why_not(broken)).startswith(f"cannot use {broken}: ")


async def test_places_where_none_can_be(tmp_path: Path) -> None:
    assert await why_not(tmp_path) == f"{tmp_path} is a folder: name a file in it"
    folder = tmp_path / "nowhere"
    assert await why_not(folder / "uth.db") == f"there is no folder {folder}: make it first, or name another"
    assert "another ending" in await why_not(tmp_path / "uth.lock")
    assert "another ending" in await why_not(tmp_path / "uth.secret")


async def test_a_schema_from_the_future(sqlite_url: str) -> None:
    await run_sql(sqlite_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer uth wrote it"):
        await is_there(read_address(sqlite_url))


def test_one_process_locks_a_database(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    held = lock(file)
    with pytest.raises(StoreError, match=r"house\.db is being served by another process"):
        lock(file)
    assert [path.name for path in tmp_path.iterdir()] == ["house.lock"]
    held.close()
    lock(file).close()


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    script = "import sys, pathlib, uth.store; held = uth.store.lock(pathlib.Path(sys.argv[1]))"
    call = [sys.executable, "-c", f"{script}; print('held', flush=True); input()", str(tmp_path / "h.db")]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match="another process"):
            lock(tmp_path / "h.db")
        other.send_signal(signal.SIGKILL)
    lock(tmp_path / "h.db").close()


async def test_a_backup_of_nothing_makes_nothing(tmp_path: Path) -> None:
    missing, file = tmp_path / "house.db", tmp_path / "backup.db"
    with pytest.raises(StoreError, match=r"there is no database at .*house\.db"):
        await backup(f"sqlite:///{missing}", file)
    assert list(tmp_path.iterdir()) == []
    for text in (b"", b"something else", b"SQLite format 3\0 and more"):
        file.write_bytes(text)
        with pytest.raises(StoreError, match=r"backup\.db"):
            await restore(file, f"sqlite:///{missing}")
        assert list(tmp_path.iterdir()) == [file]


async def test_a_backup_that_cannot_be_written(sqlite_url: str, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    with pytest.raises(StoreError, match="there is no folder"):
        await backup(sqlite_url, tmp_path / "nowhere" / "backup.db")
    if sys.platform == "linux":
        with pytest.raises(StoreError, match=r"cannot write /proc/backup\.db"):
            await backup(sqlite_url, "/proc/backup.db")
    assert sorted(tmp_path.iterdir()) == before

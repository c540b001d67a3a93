"""How much one may ask for, and the secret that seals decks."""

import os
from pathlib import Path

import pytest

from uth.server.faults import Fault
from uth.server.limits import Allowance, Places
from uth.server.seals import SealBroken, Seals
from uth.server.settings import SecretMissing, find_secrets, make_secret


def test_an_allowance_fills_up_again_with_time() -> None:
    clock = [0.0]
    allowance = Allowance(2, 3, now=lambda: clock[0])
    assert [allowance.take("ann") for _ in range(4)] == [0, 0, 0, 0.5]
    assert allowance.take("bob") == 0  # each has his own
    clock[0] = 0.5
    assert [allowance.take("ann") for _ in range(2)] == [0, 0.5]
    clock[0] = 1000
    assert [allowance.take("ann") for _ in range(4)] == [0, 0, 0, 0.5]  # and no more than so much


def test_places_are_limited_and_given_back() -> None:
    places = Places(in_all=3, each=2)
    for whose in ("ann", "ann", "bob"):
        places.take(whose)
    for whose in ("ann", "bob"):
        with pytest.raises(Fault, match="full"):
            places.take(whose)
    places.give_back("bob")
    with pytest.raises(Fault, match="2 connections"):
        places.take("ann")
    places.take("bob")


def test_a_seed_opens_only_where_it_was_sealed() -> None:
    seals = Seals([bytes(32)])
    sealed = seals.seal("T1", 7, "digest")
    seed = seals.open("T1", "digest", sealed)
    assert len(seed) == 32
    assert seed.hex() not in str(sealed)
    assert seals.reveal("T1", "digest", sealed).seed == seed.hex()
    for stream, digest, secret in (("T2", "digest", bytes(32)), ("T1", "digest", bytes([1] * 32))):
        with pytest.raises(SealBroken, match="does not open"):
            Seals([secret]).open(stream, digest, sealed)
    with pytest.raises(SealBroken, match="not the one committed to"):
        seals.open("T1", "another book", sealed)


def test_every_round_has_another_seed() -> None:
    seals = Seals([bytes(32)])
    assert len({seals.open("T1", "d", seals.seal("T1", 1, "d")) for _ in range(100)}) == 100


def test_the_secret_is_kept_beside_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UTH_SECRET", raising=False)
    path = tmp_path / "uth.secret"
    assert find_secrets(path) == ()
    assert list(tmp_path.iterdir()) == []  # looking makes nothing
    first = make_secret(path)
    assert find_secrets(path) == (first,)
    assert list(tmp_path.iterdir()) == [path]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(SecretMissing, match="set UTH_SECRET"):
        find_secrets(None)
    monkeypatch.setenv("UTH_SECRET", "not hexadecimal")
    with pytest.raises(SecretMissing, match="UTH_SECRET must be 64 hexadecimal digits"):
        find_secrets(path)


@pytest.mark.parametrize("kept", [b"", b"5e" * 31, b"5g" * 32, b"\xff" * 64])
def test_a_secret_that_is_none_is_named_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bytes
) -> None:
    monkeypatch.delenv("UTH_SECRET", raising=False)
    path = tmp_path / "uth.secret"
    path.write_bytes(kept)
    with pytest.raises(SecretMissing, match=r"uth\.secret must be a file with 64 hexadecimal digits"):
        find_secrets(path)
    assert path.read_bytes() == kept


def test_a_secret_that_was_half_written_is_written_anew(tmp_path: Path) -> None:
    """Killed in the middle of its first start, a service starts again."""
    (tmp_path / "uth.secret.part").write_text("5e")
    assert len(make_secret(tmp_path / "uth.secret")) == 32
    assert [path.name for path in tmp_path.iterdir()] == ["uth.secret"]


def test_the_smallest_allowance_lets_one_through() -> None:
    allowance = Allowance(0.001, 0.003, now=lambda: 0.0)
    assert [allowance.take("ann") for _ in range(2)] == [0, 1000]

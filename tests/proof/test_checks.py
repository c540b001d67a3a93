"""Rounds and logs that fit, and every way in which one does not."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.proof.played import chained, log_of, played, round_of
from uth.game import events as e
from uth.proof.chain import Written
from uth.proof.chain import faults as chain_faults
from uth.proof.checks import check
from uth.proof.formats import LogLine, RoundRecord
from uth.proof.happenings import ClockSet, Recorded, ShuffleRevealed, ShuffleSealed, decode, encode
from uth.proof.reading import Log, Unreadable, read

HERE = Path(__file__).parent


def faults_of(text: bytes) -> list[str]:
    return check(read(text)).faults


def log_with(change: type[Recorded], **fields: object) -> bytes:
    """A log whose first event of a kind is another, sealed as if nothing had been done to it."""
    recorded = played()
    at = next(n for n, one in enumerate(recorded) if isinstance(one, change))
    recorded[at] = replace(recorded[at], **fields)
    return log_of(chained([encode(one) for one in recorded]))


def test_a_log_and_a_round_that_fit() -> None:
    recorded = played()
    checked = check(read(log_of(rows := chained([encode(one) for one in recorded]))))
    assert checked.faults == []
    assert (checked.events, checked.rounds, checked.sealed) == (len(recorded), 2, 2)
    assert checked.head == rows[-1].hash.hex()
    checked = check(read(msgspec.json.encode(round_of(recorded))))
    assert (checked.faults, checked.rounds, checked.sealed) == ([], 1, 1)


def test_files_written_before_are_read_and_written_alike() -> None:
    """A round and a log of an earlier version, kept as they were given out."""
    text = (HERE / "round.json").read_bytes()
    record = msgspec.json.decode(text, type=RoundRecord)
    assert msgspec.json.encode(record) == text
    assert faults_of(text) == []
    first, *lines = (HERE / "log.jsonl").read_bytes().splitlines()
    assert [msgspec.json.encode(msgspec.json.decode(line, type=LogLine)) for line in lines] == lines
    found = read(b"\n".join([first, *lines]))
    assert isinstance(found, Log)
    assert chain_faults(found.rows) == []
    own = [
        (decode(row.body), row.body)
        for row in found.rows
        if b'"shuffle_' in row.body or b'"clock_' in row.body
    ]
    assert {type(recorded) for recorded, _ in own} == {ShuffleSealed, ShuffleRevealed, ClockSet}
    assert all(encode(recorded) == body for recorded, body in own)


def test_a_card_that_lies_elsewhere() -> None:
    flop = next(one for one in played() if isinstance(one, e.FlopShown))
    [fault] = faults_of(log_with(e.FlopShown, cards=flop.cards[::-1]))
    assert fault.startswith("round 1, flop: ")
    [fault] = faults_of(log_with(e.FlopShown, cards=(0, 1, 77)))
    assert "2c 2d card 77 was dealt" in fault


@pytest.mark.parametrize(
    ("change", "fields", "fault"),
    [
        (ShuffleRevealed, {"seed": "00" * 32}, "round 1: the seed is not the one that was committed to"),
        (ShuffleRevealed, {"seed": "no seed"}, "round 1: the seed is not written in hexadecimal digits"),
        (ShuffleSealed, {"round": 9}, "round 1: no commitment stands before the reveal"),
        (e.ChipsBought, {"moves": (("player:Bob", "player:Ann", 9, ""),)}, "T1 5: player:Bob below zero"),
        (e.HolesDealt, {"holes": {9: (0, 1)}}, "does not fit what came before; the rest is not replayed"),
        (e.BetsClosed, {"order": tuple(range(1, 30))}, "round 1: a deck cannot be dealt so"),
    ],
)
def test_a_forged_event_is_found(change: type[Recorded], fields: dict[str, object], fault: str) -> None:
    """Sealed again by somebody who can: the chain fits, the game or the deck does not."""
    assert any(fault in said for said in faults_of(log_with(change, **fields)))


def test_an_event_of_no_game_ends_the_replay_and_not_the_check() -> None:
    bodies = [encode(one) for one in played()]
    for body in (b'{"event":"card_marked"}', b"[]", b"nothing"):
        forged = log_of(chained([*bodies[:10], body, *bodies[10:]]))
        assert faults_of(forged) == ["T1 11: no event that this uth knows; the rest is not replayed"]


def test_an_event_of_another_table() -> None:
    rows = chained([encode(one) for one in played()])
    rows[3] = replace(rows[3], stream="T2")
    assert "T1 4: is an event of T2" in faults_of(log_of(rows))


def test_a_hash_that_is_none() -> None:
    rows = chained([encode(one) for one in played()])
    text = log_of(rows).replace(rows[2].hash.hex().encode(), b"five")
    assert faults_of(text)[0] == "T1 3: the hash does not fit, the event or one before it was changed"


def test_a_book_that_is_not_the_tables_own() -> None:
    text = (HERE / "log.jsonl").read_bytes()
    assert any(
        "the book is not the one" in fault for fault in faults_of(text.replace(b'"5.00"', b'"6.00"', 1))
    )
    with pytest.raises(Unreadable, match="has a book that this uth does not understand"):
        faults_of(text.replace(b'"decisions":', b'"choices":', 1))


def test_a_round_dealt_by_hand_has_nothing_to_check() -> None:
    record = replace(round_of(played()), seed="", commitment="")
    assert faults_of(msgspec.json.encode(record)) == [
        "round 1 was dealt by hand: there is no shuffle to check"
    ]


def test_a_hand_at_a_seat_that_was_dealt_none() -> None:
    recorded = played()
    at = next(n for n, one in enumerate(recorded) if isinstance(one, e.HandShown))
    recorded[at] = replace(recorded[at], seat=9, cards=(0, 1))
    [fault] = faults_of(msgspec.json.encode(round_of(recorded)))
    assert fault == "round 1, seat 9: 2c 2d was dealt, the sealed deck has nothing"


@pytest.mark.parametrize("steps", [("hole x",), ("hole 30",), ("",)])
def test_a_round_with_a_deal_that_cannot_be(steps: tuple[str, ...]) -> None:
    record = replace(round_of(played()), dealing=steps)
    [fault] = faults_of(msgspec.json.encode(record))
    assert fault.startswith("round 1: a deck cannot be dealt so")


def test_a_round_with_an_event_from_the_future() -> None:
    text = msgspec.json.encode(round_of(played())).replace(b'"flop_shown"', b'"flop_sung"')
    with pytest.raises(Unreadable, match="has an event that this uth does not know"):
        faults_of(text)


def test_written_is_what_the_store_writes() -> None:
    assert Written.__struct_fields__ == ("stream", "number", "at", "command", "body", "hash")

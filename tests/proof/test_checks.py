"""Rounds and logs that fit, and files that were written before."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.proof.played import ANN, BOB, SITTING, Playing, chained, file_of, log_of, round_of, two_rounds
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.proof.chain import Written
from uth.proof.chain import faults as chain_faults
from uth.proof.checks import Checked, check
from uth.proof.formats import Line, LogLine, RoundRecord
from uth.proof.happenings import ClockSet, ShuffleRevealed, ShuffleSealed, decode, encode
from uth.proof.reading import Log, Unreadable, read

HERE = Path(__file__).parent
NUMBER = {"Ann": b"\x01" * 32, "Bob": b"\x02" * 32}


def faults_of(text: bytes) -> list[str]:
    return check(read(text)).faults


def mixed_round() -> Playing:
    """A round with the numbers of two players in its deck; the clock plays for one of them on the river."""
    playing = Playing().all([*SITTING, (BOB, a.Sit(seat=3)), (BOB, a.BuyIn(cents=50_000))])
    playing.bet(ANN, a.Bet(stakes={"ante": 500, "trips": 500}), 1, NUMBER["Ann"])
    playing.bet(BOB, a.Bet(stakes={"ante": 1000}), 3, NUMBER["Bob"])
    playing.reveal(ANN, NUMBER["Ann"])
    playing.reveal(BOB, NUMBER["Bob"])
    for who in (ANN, BOB, ANN, BOB):
        playing.do(who, a.Decide(choice=Choice.CHECK))
    playing.do(ANN, a.Decide(choice=Choice.BET1))
    playing.wake(31)
    return playing


def test_a_log_and_a_round_that_fit() -> None:
    playing = two_rounds()
    checked = check(read(playing.log))
    assert checked.faults == []
    assert (checked.events, checked.rounds, checked.sealed) == (len(playing.entries), 2, 2)
    assert checked.head == chained(playing.entries)[-1].hash.hex()
    assert len(checked.commitments) == 3  # the next round's too
    checked = check(read(msgspec.json.encode(round_of(playing))))
    assert (checked.faults, checked.rounds, checked.sealed) == ([], 1, 1)


def test_every_kind_of_check_is_made() -> None:
    checked = check(read(mixed_round().log))
    assert checked.faults == []
    assert checked.checks["player's number committed, revealed or withheld"] == 4
    assert checked.checks["hidden event opened as committed"] == 1
    assert checked.checks["wager settled again"] >= 5
    record = check(round_of(mixed_round()))
    assert record.faults == []
    assert record.checks["wager settled again"] >= 5
    assert record.checks["decision by its own seat, or by the clock"] == 6


def test_a_round_in_play_is_left_to_its_end() -> None:
    """Its cards are hidden: nothing after them can be worked out yet."""
    playing = Playing().all([*SITTING, (ANN, a.Bet(stakes={"ante": 500}))])
    checked = check(read(playing.log))
    assert checked.faults == []
    assert (checked.rounds, checked.sealed) == (0, 0)


def test_files_written_before_are_read_and_written_alike() -> None:
    """A round and a log of an earlier version, kept as they were given out: they verify."""
    text = (HERE / "round.json").read_bytes()
    record = msgspec.json.decode(text, type=RoundRecord)
    assert msgspec.json.encode(record) == text
    assert faults_of(text) == []
    first, *lines = (HERE / "log.jsonl").read_bytes().splitlines()
    assert [msgspec.json.encode(msgspec.json.decode(line, type=LogLine)) for line in lines] == lines
    found = read(b"\n".join([first, *lines]))
    assert isinstance(found, Log)
    assert chain_faults(found.rows) == []
    checked: Checked = check(found)
    assert (checked.faults, checked.rounds, checked.sealed) == ([], 1, 1)
    assert checked.checks["wager settled again"] == 4
    own = [
        (decode(row.body), row.body)
        for row in found.rows
        if b'"shuffle_' in row.body or b'"clock_' in row.body
    ]
    assert {type(recorded) for recorded, _ in own} == {ShuffleSealed, ShuffleRevealed, ClockSet}
    assert all(encode(recorded) == body for recorded, body in own)


def test_an_event_of_no_game_is_named() -> None:
    entries = two_rounds().entries
    for body in (b'{"event":"card_marked"}', b"[]", b"nothing"):
        forged = log_of([*entries[:10], entries[10]._replace(body=body), *entries[10:]])
        [fault] = faults_of(forged)
        assert fault.startswith("T1 11")
        assert fault.endswith(": no event that this uth knows")


def test_an_event_of_another_table() -> None:
    rows = chained(two_rounds().entries)
    rows[3] = replace(rows[3], stream="T2")
    assert faults_of(file_of(rows)) == ["T1 4 (seat_taken): is an event of T2"]


def test_a_hash_that_is_none() -> None:
    rows = chained(two_rounds().entries)
    text = file_of(rows).replace(rows[2].hash.hex().encode(), b"five")
    [fault] = faults_of(text)
    assert fault == "T1 3 (shuffle_sealed): the hash does not fit, the event or one before it was changed"


def test_a_book_that_is_not_the_tables_own() -> None:
    text = (HERE / "log.jsonl").read_bytes()
    [fault] = faults_of(text.replace(b'"5.00"', b'"6.00"', 1))
    assert "the book is not the one" in fault
    with pytest.raises(Unreadable, match="has a book that this uth does not understand"):
        faults_of(text.replace(b'"decisions":', b'"choices":', 1))


def test_a_round_dealt_by_hand_has_nothing_to_check() -> None:
    record = replace(round_of(two_rounds()), seed="", commitment="")
    assert faults_of(msgspec.json.encode(record)) == [
        "round 1 was dealt by hand: there is no shuffle to check"
    ]


def _shown_elsewhere(lines: list[Line]) -> None:
    at = next(n for n, line in enumerate(lines) if b'"hand_shown"' in bytes(line.event))
    shown = msgspec.json.decode(bytes(lines[at].event), type=e.AnyEvent)
    assert isinstance(shown, e.HandShown)
    lines[at] = replace(lines[at], event=msgspec.Raw(encode(replace(shown, seat=9, cards=(0, 1)))))


def test_a_hand_at_a_seat_that_was_dealt_none() -> None:
    [fault] = check(round_of(two_rounds(), change=_shown_elsewhere)).faults
    assert fault.endswith(": seat 9: 2c 2d was dealt, the sealed deck has nothing")


@pytest.mark.parametrize("steps", [("hole x",), ("hole 30",), ("",)])
def test_a_round_with_a_deal_that_cannot_be(steps: tuple[str, ...]) -> None:
    record = replace(round_of(two_rounds()), dealing=steps)
    [fault] = faults_of(msgspec.json.encode(record))
    assert fault.startswith("round 1: a deck cannot be dealt so")


def test_a_round_with_an_event_from_the_future() -> None:
    text = msgspec.json.encode(round_of(two_rounds())).replace(b'"flop_shown"', b'"flop_sung"')
    with pytest.raises(Unreadable, match="has an event that this uth does not know"):
        faults_of(text)


def test_written_is_what_the_store_writes() -> None:
    assert Written.__struct_fields__ == ("stream", "number", "at", "command", "body", "hash")

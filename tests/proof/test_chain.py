"""The hash chain, against digests made elsewhere."""

import pytest
from msgspec.structs import replace

from uth.proof.chain import ORIGIN, Written, faults, link


def test_known_answers() -> None:
    """
    Made with a shell, not with Python:
    (head -c 32 /dev/zero; printf '2:T1,1:1,16:1700000000000000,3:c-1,7:{"a":1},') | sha256sum
    (printf %s FIRST | xxd -r -p; printf '2:T1,1:2,16:1700000000000001,0:,2:{},') | sha256sum
    """
    first = link(ORIGIN, "T1", 1, 1_700_000_000_000_000, "c-1", b'{"a":1}')
    assert first.hex() == "aeed94e84efdfa7a06aa7e2b62a5bc4c80b65efb8f2ec17934096b5b4ebd16a0"
    second = link(first, "T1", 2, 1_700_000_000_000_001, "", b"{}")
    assert second.hex() == "3a88715e42a64ae5f0a5c1e3ae4f761b10b1a2559f03c385e3b57123beb2be77"


def test_lengths_count_bytes() -> None:
    """(head -c 32 /dev/zero; printf '5:é♥,1:1,1:0,0:,3:♠,') | sha256sum."""
    assert (
        link(ORIGIN, "é♥", 1, 0, "", "♠".encode()).hex()
        == "d94d30f4c334f59e99ba4942929c919007f2426d273d46b1ffc1e3744ba4af2e"
    )


def test_fields_cannot_run_into_each_other() -> None:
    assert link(ORIGIN, "T", 11, 1, "", b"") != link(ORIGIN, "T1", 1, 1, "", b"")
    assert link(ORIGIN, "T", 1, 1, "a", b"b") != link(ORIGIN, "T", 1, 1, "ab", b"")
    assert link(ORIGIN, "T", 1, 1, "", b"a,0:,") != link(ORIGIN, "T", 1, 1, "a,", b"")


def chained(count: int) -> list[Written]:
    made: list[Written] = []
    for number in range(1, count + 1):
        previous = made[-1].hash if made else ORIGIN
        body = b"%d" % number
        made.append(Written("T1", number, number, "c", body, link(previous, "T1", number, number, "c", body)))
    return made


def test_a_sound_chain() -> None:
    events = chained(4)
    assert faults(events) == []
    assert faults([]) == []
    assert faults(events[2:], number=2, previous=events[1].hash, at=2) == []


@pytest.mark.parametrize(
    "change",
    [{"stream": "T2"}, {"number": 3}, {"at": 3}, {"command": ""}, {"body": b"x"}, {"hash": bytes(32)}],
)
def test_every_field_is_sealed(change: dict[str, object]) -> None:
    events = chained(3)
    events[1] = replace(events[1], **change)
    assert faults(events)


def test_an_event_left_out_or_moved() -> None:
    one, two, three = chained(3)
    assert faults([one, three])
    assert faults([two, three])
    assert faults([one, three, two])
    late = replace(two, at=0, hash=link(one.hash, "T1", 2, 0, "c", b"2"))
    assert faults([one, late]) == ["T1 2: written before the event that it follows"]

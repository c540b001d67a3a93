"""Files that cannot be checked: each is told in one sentence what it is."""

import json

import msgspec
import pytest

from tests.proof.played import round_of, two_rounds
from uth.proof.formats import RoundRecord
from uth.proof.reading import CUT_OFF, NEITHER, Log, Unreadable, read

RECORD = round_of(two_rounds())
ROUND = msgspec.json.encode(RECORD)
LOG = two_rounds().log


def why_not(text: bytes) -> str:
    with pytest.raises(Unreadable) as caught:
        read(text)
    said = str(caught.value)
    assert "\n" not in said
    return said


@pytest.mark.parametrize("text", [b"", b"\n \n", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_an_empty_file(text: bytes) -> None:
    assert why_not(text) == "is empty: a round or a log is wanted"


@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.9, 0.999])
def test_a_round_or_a_log_that_was_cut_off(share: float) -> None:
    assert why_not(ROUND[: int(len(ROUND) * share)]) == CUT_OFF
    assert why_not(json.dumps(json.loads(ROUND), indent=1).encode()[: int(len(ROUND) * share)]) == CUT_OFF
    assert why_not(LOG[: int(len(LOG) * share)]) == CUT_OFF


@pytest.mark.parametrize(
    "text",
    [
        b"hello",
        b"[]",
        b"[1, 2",
        b"7",
        b"null",
        b'"about"',
        b'{"document": "florida", "board": []}',
        b"SQLite format 3\0",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xfe\x00",
        b'{"a": ' * 100_000,
    ],
)
def test_something_else(text: bytes) -> None:
    assert why_not(text) == NEITHER
    assert why_not(ROUND + text) == NEITHER


def test_a_round_that_lacks_something_is_told_what() -> None:
    record = json.loads(ROUND)
    del record["digest"]
    said = why_not(json.dumps(record).encode())
    assert said == ("is not a round as the service gives it out (Object missing required field `digest`)")
    assert "`$.seed`" in why_not(json.dumps({**json.loads(ROUND), "seed": 5}).encode())


def test_a_log_that_lacks_something_is_told_where() -> None:
    first, second, *rest = LOG.splitlines()
    assert why_not(b"\n".join([second, *rest])).startswith("lacks the first line of a log")
    assert why_not(b"\n".join([first, b"{}", *rest])).startswith("is no log: line 2 is not an event (")
    assert why_not(b"\n".join([first, second[:50], *rest])).startswith("is no log: line 2 is not an event (")
    assert why_not(b'{"id": "T1", "about": {}}').startswith("has a first line that is not about a table (")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_as_shells_of_windows_write_it(encoding: str, newline: str) -> None:
    record = read(ROUND.decode().replace("\n", newline).encode(encoding))
    assert isinstance(record, RoundRecord)
    assert record == RECORD
    log = read(LOG.decode().replace("\n", newline).encode(encoding))
    assert isinstance(log, Log)
    assert log == read(LOG)

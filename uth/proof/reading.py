"""Reading a file that is to be checked: it holds a round, or a log, or it cannot be checked and says why."""

import codecs
from typing import Any, NamedTuple, TypeVar

import msgspec

from uth.proof.chain import Written
from uth.proof.formats import LogLine, LogOpening, RoundRecord

CUT_OFF = "ends in the middle: it is not complete, so save it again"
NEITHER = (
    "is neither a round nor a log: a round comes from /api/tables/T1/rounds/7, a log from `uth admin log T1`"
)
BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
"""How some shells of Windows mark what they write to a file, and in which letters it is then written."""
T = TypeVar("T")


class Unreadable(Exception):
    """A file that cannot be checked. The message goes on after the name of the file."""


class Log(NamedTuple):
    """A table's log: what it was opened with, and its events."""

    opening: LogOpening
    rows: list[Written]


def read(text: bytes) -> RoundRecord | Log:
    """What a file holds; raises Unreadable."""
    text = _in_utf8(text).strip()
    if not text:
        raise Unreadable("is empty: a round or a log is wanted")
    lines = text.splitlines()
    first = _fields(lines[0])
    if "about" in first:
        return _log(lines)
    if first.keys() >= {"stream", "number", "hash"}:
        raise Unreadable("lacks the first line of a log, which says what table it is of")
    return _round(text)


def _in_utf8(text: bytes) -> bytes:
    for bom, encoding in BOMS.items():
        if text.startswith(bom):
            try:
                return text.decode(encoding).encode()
            except UnicodeError:
                raise Unreadable(NEITHER) from None
    return text


def _fields(line: bytes) -> dict[str, Any]:
    """The fields of an object in JSON; none if it is no such thing."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _round(text: bytes) -> RoundRecord:
    if _is_cut_off(text):
        raise Unreadable(CUT_OFF)
    if not _fields(text).keys() >= {"round", "seed", "events"}:
        raise Unreadable(NEITHER)
    return _decode(text, RoundRecord, "is not a round as the service gives it out")


def _log(lines: list[bytes]) -> Log:
    opening = _decode(lines[0], LogOpening, "has a first line that is not about a table")
    if _is_cut_off(lines[-1]):
        raise Unreadable(CUT_OFF)
    rows = [
        _written(_decode(line, LogLine, f"is no log: line {number} is not an event"))
        for number, line in enumerate(lines[1:], start=2)
        if line.strip()
    ]
    return Log(opening, rows)


def _decode(text: bytes, kind: type[T], otherwise: str) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unreadable(f"{otherwise} ({error})") from None


def _is_cut_off(text: bytes) -> bool:
    """Whether JSON begins here and ends too early."""
    if not text.startswith(b"{"):
        return False
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        return "truncated" in str(error)
    except (UnicodeError, RecursionError):
        return False
    return False


def _written(line: LogLine) -> Written:
    try:
        digest = bytes.fromhex(line.hash)
    except ValueError:
        digest = b""  # which fits nothing
    return Written(line.stream, line.number, line.at, line.command, line.body.encode(), digest)

"""Cases read from a file one after another, so that a file of any size fits into memory.

Nothing is guessed: what is not JSON is refused with its line and column, and so is a key that stands twice in
one object, of which JSON would silently take the last.
"""

import codecs
import json
import re
from collections import Counter
from collections.abc import Iterator
from io import BufferedIOBase
from typing import Any, NoReturn

CHUNK = 1 << 18
LONGEST_MARK = 16
"""Characters of the longest part of JSON that may be cut in two and is not a string: ``\\uD83C\\uDCA1``."""

NOT_A_TEXT = "not a text in UTF-8"

_MARK = re.compile(r"[^ \t\n\r]")


class NotCases(ValueError):
    """A file that cannot be read on: what is wrong, and where."""


def read_cases(file: BufferedIOBase, *, lines: bool = False) -> Iterator[Any]:
    """The cases in a JSON list, in {"examples": [...]}, the only one, or (``lines``) one after another.

    Raises :class:`NotCases` where the file cannot be read on, after the cases before that place.
    """
    text = _Text(file)
    first = text.peek()
    if lines:
        yield from _after_each_other(text)
    elif first == "[":
        yield from _listed(text)
    elif first:
        yield from _alone(text)


def _after_each_other(text: "_Text") -> Iterator[Any]:
    while text.peek():
        yield text.value()


def _listed(text: "_Text") -> Iterator[Any]:
    text.skip()
    if text.peek() != "]":
        yield text.value()
        while text.peek() == ",":
            text.skip()
            yield text.value()
        if text.peek() != "]":
            text.wrong("not JSON: Expecting ',' delimiter")
    text.skip()
    if text.peek():
        text.wrong("not JSON: Extra data")


def _alone(text: "_Text") -> Iterator[Any]:
    case = text.value()
    if text.peek():
        text.wrong(
            "not JSON: Extra data", then="; one round after another needs --lines, or a file named .jsonl"
        )
    examples = case.get("examples") if isinstance(case, dict) else None
    yield from examples if isinstance(examples, list) else [case]


class _Text:
    """What was read and is not yet used, and where in the file it begins."""

    def __init__(self, file: BufferedIOBase) -> None:
        self._file, self._decoder = file, codecs.getincrementaldecoder("utf-8-sig")()
        self._held, self._at = "", 0
        self._line, self._column = 1, 1
        self._ended = self._broken = False

    def peek(self) -> str:
        """The next character that is not space; nothing at the end of the file."""
        while not (found := _MARK.search(self._held, self._at)):
            self._at = len(self._held)
            if not self._more():
                if self._broken:
                    self.wrong(NOT_A_TEXT)
                return ""
        self._at = found.start()
        return found.group()

    def skip(self) -> None:
        self._at += 1

    def value(self) -> Any:
        """The next value, whole."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._held, self._at)
            except json.JSONDecodeError as error:
                after = error.pos - self._at
                near_the_end = error.pos >= len(self._held) - LONGEST_MARK
                cut = near_the_end or error.msg.startswith("Unterminated string")
                if not (cut and self._more()):
                    if cut and self._broken:
                        self.wrong(NOT_A_TEXT, len(self._held))
                    self.wrong(f"not JSON: {error.msg}", after)
            except RecursionError:
                self.wrong("not rounds: nested too deeply")
            except ValueError as error:
                self.wrong(f"not rounds: {str(error).partition(';')[0]}, in the round")
            else:
                length, whole = end - self._at, self._held[end - 1] in '}]"'
                if whole or end < len(self._held) - LONGEST_MARK or not self._more():  # a number may go on
                    self._at += length
                    return value

    def wrong(self, says: str, after: int = 0, then: str = "") -> NoReturn:
        """Refuse the file for what stands here, or some characters after."""
        before = self._held[: self._at + after]
        line, column = self._place(before)
        raise NotCases(f"{says} at line {line}, column {column}{then}")

    def _place(self, before: str) -> tuple[int, int]:
        """Line and column of what follows this part of the text that is held."""
        lines, column = before.count("\n"), len(before) - before.rfind("\n")
        return self._line + lines, column if lines else column + self._column - 1

    def _more(self) -> bool:
        """Read on, and forget what was used. A long value doubles what is held, or it would take for ever."""
        self._line, self._column = self._place(self._held[: self._at])
        self._held, self._at = self._held[self._at :], 0
        read = [self._held]
        wanted = len(self._held) if len(self._held) >= CHUNK else 1
        while wanted > 0 and not (self._ended or self._broken):
            data = self._file.read1(CHUNK)
            self._ended = not data
            try:
                read.append(self._decoder.decode(data, final=self._ended))
            except UnicodeDecodeError as error:
                read.append(error.object[: error.start].decode())
                self._broken = True
            wanted -= len(read[-1])
        before, self._held = len(self._held), "".join(read)
        return len(self._held) > before


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = ", ".join(name for name in table if times[name] > 1)
        raise ValueError(f"{twice[:80]} is written twice in one object")
    return table


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_no_key_twice, parse_constant=_no_constant)

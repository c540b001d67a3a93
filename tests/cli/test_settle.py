"""Files of rounds: read piece by piece, answered one by one, of any length."""

import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from tests.books.random_rounds import random_round
from uth.cli import main, reading
from uth.cli.felt import settlement_view
from uth.cli.reading import NotCases, read_cases
from uth.cli.settled import plain_text
from uth.game.files.roundfile import load_once, read_round
from uth.game.settlement.rounds import settle
from uth.rules import Book
from uth.rules.library import load_as_written

CHUNKS = [1, 2, 3, 7, 17, 64, 1000, 1 << 18]
FOLD = {
    "document": "iowa-catfish-bend",
    "board": ["Qh", "9c", "4d", "4s", "2h"],
    "seats": [{"seat": 1, "ante": 1000, "blind": 1000, "decisions": ["check", "check", "fold"]}],
}


def rounds(count: int, seed: int = 5) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    return [random_round(rng) for _ in range(count)]


def run(*arguments: str, text: str | None = None, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(main, ["settle", *arguments], input=text, catch_exceptions=False)


def read(text: str | bytes, *, lines: bool = False) -> tuple[list[Any], str]:
    """The cases that could be read, and why no more."""
    data = text if isinstance(text, bytes) else text.encode()
    cases: list[Any] = []
    try:
        for case in read_cases(io.BufferedReader(io.BytesIO(data)), lines=lines):
            cases.append(case)
    except NotCases as error:
        return cases, str(error)
    return cases, ""


# ---- reading


@pytest.mark.parametrize("chunk", CHUNKS)
def test_however_a_file_is_cut_the_same_is_read(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "CHUNK", chunk)
    odd: list[Any] = [
        1234567890123456789012.5e-7,
        -12,
        True,
        None,
        'é♠\U0001f0a1"\\\x00',
        [],
        {},
        "x" * 100,
        12,
    ]
    values = [*rounds(3), *odd]
    for indent in (None, 1):
        for plain in (True, False):
            assert read(json.dumps(values, indent=indent, ensure_ascii=plain)) == (values, "")
            lines = "\n\n".join(json.dumps(value, ensure_ascii=plain) for value in values)
            assert read(f"{lines}\n", lines=True) == (values, "")
    assert read(b"\xef\xbb\xbf[3]") == ([3], "")
    assert read('{"examples": [1, 2]}') == ([1, 2], "")
    assert read('{"document": "x"}') == ([{"document": "x"}], "")
    assert read("") == read(" \n") == read("[]") == ([], "")


def fault_of(text: str) -> str:
    """What the JSON of the standard library, which has read the whole text, finds wrong with it."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    return ""


@pytest.mark.parametrize("chunk", [1, 4, 1 << 18])
def test_what_is_wrong_is_named_with_the_place_that_json_names(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "CHUNK", chunk)
    text = json.dumps([{"a": 1, "b": ["xéy", 2.5, {"c": None}]}, {"d": "q", "e": True}], indent=1)
    broken = [text[:end] for end in range(1, len(text))]
    broken += [text[:at] + sign + text[at:] for at in range(len(text)) for sign in '}x",\\\n']
    for one in broken:
        assert read(one)[1].removeprefix("not JSON: ") == fault_of(one), one


@pytest.mark.parametrize(
    ("text", "before", "says"),
    [
        (
            '[{"a": 1},\n {"b": 1, "b": 2}]',
            1,
            "b is written twice in one object, in the round at line 2, column 2",
        ),
        ("[1, NaN]", 1, "NaN is not a number of JSON, in the round at line 1, column 5"),
        ("[1, -Infinity]", 1, "-Infinity is not a number of JSON"),
        ("[1,\n" + "[" * 100_000, 1, "nested too deeply at line 2, column 1"),
        ("[1, " + "9" * 5000 + "]", 1, "Exceeds the limit"),
        ("[1] 2", 1, "Extra data at line 1, column 5"),
        ('{"a": 1}\n{"a": 2}', 0, "one round after another needs --lines, or a file named .jsonl"),
        (b'[{"a": 1},\n {"a": "\xff"}]', 1, "not a text in UTF-8 at line 2, column 9"),
        (b'[1,\n"\xe2\x99', 1, "not a text in UTF-8 at line 2, column 2"),
        (b"\xff\xfe[\0]\0", 0, "not a text in UTF-8 at line 1, column 1"),
    ],
    ids=["twice", "nan", "infinity", "deep", "long", "extra", "lines", "latin", "cut", "utf-16"],
)
def test_what_stands_before_a_fault_is_read(text: str | bytes, before: int, says: str) -> None:
    cases, said = read(text)
    assert (len(cases), says in said) == (before, True), said


# ---- answering


def test_a_list_gives_a_list_and_lines_give_lines(tmp_path: Path) -> None:
    played = rounds(20)
    listed = json.loads(run("-", "--json", text=json.dumps(played)).stdout)
    lines = "".join(f"{json.dumps(one)}\n" for one in played)
    (tmp_path / "rounds.jsonl").write_text(f"\n{lines}\n", encoding="utf-8")
    for printed in (
        run(str(tmp_path / "rounds.jsonl"), "--json").stdout,
        run("-", "--lines", "--json", text=lines).stdout,
    ):
        assert list(map(json.loads, printed.splitlines())) == listed
    assert len(listed) == len(played)
    assert run(str(tmp_path / "rounds.jsonl")).stdout == run("-", text=json.dumps(played)).stdout


def test_one_line_of_json_lines_is_answered_with_a_line() -> None:
    assert json.loads(run("-", "--lines", "--json", text=json.dumps(FOLD)).stdout)["net"]["1"] == -2000
    assert json.loads(run("-", "--json", text=json.dumps(FOLD)).stdout)[0]["net"]["1"] == -2000


@pytest.mark.parametrize("options", [["--json"], []])
def test_the_rounds_before_a_fault_are_settled(options: list[str]) -> None:
    text = json.dumps([FOLD, FOLD], indent=1)[:-2] + ',\n {"document" "florida"}]'
    result = run("-", *options, text=text)
    place = text.count("\n") + 1
    assert result.exit_code == 2
    assert result.stderr == f"standard input: not JSON: Expecting ':' delimiter at line {place}, column 14\n"
    if options:
        assert [answer["net"]["1"] for answer in json.loads(result.stdout)] == [-2000, -2000]
    else:
        assert result.stdout.count("Net  seat 1 -$20") == 2


@pytest.mark.parametrize("text", ["[", "", "{", "[]", "[x"])
def test_nothing_is_printed_of_a_file_that_holds_no_round(text: str) -> None:
    for options in (["--json"], ["--json", "--lines"], []):
        result = run("-", *options, text=text)
        if text != "[]" or "--lines" not in options:  # a line that is a list is a refused round
            assert (result.exit_code, result.stdout) == (2, "")


def test_answers_that_are_no_numbers_of_a_machine_word() -> None:
    """A wager beyond 64 bits is refused or settled in whole cents, and printed whole either way."""
    huge = deepcopy(FOLD) | {"id": 10**30, "switches": {"limits.ante": "none", "limits.trips": "none"}}
    huge["seats"][0] |= {"ante": 10**30, "blind": 10**30}  # type: ignore[index]
    [answer] = json.loads(run("-", "--json", text=json.dumps(huge)).stdout)
    assert answer["id"] == 10**30
    assert answer["net"]["1"] == -2 * 10**30
    assert json.loads(run("-", "--json", text='[{"id": "\\ud83c"}]').stdout)[0]["refused"]


def test_a_title_cannot_write_to_the_terminal() -> None:
    result = run("-", text=json.dumps(FOLD | {"id": "a\nb\x1b[31m", "title": ":smile: [bold]"}))
    assert result.stdout.splitlines()[0] == "a\\nb\\x1b[31m :smile: [bold]"


def test_plain_text_says_what_the_terminal_shows() -> None:
    load = load_once()
    for case in rounds(60):
        book, played = read_round(case, load)
        settled = settle(book, played)
        out = Console(file=io.StringIO(), width=1000, highlight=False)
        out.print(settlement_view(settled, played))
        shown = [line.rstrip() for line in out.file.getvalue().splitlines()]  # type: ignore[attr-defined]
        assert plain_text(settled, played).splitlines() == shown


def test_plain_text_is_in_columns_a_wager_a_line() -> None:
    why = "folded; forfeited at the fold  IA-DEAL-14a IA-TRIPS-2"
    assert run("-", text=json.dumps(FOLD)).stdout.splitlines()[2:] == [
        "Board   Q♥ 9♣ 4♦ 4♠ 2♥",
        "Seat 1                  folded unseen; Ante $10, Blind $10, check check fold",
        "seat  wager  stake  outcome  paid  taken  back  why",
        f"1     ante     $10  lose             $10        {why}",
        f"      blind    $10  lose             $10        {why}",
        "Net  seat 1 -$20   house +$20",
        "",
    ]


@pytest.mark.parametrize("width", ["80", "200"])
def test_a_terminal_gets_color_and_its_own_width(width: str) -> None:
    result = run("-", text=json.dumps(FOLD), FORCE_COLOR="1", TERM="xterm-256color", COLUMNS=width)
    assert "\x1b[31mlose" in result.stdout
    assert "lose" in (plain := run("-", text=json.dumps(FOLD)).stdout)
    assert "\x1b" not in plain


def test_a_book_is_read_once_for_all_rounds_that_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[tuple[str, Any]] = []

    def load(name: str, settings: Any, in_cents: bool) -> Book:
        loaded.append((name, settings))
        return load_as_written(name, settings, in_cents)

    monkeypatch.setattr("uth.game.files.roundfile.load_as_written", load)
    once = {"switches": {"blind.flush": "2:1"}}
    result = run("-", text=json.dumps([FOLD, FOLD, FOLD | once, FOLD, FOLD | once]))
    assert result.stdout.count("Net  seat 1") == 5
    assert loaded == [("iowa-catfish-bend", {}), ("iowa-catfish-bend", {"blind.flush": "2:1"})]


def test_a_round_with_anything_changed_is_settled_or_refused() -> None:
    rng = random.Random(11)
    junk: list[Any] = [None, True, 0, -1, 2.5, 10**30, "", "x", "1b", [], [[]], {}, {"a": 1}, ["Ks"], "bet4"]

    def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        inner = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        return [place for key, one in inner for place in [(*path, key), *places(one, (*path, key))]]

    changed = []
    for case in deepcopy(rounds(400)):  # they share switches with each other
        *above, last = rng.choice(places(case))
        table: Any = case
        for key in above:
            table = table[key]
        table[last] = deepcopy(rng.choice(junk))
        changed.append(case)
    text = json.dumps(changed)
    answers = json.loads(run("-", "--json", text=text).stdout)
    assert len(answers) == 400
    assert 50 < sum("refused" in answer for answer in answers) < 400
    assert run("-", text=text).exit_code == 1


# ---- of any length


IMPATIENT = """
from uth.cli import main, settle, waiting
settle.REPORTED, settle.PATIENCE, waiting.PATIENCE = 1, 0.0, 0.0
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal that a program can open")
@pytest.mark.parametrize("options", [["--json"], []])
def test_progress_is_shown_beside_the_answers_not_among_them(options: list[str]) -> None:
    import pty

    asked = json.dumps(rounds(5_000))
    terminal, its_end = pty.openpty()
    command = [sys.executable, "-c", IMPATIENT, "settle", "-", *options]
    done = subprocess.run(
        command,
        input=asked.encode(),
        stdout=subprocess.PIPE,
        stderr=its_end,
        env={**os.environ, "TERM": "xterm"},
        check=True,
    )
    os.close(its_end)
    assert done.stdout.decode() == run("-", *options, text=asked).stdout
    assert b"rounds settled" in os.read(terminal, 1 << 16)
    os.close(terminal)


PEAK = """
import sys
from uth.cli import main
try:
    main()
finally:
    print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")), file=sys.stderr)
"""


def memory(count: int, write: Callable[[Any, bytes, int], None], *options: str) -> int:
    """The most memory that settling so many rounds takes, in MB."""
    command = [sys.executable, "-c", PEAK, "settle", "-", "--json", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe) as running:
        assert running.stdin
        assert running.stderr
        write(running.stdin, json.dumps(FOLD).encode(), count)
        running.stdin.close()
        _, kilobytes, _ = running.stderr.read().split()
    assert running.returncode == 0
    return int(kilobytes) // 1024


def as_list(pipe: Any, case: bytes, count: int) -> None:
    pipe.write(b"[" + case)
    for _ in range(count - 1):
        pipe.write(b",\n" + case)
    pipe.write(b"]")


def as_lines(pipe: Any, case: bytes, count: int) -> None:
    for _ in range(count):
        pipe.write(case + b"\n")


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere a process does not tell how much memory it took"
)
@pytest.mark.parametrize(("write", "options"), [(as_list, ()), (as_lines, ("--lines",))])
def test_ten_times_the_rounds_take_no_more_memory(write: Any, options: tuple[str, ...]) -> None:
    few, many = memory(2_000, write, *options), memory(20_000, write, *options)
    assert many < few + 8, f"{few} MB for 2,000 rounds, {many} MB for 20,000"

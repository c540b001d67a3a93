"""The commands as a person or a script calls them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from uth.cli import main
from uth.rules import shipped

BOOKS = Path(__file__).parent.parent / "books"


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=text, catch_exceptions=False)


def a_round(**change: Any) -> dict[str, Any]:
    return {
        "document": "california-shfl",
        "board": ["Qh", "9c", "4d", "4s", "2h"],
        "bank_hand": ["Jc", "Jd"],
        "bank": {"seat": 6, "wager": 50000},
        "seats": [
            {
                "seat": 1,
                "hole": ["Ks", "Kd"],
                "ante": 1000,
                "blind": 1000,
                "trips": 500,
                "decisions": ["bet4"],
            }
        ],
        **change,
    }


def test_settle_prints_a_list_in_the_order_of_the_file() -> None:
    result = run("settle", str(BOOKS / "florida.json"), "--json")
    answers = json.loads(result.stdout)
    asked = json.loads((BOOKS / "florida.json").read_text("utf-8"))
    assert result.exit_code == 0
    assert [answer["id"] for answer in answers] == [case["id"] for case in asked]
    assert answers[0]["net"] == asked[0]["expected"]["net"]


@pytest.mark.parametrize("name", shipped())
def test_settle_prints_tables_with_reasons(name: str) -> None:
    result = run("settle", str(BOOKS / f"{name}.json"))
    assert result.exit_code == 0
    assert "Net  seat 1" in result.stdout
    assert "the bank's" in result.stdout


def test_settle_reads_one_round_from_standard_input() -> None:
    [answer] = json.loads(run("settle", "-", "--json", text=json.dumps(a_round())).stdout)
    assert answer["net"] == {"1": 4500, "bank": -4500}
    assert answer["book"]["digest"]
    assert answer["fees"]["house"] == 200


def test_a_malformed_round_is_refused_and_the_others_are_settled() -> None:
    bad = a_round(id="BAD", board=["Ks", "9c", "4d", "4s", "2h"], bank={"seat": 6})
    for extra in ([], ["--json"]):
        result = run("settle", "-", *extra, text=json.dumps([a_round(), bad, a_round()]))
        assert result.exit_code == 1
        assert "Ks appears 2 times" in result.output
        assert "the bank is missing" in result.output
    answers = json.loads(run("settle", "-", "--json", text=json.dumps([a_round(), bad])).stdout)
    assert [list(answer)[:2] for answer in answers] == [["book", "net"], ["id", "refused"]]
    assert "SHFL-TYPE-1" in answers[1]["refused"][1]["clauses"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"document": "nowhere"}, "nowhere: no such book"),
        ({"document": None}, "the book is missing"),
        ({"document": "california-bally"}, "trips: not chosen yet; choose a pay table"),
        ({"switches": {"bank.acounting": "running"}}, "unknown key"),
        ({"switches": 3}, "switches is 3; an object"),
        ({"switches": []}, "switches is []; an object"),
        ({"board": "Qh 9c"}, "a list of cards is wanted"),
        ({"board": ["Qx", "9c", "4d", "4s", "2h"]}, "'Qx' is not a card"),
        ({"bank": 3}, "an object is wanted"),
        ({"bank": {"seat": "6", "wager": 1}}, "a number is wanted"),
        ({"bank": {"seat": 6, "wager": 5.5}}, "whole cents are wanted"),
        ({"seats": {"seat": 1}}, "a list is wanted"),
        ({"seats": [3]}, "an object is wanted"),
        ({"seats": [{"seat": "x"}]}, "a seat is a number"),
        ({"seats": [{"seat": "", "backline_of": 1}]}, "a name such as 1b"),
        ({"seats": [{"seat": "1", "backline_of": 1}]}, "a name such as 1b"),
        ({"seats": [{"seat": "bank", "backline_of": 1}]}, "a name such as 1b"),
        ({"seats": [{"seat": "1b", "backline_of": True}]}, "backline_of is true; the number of a seat"),
        ({"seats": [{"seat": 1, "stake": 5}]}, "unknown field 'stake'"),
        ({"seats": [{"seat": 1, "ante": "10"}]}, 'ante is "10"; whole cents are wanted'),
        ({"seats": [{"seat": 1, "ante": 1, "blind": 1, "decisions": [4]}]}, 'words such as "check"'),
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"type": "riddle"}, "type 'riddle' is unknown"),
        ({"type": ["round"]}, "type ['round'] is unknown"),
        ({"type": "fees"}, '"given" is missing'),
        ({"type": "fees", "given": {"seats": [{"ante": 100, "blind": 100}]}}, "outside the limits"),
        ({"type": "deal", "given": {}}, 'a deal case that cannot be read: "deck_top_to_bottom" is missing'),
        (
            {"type": "deal", "given": {"deck_top_to_bottom": "c1 c2 ... c99999999999"}},
            "cannot be read: a deck has 52 cards",
        ),
        (
            {"type": "rotation", "given": {"seated": [1], "start": 1, "accepts": {}, "rounds": 10**30}},
            "cannot be read: at most 1000 rounds",
        ),
    ],
)
def test_nonsense_is_refused_in_words(change: dict[str, Any], says: str) -> None:
    result = run("settle", "-", text=json.dumps(a_round(**change)))
    assert result.exit_code == 1
    assert says in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON: "),
        ("", "there is no round"),
        ("[3]", "a round is 3"),
        ("[]", "there is no round"),
        ('{"a": 1, "a": 2}', "a is written twice"),
        ("[" * 100_000, "not rounds"),
        ("9" * 5000, "not rounds"),
    ],
)
def test_a_file_that_is_no_round(text: str, says: str) -> None:
    result = run("settle", "-", text=text)
    assert result.exit_code in (1, 2)
    assert says in result.output


def test_a_missing_file() -> None:
    result = run("settle", "nowhere.json")
    assert result.exit_code == 2
    assert "does not exist" in result.output


def test_rules_lists_the_books_and_what_they_need() -> None:
    result = run("rules")
    assert all(name in result.stdout for name in shipped())
    assert "limits.ante," in result.stdout


@pytest.mark.parametrize("name", shipped())
def test_rules_show_prints_every_section(name: str) -> None:
    text = " ".join(run("rules", "show", name).stdout.split())
    for section in ("decisions", "qualifier", "blind", "settle", "bank", "readings", "irregularities"):
        assert f"{section} " in text
    assert "3, 4" in text
    assert "royal flush" in text


def test_rules_show_leaves_out_what_a_book_does_not_use() -> None:
    shfl = run("rules", "show", "california-shfl").stdout
    iowa = run("rules", "show", "iowa-catfish-bend").stdout
    sections = ("tokes", "aggregate", "notify", "wagers.progressive", "wagers.envy")
    words = (*sections, "toke.limit", "irregularity.")
    for word in words:
        assert f"\n{word}  " in iowa or f"  {word}" in iowa
        assert f"\n{word}  " not in shfl
        assert f"  {word}" not in shfl
    assert "\nfees  " in shfl
    assert "\nfees  " not in iowa
    assert "\ntokes  " in run("rules", "show", "california-shfl", "--set", "tokes.range=[1, 5]").stdout


def test_rules_show_with_settings() -> None:
    assert "9 to 5" in run("rules", "show", "florida", "--set", "blind.flush=9:5").stdout
    result = run("rules", "show", "florida", "--set", "blind.flush=0:5", "--set", "limits.ante=[9,5]")
    assert result.exit_code == 2
    assert "blind.flush" in result.output
    assert "limits.ante" in result.output


def test_rules_check_says_what_is_wrong_or_missing(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('extends = "california-bally"\ntrips.table = "UTH-01"\n', encoding="utf-8")
    result = run("rules", "check", str(file))
    assert result.exit_code == 1
    assert "no mistakes" in result.output
    assert "limits.ante: must be chosen before the table opens" in result.output
    file.write_text('extends = "california-shfl"\n', encoding="utf-8")
    assert run("rules", "check", str(file)).exit_code == 0
    file.write_text('extends = "california-shfl"\nblind.flush = "x"\n', encoding="utf-8")
    assert run("rules", "check", str(file)).exit_code == 2


def test_rules_clauses_shows_the_matrix() -> None:
    result = run("rules", "clauses", "florida")
    assert "FL-14a" in result.stdout
    assert "IA-IRR-1" not in result.stdout
    assert run("rules", "clauses", "nowhere").exit_code == 2


def test_rules_clauses_takes_ids_and_their_beginnings() -> None:
    def ids(*which: str) -> list[str]:
        return [clause["id"] for clause in json.loads(run("rules", "clauses", *which, "--json").stdout)]

    assert len(ids()) == 307
    assert ids("IA-IRR-3", "ia-env") == ["IA-IRR-3", "IA-ENV-1", "IA-ENV-2", "IA-ENV-3"]
    assert ids("FL-14", "IA-IRR-1") == ["FL-14a", "FL-14b", "IA-IRR-1"]
    assert ids("SHFL-WIN-1") == ["SHFL-WIN-1a", "SHFL-WIN-1b", "SHFL-WIN-1c"]
    result = run("rules", "clauses", "IA-IRR-3", "IA-IRR-9", "IA-I")
    assert result.exit_code == 2
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == ["IA-IRR-9", "IA-I"]
    [clause] = json.loads(run("rules", "clauses", "IA-IRR-3", "--json").stdout)
    assert clause["carried"]["status"] == "tested"
    assert "EX-55" in clause["carried"]["tests"]


def test_demo_plays_a_round_of_each_book() -> None:
    text = run("demo").stdout
    for word in ("SHFL Entertainment", "Bally Technologies", "designated player", "Catfish Bend"):
        assert word in text
    assert text.count("Net  seat") == 4


def test_a_mistyped_command_gets_a_hint() -> None:
    assert "Did you mean settle?" in run("setle").output


def test_help_is_quick_and_light() -> None:
    """Neither NumPy nor Numba is on the way to the help text, nor to a settlement."""
    script = "import sys; from uth.cli import main; import uth.game, uth.cli.settle, uth.cli.rules; "
    script += "print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"

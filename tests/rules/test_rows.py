"""Wagers as rows: what a bad one is told, versions of books, and that nothing knows a wager by its name."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.examples import PROGRESSIVE, ROOT, SIDE_BETS
from uth.ranking import Category
from uth.rules import BookError, load_book
from uth.rules.library import pack_book, unpack_book
from uth.rules.prizes import Cash, ForOne, Share, parse_prize
from uth.rules.schema import Problem
from uth.rules.wagers import pay_lines

DIGESTS = {
    "california-bally": "72b1d5985826",
    "california-shfl": "2c062fea0d1c",
    "florida": "e76203c362bb",
    "iowa-catfish-bend": "c54bb4350590",
}
"""Of the release before wagers were rows."""


# ---- versions


@pytest.mark.parametrize("name", DIGESTS)
def test_a_book_has_the_version_it_had_before_wagers_were_rows(name: str) -> None:
    assert load_book(name).digest.startswith(DIGESTS[name])


OLD = """
extends = "california-bally"
title = "The Corner Room"
backline.allowed = false

[limits]
ante = ["5.00", "100.00"]
trips = ["5.00", "50.00"]

[trips]
table = "UTH-03"
flush = "6:1"

[fees]
rates = [{ least = "10.00", bank = "1.00", player = "0.50", trips = "0.25" }]

[readings]
trips.on_tie = "push"
fold.trips_collect_at = "turn"

[cites]
trips_limit = ["BALLY-TRIPS-4"]
trips.win = ["BALLY-WIN-9"]
"""
NEW = """
extends = "california-bally"
title = "The Corner Room"
backline.allowed = false

[wagers.ante]
limits = ["5.00", "100.00"]

[wagers.trips]
table = "UTH-03"
flush = "6:1"
limits = ["5.00", "50.00"]
on_tie = "push"
collect_at = "turn"
cites.limit = ["BALLY-TRIPS-4"]
cites.win = ["BALLY-WIN-9"]

[fees]
rates = [{ least = "10.00", bank = "1.00", player = "0.50", side = "0.25" }]
"""


def test_a_book_written_with_the_old_keys_is_the_same_book(tmp_path: Path) -> None:
    books = []
    for folder, text in (("old", OLD), ("new", NEW)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "room.toml").write_text(text, encoding="utf-8")
        books.append(load_book(tmp_path / folder / "room.toml"))
    assert books[0] == books[1]
    assert books[0].digest == books[1].digest != load_book("california-bally").digest
    trips = books[0].bets["trips"]
    assert (trips.on_tie, trips.collect_at, str(trips.limits)) == ("push", "turn", "$5 to $50")


def test_settings_with_the_old_keys_are_the_same_settings() -> None:
    old = ["limits.ante=[5, 25]", "readings.trips.on_tie=push", "fold.trips_collect_at=turn"]
    new = ["ante.limits=[5, 25]", "wagers.trips.on_tie=push", "trips.collect_at=turn"]
    assert load_book("florida", old).digest == load_book("florida", new).digest


@pytest.mark.parametrize("file", [SIDE_BETS, PROGRESSIVE], ids=lambda file: file.stem)
def test_a_house_book_with_rows_of_its_own_packs_and_has_a_version(file: Path) -> None:
    book = load_book(file)
    assert book.missing() == []
    assert unpack_book(pack_book(file)) == book
    assert unpack_book(pack_book(file)).digest == book.digest
    row = next(name for name in book.wagers.rows if name not in load_book("iowa-catfish-bend").wagers.rows)
    for change in (f"{row}.title=Other", f"{row}.cites.win=[]", f"{row}.fold_auto_tuck=false"):
        changed = load_book(file, [change])
        assert (changed.digest == book.digest) == (changed == book), change


# ---- nothing knows them by name


@pytest.mark.parametrize("name", ["bad_beat", "hole_card", "flop_bonus", "royal_envy", "three_meters"])
def test_no_code_knows_the_wagers_of_the_examples(name: str) -> None:
    """As a word of its own: ``hole_cards`` is something else."""
    spellings = {name, name.replace("_", "-"), name.title().replace("_", ""), name.title().replace("_", " ")}
    word = re.compile(rf"(?<![a-z_])({'|'.join(spellings)})(?![a-z_])")
    listed = subprocess.run(
        ["git", "ls-files", "uth", "web/src"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    files = [ROOT / file for file in listed if Path(file).suffix in {".py", ".ts", ".svelte", ".toml", ".js"}]
    assert len(files) > 100
    texts = {file: file.read_text("utf-8") for file in files if "pages" not in file.parts and file.is_file()}
    for library in ("paytables.toml", "published.toml"):  # tables of real houses, which are data
        del texts[ROOT / "uth" / "rules" / library]
    assert [file for file, text in texts.items() if word.search(text)] == []


# ---- what a table says


def test_a_pay_table_is_shown_with_its_best_line_first() -> None:
    bets = load_book(SIDE_BETS).bets
    assert pay_lines(bets["hole_card"])[:3] == [
        ("AA against AA", "1000 to 1"),
        ("AA", "30 to 1"),
        ("AKs", "25 to 1"),
    ]
    assert pay_lines(bets["flop_bonus"])[-1] == (Category.THREE_OF_A_KIND.label, "5 to 1")
    royal = load_book(PROGRESSIVE).bets["royal"]
    assert pay_lines(royal)[:3] == [
        ("royal flush", "100% royal"),
        ("straight flush", "10% royal"),
        ("four of a kind", "300 for 1"),
    ]


@pytest.mark.parametrize("text", ["100% major", "10% major", "12.5% a-b", "33.333333% x", "1/3% x"])
def test_a_share_is_found_again_by_its_name(text: str) -> None:
    share = parse_prize(text)
    assert isinstance(share, Share)
    assert Share.named(share.name) == share == parse_prize(str(share))


def test_prizes_as_people_write_them() -> None:
    assert parse_prize("$1,500") == Cash(150_000)
    assert parse_prize("9 for 1") == ForOne(parse_prize("9:1"))  # type: ignore[arg-type]
    for wrong in ("0 for 1", "1/2 for 1", "$0", "0%", "110% x", "5%", "x", "", 5.5):
        with pytest.raises(ValueError, match=r"."):
            parse_prize(wrong)


# ---- refusals

ROW: dict[str, Any] = {"title": "Extra", "limits": ["5.00", "25.00"], "royal_flush": "10:1"}
"""A row that is taken as it is."""
LINKED: dict[str, Any] = {
    **{"title": "Extra", "staked": "fixed", "stake": "5.00", "dropped": True, "cards": "hole_and_flop"},
    **{"royal_flush": "100% x", "on_fold": "lose", "payer": "house"},
    "meters": [{"name": "x", "seed": "100.00", "meter": "10%"}],
}


def problems(row: dict[str, Any], book: str = "iowa-catfish-bend", name: str = "extra") -> dict[str, str]:
    """What a row is told, by key."""
    settings = {f"wagers.{name}.{key}": value for key, value in row.items()}
    found: list[Problem] = []
    try:
        load_book(book, settings)
    except BookError as error:
        found = error.problems
    assert len(set(found)) == len(found), "told twice"
    return {problem.key: problem.says for problem in found}


def test_the_rows_that_are_changed_here_are_taken() -> None:
    assert problems(ROW) == problems(LINKED) == problems(ROW, "california-shfl") == {}


@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        ({"title": ""}, "extra.title", "a text in quotes is wanted"),
        ({"staked": "sometimes"}, "extra.staked", "one of range, equal, fixed, multiple, free is wanted"),
        ({"beside": "roulette"}, "extra.beside", "no wager roulette; there are ante, play, blind, trips"),
        ({"beside": "extra"}, "extra.beside", "in a circle"),
        ({"staked": "equal"}, "extra.limits", 'with limits, staked = "range"'),
        ({"staked": "equal", "limits": "none"}, "extra.required", "required = true"),
        (
            {"staked": "multiple", "limits": "none"},
            "wagers",
            "one wager must be a multiple by a decision, not 2",
        ),
        ({"staked": "fixed", "limits": "none", "stake": "0"}, "extra.stake", "a stake is above zero"),
        ({"staked": "fixed", "limits": "none", "stake": "5", "required": True}, "extra.required", "= false"),
        ({"stake": "5"}, "extra.stake", 'with one, staked = "fixed"'),
        ({"required": True}, "wagers", "one wager with a range must be required, not 2: ante, extra"),
        ({"straight": "2:1"}, "extra.flush", "missing pay: straight is paid"),
        ({"on_win": "pays"}, "extra.on_win", "pays at one price, and pays gives none"),
        ({"on_unqualified": "pays"}, "extra.on_unqualified", "pays at one price, and pays gives none"),
        ({"cards": "hole"}, "extra.cards", "paid by holes, not by hands"),
        ({"holes": [{"holes": "AA", "pays": "5:1"}]}, "extra.holes", 'cards = "hole"'),
        ({"holes": [{"holes": "AAs", "pays": "5:1"}]}, "extra.holes[1].holes", "neither suited nor offsuit"),
        ({"holes": [{"holes": "AK-QJ", "pays": "5:1"}]}, "extra.holes[1].holes", "a range is one of pairs"),
        ({"holes": [{"pays": "5:1"}]}, "extra.holes[1].holes", "missing"),
        (
            {"suited": [{"hand": "straight", "suit": "hearts", "pays": "1:1"}]},
            "extra.suited[1].hand",
            "one of",
        ),
        ({"whose": "loser", "on_tie": "lose"}, "extra.on_fold", '"alive" compares it all the same'),
        ({"whose": "winner", "on_fold": "alive"}, "extra.on_tie", "where hands tie there is no winner"),
        ({"whose": "loser", "cards": "hole_and_flop"}, "extra.cards", 'cards = "hand"'),
        ({"whose": "dealer"}, "extra.on_fold", 'only with "alive"'),
        ({"whose": "others"}, "extra.whose", 'staked = "free"'),
        ({"dropped": True}, "extra.payer", "house or pool"),
        ({"payer": "house"}, "extra.dropped", "dropped = true"),
        ({"royal_flush": "10% x"}, "extra.royal_flush", 'no meter "x"; there are none'),
        ({"royal_flush": "1:7"}, "extra.royal_flush", "not whole cents"),
        ({"most_paid": "0"}, "extra.most_paid", "above zero"),
        ({"meters": [{"name": "x", "seed": "1", "meter": "1%"}]}, "extra.meters", "stakes of one size"),
        ({"colour": "red"}, "extra.colour", "unknown hand or key"),
        ({"flsh": "2:1"}, "extra.flsh", "did you mean flush?"),
    ],
)
def test_a_bad_row_is_told_what_is_wrong_and_what_would_be_right(
    change: dict[str, Any], key: str, says: str
) -> None:
    assert says in problems({**ROW, **change})[key]


@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        ({"cards": "hand"}, "extra.cards", 'cards = "hole_and_flop"'),
        ({"on_fold": "alive"}, "extra.on_win", 'on_fold = "lose"'),
        ({"on_loss": "lose"}, "extra.on_win", "goes by its table alone"),
        ({"most_paid": "100"}, "extra.most_paid", "limits what the bank pays"),
        ({"royal_flush": "100% y"}, "extra.royal_flush", 'no meter "y"; there are x'),
        ({"stake": "0.33"}, "extra.meters[1].meter", "a part of a cent would be lost"),
        (
            {"meters": [{"name": "a b", "seed": "1", "meter": "1%"}]},
            "extra.meters[1].name",
            "letters, digits",
        ),
        (
            {"meters": [{"name": "reserve", "seed": "1", "meter": "1%"}]},
            "extra.meters[1].name",
            "as in major",
        ),
        ({"meters": [{"name": "major", "seed": "1", "meter": "1%"}]}, "extra.meters[1].name", "two meters"),
        (
            {"meters": [{"name": "x", "seed": "1", "meter": "80%", "reserve": "21%"}]},
            "extra.meters",
            "more than",
        ),
        ({"payer": "bank"}, "extra.payer", "house or pool"),
    ],
)
def test_a_bad_progressive_is_told_what_is_wrong(change: dict[str, Any], key: str, says: str) -> None:
    assert says in problems({**LINKED, **change})[key]


ENVY = {"title": "More envy", "staked": "free", "beside": "progressive", "cards": "hole_and_flop"}


@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        ({}, "extra.royal_flush", 'write money, like "$1,500"'),
        ({"royal_flush": "$5", "beside": "trips"}, "extra.beside", "one that the house or a pool pays"),
        ({"royal_flush": "$5", "payer": "bank"}, "extra.payer", 'payer = "house"'),
        ({"royal_flush": "$5", "cards": "hand"}, "extra.cards", 'cards = "hole_and_flop"'),
        ({"royal_flush": "$5", "required": True}, "extra.required", "required = false"),
    ],
)
def test_bad_envy_is_told_what_is_wrong(change: dict[str, Any], key: str, says: str) -> None:
    row = {**ENVY, "whose": "others", "payer": "house", "royal_flush": "10:1", **change}
    assert says in problems(row)[key]


def test_every_fault_of_every_row_is_told_at_once() -> None:
    settings = {f"wagers.one.{key}": value for key, value in {**ROW, "whose": "loser", "stake": "1"}.items()}
    settings |= {"wagers.two.title": "Two", "wagers.two.payer": "house", "wagers.two.flush": "x"}
    settings |= {"trips.on_win": "pays", "settle.wager_order": ["ante", "two"], "tokes.on": ["two", "nine"]}
    with pytest.raises(BookError) as error:
        load_book("iowa-catfish-bend", settings)
    assert {problem.key for problem in error.value.problems} >= {
        *("one.stake", "one.on_tie", "one.on_fold", "two.flush", "two.dropped", "trips.on_win"),
        *("settle.wager_order", "tokes.on"),
    }


@pytest.mark.parametrize("name", ["base", "toke", "hole", "bank", "limits", "fees", "decisions", "1x"])
def test_names_that_no_wager_can_have(name: str) -> None:
    row = {"title": "Extra", "royal_flush": "10:1"}
    with pytest.raises(BookError, match=r"cannot be the name of a wager|has a meaning of its own"):
        load_book("florida", {f"wagers.{name}.{key}": value for key, value in row.items()})


@pytest.mark.parametrize(("name", "near"), [("tripps", "trips"), ("tabel", "table"), ("limit", "limits")])
def test_a_slip_of_the_pen_makes_no_new_wager(name: str, near: str, tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text(f'extends = "florida"\n[{name}]\nroyal_flush = "60:1"\n', encoding="utf-8")
    with pytest.raises(BookError, match=rf"{name}\.title: missing; .*did you mean {near}\?"):
        load_book(file)


def test_a_toke_rides_on_nothing_that_the_house_pays() -> None:
    with pytest.raises(BookError, match=r"tokes.on: progressive: a toke rides on a wager that the bank pays"):
        load_book("iowa-catfish-bend", ['tokes.on=["ante", "progressive"]'])


def test_what_nobody_can_leave_out_goes_with_a_folded_hand() -> None:
    assert "lose, or push" in problems({"on_fold": "alive"}, name="ante")["ante.on_fold"]
    assert "paid by the bank" in problems({"payer": "house"}, name="blind")["blind.payer"]
    assert "stands by itself" in problems({"beside": "trips"}, name="ante")["ante.beside"]


def test_rows_that_would_silently_do_something_else_are_refused(tmp_path: Path) -> None:
    """A bet that pays nothing, one beside what is laid after the deal, two that are one, taken names."""

    def faults(rows: str) -> list[str]:
        (tmp_path / "rows.toml").write_text(f'extends = "iowa-catfish-bend"\ntitle = "Rows"\n{rows}', "utf-8")
        with pytest.raises(BookError) as error:
            load_book(tmp_path / "rows.toml")
        return [f"{one.key}: {one.says}" for one in error.value.problems]

    [said] = faults('[wagers.x]\ntitle = "X"\nlimits = ["1.00", "25.00"]\n')
    assert said.startswith("x.pays: it pays nothing: give odds by hand")
    said = faults(
        '[wagers.x]\ntitle = "X"\nlimits = ["1.00", "25.00"]\nroyal_flush = "5:1"\nbeside = "play"\n'
    )[0]
    assert said.startswith("x.beside: play is laid after the deal")
    row = 'title = "X"\nlimits = ["1.00", "25.00"]\nroyal_flush = "50:1"\n'
    assert faults(f"[wagers.a-b]\n{row}[wagers.a_b]\n{row}") == [
        "wagers.a_b: stands twice: - and a space mean _"
    ]
    [said] = faults(f"[wagers.hole]\n{row}")
    assert '"hole" has a meaning of its own' in said

"""The four shipped books: figures, clauses, readings, version."""

import dataclasses
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import uth.rules
from uth.ranking import FIRST_STRENGTH, Category
from uth.rules import Book, BookError, load_book, shipped
from uth.rules.cites import Cites, WagerCites
from uth.rules.clauses import clauses, questions
from uth.rules.payoffs import Payoff, Payoffs, Result
from uth.rules.prizes import Cash
from uth.rules.schema import keys
from uth.rules.wagers import Wager

CLAUSES = {clause.id: clause for clause in clauses()}
BOOKS = {name: load_book(name) for name in shipped()}
any_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS.keys())


def odds(book: Book, wager: str) -> str:
    """Odds from the royal flush down, the way the documents are compared: 500/50/10/3/1.5/1."""
    paid = [prize for prize in reversed(book.bets[wager].prizes) if isinstance(prize, Fraction)]
    return "/".join(f"{float(odd):g}" for odd in paid)


def test_four_books() -> None:
    assert shipped() == ["california-bally", "california-shfl", "florida", "iowa-catfish-bend"]


@pytest.mark.parametrize(
    ("name", "blind", "trips"),
    [
        ("california-shfl", "500/50/10/3/1.5/1", "50/40/30/8/6/5/3"),
        ("california-bally", "500/50/10/3/1.5/1", ""),
        ("florida", "200/50/10/3/2/1", "50/40/30/10/8/6/3"),
        ("iowa-catfish-bend", "500/50/10/3/1.5/1", "50/40/30/8/7/4/3"),
    ],
)
def test_pay_tables(name: str, blind: str, trips: str) -> None:
    assert (odds(BOOKS[name], "blind"), odds(BOOKS[name], "trips")) == (blind, trips)


@pytest.mark.parametrize(
    ("table", "trips"),
    [
        ("UTH-01", "50/40/30/9/7/4/3"),
        ("UTH-02", "50/40/30/8/6/5/3"),
        ("UTH-03", "50/40/30/8/7/4/3"),
        ("UTH-04", "50/40/20/7/6/5/3"),
    ],
)
def test_named_trips_tables(table: str, trips: str) -> None:
    assert odds(load_book("california-bally", [f"trips_table={table}"]), "trips") == trips


def test_a_named_table_replaces_the_books_own_and_single_odds_change_it() -> None:
    book = load_book("florida", ["trips.table=UTH-04", "trips.flush=9:1"])
    assert odds(book, "trips") == "50/40/20/7/9/5/3"


def test_who_banks_and_how_many_sit() -> None:
    facts = {name: (book.bank.who, book.table.seats, book.table.fewest) for name, book in BOOKS.items()}
    assert facts == {
        "california-bally": ("player-dealer", 6, 2),
        "california-shfl": ("player-dealer", 6, 2),
        "florida": ("designated player", 8, 2),
        "iowa-catfish-bend": ("house", 8, 1),
    }


def test_limits_as_printed() -> None:
    limits = {
        name: tuple(str(book.bets[bet].limits) for bet in ("ante", "trips")) for name, book in BOOKS.items()
    }
    assert limits == {
        "california-bally": ("None", "None"),
        "california-shfl": ("$5 to $50", "$5 to $50"),
        "florida": ("None", "None"),
        "iowa-catfish-bend": ("$5 to $50", "$1 to $50"),
    }


def test_layout_words_and_inscription() -> None:
    for name in ("california-shfl", "california-bally"):
        table = BOOKS[name].table
        assert table.areas == ("Ante", "Blind", "Trips", "Play")
        assert "only plays with a pair or higher" in table.inscription.lower()
        assert table.drop_box


@any_book
def test_everything_cited_exists_and_belongs_to_the_book(book: Book) -> None:
    for path, cited in cited_clauses(book):
        for clause in cited:
            assert CLAUSES[clause].book == book.name, path


def cited_clauses(section: Any, path: str = "") -> list[tuple[str, tuple[str, ...]]]:
    found = []
    for field in dataclasses.fields(section):
        value = getattr(section, field.name)
        if "section" in field.metadata:
            found += cited_clauses(value, f"{path}.{field.name}")
        elif "rows" in field.metadata or "named" in field.metadata:
            rows = value.values() if "named" in field.metadata else value
            found += [pair for row in rows for pair in cited_clauses(row, f"{path}.{field.name}")]
        elif field.name == "clauses" or isinstance(section, Cites | WagerCites):
            found.append((f"{path}.{field.name}", value))
    return found


@any_book
def test_every_section_that_says_something_cites_its_clauses(book: Book) -> None:
    silent = {"backline", "irregularities"}  # not in every document: the house's own rule there
    for field in dataclasses.fields(Book):
        section = getattr(book, field.name)
        if hasattr(section, "clauses") and field.name not in silent and says_something(section):
            assert section.clauses, f"{book.name}: [{field.name}]"
    for bet in book.bets.values():
        assert bet.clauses, f"{book.name}: [{bet.name}]"


def says_something(section: Any) -> bool:
    fields = [field for field in dataclasses.fields(section) if field.default is not dataclasses.MISSING]
    return len(fields) < len(dataclasses.fields(section)) or any(
        getattr(section, field.name) != field.default for field in fields
    )


@pytest.mark.parametrize("name", shipped())
def test_every_reading_a_book_names_answers_a_question(name: str) -> None:
    """Lines under [readings] end with the question they answer, the clause that settles it, or a reason."""
    known = {question.id for question in questions()} | set(CLAUSES)
    text = Path(uth.rules.__file__).parent.joinpath("books", f"{name}.toml").read_text("utf-8")
    readings = text.partition("[readings]")[2].partition("\n[")[0]
    for line in filter(None, map(str.strip, readings.splitlines())):
        for cited in re.findall(r"\b(?:B|SHFL|BALLY|FL|IA)-[A-Za-z0-9]+(?:-\w+)?", line.partition("#")[2]):
            assert cited in known, line


def test_every_reading_has_a_question_and_every_switch_of_a_question_a_key() -> None:
    ids = {question.id for question in questions()}
    for path, field in (*keys(Book), *keys(Wager)):
        cited = re.findall(r"B-\w+-\d+", field.metadata["explains"])
        assert cited or not path.startswith("readings."), path
        assert set(cited) <= ids, path


def test_defaults_are_the_answers_of_the_catalogue() -> None:
    shfl, florida, iowa = (BOOKS[n].readings for n in ("california-shfl", "florida", "iowa-catfish-bend"))
    assert dataclasses.astuple(shfl.bank)[:4] == ("stake_only", "net", "pay_remainder", "return_all")
    assert (shfl.bank.all_declined, florida.bank.all_declined) == ("halt", "keep")
    trips = BOOKS["florida"].bets["trips"]
    assert (trips.win_below_table, trips.on_tie, trips.on_fold) == ("lose", "push", "lose")
    assert iowa.toke.limit == "110_percent_of_table_max"
    assert not BOOKS["iowa-catfish-bend"].bets["progressive"].stake_returned_on_win
    assert BOOKS["iowa-catfish-bend"].bets["envy"].folded_eligible
    assert iowa.irregularity.void_reverses_coin_in


def test_bally_does_not_open_until_its_options_are_chosen() -> None:
    assert BOOKS["california-bally"].missing() == [
        "trips",
        "limits.ante",
        "limits.trips",
        "fees.rates",
        "backline.allowed",
    ]
    chosen = [
        "trips.table=UTH-01",
        "limits.ante=[5, 100]",
        "limits.trips=[5, 100]",
        'fees.rates=[{least = "5", bank = "1"}]',
        "backline.allowed=false",
    ]
    for n in range(len(chosen)):
        assert len(load_book("california-bally", chosen[:n] + chosen[n + 1 :]).missing()) == 1
    assert load_book("california-bally", chosen).missing() == []


def test_bally_pays_nothing_before_its_table_is_chosen() -> None:
    with pytest.raises(BookError, match="choose a pay table"):
        _ = BOOKS["california-bally"].payoffs


def test_florida_needs_its_posted_limits() -> None:
    assert BOOKS["florida"].missing() == ["limits.ante", "limits.trips"]


def test_the_version_follows_what_the_book_says() -> None:
    digest = load_book("florida").digest
    assert load_book("florida").digest == digest
    assert load_book("florida", ["blind.flush=2:1"]).digest == digest
    assert load_book("florida", ["blind.flush=3:2"]).digest != digest
    assert load_book("florida", ["trips.on_tie=lose"]).digest != digest
    assert len({book.digest for book in BOOKS.values()}) == 4


def by_hand(payoffs: Payoffs, wager: str) -> tuple[tuple[Payoff, ...], ...]:
    """What a wager gains by result and hand, against a bank that qualifies."""
    return payoffs.wagers[wager].table[True]


def test_payoffs_are_whole_numbers_of_one_unit() -> None:
    pays = BOOKS["california-shfl"].payoffs
    assert pays.unit == 2  # 3 to 2
    ante, blind, trips = pays.wagers["ante"], by_hand(pays, "blind"), by_hand(pays, "trips")
    assert blind[Result.WIN] == (0, 0, 0, 0, 2, 3, 6, 20, 100, 1000)
    assert blind[Result.TIE] == (0,) * 10
    assert blind[Result.LOSE] == blind[Result.FOLD] == (-2,) * 10
    assert trips[Result.FOLD] == trips[Result.LOSE] == (-2, -2, -2, 6, 10, 12, 16, 60, 80, 100)
    assert pays.qualifies == FIRST_STRENGTH[Category.ONE_PAIR]
    assert (pays.preflop, pays.flop, pays.river) == ((3, 4), (2,), (1,))
    assert ante.payoff(Result.WIN, qualified=False) == 0
    assert ante.payoff(Result.FOLD, qualified=False) == -2


def test_florida_trips_follow_the_hand() -> None:
    trips = by_hand(BOOKS["florida"].payoffs, "trips")
    assert trips[Result.WIN] == (-1, -1, -1, 3, 6, 8, 10, 30, 40, 50)
    assert trips[Result.TIE] == (0,) * 10
    assert trips[Result.LOSE] == trips[Result.FOLD] == (-1,) * 10
    literal = by_hand(load_book("florida", ["trips.win_below_table=push"]).payoffs, "trips")
    assert literal[Result.WIN][:3] == (0, 0, 0)


def test_a_bank_that_always_qualifies() -> None:
    assert load_book("florida", ["qualifier.hand=none"]).payoffs.qualifies == 0


def test_progressive_meters_and_prizes() -> None:
    progressive = BOOKS["iowa-catfish-bend"].bets["progressive"]
    assert [(m.name, m.seed, m.meter, m.reserve) for m in progressive.meters] == [
        ("major", 20_000_00, Fraction(14, 100), Fraction(2, 100)),
        ("minor", 1_500_00, Fraction(8, 100), Fraction(0)),
    ]
    assert [str(prize) for prize in progressive.prizes[3:]] == [
        "9",
        "30",
        "40",
        "50",
        "300",
        "100% minor",
        "100% major",
    ]
    assert BOOKS["iowa-catfish-bend"].bets["envy"].prizes[8:] == (Cash(1_500_00), Cash(5_000_00))


def test_a_key_that_came_later_is_no_part_of_the_version_until_it_is_set() -> None:
    """What was kept with a table before the key was there has the version it had (see tests/game/logs)."""
    later = [path for path, field in keys(Book) if field.metadata.get("later")]
    assert "backline.on" in later
    assert "fees.bank_basis" in later
    bally = load_book("california-bally")
    assert load_book("california-bally", ['backline.on=["base", "trips"]']).digest == bally.digest
    assert load_book("california-bally", ['backline.on=["trips"]']).digest != bally.digest

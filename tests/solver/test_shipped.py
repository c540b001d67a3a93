"""Games that came with the package: the numbers that are solved here, and only beside their own code."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.drawn import book_named
from uth import Stakes, advise, solve
from uth.rules import shipped as shipped_books
from uth.rules.payoffs import Result
from uth.solver import shipped
from uth.solver.advice import _ADVISORS
from uth.solver.building import hole_sums, shipped_terms, solved
from uth.solver.deals import DEALS_OF_HOLE
from uth.solver.kernels.outcomes import find_outcomes, rows_of
from uth.solver.kernels.values import find_values
from uth.solver.kernels.work import Crew
from uth.solver.shipped import Shipped, find  # before `conftest` hides it from all other tests
from uth.solver.starting_hands import COUNT, NAMES, SIZES
from uth.solver.terms import Terms
from uth.solver.totals import Totals
from uth.solver.wagering import terms_of

GAMES = {" and ".join(books): terms for terms, books in shipped_terms().items()}
any_game = pytest.mark.parametrize("terms", GAMES.values(), ids=GAMES)
STALE = "the code that counts has changed: run python scripts/write_data.py"


@pytest.fixture(autouse=True)
def _shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "find", find)
    _ADVISORS.clear()


def found(terms: Terms) -> Shipped:
    game = find(terms)
    assert game, STALE
    return game


def test_every_book_is_shipped() -> None:
    for name in shipped_books():
        assert find(terms_of(book_named(name), Stakes())), STALE


@any_game
def test_totals_are_those_of_a_solution_here(terms: Terms) -> None:
    assert found(terms).totals == Totals.read(solved(terms)["totals"])


@any_game
def test_holes_are_worth_what_the_whole_game_says(terms: Terms) -> None:
    """Two ways that share no sums."""
    game = found(terms)
    for number, sums in enumerate(game.holes):
        bets = [sums.side + multiple * sums.lead for multiple in terms.preflop]
        assert bets == [values[number] for values in game.totals.preflop_bets]
        assert sums.later == game.totals.preflop_check[number]
        assert sums.won + sums.lost <= DEALS_OF_HOLE


@any_game
@pytest.mark.parametrize("bets", [False, True], ids=["all check", "all bet"])
def test_holes_together_end_as_all_deals_do(terms: Terms, bets: bool) -> None:
    """When every hole bets before the flop, and when none does."""
    crew = Crew()
    values = find_values(terms, crew)
    choice = values.preflop_check * 0 + (max(terms.preflop) if bets else 0)
    ends = dict.fromkeys(Result, 0)
    for row in rows_of(terms, find_outcomes(terms, values, choice, crew)):
        ends[Result(row.result)] += row.deals
    holes = list(zip(SIZES, found(terms).holes, strict=True))
    assert ends[Result.WIN] == sum(size * (one.won if bets else one.later_won) for size, one in holes)
    assert ends[Result.LOSE] == sum(size * (one.lost if bets else one.later_lost) for size, one in holes)
    assert ends[Result.FOLD] == sum(size * (0 if bets else one.later_folded) for size, one in holes)


@any_game
@pytest.mark.parametrize("name", ["22", "72o", "98o", "T9s", "K4o", "AA"])
def test_a_hole_counted_again_is_the_same(terms: Terms, name: str) -> None:
    number = NAMES.index(name)
    assert found(terms).holes[number] == hole_sums(terms, number)


def test_there_is_a_row_for_every_starting_hand() -> None:
    assert all(len(found(terms).holes) == COUNT == 169 for terms in GAMES.values())


def test_a_game_is_known_by_its_numbers() -> None:
    """A Trips wager that no decision touches, an Ante in dollars, or a reading of the bank change nothing."""
    shfl = book_named("california-shfl")
    plain = solve(shfl, cache=False)
    assert plain.source == "shipped"
    with_trips = solve(shfl, Stakes(10, trips=5), cache=False)
    assert with_trips.source == "shipped"
    assert with_trips.house_edge == plain.house_edge
    trips = plain.per_unit("trips")
    assert trips
    assert with_trips.wagers["trips"].loss == trips.loss / 2
    other = book_named("california-shfl", "bank.accounting=running")
    assert other.digest != shfl.digest
    assert solve(other, cache=False).source == "shipped"


@pytest.mark.parametrize(
    "setting", ["blind.flush=2:1", "qualifier.hand=none", "decisions.preflop=[3]", "play.pays=3:2"]
)
def test_another_game_is_not_shipped(setting: str) -> None:
    assert find(terms_of(book_named("california-shfl", setting), Stakes())) is None


def test_a_wager_that_decides_makes_another_game() -> None:
    assert find(terms_of(book_named("florida"), Stakes(trips=1))) is None, "decided jointly"


def test_changed_code_has_no_shipped_games(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped._games.cache_clear()
    monkeypatch.setattr(shipped, "digest_of", lambda *names: "another version")
    assert not any(map(find, GAMES.values()))
    shipped._games.cache_clear()


def test_the_digest_covers_what_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed kernel, table or module changes it; ends of lines do not."""
    from uth.solver.sources import digest_of

    folder = tmp_path / "counted" / "parts"
    folder.mkdir(parents=True)
    (tmp_path / "counted" / "__init__.py").touch()
    files = {
        "__init__.py": b"",
        "one.py": b"a = 1\n",
        "two.py": b"b = 2\n",
        "tables.zlib": b"x\r\n",
        "note": b"",
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    monkeypatch.syspath_prepend(tmp_path)

    def digests(name: str, content: bytes) -> tuple[str, str]:
        (folder / name).write_bytes(content)
        digest_of.cache_clear()
        both = digest_of("counted.parts"), digest_of("counted.parts.one")
        (folder / name).write_bytes(files[name])
        return both

    whole, one = digests("one.py", files["one.py"])
    assert digests("one.py", b"a = 1\r\n") == (whole, one)
    assert digests("note", b"hm") == (whole, one)
    assert digests("two.py", b"b = 3\n")[0] != whole
    assert digests("two.py", b"b = 3\n")[1] == one
    assert digests("tables.zlib", b"x\n")[0] != whole
    assert all(new != old for new, old in zip(digests("one.py", b"a = 2\n"), (whole, one), strict=True))
    digest_of.cache_clear()


def test_a_flop_of_a_shipped_game_is_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: then it is on disk. With no cache it is solved too, and nothing is written."""
    monkeypatch.setenv("UTH_CACHE", str(tmp_path / "kept"))
    first = solve("florida", cache=False)
    values = first.on_flop("Kh 5d 2c", "9s 8d").values
    assert not (tmp_path / "kept").exists()
    assert values == advise("florida", "9s 8d", "Kh 5d 2c").actions
    assert solve("florida").on_flop("Kh 5d 2c", "9s 8d").values == values
    assert len(list((tmp_path / "kept").iterdir())) == 1
    monkeypatch.setattr("uth.solver.solving._compute", None)
    assert solve("florida").on_flop("Kh 5d 2c", "9s 8d").values == values


def test_nothing_is_taken_from_the_package_if_it_is_not_wanted() -> None:
    assert solve("florida", cache=False, ready_made=False).source == "solved"


def test_advice_before_the_flop_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uth.solver.advice.solve", None)
    advice = advise("california-bally", "Jd Th")
    assert advice.deals == DEALS_OF_HOLE
    assert advice.actions == solve("california-bally").preflop["JTo"].values
    assert all(sum(counts) == advice.deals for counts in advice.counts.values())


@pytest.mark.parametrize(
    "arguments", [["solve", "california-shfl"], ["advise", "florida", "--hole", "9s 8d"]], ids=" ".join
)
def test_the_first_answer_needs_neither_numpy_nor_numba(arguments: list[str], tmp_path: Path) -> None:
    """As tables and as JSON; and nothing is kept that was not solved."""
    script = "import sys; from uth.cli import main; main(sys.argv[1:], standalone_mode=False); "
    script += "print(sorted({'numpy', 'numba'} & set(sys.modules)), file=sys.stderr)"
    for more in ([], ["--json"]):
        call = [sys.executable, "-c", script, *arguments, *more]
        told = subprocess.run(
            call, capture_output=True, text=True, check=True, env={"UTH_CACHE": str(tmp_path / "kept")}
        )
        assert told.stderr.strip() == "[]"
    assert not (tmp_path / "kept").exists()
    data = json.loads(told.stdout)
    if arguments[0] == "solve":
        assert (data["cached"], data["source"]) == (True, "shipped")
        assert Fraction(data["exact"]["house_edge"]) * data["deals"] == 607_723_787_676

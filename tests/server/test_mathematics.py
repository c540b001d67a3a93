"""The mathematics over HTTP: the same figures as on the command line, and never in the way of a table."""

import asyncio
import json
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner

from tests.server.serving import Served
from uth.cli import main
from uth.rules import BookError, load_book, shipped
from uth.server.books import book_edited
from uth.server.faults import Fault
from uth.server.mathematics import CLOSE, MOST_WAITING, Lane, Remembered
from uth.server.told import Advised, Drilled, RoundRefused, RoundSettled, Solved
from uth.solver import Stakes
from uth.solver.faults import SolverError
from uth.solver.wagering import terms_of

PATIENCE = 300
"""Seconds: kernels may be compiled first, while other tests take the machine."""
EDITED = {
    "book": "california-shfl",
    "settings": ["blind.flush=2:1", "decisions.preflop=[2, 4]"],
    "ante": "10",
}
PROGRESSIVE = {
    "book": "iowa-catfish-bend",
    "ante": "10",
    "trips": "5",
    "progressive": "5",
    "meters": ["major=52000"],
    "others": 3,
}
SEAT = {"seat": 1, "hole": ["Ks", "Kd"], "ante": 1000, "blind": 1000, "trips": 500, "decisions": ["bet4"]}
ROUND = {
    "id": "R-1",
    "document": "california-shfl",
    "board": ["Qh", "9c", "4d", "4s", "2h"],
    "bank_hand": ["Jc", "Jd"],
    "bank": {"seat": 6, "wager": 50000},
    "seats": [
        SEAT,
        {"seat": 2, "hole": ["3s", "5d"], "ante": 500, "blind": 500, "decisions": ["check", "check", "fold"]},
    ],
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service on SQLite: the mathematics asks no database. It lets one address ask as often as it likes."""
    folder = tmp_path_factory.mktemp("mathematics")
    service = Served(f"sqlite:///{folder}/uth.sqlite", folder, "--sign-ins", "1000", "--calculations", "1000")
    service.staff("Sue")
    service.start()
    yield service
    assert service.stop() == 0
    assert "Traceback" not in service.errors()


def post(house: Served, what: str, body: Any) -> httpx.Response:
    return httpx.post(f"{house.url}/api/mathematics/{what}", json=body, timeout=PATIENCE)


def asked(house: Served, what: str, body: Any) -> Any:
    answer = post(house, what, body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def said(house: Served, what: str, body: Any) -> list[str]:
    """What is wrong with a question."""
    answer = post(house, what, body)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), answer.text
    return [one["says"] for one in answer.json()["says"]]


def printed(command: str) -> Any:
    """What a command line prints as JSON."""
    words = shlex.split(command)
    assert words[0] == "uth"
    result = CliRunner().invoke(main, [*words[1:], "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def described(data: Any, kind: Any) -> bool:
    """Whether an answer has this form, and nothing besides."""
    return bool(json.loads(msgspec.json.encode(msgspec.convert(data, kind))) == data)


def without_times(solved: dict[str, Any]) -> dict[str, Any]:
    of_the_run = ("seconds", "cached", "source", "command")
    return {key: value for key, value in solved.items() if key not in of_the_run}


@pytest.mark.parametrize("game", [*({"book": name} for name in shipped()), EDITED, PROGRESSIVE])
def test_a_solution_is_what_the_command_prints(house: Served, game: dict[str, Any]) -> None:
    solved = asked(house, "solve", game)
    assert without_times(solved) == without_times(printed(solved["command"]))
    assert asked(house, "solve", game) == solved  # remembered, with the seconds of the first time


def test_a_solution_has_the_form_of_its_description(house: Served) -> None:

    for game in ({"book": "florida", "trips": "1"}, PROGRESSIVE):
        data = asked(house, "solve", game)
        assert described(data, Solved)


def test_the_command_is_quoted_for_a_shell(house: Served) -> None:
    game = {"book": "florida", "settings": ["blind.flush=2 to 1"], "trips": "1/2", "ante": None}
    command = asked(house, "solve", game)["command"]
    assert command == "uth solve florida --set 'blind.flush=2 to 1' --trips 1/2"
    advice = asked(house, "advise", {"game": {"book": "florida"}, "hole": "9s 8d", "dead": "2c"})
    assert advice["command"] == "uth advise florida --hole '9s 8d' --dead 2c"


@pytest.mark.parametrize(
    "hand",
    [
        {"hole": "9s 8d"},
        {"hole": "9s 8d", "board": "Kh 5d 2c"},
        {"hole": "As Kd", "board": "Ah Kh 9d 9h 2d", "dead": "2c 3c 4c"},
    ],
)
@pytest.mark.parametrize("game", [{"book": "florida", "trips": "1"}, EDITED])
def test_advice_is_what_the_command_prints(house: Served, game: dict[str, Any], hand: dict[str, str]) -> None:

    advice = asked(house, "advise", {"game": game, **hand})
    assert described(advice, Advised)
    assert printed(advice.pop("command")) == advice
    [one] = asked(house, "advise-many", {"game": game, "hands": [hand]})
    if advice["street"] == "preflop":
        del advice["counts"]
    assert one.pop("kind")
    assert one == advice


def test_a_map_of_hands_in_one_question(house: Served) -> None:
    solved = asked(house, "solve", {"book": "california-shfl"})["preflop"]
    hands = {name: f"{name[0]}s {name[1]}{'s' if name.endswith('s') else 'd'}" for name in solved}
    body = {"game": {"book": "california-shfl"}, "hands": [{"hole": hole} for hole in hands.values()]}
    advice = dict(zip(hands, asked(house, "advise-many", body), strict=True))
    assert {name: one["best"] for name, one in advice.items()} == {n: c["best"] for n, c in solved.items()}
    assert all(one["actions"]["check"] == solved[name]["check"] for name, one in advice.items())


@pytest.mark.parametrize("street", ["preflop", "flop", "river"])
@pytest.mark.parametrize("game", [{"book": "iowa-catfish-bend"}, EDITED, {"book": "florida", "trips": "1"}])
def test_a_drill_has_close_decisions(house: Served, game: dict[str, Any], street: str) -> None:

    body = {"game": game, "street": street, "count": 12, "seed": 7}
    drawn = asked(house, "drill", body)
    assert len(drawn) == 12
    assert described(drawn, list[Drilled])
    assert asked(house, "drill", body) == drawn
    assert asked(house, "drill", {**body, "seed": 8}) != drawn
    assert asked(house, "drill", {**body, "seed": None}) != asked(house, "drill", {**body, "seed": None})
    hands = [{"hole": " ".join(one["hole"]), "board": " ".join(one["board"])} for one in drawn]
    advice = asked(house, "advise-many", {"game": game, "hands": hands})
    for one, exact in zip(drawn, advice, strict=True):
        assert (one["street"], one["actions"], one["best"]) == (street, exact["actions"], exact["best"])
        values = sorted(map(Fraction, exact["exact"].values()))
        gap = values[-1] - values[-2]
        assert one["gap"] == float(gap)
        *bets, no_bet = map(Fraction, exact["exact"].values())
        assert 0 < gap <= abs(max(bets) - no_bet) <= CLOSE
    assert len({json.dumps(one["actions"]) for one in drawn}) == 12


def test_a_drill_only_asks_what_best_play_comes_to(house: Served) -> None:
    game = {"book": "california-shfl"}
    drawn = asked(house, "drill", {"game": game, "street": "river", "count": 10, "seed": 1})
    for cards in (0, 3):
        hands = [{"hole": " ".join(d["hole"]), "board": " ".join(d["board"][:cards])} for d in drawn]
        advice = asked(house, "advise-many", {"game": game, "hands": hands})
        assert {one["best"] for one in advice} == {"check"}


def test_a_drill_where_nothing_can_be_bet_is_empty(house: Served) -> None:
    game = {"book": "california-shfl", "settings": ["decisions.flop=[]"]}
    assert asked(house, "drill", {"game": game, "street": "flop", "count": 1, "seed": 1}) == []


def test_rounds_are_settled_as_by_the_command(house: Served, tmp_path: Path) -> None:

    house_banked = {
        **{key: value for key, value in ROUND.items() if key not in ("id", "bank")},
        "document": "iowa-catfish-bend",
        "switches": {"trips.table": "UTH-02"},
        "bank": {"house": True},
        "meters": {"major": 5_200_000, "minor": 150_000, "reserve": 0},
    }
    malformed = {**ROUND, "board": ["Qh", "Qh"], "seats": [{**SEAT, "ante": 999_999}]}
    rounds = [ROUND, house_banked, malformed]
    file = tmp_path / "rounds.json"
    file.write_text(json.dumps(rounds))
    result = CliRunner().invoke(main, ["settle", str(file), "--json"], catch_exceptions=False)
    settled = asked(house, "settle", {"rounds": rounds})
    assert settled == json.loads(result.stdout)
    assert settled[0]["net"] == {"1": 4500, "2": -1000, "bank": -3500}
    assert len(settled[2]["refused"]) > 1
    for one, kind in zip(settled, (RoundSettled, RoundSettled, RoundRefused), strict=True):
        assert described(one, kind)


def test_only_rounds_of_shipped_books_are_settled(house: Served, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "california-shfl"\ntitle = "Our room"\n')
    rotation = {"type": "rotation", "document": "florida", "given": {"rounds": 10**12}}
    cases = [{**ROUND, "document": str(own)}, rotation, {**ROUND, "document": None}]
    for one in asked(house, "settle", {"rounds": cases}):
        assert len(one["refused"]) == 1, one


def test_amounts_without_end_are_refused(house: Served) -> None:
    """A book without limits takes any Ante; one of thousands of digits could not be written any more."""
    seat = {
        "seat": 1,
        "hole": ["Ks", "Kd"],
        "ante": 9 * 10**4299,
        "blind": 9 * 10**4299,
        "decisions": ["bet4"],
    }
    endless = {**ROUND, "document": "florida", "seats": [seat], "bank": {"seat": 6, "wager": 9 * 10**4299}}
    assert "cannot be written" in said(house, "settle", {"rounds": [endless]})[0]


def test_a_book_edited(house: Served) -> None:
    settings = ["blind.flush=2:1", "trips.table=UTH-02", "qualifier.hand=none"]
    book = asked(house, "book", {"book": "california-shfl", "settings": settings})
    assert book["digest"] == load_book("california-shfl", settings).digest
    wagers = book["rules"]["wagers"]
    assert wagers["blind"]["flush"] == "2:1"
    assert wagers["trips"]["flush"] == book["tables"]["trips"]["UTH-02"]["flush"]
    now = {setting["key"]: setting["value"] for setting in book["settings"]}
    assert (now["blind.flush"], now["blind.one_pair"], now["qualifier.hand"]) == ("2:1", "none", "none")


@pytest.mark.parametrize("name", shipped())
def test_every_setting_of_a_book_can_be_set_as_it_is_written(house: Served, name: str) -> None:
    page = house.call("GET", f"/api/books/{name}").json()
    settings = [f"{one['key']}={one['value']}" for one in page["settings"] if one["value"]]
    assert asked(house, "book", {"book": name, "settings": settings})["digest"] == page["digest"]
    assert load_book(name, settings).digest == page["digest"]
    for one in page["settings"]:
        if one["form"] == "choice" and one["value"]:
            assert one["value"] in (*one["choices"], "none")
    assert {one["form"] for one in page["settings"]} >= {"odds", "choice", "list", "flag", "money", "number"}


def test_every_setting_that_changes_the_mathematics_counts() -> None:
    """Each choice and flag of a book with all wagers: what may change a figure is said to."""
    base = ["trips.table=UTH-02", "payout.rounding=down_to_unit", "blind.flush=3:2"]
    book = load_book("iowa-catfish-bend", base)
    stakes = Stakes(ante=5, trips=5, progressive=5, others=2)
    changed = set()
    for setting in book_edited(book).settings:
        words = {"flag": ("true", "false"), "choice": setting.choices}.get(setting.form, ())
        if setting.key == "trips.table":
            continue
        for word in words:
            if word != setting.value:
                try:
                    edited = load_book("iowa-catfish-bend", [*base, f"{setting.key}={word}"])
                except ValueError:
                    continue  # it does not go with the others
                try:
                    same = terms_of(edited, stakes) == terms_of(book, stakes)
                except (SolverError, BookError):  # then it counts so much that nothing is solved
                    same = False
                if not same:
                    changed.add(setting.key)
    said = {one.key for one in book_edited(book).settings if one.counts and one.form in ("flag", "choice")}
    assert changed <= said
    assert {"trips.on_fold", "blind.on_tie", "decisions.river"} & changed


def test_everything_wrong_is_said_at_once(house: Served) -> None:
    game = {"book": "florida", "settings": ["blind.flsh=2:1", "trips.flush=x"], "ante": "x", "meters": ["a"]}
    faults = said(house, "solve", game)
    for words in ("blind.flsh", "trips.flush", "the Ante is 'x'", "--meter a"):
        assert any(words in fault for fault in faults), (words, faults)
    hand = {"game": {"book": "nowhere"}, "hole": "9s 9s", "board": "Kh 5d"}
    faults = said(house, "advise", hand)
    for words in ("no such book", "9s is given 2 times", "not 2"):
        assert any(words in fault for fault in faults), (words, faults)
    assert len(said(house, "book", {"book": "florida", "settings": ["a=1", "b=2"]})) == 2
    many = {"game": {"book": "florida"}, "hands": [{"hole": "9s 8d", "dead": "2c"}] * 5}
    assert "dead cards" in said(house, "advise-many", many)[0]


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"settings": ["blind.flush=x", "decisions.preflop=[x]"]}, ["blind.flush", "decisions.preflop"]),
        ({"ante": "x", "trips": "-1"}, ["--ante", "--trips"]),
        ({"ante": "5.50"}, ["--ante"]),
        ({"progressive": "x", "meters": ["major=x"]}, ["--progressive", "--meter major"]),
        ({"progressive": "1", "ante": "5", "others": 9}, ["--progressive", "--others"]),
        ({"others": 3}, ["--progressive"]),
        ({"others": "many"}, ["others"]),
        ({"progressive": "5", "ante": "5", "meters": ["tiny=5"]}, ["--meter tiny"]),
    ],
)
def test_a_fault_names_its_field(house: Served, given: dict[str, Any], fields: list[str]) -> None:
    answer = house.call("POST", "/api/mathematics/solve", {"book": "iowa-catfish-bend", **given})
    assert [one["field"] for one in answer.json()["says"]] == fields, answer.text


def test_files_of_the_machine_are_not_read(house: Served) -> None:
    with NamedTemporaryFile("w") as own:
        own.write('extends = "california-shfl"\ntitle = "Our room"\n')
        own.flush()
        assert load_book(own.name).title == "Our room"
        for what in ("solve", "book"):
            assert "no such book" in said(house, what, {"book": own.name})[0]


@pytest.mark.parametrize(
    "setting",
    ["blind.flush=" + "[" * 900, "blind.flush=" + "1" * 900, "blind.flush=\x00", "=", "a.b=1", "blind=2"],
)
def test_settings_that_nobody_would_write(house: Served, setting: str) -> None:
    assert said(house, "solve", {"book": "florida", "settings": [setting]})


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("solve", {"book": "florida", "others": -1}),
        ("solve", {"book": "florida", "ante": 10}),
        ("solve", {"book": "florida", "surprise": 1}),
        ("advise-many", {"game": {"book": "florida"}, "hands": [{"hole": "9s 8d"}] * 201}),
        ("drill", {"game": {"book": "florida"}, "street": "turn", "count": 5}),
        ("drill", {"game": {"book": "florida"}, "street": "flop", "count": 51}),
        ("settle", {"rounds": [ROUND] * 21}),
        ("settle", {"rounds": []}),
    ],
)
def test_questions_of_another_form_are_malformed(house: Served, what: str, body: Any) -> None:
    assert post(house, what, body).status_code == 422


def test_a_table_is_served_while_a_game_is_solved(house: Served) -> None:
    """Commands at a table are answered at once; the solution takes much longer than any of them."""
    table = house.open(house.sign_in())
    ann = house.guest()
    waits: list[float] = []
    done = threading.Event()

    def play() -> None:
        seat = 1
        with httpx.Client(
            base_url=house.url, headers={"authorization": f"Bearer {ann}"}, timeout=30
        ) as client:
            while not done.is_set():
                act = {"do": "sit", "seat": 1} if seat else {"do": "leave"}
                seat = 1 - seat
                command = {"id": f"c{len(waits)}-{time.monotonic_ns()}", "act": act}
                start = time.perf_counter()
                answer = client.post(f"/api/tables/{table}/commands", json=command)
                waits.append(time.perf_counter() - start)
                assert answer.status_code == 200, answer.text
                time.sleep(0.04)

    asked(house, "solve", PROGRESSIVE)  # so that every kernel is there
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        start = time.perf_counter()
        try:
            asked(house, "solve", {**PROGRESSIVE, "meters": [f"major={52_000 + len(table)}.50"]})
            took = time.perf_counter() - start
        finally:
            done.set()
        playing.result()
    assert len(waits) > 5
    assert sorted(waits)[len(waits) // 2] < took / 4
    assert max(waits) < took


def test_one_address_may_ask_so_often(tmp_path: Path) -> None:
    service = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, "--calculations", "1").start()
    try:
        body = {"book": "florida", "settings": []}
        answers = [post(service, "book", body) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [429]
        assert answers[-1].json()["code"] == "too_many"
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert service.call("GET", "/api/books").status_code == 200  # the rest is open
    finally:
        assert service.stop() == 0


@pytest.mark.anyio
async def test_a_lane_answers_one_at_a_time_and_lets_few_wait() -> None:
    lane, going, most = Lane("test"), [0], [0]
    free = threading.Event()

    def work() -> int:
        going[0] += 1
        most[0] = max(most[0], going[0])
        free.wait(10)
        going[0] -= 1
        return 1

    waiting = [asyncio.create_task(lane.ask(work)) for _ in range(MOST_WAITING + 1)]
    await asyncio.sleep(0)
    with pytest.raises(Fault) as full:
        await lane.ask(work)
    assert (full.value.status, bool(full.value.retry_after)) == (503, True)
    free.set()
    assert sum(await asyncio.gather(*waiting)) == MOST_WAITING + 1
    assert most == [1]
    assert await lane.ask(work) == 1


@pytest.mark.anyio
async def test_a_failure_is_told_to_who_asked_and_the_lane_goes_on() -> None:
    lane = Lane("test")
    with pytest.raises(ZeroDivisionError):
        await lane.ask(lambda: 1 // 0)
    assert await lane.ask(lambda: 2) == 2


@pytest.mark.anyio
async def test_the_same_question_is_worked_out_once() -> None:
    lane, kept, times = Lane("test"), Remembered(), [0]

    def work() -> bytes:
        times[0] += 1
        return b"{}"

    answers = await asyncio.gather(*(kept.get_or_ask("a", lane, work) for _ in range(5)))
    assert (answers, times) == ([b"{}"] * 5, [1])
    for other in range(200):
        await kept.get_or_ask(other, lane, lambda: b"[]")
    await kept.get_or_ask("a", lane, work)
    assert times == [2]  # forgotten long since


def test_the_service_is_started_without_the_solver() -> None:
    script = "import sys, uth.server.app; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"

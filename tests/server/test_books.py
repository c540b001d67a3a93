"""Rules, pay tables and limits are readable without money, and the API describes itself."""

import pytest

from tests.server.serving import Served
from uth.cli.practice import practice_settings
from uth.rules import BookError, load_book, shipped
from uth.server.books import book_page
from uth.solver.faults import SolverError
from uth.solver.stakes import Stakes
from uth.solver.terms import Terms
from uth.solver.wagering import terms_of


def test_every_book_can_be_read_by_anybody(served: Served) -> None:
    listed = served.call("GET", "/api/books").json()
    assert [book["name"] for book in listed] == shipped()
    for name in shipped():
        book = served.call("GET", f"/api/books/{name}").json()
        assert book["digest"] == load_book(name).digest
        assert len(book["clauses"]) > 30
        assert book["rules"]["wagers"]["blind"]["royal_flush"]
        assert {"ante", "blind", "play"} <= {wager["name"] for wager in book["wagers"]}
    assert served.call("GET", "/api/books/nevada").status_code == 404


def test_what_stands_on_the_felt_is_in_the_first_picture(served: Served) -> None:
    table = served.open(served.sign_in())
    layout = served.look("", table)["layout"]
    assert layout["book"] == "iowa-catfish-bend"
    wagers = {wager["name"]: wager for wager in layout["wagers"]}
    assert dict(wagers["blind"]["pays"])["royal flush"] == "500 to 1"
    assert layout["areas"]
    assert wagers["ante"]["limits"] == [500, 5000]


@pytest.mark.parametrize("name", ["Command", "Accepted", "FaultBody", "Bet", "FlopShown", "View", "Frame"])
def test_the_description_has_every_message(served: Served, name: str) -> None:
    assert name in served.call("GET", "/openapi.json").json()["components"]["schemas"]


def test_the_description_says_what_is_in_a_frame_and_in_an_answer(served: Served) -> None:
    description = served.call("GET", "/openapi.json").json()
    known = description["components"]["schemas"]
    assert {"$ref": "#/components/schemas/Decide"} in known["Option"]["properties"]["act"]["anyOf"]
    assert known["Frame"]["properties"]["events"]["items"]["$ref"].endswith("/EventSeen")
    assert {"says", "changes", "you", "net", "result"} <= set(known["EventSeen"]["properties"])
    for path, methods in description["paths"].items():
        if path.startswith(("/api/mathematics", "/api/books", "/api/tables")):
            for operation in methods.values():
                for status in {"200", "201"} & set(operation["responses"]):
                    schema = operation["responses"][status]["content"]["application/json"]["schema"]
                    named = str(schema.get("items", schema))
                    assert "$ref" in named or path.endswith(("/events", "/log")), path


OTHERWISE = {
    "odds": ["7:1"],
    "flag": ["true", "false"],
    "money": ["7"],
    "range": ["[7, 70]"],
    "number": ["7"],
    "share": ["7%"],
}


def _terms(name: str, settings: list[str]) -> Terms | str:
    """What the solver reads of a book, or why it cannot solve it."""
    book = load_book(name, settings)
    stakes = {bet.name: str((bet.stake or 500) // 100) for bet in book.side_bets}
    try:
        return terms_of(book, Stakes("10", stakes=stakes, others=2 if book.meters else 0))
    except SolverError as fault:
        return str(fault)


@pytest.mark.parametrize("name", shipped())
def test_whatever_changes_the_mathematics_is_marked_so(name: str) -> None:
    usual = practice_settings(name)
    before, tried, changing = _terms(name, usual), 0, set()
    assert isinstance(before, Terms)
    for setting in book_page(name).settings:
        others = [one for one in usual if not one.startswith(f"{setting.key}=")]
        values = setting.choices if setting.form == "choice" else OTHERWISE.get(setting.form, [])
        for value in values:
            try:
                after = _terms(name, [*others, f"{setting.key}={value}"])
            except BookError:
                continue
            tried += 1
            if after != before:
                changing.add(setting.key)
                assert setting.counts, setting.key
    assert tried > 100
    assert {"blind.flush", "qualifier.least", "decisions.river"} & changing


def test_a_clause_is_watched_at_a_table_of_its_book(served: Served) -> None:
    """Line by line as the scenario has it, with what came of each; cards that lie face down stay so."""
    assert "FL-8a" in served.call("GET", "/api/books/florida").json()["played"]
    shown = served.call("GET", "/api/clauses/FL-8a").json()
    assert shown["clause"]["book"] == "florida"
    [scenario] = shown["scenarios"]
    assert scenario["shows"].startswith("A player who folds after the river loses")
    assert scenario["lines"][0]["text"] == "supervisor Sue: open"
    said = [event.get("says", "") for line in scenario["lines"] for event in line["events"]]
    assert "Seat 2 folds" in said
    assert "face down" in next(one for one in said if one.startswith("Two cards each"))
    refused = [
        refusal
        for line in served.call("GET", "/api/clauses/FL-4b").json()["scenarios"][0]["lines"]
        for refusal in line["refused"]
    ]
    assert refused
    assert served.call("GET", "/api/clauses/FL-99").status_code == 404

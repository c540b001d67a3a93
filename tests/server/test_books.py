"""Rules, pay tables and limits are readable without money, and the API describes itself."""

import pytest

from tests.server.serving import Served
from uth.rules import load_book, shipped


def test_every_book_can_be_read_by_anybody(served: Served) -> None:
    listed = served.call("GET", "/api/books").json()
    assert [book["name"] for book in listed] == shipped()
    for name in shipped():
        book = served.call("GET", f"/api/books/{name}").json()
        assert book["digest"] == load_book(name).digest
        assert len(book["clauses"]) > 30
        assert book["rules"]["blind"]["royal_flush"]
    assert served.call("GET", "/api/books/nevada").status_code == 404


def test_what_stands_on_the_felt_is_in_the_first_picture(served: Served) -> None:
    table = served.open(served.sign_in())
    layout = served.look("", table)["layout"]
    assert layout["book"] == "iowa-catfish-bend"
    assert layout["pays"]["blind"]["royal_flush"] == "500"
    assert layout["areas"]
    assert layout["ante"] == [500, 5000]


@pytest.mark.parametrize("name", ["Command", "Accepted", "FaultBody", "Bet", "FlopShown", "View", "Frame"])
def test_the_description_has_every_message(served: Served, name: str) -> None:
    assert name in served.call("GET", "/openapi.json").json()["components"]["schemas"]


def test_the_description_says_what_is_in_a_frame_and_in_an_answer(served: Served) -> None:
    description = served.call("GET", "/openapi.json").json()
    known = description["components"]["schemas"]
    assert {"$ref": "#/components/schemas/Decide"} in known["Option"]["properties"]["act"]["anyOf"]
    events = known["Frame"]["properties"]["events"]["items"]["discriminator"]["mapping"]
    assert {"flop_shown", "shuffle_sealed", "shuffle_revealed", "clock_set"} <= set(events)
    for path, methods in description["paths"].items():
        if path.startswith(("/api/mathematics", "/api/books", "/api/tables")):
            for operation in methods.values():
                for status in {"200", "201"} & set(operation["responses"]):
                    schema = operation["responses"][status]["content"]["application/json"]["schema"]
                    named = str(schema.get("items", schema))
                    assert "$ref" in named or path.endswith(("/events", "/log")), path

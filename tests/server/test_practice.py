"""A table for one player alone."""

from pathlib import Path

from tests.server.serving import Served


def test_everybody_has_a_practice_table_of_their_own(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, "--sign-ins", "1000")
    served.start()
    try:
        ann, bob = served.guest("Ann solo"), served.guest("Bob solo")
        table = _practice(served, ann)
        assert _practice(served, bob) != table  # it is kept for Ann, who is about to sit down
        assert served.do(ann, table, {"do": "sit", "seat": 3}).status_code == 200
        assert served.do(ann, table, {"do": "buy_in", "cents": 50_000}).status_code == 200
        assert _practice(served, ann) == table
        assert table in _lobby(served, ann)
        assert table not in _lobby(served, bob)
        assert table not in _lobby(served, "")
        for path in ("", "/events", "/rounds/1"):
            assert served.call("GET", f"/api/tables/{table}{path}", token=bob).status_code == 404
        assert served.do(bob, table, {"do": "sit", "seat": 1}).status_code == 404
        assert served.do(ann, table, {"do": "bet", "stakes": {"ante": 500}}).status_code == 200
        seen = served.look(ann, table)
        assert seen["table"]["phase"] == "preflop"  # dealt at once: there is nobody to wait for
        assert served.do(ann, table, {"do": "decide", "choice": "bet4"}).status_code == 200
        chips = served.look(ann, table)["you"]["chips"]
        served.do(ann, table, {"do": "cash_out", "cents": chips})
        assert served.do(ann, table, {"do": "leave"}).status_code == 200
        assert table not in _lobby(served, ann)
        served.stop()
        served.start()
        assert _practice(served, served.guest("Cleo solo")) in {"T1", "T2"}  # empty tables are used again
    finally:
        served.stop()


def test_a_book_where_a_player_banks_is_not_played_alone(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, "--sign-ins", "1000")
    served.start()
    try:
        answer = served.call("POST", "/api/practice", {"book": "california-shfl"}, served.guest("Ann alone"))
        assert answer.status_code == 422
        assert "alone" in answer.text
    finally:
        served.stop()


def _practice(served: Served, token: str) -> str:
    answer = served.call("POST", "/api/practice", {}, token)
    assert answer.status_code == 200, answer.text
    assert answer.json()["practice"]
    return str(answer.json()["id"])


def _lobby(served: Served, token: str) -> list[str]:
    return [table["id"] for table in served.call("GET", "/api/tables", token=token).json()]

"""Who comes in, and what is his."""

import secrets

import pytest

from tests.server.serving import PASSWORD, Served


def says(answer: object) -> str:
    return " ".join(one["says"] for one in answer.json()["says"])  # type: ignore[attr-defined]


def test_a_guest_has_play_chips_and_a_session(served: Served) -> None:
    answer = served.call("POST", "/api/guests", {"name": "Ánna O'Neill"})
    assert answer.status_code == 201
    assert answer.json()["wallet"] == 100_000
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    token = answer.json()["token"]
    assert served.call("GET", "/api/me", token=token).json()["name"] == "Ánna O'Neill"
    assert served.call("GET", "/api/sessions/current", token=token).json()["name"] == "Ánna O'Neill"
    assert served.call("DELETE", "/api/sessions/current", token=token).status_code == 204
    assert served.call("GET", "/api/me", token=token).status_code == 401


@pytest.mark.parametrize("token", ["", "nonsense"])
def test_a_page_may_ask_who_is_here_when_nobody_is(served: Served, token: str) -> None:
    answer = served.call("GET", "/api/sessions/current", token=token)
    assert (answer.status_code, answer.json()) == (200, None)


@pytest.mark.parametrize("name", ["x", "a" * 25, "<b>bold</b>", "new\nline", "  ", "_under", "tab\tbed"])
def test_names_that_mislead_are_refused(served: Served, name: str) -> None:
    answer = served.call("POST", "/api/guests", {"name": name})
    if "\t" in name or "\n" in name:  # blanks are blanks: the name is tidied
        assert answer.json()["name"] == " ".join(name.split())
    else:
        assert answer.status_code == 422


def test_a_name_is_one_persons_in_any_letters(served: Served) -> None:
    name = f"Pam {secrets.token_hex(3)}"
    served.guest(name)
    answer = served.call("POST", "/api/guests", {"name": name.upper()})
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")


def test_signing_in_takes_a_name_as_creating_the_account_did(served: Served) -> None:
    written = f"Sue   {secrets.token_hex(3)}"
    account = {"name": written, "password": "one two three"}
    assert served.call("POST", "/api/accounts", account).status_code == 201
    assert served.call("POST", "/api/sessions", account).status_code == 201


def test_an_account_locks_after_five_wrong_passwords(served: Served) -> None:
    name = f"Lou {secrets.token_hex(3)}"
    right = {"name": name, "password": "one two three"}
    assert served.call("POST", "/api/accounts", right).status_code == 201
    assert served.call("POST", "/api/sessions", right).status_code == 201
    for _ in range(5):
        wrong = served.call("POST", "/api/sessions", {"name": name, "password": "guess"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_password")
    nobody = served.call("POST", "/api/sessions", {"name": "Nobody Here", "password": "guess"})
    assert nobody.json() == wrong.json()  # a name that nobody has is told from a wrong password by nothing
    locked = served.call("POST", "/api/sessions", right)
    assert locked.status_code == 429
    assert int(locked.headers["retry-after"]) > 30


def test_a_short_password_is_refused_with_what_would_do(served: Served) -> None:
    answer = served.call(
        "POST", "/api/accounts", {"name": f"Kim {secrets.token_hex(3)}", "password": "short"}
    )
    assert answer.status_code == 422
    assert "at least 10 characters" in says(answer)


@pytest.mark.parametrize(
    ("name", "wanted"), [("", "at least 2 characters"), ("n" * 25, "at most 24 characters")]
)
def test_a_name_too_short_or_too_long_is_told_in_plain_words(served: Served, name: str, wanted: str) -> None:
    answer = served.call("POST", "/api/accounts", {"name": name, "password": PASSWORD})
    assert answer.status_code == 422
    assert says(answer) == f"name: {wanted} are wanted"


def test_another_page_cannot_act_with_my_cookie(served: Served) -> None:
    token = served.guest()
    cookie = {"cookie": f"uth_session={token}"}
    assert served.call("POST", "/api/me/refill", headers=cookie).status_code == 200
    foreign = served.call("POST", "/api/me/refill", headers={**cookie, "origin": "https://evil.example"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "wrong_origin")
    host = served.url.removeprefix("http://")
    own = served.call("POST", "/api/me/refill", headers={**cookie, "origin": f"http://{host}"})
    assert own.status_code == 200


def test_browsers_are_told_to_be_careful(served: Served) -> None:
    for path in ("/health", "/api/tables", "/nothing"):
        headers = served.call("GET", path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert served.call("GET", "/api/tables").headers["cache-control"] == "no-store"
    assert "server" not in headers


def test_what_is_for_staff_is_for_staff(served: Served) -> None:
    guest, table = served.guest(), served.open(served.sign_in())
    for method, path, body in (
        ("POST", "/api/tables", {"book": "iowa-catfish-bend"}),
        ("GET", "/api/people", None),
        ("POST", "/api/people", {"name": "Eve", "password": PASSWORD, "roles": ["admin"], "reason": "x"}),
        ("PATCH", "/api/people/Sue", {"roles": [], "reason": "x"}),
        ("GET", f"/api/tables/{table}/log", None),
        ("GET", "/api/check", None),
        ("GET", "/api/ledger", None),
        ("GET", "/api/notes", None),
        ("POST", "/api/links", {"book": "iowa-catfish-bend", "reason": "x"}),
    ):
        assert served.call(method, path, body, guest).status_code == 403, path
        assert served.call(method, path, body).status_code == 401, path
    for capacity in ("dealer", "supervisor"):
        assert served.call("GET", f"/api/tables/{table}?capacity={capacity}", token=guest).status_code == 403
        refused = served.do(guest, table, {"do": "pause", "reason": "mine"}, **{"as": capacity})
        assert refused.status_code == 403


def test_an_act_of_the_house_has_a_name_and_a_reason(served: Served) -> None:
    sue, name = served.sign_in(), f"Dan {secrets.token_hex(3)}"
    new = {"name": name, "password": PASSWORD, "roles": ["dealer"], "reason": "hired"}
    assert served.call("POST", "/api/people", {**new, "reason": " "}, sue).status_code == 422
    assert served.call("POST", "/api/people", new, sue).status_code == 201
    dan = served.sign_in(name)
    assert served.call("PATCH", f"/api/people/{name}", {"disabled": True, "reason": "left"}, sue).is_success
    notes = served.call("GET", "/api/notes", token=sue).json()
    assert [(note["what"], note["reason"]) for note in notes[:2]] == [
        (f"account of {name}", "left"),
        (f"added {name}", "hired"),
    ]
    assert (notes[0]["before"], notes[0]["after"]) == ("open", "disabled")
    # who is disabled acts no longer; what his session was is forgotten within two seconds
    import time

    time.sleep(2.1)
    assert served.call("GET", "/api/me", token=dan).status_code == 401
    closed = served.call("POST", "/api/sessions", {"name": name, "password": PASSWORD})
    assert closed.status_code == 403


def test_staff_does_not_work_where_it_plays(served: Served) -> None:
    sue = served.sign_in()
    table = served.open(sue)
    name = f"Max {secrets.token_hex(3)}"
    body = {
        "name": name,
        "password": PASSWORD,
        "roles": ["player", "dealer"],
        "wallet": 9000,
        "reason": "both",
    }
    served.call("POST", "/api/people", body, sue)
    max_ = served.sign_in(name)
    assert served.look(max_, table, "dealer")["you"]["role"] == "dealer"
    assert served.do(max_, table, {"do": "sit", "seat": 3}).is_success
    refused = served.do(max_, table, {"do": "dealer_in", "cards_counted": 52}, **{"as": "dealer"})
    assert refused.status_code == 403
    assert "plays at this table" in says(refused)
    assert served.call("GET", f"/api/tables/{table}?capacity=dealer", token=max_).status_code == 403


def test_a_statement_shows_ones_own_money_and_no_others(served: Served) -> None:
    ann, bob, table = served.guest(), served.guest(), served.open(served.sign_in())
    served.do(ann, table, {"do": "sit", "seat": 1})
    served.do(ann, table, {"do": "buy_in", "cents": 30_000})
    assert [row["cents"] for row in served.call("GET", "/api/me/statement", token=ann).json()] == [-30_000]
    assert served.call("GET", "/api/me/statement", token=bob).json() == []
    elsewhere = served.open(served.sign_in())
    [chips] = served.call("GET", "/api/me/chips", token=ann).json()
    assert (chips["table"], chips["cents"]) == (table, 30_000)
    assert elsewhere != table
    assert served.call("GET", "/api/me/chips", token=bob).json() == []
    assert served.call("GET", "/api/me/chips").status_code == 401
    at_table = served.call("GET", f"/api/me/statement?table={table}", token=ann).json()
    assert [row["cents"] for row in at_table] == [30_000]
    too_much = served.do(ann, table, {"do": "buy_in", "cents": 80_000})
    assert too_much.status_code == 422
    assert "your wallet holds less" in says(too_much)
    served.do(ann, table, {"do": "cash_out", "cents": 30_000})
    assert served.call("GET", "/api/me", token=ann).json()["wallet"] == 100_000
    [chips] = served.call("GET", "/api/me/chips", token=ann).json()
    assert (chips["table"], chips["cents"]) == (table, 0)  # what was is still in the statement

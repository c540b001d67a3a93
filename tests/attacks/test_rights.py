"""Rights that were taken away are gone at once; reasons and names that mislead are refused."""

import asyncio
import secrets
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import PASSWORD, Served, Watching

ACT = {"do": "pause", "reason": "mine"}


def hire(served: Served, *roles: str) -> tuple[str, str]:
    name = f"Max {secrets.token_hex(3)}"
    body = {"name": name, "password": PASSWORD, "roles": roles, "reason": "hired"}
    assert served.call("POST", "/api/people", body, served.sign_in()).status_code == 201
    return name, served.sign_in(name)


async def closed(client: Watching, seconds: float = 3) -> float:
    """How long a socket stays open, at most so many seconds."""
    began = time.monotonic()
    with pytest.raises(ConnectionClosed):
        await client.until(lambda frame: False, seconds)
    return time.monotonic() - began


def test_who_was_demoted_acts_no_longer_over_an_open_socket(served: Served) -> None:
    sue = served.sign_in()
    table = served.open(sue)
    name, token = hire(served, "supervisor", "player")

    async def attack() -> None:
        async with (
            served.watch(token, table, "supervisor") as staff,
            served.watch(token, table) as player,
        ):
            body = {"roles": ["player"], "reason": "left the floor"}
            demoted = await asyncio.to_thread(served.call, "PATCH", f"/api/people/{name}", body, sue)
            assert demoted.is_success, demoted.text
            assert await closed(staff) < 2
            answer = await player.do(ACT, **{"as": "supervisor"})
            assert answer["fault"]["code"] == "forbidden"

    asyncio.run(attack())
    assert served.do(token, table, ACT, **{"as": "supervisor"}).status_code == 403


def test_a_socket_closes_with_the_session(served: Served) -> None:
    table, ann = served.open(served.sign_in()), served.guest()

    async def attack() -> None:
        async with served.watch(ann, table) as client:
            gone = await asyncio.to_thread(served.call, "DELETE", "/api/sessions/current", token=ann)
            assert gone.status_code == 204
            assert await closed(client) < 2

    asyncio.run(attack())


def test_another_process_hears_of_it_too(on_postgres: str, tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    one = Served(on_postgres, tmp_path, "--sign-ins", "1000")
    two = Served(on_postgres, tmp_path / "two", "--sign-ins", "1000")
    one.staff("Sue")
    one.start()
    try:
        sue = one.sign_in()
        table = one.open(sue)
        name, token = hire(one, "supervisor")
        two.start()

        async def attack() -> None:
            async with two.watch(token, table, "supervisor") as client:
                body = {"roles": [], "reason": "left the floor"}
                await asyncio.to_thread(one.call, "PATCH", f"/api/people/{name}", body, sue)
                assert await closed(client) < 2

        asyncio.run(attack())
        assert two.do(token, table, ACT, **{"as": "supervisor"}).status_code == 403
    finally:
        two.stop()
        one.stop()


def test_a_role_changes_with_its_note_or_not_at_all(served: Served) -> None:
    sue = served.sign_in()
    name, _ = hire(served, "dealer")
    body = {"roles": ["admin"], "reason": "because\0"}
    answer = served.call("PATCH", f"/api/people/{name}", body, sue)
    assert answer.status_code == 422, answer.text
    people = served.call("GET", "/api/people", token=sue).json()
    assert [one["roles"] for one in people if one["name"] == name] == [["dealer"]]
    overdrawn = {"roles": ["admin"], "chips": -5, "reason": "all of it or nothing"}
    assert served.call("PATCH", f"/api/people/{name}", overdrawn, sue).status_code == 422
    people = served.call("GET", "/api/people", token=sue).json()
    assert [one["roles"] for one in people if one["name"] == name] == [["dealer"]]


@pytest.mark.parametrize(
    "name",
    [
        "house",
        "H0use",
        "automatic dealer",
        "Operator",
        "An\u200bn",
        "\u0410nn",
        "Zo\u0301\u0323e",
        "Guest 123456",
        "\uff28\uff2f\uff35\uff33\uff25",
        "a\u202eb",
    ],
)
def test_a_name_that_misleads_is_nobodys(on_sqlite: Served, name: str) -> None:
    answer = on_sqlite.call("POST", "/api/guests", {"name": name})
    assert answer.status_code == 422, answer.text


def test_a_name_that_looks_like_anothers_is_taken(on_sqlite: Served) -> None:
    assert on_sqlite.call("POST", "/api/guests", {"name": "Bill"}).status_code == 201
    for alike in ("BiII", "B.i.l.l", "Bíll", "Bi1l"):
        assert on_sqlite.call("POST", "/api/guests", {"name": alike}).status_code == 409, alike


def test_no_file_of_the_machine_is_read(on_sqlite: Served, tmp_path: Path) -> None:
    sue = on_sqlite.sign_in()
    secret = tmp_path / "shadow"
    secret.write_text("root:topsecret:1")
    for book in (str(secret), "/etc/shadow", "../shadow", "house.toml"):
        for path, more in (("/api/links", {"reason": "x"}), ("/api/tables", {})):
            answer = on_sqlite.call("POST", path, {"book": book[:60], **more}, sue)
            assert answer.status_code == 422
            assert "name a shipped book" in answer.text


def test_numbers_and_nesting_beyond_all_bounds(on_sqlite: Served) -> None:
    sue = on_sqlite.sign_in()
    table = on_sqlite.open(sue)
    for number in (2**63, 2**64, 10**30):
        assert on_sqlite.call("GET", f"/api/tables/{table}/rounds/{number}").status_code == 422
    deep = b"[" * 20_000 + b"]" * 20_000
    for path, body in (
        ("/api/guests", b'{"name":%b}' % deep),
        ("/api/sessions", deep),
        ("/api/tables", b'{"book":"florida","settings":%b}' % deep),
        (f"/api/tables/{table}/commands", b'{"id":"aaaaaaaa","act":%b}' % deep),
        ("/api/mathematics/settle", b'{"rounds":[{"id":%b}]}' % deep),
    ):
        headers = {"content-type": "application/json"}
        answer = on_sqlite.call("POST", path, content=body, token=sue, headers=headers)
        assert answer.status_code in (400, 413, 422), (path, answer.status_code)

"""Guessing passwords, pretending to be elsewhere, and a second factor in the way."""

import asyncio
import secrets
import time
from pathlib import Path

import httpx
import pyotp
import pytest

from tests.server.serving import PASSWORD, Served


@pytest.fixture
def behind_proxy(tmp_path: Path) -> Served:
    return Served(
        f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, "--trusted-proxy", "127.0.0.1", "--sign-ins", "1000"
    )


def account(served: Served) -> str:
    name = f"Lou {secrets.token_hex(3)}"
    assert served.call("POST", "/api/accounts", {"name": name, "password": PASSWORD}).status_code == 201
    return name


def try_it(served: Served, name: str, password: str, address: str = "") -> httpx.Response:
    headers = {"x-forwarded-for": address} if address else {}
    return served.call("POST", "/api/sessions", {"name": name, "password": password}, headers=headers)


def test_wrong_passwords_at_once_are_not_all_judged(served: Served) -> None:
    name = account(served)

    async def storm() -> list[int]:
        async with httpx.AsyncClient(base_url=served.url, timeout=30) as client:
            bodies = [{"name": name, "password": f"guess {n}"} for n in range(17)]
            answers = await asyncio.gather(*(client.post("/api/sessions", json=body) for body in bodies))
            return [answer.status_code for answer in answers]

    codes = asyncio.run(storm())
    assert codes.count(401) <= 5
    assert codes.count(429) >= 12


def test_nobody_is_locked_out_by_others_and_nobody_learns_who_is_there(behind_proxy: Served) -> None:
    served = behind_proxy.start()
    try:
        name = account(served)
        there = [try_it(served, name, "guess", "203.0.113.5") for _ in range(7)]
        nobody = [try_it(served, "Nobody Here", "guess", "203.0.113.5") for _ in range(7)]
        assert [one.status_code for one in there] == [one.status_code for one in nobody]
        assert [one.json() for one in there] == [one.json() for one in nobody]
        assert there[-1].status_code == 429
        assert try_it(served, name, PASSWORD, "203.0.113.6").status_code == 201  # the owner, at home
    finally:
        served.stop()


def test_nobody_chooses_an_address(on_sqlite: Served) -> None:
    """Without a trusted proxy the header counts for nothing: the tries are of one address."""
    name = account(on_sqlite)
    codes = [try_it(on_sqlite, name, "guess", f"203.0.113.{n}").status_code for n in range(10)]
    assert codes.count(401) == 5


def test_a_password_is_changed_and_other_sessions_are_over(served: Served) -> None:
    name = account(served)
    here, elsewhere = served.sign_in(name), served.sign_in(name)
    change = {"old": PASSWORD, "new": "another long one"}
    assert served.call("PUT", "/api/me/password", {**change, "old": "guess"}, here).status_code == 403
    assert served.call("PUT", "/api/me/password", {**change, "new": "short"}, here).status_code == 422
    assert served.call("PUT", "/api/me/password", change, here).status_code == 204
    assert served.call("GET", "/api/me", token=here).status_code == 200
    assert served.call("GET", "/api/me", token=elsewhere).status_code == 401
    assert try_it(served, name, PASSWORD).status_code == 401
    assert try_it(served, name, "another long one").status_code == 201


def test_staff_works_with_a_second_factor_only(database: str, tmp_path: Path) -> None:
    served = Served(database, tmp_path, "--second-factor", "--sign-ins", "1000")
    served.staff("Sue")
    served.start()
    try:
        sue = served.sign_in()
        assert served.call("POST", "/api/tables", {"book": "florida"}, sue).status_code == 403
        assert served.call("GET", "/api/me", token=sue).json()["needs_second_factor"]
        offered = served.call("POST", "/api/me/second-factor", token=sue).json()
        totp = pyotp.TOTP(offered["key"])
        body = {"password": PASSWORD, "ticket": offered["ticket"], "code": totp.now()}
        assert served.call("PUT", "/api/me/second-factor", {**body, "code": "000000"}, sue).status_code == 422
        assert served.call("PUT", "/api/me/second-factor", body, sue).status_code == 204
        assert served.call("GET", "/api/people", token=sue).status_code == 200
        # from now on the password alone opens nothing, and a code opens once
        assert try_it(served, "Sue", PASSWORD).json()["code"] == "code_needed"
        credentials = {"name": "Sue", "password": PASSWORD}
        again = served.call("POST", "/api/sessions", {**credentials, "code": body["code"]})
        assert again.json()["code"] == "wrong_code"
        later = {**credentials, "code": totp.at(int(time.time()) + 30)}
        assert served.call("POST", "/api/sessions", later).status_code == 201
        assert served.call("POST", "/api/sessions", later).json()["code"] == "wrong_code"
    finally:
        served.stop()

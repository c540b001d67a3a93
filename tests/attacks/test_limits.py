"""Nobody passes a limit of their own, not by many requests at once either; an exclusion holds at once."""

import asyncio
import secrets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.attacks.test_rights import closed
from tests.server.serving import PASSWORD, Served

TOGETHER = 20
DAY = 24 * 3600 * 1_000_000


def says(answer: httpx.Response) -> str:
    return " ".join(one["says"] for one in answer.json()["says"])


def account(served: Served, wallet: int = 1_000_000) -> tuple[str, str]:
    name = f"Ann {secrets.token_hex(3)}"
    new = {"name": name, "password": PASSWORD, "roles": ["player"], "wallet": wallet, "reason": "opened"}
    assert served.call("POST", "/api/people", new, served.sign_in()).status_code == 201
    return name, served.sign_in(name)


def limit(served: Served, token: str, **wanted: int | None) -> dict[str, object]:
    answer = served.call("PUT", "/api/me/limits", wanted, token)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def hears_of(service: Served, table: str) -> None:
    """Wait until a process knows of a table that another one has opened."""
    end = time.monotonic() + 10
    while service.call("GET", f"/api/tables/{table}").status_code == 404:
        assert time.monotonic() < end, f"{table} is not known"
        time.sleep(0.05)


@pytest.fixture
def two(on_postgres: str, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    """Two processes of one service."""
    (tmp_path / "two").mkdir()
    one, other = (
        Served(on_postgres, folder, "--sign-ins", "1000", "--commands", "1000")
        for folder in (tmp_path, tmp_path / "two")
    )
    one.staff("Sue")
    one.start()
    other.start()
    yield one, other
    other.stop()
    one.stop()


def attack(served: Served, also: Served) -> None:
    sue = served.sign_in()
    tables = [served.open(sue, money="cash", betting=600) for _ in range(TOGETHER // 2)]
    tables += [also.open(sue, money="cash", betting=600) for _ in range(TOGETHER // 2)]
    for service in (served, also):
        for table in tables:
            hears_of(service, table)
    _, ann = account(served)
    limit(served, ann, buy_in_day=100_000)
    services = [served, also] * TOGETHER

    def at_once(act: dict[str, object]) -> list[int]:
        with ThreadPoolExecutor(TOGETHER) as many:
            work = [
                many.submit(service.do, ann, table, act)
                for service, table in zip(services, tables, strict=False)
            ]
            return [one.result().status_code for one in work]

    bought = at_once({"do": "buy_in", "cents": 10_000})
    assert sorted(bought) == [200] * 10 + [403] * 10
    assert served.call("GET", "/api/me/limits", token=ann).json()["bought_day"] == 100_000

    # a hand of $5 costs $30 at the most: $5 Ante, $5 Blind, $20 Play
    limit(served, ann, loss_day=12_000)
    assert at_once({"do": "sit", "seat": 1}) == [200] * TOGETHER
    bets = at_once({"do": "bet", "stakes": {"ante": 500}})
    assert bets.count(200) == 4, bets
    assert set(bets) <= {200, 403, 422}
    seen = served.call("GET", "/api/me/limits", token=ann).json()
    assert seen["lost_day"] == 4 * 1000, "what lies on the felt counts as lost"
    found = served.call("POST", "/api/check", {"heads": []}, sue).json()
    assert found["faults"] == []


def test_twenty_requests_at_once_do_not_pass_a_limit(served: Served) -> None:
    attack(served, served)


def test_nor_do_they_through_two_processes(two: tuple[Served, Served]) -> None:
    attack(*two)


def test_what_was_done_is_answered_again_behind_the_limit(served: Served) -> None:
    table = served.open(served.sign_in(), money="cash")
    _, ann = account(served)
    limit(served, ann, buy_in_day=100)
    command = {"id": secrets.token_hex(8), "act": {"do": "buy_in", "cents": 100}}
    first = served.call("POST", f"/api/tables/{table}/commands", command, ann)
    again = served.call("POST", f"/api/tables/{table}/commands", command, ann)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["version"] == again.json()["version"]
    assert served.do(ann, table, {"do": "buy_in", "cents": 1}).json()["code"] == "limit_reached"


def test_a_limit_is_lowered_at_once_and_raised_a_day_later(served: Served) -> None:
    table = served.open(served.sign_in(), money="cash")
    _, ann = account(served)
    limit(served, ann, buy_in_day=10_000)
    seen = limit(served, ann, buy_in_day=50_000)
    assert isinstance(seen["limits"], dict)
    day = seen["limits"]["buy_in_day"]
    assert (day["now"], day["later"]) == (10_000, 50_000)
    assert day["since"] == pytest.approx(time.time() * 1e6 + DAY, abs=5e6)
    assert served.do(ann, table, {"do": "buy_in", "cents": 10_001}).status_code == 403
    limit(served, ann, buy_in_day=None)
    assert served.do(ann, table, {"do": "buy_in", "cents": 10_001}).status_code == 403
    assert served.do(ann, table, {"do": "buy_in", "cents": 10_000}).status_code == 200


def test_who_excludes_themselves_is_off_the_seat_with_the_chips_back(served: Served) -> None:
    sue = served.sign_in()
    table = served.open(sue, money="cash", deciding=2)
    name, ann = account(served, 50_000)

    async def play() -> None:
        async with served.watch(ann, table) as client, served.watch(sue, table, "supervisor") as staff:
            await client.do({"do": "sit", "seat": 1})
            await client.do({"do": "buy_in", "cents": 50_000})
            await client.do({"do": "bet", "stakes": {"ante": 500}})
            await client.turn()
            gone = await asyncio.to_thread(served.call, "POST", "/api/me/exclusion", {"days": 30}, ann)
            assert gone.status_code == 204, gone.text
            assert await closed(client) < 2
            await staff.until(lambda frame: "1" not in frame.get("table", {"seats": {"1": 0}})["seats"], 20)

    asyncio.run(play())
    out = served.call("POST", "/api/sessions", {"name": name, "password": PASSWORD})
    assert (out.status_code, out.json()["code"]) == (403, "excluded")
    assert "you have excluded yourself until" in says(out)
    assert served.do(ann, table, {"do": "sit", "seat": 2}).status_code == 401
    decided = [
        one
        for one in served.call("GET", f"/api/tables/{table}/events", token=sue).json()["events"]
        if one["event"] == "decided"
    ]
    assert [one["choice"] for one in decided] == ["check", "check", "fold"], "the published default"
    for _ in range(50):
        ledger = served.call("GET", "/api/ledger", token=sue).json()
        if not ledger[f"{table}/player:{name}"]:
            break
        time.sleep(0.1)
    assert ledger[f"{table}/player:{name}"] == 0
    assert served.admin("include", name, "--reason", "asked for it", token=sue)
    still = served.call("POST", "/api/sessions", {"name": name, "password": PASSWORD})
    assert still.status_code == 403, "nobody shortens it"
    assert served.call("POST", "/api/check", {"heads": []}, sue).json()["faults"] == []


def test_staff_excludes_with_a_reason_and_includes_after_a_day(served: Served) -> None:
    sue = served.sign_in()
    name, ann = account(served)
    assert (
        served.call("POST", f"/api/people/{name}/exclusion", {"days": 1, "reason": "x"}, ann).status_code
        == 403
    )
    assert (
        served.call("POST", f"/api/people/{name}/exclusion", {"days": 1, "reason": ""}, sue).status_code
        == 422
    )
    assert "excluded by the house for good" in served.admin("exclude", name, "--reason", "cheated", token=sue)
    assert served.call("GET", "/api/me", token=ann).status_code == 401
    assert served.call("GET", "/api/notes", token=sue).json()[0]["reason"] == "cheated"
    served.admin("include", name, "--reason", "a mistake", token=sue)
    answer = served.call("POST", "/api/sessions", {"name": name, "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (403, "excluded")
    assert "$1,000" in served.admin("limits", name, "--loss-week", "1000", "--reason", "told us", token=sue)


def test_the_time_to_play_ends_with_a_break(served: Served) -> None:
    table = served.open(served.sign_in(), money="cash", betting=600)
    _, ann = account(served)
    limit(served, ann, session=1)
    assert served.do(ann, table, {"do": "sit", "seat": 1}).status_code == 200
    served.do(ann, table, {"do": "buy_in", "cents": 10_000})
    assert served.do(ann, table, {"do": "bet", "stakes": {"ante": 500}}).status_code == 200

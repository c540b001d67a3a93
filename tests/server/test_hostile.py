"""Clients that mean no good: the tables run on."""

import asyncio
import contextlib
import json
import secrets
import socket
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.serving import Served

SOCKETS = 600


@pytest.fixture
def playing(served: Served) -> tuple[str, str]:
    """A table where somebody plays honestly."""
    ann, table = served.guest(), served.open(served.sign_in())
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 50_000}):
        assert served.do(ann, table, act).is_success
    return ann, table


def plays_on(served: Served, ann: str, table: str) -> None:
    """The honest player can finish a round."""
    assert served.do(ann, table, {"do": "bet", "ante": 500}).is_success
    for choice in ("check", "check", "fold"):
        assert served.do(ann, table, {"do": "decide", "choice": choice}).is_success
    assert served.call("GET", "/health").json()["status"] == "ok"


def test_broken_and_huge_frames(served: Served, playing: tuple[str, str]) -> None:
    ann, table = playing
    eve = served.guest()

    async def attack() -> None:
        for frame in (
            "",
            "{",
            "[]",
            "null",
            '{"id":1}',
            "x" * 60_000,
            "\x00",
            '{"id":"aaaaaaaa","act":' + "[" * 30_000,
        ):
            async with served.watch(eve, table) as client:
                await client.socket.send(frame)
                answer = await client.until(lambda f: "fault" in f)
                assert answer["fault"]["code"] == "malformed"
        for noise in ("y" * 100_000, b"\x00\xff" * 10, b"z" * 10**6):
            async with served.watch(eve, table) as client:
                with contextlib.suppress(ConnectionClosed):
                    await client.socket.send(noise)
                    await client.until(lambda f: False, 5)

    asyncio.run(attack())
    for body in (b"z" * 200_000, b"\xff", b"[" * 60_000):
        answer = served.call("POST", f"/api/tables/{table}/commands", content=body, token=eve)
        assert answer.status_code in (413, 422), answer.status_code
    plays_on(served, ann, table)


def test_half_requests_and_noise(served: Served, playing: tuple[str, str]) -> None:
    host, _, port = served.url.removeprefix("http://").partition(":")
    open_sockets = []
    for noise in (
        b"",
        b"GET",
        b"\x16\x03\x01" * 50,
        b"POST /api/guests HTTP/1.1\r\nContent-Length: 99999\r\n\r\n{",
    ):
        for _ in range(50):
            client = socket.create_connection((host, int(port)))
            client.sendall(noise)
            open_sockets.append(client)
    plays_on(served, *playing)
    for client in open_sockets:
        client.close()


def test_somebody_elses_token_place_and_commands(served: Served, playing: tuple[str, str]) -> None:
    ann, table = playing
    eve = served.guest()
    assert served.do(ann, table, {"do": "bet", "ante": 500}).is_success
    seen = served.look(ann, table)
    refused = served.do(eve, table, {"do": "decide", "choice": "fold", "seat": 1})
    assert refused.status_code == 422
    for token in ("", "x", ann[:-1], ann + "x", "../../etc", "' OR 1=1 --"):
        assert served.do(token, table, {"do": "decide", "choice": "check"}).status_code == 401
    for act in ({"do": "flop", "cards": [0, 1, 2]}, {"do": "time_out"}, {"do": "read_meters", "meters": {}}):
        for capacity in ("player", "dealer", "supervisor"):
            assert served.do(eve, table, act, **{"as": capacity}).status_code in (403, 422)
    assert served.do(eve, table, {"do": "decide", "choice": "check"}, **{"as": "house"}).status_code == 422
    assert served.look(ann, table)["version"] == seen["version"]  # none of it left a trace
    for choice in ("check", "check", "fold"):
        assert served.do(ann, table, {"do": "decide", "choice": choice}).is_success


def test_the_same_command_a_hundred_times_at_once(served: Served, playing: tuple[str, str]) -> None:
    ann, table = playing
    chips = served.look(ann, table)["you"]["chips"]
    command = {"id": secrets.token_hex(8), "act": {"do": "buy_in", "cents": 100}}

    async def storm() -> list[int]:
        async with httpx.AsyncClient(
            base_url=served.url, headers={"authorization": f"Bearer {ann}"}
        ) as client:
            path = f"/api/tables/{table}/commands"
            answers = await asyncio.gather(*(client.post(path, json=command) for _ in range(100)))
            return [answer.status_code for answer in answers]

    codes = asyncio.run(storm())
    assert set(codes) <= {200, 429}  # done once, answered often, and not too often
    assert codes.count(200) > 1
    assert served.look(ann, table)["you"]["chips"] == chips + 100


def test_very_many_connections_and_slow_readers(served: Served, playing: tuple[str, str]) -> None:
    ann, table = playing
    address = f"{served.url.replace('http', 'ws', 1)}/api/tables/{table}/watch"
    eve = served.guest()
    headers = {"authorization": f"Bearer {eve}"}

    async def crowd() -> tuple[int, int]:
        inside = refused = 0
        async with contextlib.AsyncExitStack() as stack:
            for number in range(SOCKETS):
                try:
                    client = await stack.enter_async_context(
                        connect(
                            address,
                            additional_headers=headers if number % 2 else {},
                            max_queue=1,
                            close_timeout=0.2,
                        )
                    )
                    first: dict[str, Any] = json.loads(await client.recv())
                    inside += "table" in first
                    refused += "fault" in first
                except (InvalidStatus, ConnectionClosed):
                    refused += 1
            await asyncio.to_thread(plays_on, served, ann, table)  # nobody of the crowd reads any more
        return inside, refused

    inside, refused = asyncio.run(crowd())
    assert inside + refused == SOCKETS
    assert inside <= 40  # so many for each person and address
    plays_on(served, ann, table)

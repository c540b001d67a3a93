"""One client that means no good does not keep the others waiting."""

import asyncio
import base64
import os
import socket
import time

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from tests.server.serving import Served


def connect(served: Served) -> socket.socket:
    host, _, port = served.url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=10)


def slowest_answer(served: Served, seconds: float) -> float:
    """How long an honest client waits at most, asking again and again."""
    slowest, until = 0.0, time.monotonic() + seconds
    with httpx.Client(base_url=served.url, timeout=60) as client:
        while time.monotonic() < until:
            began = time.monotonic()
            assert client.get("/api/tables").status_code == 200
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.02)
    return slowest


def watching(served: Served, table: str) -> socket.socket:
    """A socket that nobody is signed in at, and that is never read from."""
    client = connect(served)
    key = base64.b64encode(os.urandom(16)).decode()
    client.sendall(
        f"GET /api/tables/{table}/watch HTTP/1.1\r\nHost: {served.url.removeprefix('http://')}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return client


def pour(client: socket.socket, noise: bytes, times: int) -> int:
    """Send until nobody takes it; how many bytes were taken."""
    client.settimeout(1)
    sent = 0
    try:
        for _ in range(times):
            client.sendall(noise)
            sent += len(noise)
    except OSError:
        pass
    return sent


@pytest.mark.parametrize("frame", [b"\x81\x81\0\0\0\0x", b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0"])
def test_tiny_frames_that_nobody_reads_the_answers_to(on_sqlite: Served, frame: bytes) -> None:
    table = on_sqlite.open(on_sqlite.sign_in())
    before = psutil.Process(on_sqlite.pid).memory_info().rss
    client = watching(on_sqlite, table)

    async def attack() -> float:
        flood = asyncio.to_thread(pour, client, frame * 20_000, 50)
        _, slowest = await asyncio.gather(flood, asyncio.to_thread(slowest_answer, on_sqlite, 4))
        return slowest

    slowest = asyncio.run(attack())
    client.close()
    assert slowest < 1.0
    assert psutil.Process(on_sqlite.pid).memory_info().rss - before < 50 * 2**20


def test_a_header_without_end(on_sqlite: Served) -> None:
    client = connect(on_sqlite)
    client.sendall(b"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-Long: ")

    async def attack() -> float:
        flood = asyncio.to_thread(pour, client, b"a" * 2**20, 100)
        _, slowest = await asyncio.gather(flood, asyncio.to_thread(slowest_answer, on_sqlite, 3))
        return slowest

    assert asyncio.run(attack()) < 1.0
    client.close()


def test_a_long_head_is_refused_and_a_long_body_is_not(on_sqlite: Served) -> None:
    with httpx.Client(base_url=on_sqlite.url) as client:
        assert client.get("/health", headers={"x-long": "a" * 40_000}).status_code == 431
    body = {"rounds": [{"id": "x" * 50_000}]}
    assert on_sqlite.call("POST", "/api/mathematics/settle", body).status_code == 200


@pytest.mark.slow
def test_half_a_request_is_not_waited_for(on_sqlite: Served) -> None:
    clients = [connect(on_sqlite) for _ in range(3)]
    clients[0].sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n")
    clients[1].sendall(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n{")
    for client in clients:
        client.settimeout(30)
        assert client.recv(1000).startswith((b"HTTP/1.1 408", b""))
        client.close()
    assert on_sqlite.call("GET", "/health").status_code == 200

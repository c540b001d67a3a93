"""A service that is told to stop: it finishes what waits, and is gone within seconds."""

import asyncio
import contextlib
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import Served
from tests.server.test_restart import Client


@pytest.fixture
def service(database: str, tmp_path: Path) -> Served:
    served = Served(database, tmp_path, "--sign-ins", "1000", "--commands", "1000", "--guest-chips", "100000")
    served.staff("Sue")
    return served.start()


@pytest.mark.parametrize("polite", [True, False])
def test_it_stops_in_the_middle_of_play(service: Served, polite: bool) -> None:
    """Whether its clients keep up, or are gone without a word."""
    sue = service.sign_in()
    tables = [service.open(sue, betting=1, deciding=5) for _ in range(2)]
    clients = [Client(service, table, seat) for table in tables for seat in (1, 2)]

    async def storm() -> tuple[int, float]:
        tasks = [asyncio.create_task(client.play()) for client in clients]
        await asyncio.sleep(2)
        if not polite:
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(15):
                    watching = await stack.enter_async_context(service.watch("", tables[0]))
                    watching.socket.transport.abort()
        began = time.monotonic()
        code = await asyncio.to_thread(service.stop)
        took = time.monotonic() - began
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return code, took

    with contextlib.suppress(ConnectionClosed):
        code, took = asyncio.run(storm())
    assert code == 0
    assert took < 15
    service.start()
    service.wait_until_it_leads()
    for table in tables:
        version = service.look("", table)["version"]
        assert version >= max(max(c.acknowledged.values(), default=0) for c in clients if c.table == table)
    assert service.call("GET", "/api/check", token=service.sign_in()).json()["faults"] == []
    assert service.stop() == 0
    assert "Traceback" not in service.errors()

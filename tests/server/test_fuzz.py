"""Whatever the description of the API allows, and what it does not: never an answer of 5xx."""

import os
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.server.serving import Served

EXAMPLES = int(os.environ.get("UTH_FUZZED_REQUESTS", "15"))


def test_no_request_brings_the_service_down(served: Served) -> None:
    sue, guest = served.sign_in(), served.guest()
    table = served.open(sue)
    description = served.call("GET", "/openapi.json").json()
    schema = schemathesis.openapi.from_dict(description)
    schema.config.update(base_url=served.url)
    asked = 0
    with httpx.Client(timeout=30) as client:
        for result in schema.get_all_operations():
            operation: Any = result.ok()  # type: ignore[union-attr]
            if operation.path != "/api/sessions/current":  # it would end the session that the others need
                asked += fuzz(served, client, operation, table, (sue, guest, ""))
    assert asked > 10 * EXAMPLES
    assert served.call("GET", "/health").json()["status"] == "ok"
    assert "Traceback" not in served.errors()


def fuzz(served: Served, client: httpx.Client, operation: Any, table: str, tokens: tuple[str, ...]) -> int:
    """So many requests of one kind; how many could be sent."""
    asked = 0

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), token=st.sampled_from(tokens), real=st.booleans())
    def ask(case: Any, token: str, real: bool) -> None:
        nonlocal asked
        if real and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table
        call = case.as_transport_kwargs(base_url=served.url)
        headers = {**dict(call.get("headers") or {}), "authorization": f"Bearer {token}"}
        body = call.get("data")
        try:
            answer = client.request(
                call["method"],
                call["url"],
                params=call.get("params"),
                json=call.get("json"),
                content=body if isinstance(body, bytes | str) else None,
                headers=headers,
            )
        except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeEncodeError, ValueError, TypeError):
            return  # what a client library itself does not send
        asked += 1
        assert answer.status_code < 500, (operation.label, answer.status_code, answer.text, call)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "says"}

    ask()
    return asked

"""Chips from nothing, and play money that becomes cash."""

import asyncio
import secrets

import httpx

from tests.server.serving import PASSWORD, Served


def test_refills_at_once_give_once(served: Served) -> None:
    ann, table = served.guest(), served.open(served.sign_in())
    assert served.do(ann, table, {"do": "sit", "seat": 1}).is_success
    assert served.do(ann, table, {"do": "buy_in", "cents": 60_000}).is_success

    async def storm() -> None:
        async with httpx.AsyncClient(base_url=served.url, timeout=30) as client:
            headers = {"authorization": f"Bearer {ann}"}
            await asyncio.gather(*(client.post("/api/me/refill", headers=headers) for _ in range(20)))

    asyncio.run(storm())
    # what is on the table is still hers: there is nothing to give
    assert served.call("GET", "/api/me", token=ann).json()["wallet"] == 40_000
    assert served.do(ann, table, {"do": "bet", "stakes": {"ante": 500}}).is_success
    assert served.call("POST", "/api/me/refill", token=ann).status_code == 409  # while chips are in play
    for choice in ("check", "check", "fold"):
        assert served.do(ann, table, {"do": "decide", "choice": choice}).is_success
    chips = served.look(ann, table)["you"]["chips"]
    asyncio.run(storm())
    assert served.call("GET", "/api/me", token=ann).json()["wallet"] == 100_000 - chips


def test_chips_that_were_given_away_do_not_become_cash(served: Served) -> None:
    """A guest may lose on purpose, but to nobody whose money is money."""
    sue, guest = served.sign_in(), served.guest()
    name = f"Max {secrets.token_hex(3)}"
    body = {"name": name, "password": PASSWORD, "roles": ["player"], "wallet": 90_000, "reason": "a member"}
    assert served.call("POST", "/api/people", body, sue).status_code == 201
    member = served.sign_in(name)
    registered = served.call(
        "POST", "/api/accounts", {"name": f"Bea {secrets.token_hex(3)}", "password": PASSWORD}
    ).json()["token"]
    play, cash = served.open(sue), served.open(sue, money="cash")
    for token, theirs, other in ((guest, play, cash), (registered, play, cash), (member, cash, play)):
        for table, allowed in ((theirs, True), (other, False)):
            seat = {"do": "sit", "seat": 1 + [guest, registered, member].index(token)}
            assert served.do(token, table, seat).is_success
            bought = served.do(token, table, {"do": "buy_in", "cents": 5000})
            assert bought.is_success is allowed, bought.text
    assert served.call("POST", "/api/me/refill", token=member).status_code == 422
    link = served.call("POST", "/api/links", {"book": "iowa-catfish-bend", "reason": "shared"}, sue).json()
    mixed = {"book": "iowa-catfish-bend", "link": link["id"], "money": "cash"}
    assert served.call("POST", "/api/tables", mixed, sue).status_code == 422

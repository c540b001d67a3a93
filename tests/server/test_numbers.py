"""Clients of their own add numbers to a deck over the socket; receipts for what they did are signed."""

import asyncio
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.server.serving import Served, Watching
from tests.server.test_rounds import sit_down
from uth.game.deck.sealed import number_commitment
from uth.proof.checks import check
from uth.proof.reading import read
from uth.proof.receipts import Receipt, signed_text


async def bet(player: Watching, table: str, number: bytes) -> dict[str, Any]:
    picture = player.picture
    seat, round_number = picture["you"]["seat"], picture["table"]["round"] + 1
    house = picture["service"]["commitment"]
    promise = number_commitment(table, round_number, seat, house, number).hex()
    return await player.do({"do": "bet", "stakes": {"ante": 500}}, commitment=promise)


def waits_for_numbers(frame: dict[str, Any]) -> bool:
    return bool(frame.get("table", {}).get("phase") == "dealing")


async def reveal(player: Watching, number: bytes) -> dict[str, Any]:
    if not waits_for_numbers(player.picture):
        await player.until(waits_for_numbers)
    return await player.do({"do": "reveal", "number": number.hex()})


async def fold(players: list[Watching]) -> None:
    for choice in ("check", "check", "fold"):
        for player in players:
            picture = await player.turn()
            await player.do({"do": "decide", "choice": choice}, version=picture["version"])


def test_two_clients_and_a_third_that_takes_no_part(served: Served) -> None:
    sue = served.sign_in()
    table = served.open(sue)
    tokens = [served.guest() for _ in range(3)]
    numbers = [secrets.token_bytes(32) for _ in range(2)]

    async def play() -> list[dict[str, Any]]:
        async with (
            served.watch(tokens[0], table) as a,
            served.watch(tokens[1], table) as b,
            served.watch(tokens[2], table) as c,
        ):
            for seat, player in enumerate((a, b, c), start=1):
                await sit_down(player, seat)
            await bet(a, table, numbers[0])
            await b.until(lambda frame: bool(frame["service"]["numbers"]))
            await bet(b, table, numbers[1])
            answer = await c.do({"do": "bet", "stakes": {"ante": 500}})
            assert answer["table"]["phase"] == "dealing"
            assert [one["revealed"] for one in answer["service"]["numbers"]] == [False, False]
            await reveal(a, numbers[0])
            await reveal(b, numbers[1])
            await fold([a, b, c])
            return [receipt for frame in a.frames for receipt in frame.get("receipts", [])]

    receipts = [Receipt(**one) for one in asyncio.run(play())]
    record = served.call("GET", f"/api/tables/{table}/rounds/1").json()
    told = [line["event"] for line in record["events"] if line["event"]["event"] == "number_revealed"]
    assert [one["number"] for one in told] == [number.hex() for number in numbers]
    assert check(read(json.dumps(record).encode())).faults == []
    log = served.admin("log", table, token=sue).encode()
    checked = check(read(log))
    assert (checked.faults, checked.rounds, checked.sealed) == ([], 1, 1)
    counted = served.call("GET", f"/api/tables/{table}/fairness").json()
    assert counted == {"rounds": 1, "voided": 0, "mixed": 1, "withheld": {}}
    # what the service has signed is in the log
    chain = served.call("GET", "/api/chain").json()
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(chain["key"]))
    for receipt in [*receipts, Receipt(**chain["streams"][table]["receipt"])]:
        public.verify(bytes.fromhex(receipt.signature), signed_text(receipt))
    assert {receipt.value for receipt in receipts} <= checked.hashes
    assert len(receipts) == 7  # a seat, chips, a bet, a number, three decisions


def test_a_number_that_is_withheld_voids_the_round_for_everybody(served: Served) -> None:
    sue = served.sign_in()
    table = served.open(sue)
    ann, bob = served.guest("Ann who withholds"), served.guest("Bob who waits")

    async def play() -> dict[str, Any]:
        async with served.watch(ann, table) as a, served.watch(bob, table) as b:
            await sit_down(a, 1)
            await sit_down(b, 2)
            await bet(a, table, bytes(32))
            await b.do({"do": "bet", "stakes": {"ante": 500}})
            await b.until(lambda f: any(e["event"] == "round_voided" for e in f.get("events", [])), 20)
            return await a.do({"do": "bet", "stakes": {"ante": 500}})

    refused = asyncio.run(play())
    assert "sit out" in refused["fault"]["says"][0]["says"]
    counted = served.call("GET", f"/api/tables/{table}/fairness").json()
    assert counted == {"rounds": 1, "voided": 1, "mixed": 0, "withheld": {"Ann who withholds": 1}}
    checked = check(read(served.admin("log", table, token=sue).encode()))
    assert (checked.faults, checked.withheld) == ([], {"Ann who withholds": 1})


def test_a_number_in_the_wrong_form_is_refused(served: Served) -> None:
    table = served.open(served.sign_in())
    ann = served.guest()
    served.do(ann, table, {"do": "sit", "seat": 1})
    served.do(ann, table, {"do": "buy_in", "cents": 20_000})
    for wrong in ("", "zz" * 32, "AB" * 32, "00" * 31):
        answer = served.do(ann, table, {"do": "bet", "stakes": {"ante": 500}}, commitment=wrong)
        assert answer.status_code == 422, answer.text
        assert served.do(ann, table, {"do": "reveal", "number": wrong}).status_code == 422
    answer = served.do(ann, table, {"do": "buy_in", "cents": 100}, commitment="00" * 32)
    assert answer.json()["says"][0]["says"] == "a commitment to a number comes with a bet"

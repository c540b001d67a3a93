"""Somebody outside knows everything that is public, and tries all hole cards: it does not help."""

import json
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from tests.proof.played import ANN, BOB, SITTING, Playing
from tests.server.floor import Floor, floor
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.acts.playing import to_act
from uth.game.table.events import FlopShown, RiverShown
from uth.game.table.people import Role, Who
from uth.proof.chain import Written, link
from uth.ranking import describe
from uth.ranking.classes import hand_classes
from uth.server.room import Room
from uth.server.rooms import Wish
from uth.server.steps import LONGEST_HAND, Told, as_written, spoken
from uth.server.watching import Picture

pytestmark = pytest.mark.anyio
SPECTATOR = Who(Role.SPECTATOR, "")
PUBLIC = (FlopShown, RiverShown)
"""Of which everybody knows the cards, and so the length."""
ROUNDS = 3


def guesses(event: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What an event that Bob was shown may be in full: with every hand for Ann, if it is the deal."""
    if event["event"] != "holes_dealt":
        yield event
        return
    own = event["holes"]["3"]
    for pair in permutations(set(range(52)) - set(own), 2):
        yield {**event, "holes": {"1": list(pair), "3": own}}


def found(head: bytes, rows: list[Written], shown: list[dict[str, Any]], after: bytes) -> bool:
    """Whether some guess at what was hidden leads from one published head to the next.

    Time and command are those of Bob's own bet; he can learn both, and neither is a secret.
    """
    ends, row = {head}, rows[0]
    for number, event in enumerate(shown, row.number):
        texts = [json.dumps(one, separators=(",", ":")).encode() for one in guesses(event)]
        ends = {
            link(before, row.stream, number, row.at, row.command, text) for before in ends for text in texts
        }
    return after in ends


async def one_round(on: Floor, room: Room) -> bool:
    """Ann and Bob bet, cards are dealt; whether the heads before and after give Ann's away to Bob."""
    await on.do(room, ANN, a.Bet(stakes={"ante": 500}))
    number, head = await on.service.store.head(room.stream)
    await on.do(room, BOB, a.Bet(stakes={"ante": 500}))
    _, after = await on.service.store.head(room.stream)
    rows = await on.service.store.read(room.stream, number)
    shown = json.loads(b"[%b]" % as_written(BOB, room.house.read(rows)[0])[0])
    assert [event["event"] for event in shown].count("holes_dealt") == 1
    known = found(head, rows, shown, after)
    while room.standing.table.order:
        seat = to_act(room.standing.table)
        who = ANN if seat == 1 else BOB
        river = len(room.standing.table.board) == 5
        await on.do(room, who, a.Decide(choice=Choice.FOLD if river else Choice.CHECK))
    return known


async def test_published_heads_do_not_give_hole_cards_away(database: str) -> None:
    async with floor(database) as on:
        room = await on.service.rooms.open(on.people["Sue"], Wish(book="iowa-catfish-bend"))
        await on.seat(room, "Ann", 1)
        await on.seat(room, "Bob", 3)
        assert [await one_round(on, room) for _ in range(ROUNDS)] == [False] * ROUNDS


async def test_nothing_that_is_stored_while_cards_are_hidden_names_them(database: str) -> None:
    """Whoever reads the database or a backup without the secret sees no card, and no length of one."""
    async with floor(database) as on:
        room = await on.service.rooms.open(on.people["Sue"], Wish(book="iowa-catfish-bend"))
        await on.seat(room, "Ann", 1)
        lengths = set()
        for _ in range(ROUNDS):
            before = room.standing.version
            await on.do(room, ANN, a.Bet(stakes={"ante": 500}))
            rows = await on.service.store.read(room.stream, before)
            [deal] = [row for row in rows if b"holes_dealt" in row.body]
            assert b'"holes":null' in deal.body
            lengths.add(len(deal.body))
            while room.standing.table.order:
                river = len(room.standing.table.board) == 5
                await on.do(room, ANN, a.Decide(choice=Choice.FOLD if river else Choice.CHECK))
        assert len(lengths) == 1


def lengths_of_a_round(seal: str) -> list[list[int]]:
    """How long everything is that everybody is sent of a round, up to the last decisions."""
    playing = Playing(mixed=False, seal=seal).all(
        [*SITTING, (BOB, a.Sit(seat=3)), (BOB, a.BuyIn(cents=50_000)), (ANN, a.Bet(stakes={"ante": 500}))]
    )
    checks = [(who, a.Decide(choice=Choice.CHECK)) for who in (ANN, BOB, ANN, BOB)]
    lengths = []
    for who, act in [(BOB, a.Bet(stakes={"ante": 500})), *checks]:
        before = playing.standing.table
        recorded = playing.do(who, act)
        told, picture = Told(before, recorded), Picture(playing.standing, None)
        for viewer in (ANN, BOB, SPECTATOR):
            written, known = as_written(viewer, [one for one in recorded if not isinstance(one, PUBLIC)])
            answers = (told.to(viewer), picture.of(viewer), written, spoken(before.book, known))
            lengths.append([len(answer) for answer in answers])
    return lengths


def test_the_length_of_what_is_sent_does_not_depend_on_hidden_cards() -> None:
    """Over an encrypted line somebody sees how long frames are; hands and tens have longer names."""
    assert len({str(lengths_of_a_round(f"x{n}")) for n in range(40)}) == 1


def test_no_hand_has_a_longer_name_than_the_one_that_frames_make_room_for() -> None:
    assert max(len(describe(value)) for value in range(len(hand_classes()))) == LONGEST_HAND

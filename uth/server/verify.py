"""Checks that anybody can make, without the service: of a round's shuffle, and of a whole log.

A round: the seed is the one committed to before bets were closed, and every card that was seen lies where the
deck of that seed puts it. A log: every event is chained to the one before; replayed through the game it gives
accounts that add up; and every sealed round in it passes the first check.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from uth.cards import Card, card_name
from uth.game import events as e
from uth.game.deal import Dealt, deal_by
from uth.game.ledger import overdrawn
from uth.game.sealed import commitment, shuffled
from uth.game.table import Table, evolve, new_table
from uth.rules.library import unpack_book
from uth.server.happenings import Recorded, ShuffleRevealed, ShuffleSealed, decode
from uth.server.terms import Terms
from uth.store import Written
from uth.store.chain import faults as chain_faults


class Checked(Struct, frozen=True):
    """What was looked at, and what is wrong with it."""

    events: int
    rounds: int
    sealed: int
    """How many of the rounds had a sealed shuffle that was checked."""
    faults: list[str]
    head: str = ""


def check_round(record: dict[str, Any]) -> Checked:
    """A round as ``GET /api/tables/T/rounds/N`` gives it."""
    recorded = [decode(msgspec.json.encode(line["event"])) for line in record["events"]]
    number = record["round"]
    if not record["seed"]:
        return Checked(
            len(recorded), 1, 0, [f"round {number} was dealt by hand: there is no shuffle to check"]
        )
    faults = [*_seed_faults(record["table"], number, record["digest"], record["commitment"], record["seed"])]
    if not faults:
        faults = [*_card_faults(number, recorded, record["dealing"], bytes.fromhex(record["seed"]))]
    return Checked(len(recorded), 1, 1, faults)


def check_log(lines: Iterable[bytes]) -> Checked:
    """A log as an auditor exports it: a line about the table, then its events."""
    source = iter(lines)
    about = msgspec.json.decode(next(source))
    terms = msgspec.convert(about["about"], Terms)
    book = unpack_book(terms.book)
    faults = (
        [] if book.digest == terms.digest else ["the book is not the one whose digest is kept with the table"]
    )
    rows = [_written(msgspec.json.decode(line)) for line in source if line.strip()]
    faults += chain_faults(rows)
    stream, table = about["id"], new_table(book)
    rounds = sealed = 0
    current: list[Recorded] = []
    promised: dict[int, str] = {}
    for row in rows:
        recorded = decode(row.body)
        current.append(recorded)
        if isinstance(recorded, ShuffleSealed):
            promised[recorded.round] = recorded.commitment
        elif isinstance(recorded, ShuffleRevealed):
            sealed += 1
            promise = promised.pop(recorded.round, "")
            faults += _seed_faults(stream, recorded.round, book.digest, promise, recorded.seed)
            steps = getattr(book.deal.orders, _device(current) or book.deal.device)
            faults += _card_faults(recorded.round, current, steps, bytes.fromhex(recorded.seed))
            current = []
        if isinstance(recorded, e.Event):
            table = evolve(table, recorded)
            faults += [f"{stream} {row.number}: {fault}" for fault in _money_faults(table, recorded)]
            rounds += isinstance(recorded, e.RoundEnded)
    return Checked(len(rows), rounds, sealed, faults, rows[-1].hash.hex() if rows else "")


def _written(line: dict[str, Any]) -> Written:
    number, at = line["number"], line["at"]
    return Written(
        line["stream"], number, at, line["command"], line["body"].encode(), bytes.fromhex(line["hash"])
    )


def _device(recorded: Sequence[Recorded]) -> str:
    return next((one.device for one in reversed(recorded) if isinstance(one, e.HolesDealt)), "")


def _seed_faults(stream: str, number: int, digest: str, promised: str, seed: str) -> Iterator[str]:
    if not promised:
        yield f"round {number}: no commitment stands before the reveal"
    elif commitment(stream, number, digest, bytes.fromhex(seed)).hex() != promised:
        yield f"round {number}: the seed is not the one that was committed to"


def _card_faults(
    number: int, recorded: Sequence[Recorded], steps: Sequence[str], seed: bytes
) -> Iterator[str]:
    """Cards of the round that do not lie where the deck puts them."""
    closed = [one for one in recorded if isinstance(one, e.BetsClosed) and one.round == number]
    if not closed:
        return  # void before bets were closed: nothing was dealt
    seats = [seat for seat in closed[-1].order if isinstance(seat, int)]
    dealt = deal_by(steps, shuffled(seed), seats)
    for where, cards, due in _seen(recorded, dealt):
        if tuple(cards) != tuple(due):
            shown, deck = (" ".join(map(card_name, pile)) for pile in (cards, due))
            yield f"round {number}, {where}: {shown} was dealt, the sealed deck has {deck}"


def _seen(
    recorded: Sequence[Recorded], dealt: Dealt[Card]
) -> Iterator[tuple[str, Sequence[Card], Sequence[Card]]]:
    for one in recorded:
        match one:
            case e.HolesDealt(holes=dict() as holes):
                for seat, hole in holes.items():
                    yield f"seat {seat}", hole, dealt.hands[seat]
            case e.HandShown():
                yield f"seat {one.seat}", one.cards, dealt.hands[one.seat]
            case e.FlopShown():
                yield "flop", one.cards, dealt.board[:3]
            case e.RiverShown():
                yield "turn and river", one.cards, dealt.board[3:5]
            case e.BankShown():
                yield "bank", one.cards, dealt.bank


def _money_faults(table: Table, event: e.Event) -> Iterator[str]:
    if event.moves:
        if sum(table.accounts.values()):
            yield f"the accounts add up to {sum(table.accounts.values())} cents, not to nothing"
        if short := overdrawn(table.accounts):
            yield f"{', '.join(short)} below zero"

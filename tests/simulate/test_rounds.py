"""Simulated rounds: settled as by the game, with the exact edge in the long run, the same by seed."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.drawn import CHOSEN
from uth.game import Round, Spot, settle
from uth.game.round import Choice
from uth.rules import Book, load_book
from uth.simulate.simulating import Prepared, Work, prepare, simulate
from uth.simulate.tables import Player, TableError, TableSetup
from uth.solver import solve

LIMITS = ["limits.ante=[5, 50]", "limits.trips=[5, 50]"]
FEES = ['fees.rates=[{least = "5", bank = "1", player = "0.50", side = "0.25"}]']
STRATEGIES = ("basic", "always-raises", "calls-everything", "chart-only")
DECISIONS = {
    4: (Choice.BET4,),
    3: (Choice.BET3,),
    2: (Choice.CHECK, Choice.BET2),
    1: (Choice.CHECK, Choice.CHECK, Choice.BET1),
    0: (Choice.CHECK, Choice.CHECK, Choice.FOLD),
}
BANKS: list[tuple[str, list[str]]] = [
    ("california-shfl", []),
    ("california-shfl", ["bank.accounting=running", "fees.refund_uncovered=true"]),
    ("california-shfl", ["bank.accounting=matched", "bank.win_cap=gross"]),
    ("california-shfl", ["bank.partial_cover=whole_wager", "settle.loop=wager_first", "fees.option=2"]),
    (
        "california-shfl",
        ["bank.after_exhaustion=collect_losers", "bank.win_cap=none", "fold.collect_at=turn"],
    ),
    ("california-bally", [*LIMITS, *FEES, "fees.refund_uncovered=true", "fees.player_unit=position"]),
    ("florida", [*LIMITS, "rake.mode=a", "rake.amount=2"]),
    ("florida", [*LIMITS, "bank.funds=posted_only", "rake.mode=b", "rake.amount=2"]),
    ("florida", [*LIMITS, "bank.funds=at_table", "rake.mode=c", "rake.amount=2"]),
    ("iowa-catfish-bend", ["aggregate.cap=25.00", "aggregate.odds=3:2"]),
    ("iowa-catfish-bend", ["aggregate.cap=12.37", "aggregate.odds=1:1", "aggregate.by=player"]),
]


@pytest.fixture(scope="module")
def _decided_once() -> object:
    """These strategies play the same under every book, so each is decided once for all tests."""
    from uth.simulate import simulating

    decided: dict[str, Any] = {}
    decide = simulating.decide

    def once(setup: TableSetup, seat: int, *more: Any) -> Any:
        name = setup.players[seat].strategy
        if name not in STRATEGIES:
            return decide(setup, seat, *more)
        if name not in decided:
            decided[name] = decide(setup, seat, *more)
        return decided[name]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulating, "decide", once)
        yield


@cache
def book_of(name: str, settings: tuple[str, ...]) -> Book:
    return load_book(name, [*CHOSEN[name], *settings])


def table_of(book: Book, rng: random.Random) -> TableSetup:
    """Players with stakes and strategies of their own, and a bank that is sometimes too small."""
    count = rng.randint(1, book.table.seats - book.bank.is_player)
    players = tuple(
        Player(
            {"ante": 100 * rng.randint(5, 50), "trips": rng.choice([0, 100 * rng.randint(5, 50)])},
            rng.choice(STRATEGIES),
        )
        for _ in range(count)
    )
    if not book.bank.is_player:
        return TableSetup(book, players)
    chips = 100 * rng.randint(0, 300) if book.readings.bank.funds == "at_table" else 0
    return TableSetup(book, players, bank_wager=100 * rng.choice([20, 60, 200, 600]), bank_chips=chips)


def settled(setup: TableSetup, deck: list[int], multiples: list[int]) -> Any:
    """The round as the game settles it."""
    spots = tuple(
        Spot(
            seat=seat + 1,
            hole=tuple(deck[7 + 2 * seat : 9 + 2 * seat]),
            stakes=setup.laid(player),
            decisions=DECISIONS[multiples[seat]],
            tucked=multiples[seat] == 0 and bool(player.stakes.get("trips")),
        )
        for seat, player in enumerate(setup.players)
    )
    shown = any(multiples) or not setup.book.bank.is_player
    return settle(
        setup.book,
        Round(
            board=tuple(deck[:5]),
            bank_hand=tuple(deck[5:7]) if shown else None,
            spots=spots,
            bank_seat=len(spots) + 1 if setup.book.bank.is_player else None,
            bank_wager=setup.bank_wager,
            bank_chips=setup.bank_chips,
            meters={**dict.fromkeys(setup.book.meters, 2500000), "reserve": 0} if setup.book.meters else None,
        ),
    )


@pytest.mark.parametrize(
    ("name", "settings"), BANKS, ids=lambda value: " ".join(value) if isinstance(value, list) else value
)
@pytest.mark.usefixtures("_decided_once")
def test_rounds_are_settled_as_the_game_settles_them(name: str, settings: list[str]) -> None:
    from uth.simulate.kernels.rounds import BANK_NET

    book, rng = book_of(name, tuple(settings)), random.Random(name + str(settings))
    short = 0
    for _ in range(4):
        setup = table_of(book, rng)
        table = prepare(setup, threads=1, control=False)
        work = Work(table.plan, rng.randrange(2**40), 1)
        seats = range(len(setup.players))
        for number in range(150):
            found, room = work.play(number, number + 1, 0), work.rooms[0]
            game = settled(setup, room.deck.tolist(), room.multiple.tolist())
            after = game.net_after_fees or game.net
            assert found.net.tolist() == [after[seat + 1] for seat in seats], number
            bank = "bank" if book.bank.is_player else "house"
            charged = 0 if book.bank.is_player or game.charge is None else game.charge.house
            assert int(found.bank[BANK_NET]) == after[bank] - charged
            lacking = {row.seat: 0 for row in game.rows} | {seat + 1: 0 for seat in seats}
            for row in game.rows:
                if row.outcome in ("not covered", "dead hand"):
                    lacking[row.seat] += row.stake
            assert found.uncovered.tolist() == [lacking[seat + 1] for seat in seats]
            short += sum(lacking.values())
    assert short or not book.bank.is_player  # the bank was too small now and then


@cache
def california(count: int, **more: Any) -> Prepared:
    setup = TableSetup(book_of("california-shfl", ()), (Player({"ante": 1000}),) * count, **more)
    return prepare(setup)


def test_the_mean_is_the_exact_edge_within_its_error() -> None:
    found = california(1, free=True).play(4_000_000, 11)
    edge = float(solve("california-shfl").house_edge) * 1000
    own = found.plain_bank
    assert abs(own.mean - edge) < 4 * own.error
    assert found.bank.controlled
    assert found.bank.mean == pytest.approx(edge)  # the control is the game itself
    assert found.bank.error < own.error / 1000


def test_the_same_seed_deals_the_same_on_any_number_of_threads() -> None:
    table = california(3, bank_wager=6000)
    one, two = (replace(table, threads=threads).play(200_000, 5) for threads in (1, 3))
    other = table.play(200_000, 6)
    for name in one.totals._fields:
        assert (getattr(one.totals, name) == getattr(two.totals, name)).all(), name
    assert (one.totals.net != other.totals.net).any()


def test_parts_add_up_to_the_whole() -> None:
    table = california(2)
    whole = table.play(200_000, 9)
    parts = [table.play(65536 * 2, 9), table.play(200_000 - 65536 * 2, 9, first=65536 * 2)]
    assert (whole.totals.net == sum(part.totals.net for part in parts)).all()
    assert (whole.totals.histogram == sum(part.totals.histogram for part in parts)).all()


def test_every_card_is_dealt_as_often_as_any_other() -> None:
    from uth.simulate.kernels.dealing import key_of

    table = california(5)
    work, seen = Work(table.plan, 3, 1), np.zeros((17, 52), np.int64)
    for number in range(20_000):
        work.play(number, number + 1, 0)
        seen[np.arange(17), work.rooms[0].deck[:17]] += 1
    expected = 20_000 / 52
    chi = ((seen - expected) ** 2 / expected).sum(axis=1)
    assert (chi < 51 + 6 * np.sqrt(2 * 51)).all()
    assert len({key_of(seed) for seed in range(1000)}) == 1000


def test_the_bank_goes_round() -> None:
    book = book_of("california-shfl", ())
    setup = TableSetup(book, (Player({"ante": 1000}),) * 4, bank_wager=100_000, rotating=True, free=True)
    found = simulate(setup, 400_000, 4)
    assert int(found.totals.net.sum()) == 0  # what the bank wins somebody at the table loses
    assert abs(found.seat(0).mean) < 5 * found.seat(0).error
    position = [table_position(book, number, 4) for number in range(10)]
    assert position == [0, 0, 1, 1, 2, 2, 3, 3, 0, 0]


def table_position(book: Book, number: int, seats: int) -> int:
    return number // (book.bank.max_consecutive or 1) % seats


def test_bad_tables_are_refused_with_every_fault() -> None:
    with pytest.raises(TableError) as refused:
        TableSetup(
            load_book("iowa-catfish-bend"),
            (Player({"ante": 1050}), Player({"trips": 500, "jackpot": 1})),
            bank_wager=1,
            rotating=True,
        )
    assert len(refused.value.faults) == 5
    with pytest.raises(TableError, match="1 to 6"):
        TableSetup(load_book("california-shfl"), (Player({"ante": 1000}),) * 7)

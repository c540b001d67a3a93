"""The progressives of ``examples/house-progressive.toml``: parts of a meter, several meters, suits, pools."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.at_table import DEALER, LiveRound
from tests.examples import SIDE_BETS, paid, played, progressives, spot
from tests.seated import HOUSE, SUE, refused
from uth.game import settle
from uth.game.round import Seat
from uth.game.table import acts as a
from uth.game.table.acts.jackpots import OFFICES
from uth.game.table.acts.linking import meters_of, standing
from uth.game.table.acts.prizes import with_jackpots
from uth.game.table.events import JackpotConfirmed
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.rules import BookError, load_book

BOOK = progressives()
METERS = {"royal": 1_000_000, "mega": 3_000_000, "major": 200_000, "minor": 60_000, "reserve": 0}
BOARD, BANK = "Ts Js Qs 4d 4h", "2c 2d"
ROYAL, STRAIGHT_FLUSH = "As Ks", "8s 9s"
STAFF = {office: Who(Role.SUPERVISOR, f"of {office}") for office in OFFICES}


def approve(live: LiveRound, seat: Seat, meter: str = "") -> None:
    for office, who in STAFF.items():
        live.do(who, a.Approve(seat=seat, office=office, reason="papers in order", meter=meter))


def pay(live: LiveRound, seat: Seat, meter: str = "") -> None:
    live.do(STAFF["shift manager"], a.PayJackpot(seat=seat, meter=meter))


def meter(live: LiveRound, name: str) -> int:
    return live.table.accounts[f"meter:{name}"]


# ---- 100 % and 10 % of one meter


TENTH_AND_WHOLE = played(
    BOOK,
    BOARD,
    BANK,
    spot(1, STRAIGHT_FLUSH, royal=500),
    spot(2, ROYAL, royal=500),
    spot(3, "Ah 3d", royal=500),
    meters=METERS,
)
"""Each wager adds $1 to the meter: it stands at $10,003."""


def test_a_tenth_of_a_meter_is_taken_before_the_whole_of_it() -> None:
    settled = settle(BOOK, TENTH_AND_WHOLE)
    assert paid(settled, "royal", 1) == 100_030 - 500
    assert paid(settled, "royal", 2) == 900_270 - 500
    assert paid(settled, "royal", 3) == -500
    assert settled.meters is not None
    assert settled.meters.after_coin_in["royal"] == 1_000_300
    assert settled.meters.after_round["royal"] == 1_000_000  # the seed
    reasons = {row.seat: row.reason for row in settled.rows if row.wager == "royal"}
    assert reasons[1] == "straight flush with the flop wins 10% of the royal jackpot"
    assert reasons[2] == "royal flush with the flop wins the royal jackpot"
    assert sum(settled.net.values()) == 0


def test_a_tenth_alone_leaves_the_rest_in_the_meter() -> None:
    alone = replace(TENTH_AND_WHOLE, spots=TENTH_AND_WHOLE.spots[:1])
    settled = settle(BOOK, alone)
    assert settled.meters is not None
    assert settled.meters.after_round["royal"] == 1_000_100 - 100_010
    assert settled.meters.seeds == ()
    live = LiveRound(BOOK, alone).play()
    approve(live, 1)
    pay(live, 1)
    assert (meter(live, "royal"), live.table.phase) == (900_090, Phase.ENDING)


@pytest.mark.parametrize("first", [1, 2], ids=["the tenth is approved first", "the whole is approved first"])
def test_at_a_table_it_is_the_same_whichever_is_approved_first(first: int) -> None:
    live = LiveRound(BOOK, TENTH_AND_WHOLE).play()
    settled = settle(BOOK, TENTH_AND_WHOLE)
    assert sorted(map(str, with_jackpots(live.table))) == sorted(map(str, settled.rows))
    approve(live, first)
    approve(live, 3 - first)
    confirmed = [(event.meter, event.cents) for event in live.log if isinstance(event, JackpotConfirmed)]
    assert confirmed == [("10% royal", 100_030), ("royal", 900_270)]
    pay(live, 1)
    pay(live, 2)
    assert sorted(map(str, live.table.rows)) == sorted(map(str, settled.rows))
    assert meter(live, "royal") == 1_000_000
    assert sum(live.table.accounts.values()) == 0


def test_a_tenth_that_was_set_aside_and_is_denied_goes_back() -> None:
    live = LiveRound(BOOK, TENTH_AND_WHOLE).play()
    approve(live, 2)
    live.do(SUE, a.DenyJackpot(seat=1, reason="laid after the coin-in"))
    pay(live, 2)
    assert meter(live, "royal") == 1_000_000 + 100_030
    assert live.table.accounts.get("jackpot:10% royal", 0) == 0
    live.do(DEALER, a.EndRound())
    assert sum(live.table.accounts.values()) == 0


def test_what_the_link_tells_later_does_not_change_a_part_that_is_confirmed() -> None:
    live = LiveRound(BOOK, replace(TENTH_AND_WHOLE, spots=TENTH_AND_WHOLE.spots[:1])).play()
    approve(live, 1)
    told = replace(standing(live.table), meters={**meters_of(live.table), "royal": 5_000_000})
    live.do(HOUSE, told)
    assert [row.due for row in with_jackpots(live.table) if row.wager == "royal"] == [100_010]
    assert paid(settle(BOOK, live.table.as_round()), "royal") == 100_010 - 500


def test_two_who_win_a_tenth_share_it() -> None:
    spots = (spot(1, "Ts Js", royal=500), spot(2, "5s 6s", royal=500))
    settled = settle(BOOK, played(BOOK, "7s 8s 9s Kd 2c", "Kc 3d", *spots, meters=METERS))
    assert [paid(settled, "royal", seat) + 500 for seat in (1, 2)] == [50_010, 50_010]


def test_envy_is_money_for_the_others() -> None:
    settled = settle(BOOK, TENTH_AND_WHOLE)
    envy = {row.seat: row.paid for row in settled.rows if row.wager == "royal_envy"}
    assert envy == {1: 1000_00, 2: 300_00, 3: 1300_00}


# ---- three meters, and two progressives of one hand


@pytest.mark.parametrize(
    ("board", "hole", "won"),
    [
        (BOARD, ROYAL, 3_000_070),
        (BOARD, STRAIGHT_FLUSH, 200_030),
        ("9s 9d 9h 4d 4h", "9c 2s", 60_020),
        ("9s 9d 4c 5d 6h", "9c 4s", 50 * 500),
        ("9s 9d 4c 5d 6h", "9c 3s", 9 * 500),
        ("9s 9d 4c 5d 6h", "Kc 3s", 0),
    ],
)
def test_each_hand_wins_its_own_meter_or_from_the_tray(board: str, hole: str, won: int) -> None:
    hand = spot(1, hole, three_meters=500)
    settled = settle(BOOK, played(BOOK, board, "Ah Qd", hand, meters=METERS))
    assert paid(settled, "three_meters") == won - 500


def test_one_hand_may_win_two_jackpots_and_each_is_reviewed_by_itself() -> None:
    whole = played(BOOK, BOARD, BANK, spot(1, ROYAL, royal=500, three_meters=500), meters=METERS)
    live = LiveRound(BOOK, whole).play()
    assert sorted(won.meter for won in live.table.review) == ["mega", "royal"]
    unclear = refused(live.table, SUE, a.Approve(seat=1, office="supervisor", reason="seen"))
    assert "seat 1 has won several jackpots: say which, royal, mega" in unclear
    assert "no minor jackpot" in refused(live.table, SUE, a.DenyJackpot(seat=1, reason="?", meter="minor"))
    approve(live, 1, "mega")
    live.do(SUE, a.DenyJackpot(seat=1, reason="laid after the coin-in", meter="royal"))
    pay(live, 1)
    rows = {row.wager: row.paid for row in live.table.rows if row.wager in ("royal", "three_meters")}
    assert rows == {"royal": 0, "three_meters": 3_000_070}
    assert (meter(live, "royal"), meter(live, "mega")) == (1_000_100, 2_000_000)


def test_a_folded_hand_wins_nothing() -> None:
    folded = spot(1, ROYAL, "check check fold", royal=500, three_meters=500)
    settled = settle(BOOK, played(BOOK, BOARD, BANK, folded, meters=METERS))
    assert paid(settled, "royal") == paid(settled, "three_meters") == -500


# ---- a royal flush in one suit


@pytest.mark.parametrize(("suit", "won"), [("s", 3_000_070), ("h", 200_030), ("d", 200_030), ("c", 200_030)])
def test_a_royal_flush_in_spades_wins_more(suit: str, won: int) -> None:
    spades = [{"hand": "royal_flush", "suit": "spades", "pays": "100% mega"}]
    book = progressives(three_meters__suited=spades, three_meters__royal_flush="100% major")
    board = f"T{suit} J{suit} Q{suit} 4d 4h"
    hand = spot(1, f"A{suit} K{suit}", three_meters=500)
    whole = played(book, board, "2c 2d", hand, meters=METERS)
    assert paid(settle(book, whole), "three_meters") == won - 500
    assert LiveRound(book, whole).play().table.review[0].cents == won


def test_a_suit_counts_for_what_the_bank_pays_too() -> None:
    hearts = [{"hand": "flush", "suit": "hearts", "pays": "100:1"}]
    book = progressives(trips__suited=hearts)
    for suit, odds in (("h", 100), ("s", 7)):
        board = f"2{suit} 5{suit} 9{suit} Kc Jd"
        settled = settle(book, played(book, board, "Qc Td", spot(1, f"A{suit} 3{suit}", trips=500)))
        assert paid(settled, "trips") == odds * 500


# ---- a pool that players fund, where no house may have an interest

POOL: dict[str, Any] = {
    "wagers.pot.title": "Player Pool",
    "wagers.pot.staked": "fixed",
    "wagers.pot.stake": "1.00",
    "wagers.pot.dropped": True,
    "wagers.pot.cards": "hole_and_flop",
    "wagers.pot.on_fold": "lose",
    "wagers.pot.royal_flush": "100% pot",
    "wagers.pot.straight_flush": "10% pot",
    "wagers.pot.payer": "pool",
    "wagers.pot.meters": [{"name": "pot", "seed": "0.00", "meter": "100%"}],
}


def test_where_a_player_banks_a_progressive_of_the_house_is_refused_and_the_pool_is_named() -> None:
    house = {**POOL, "wagers.pot.payer": "house"}
    with pytest.raises(BookError) as error:
        load_book(SIDE_BETS, house)
    [problem] = error.value.problems
    assert problem.key == "pot.payer"
    assert "the house takes no interest" in problem.says
    assert 'payer = "pool"' in problem.says


@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        (
            {"wagers.pot.meters": [{"name": "pot", "seed": "100.00", "meter": "100%"}]},
            "pot.meters[1].seed",
            "0.00",
        ),
        ({"wagers.pot.meters": [{"name": "pot", "seed": "0.00", "meter": "90%"}]}, "pot.meters", "100%"),
        (
            {"wagers.pot.flush": "5:1", "wagers.pot.four_of_a_kind": "5:1"},
            "pot.meters",
            "shares of its meters",
        ),
        ({"wagers.pot.dropped": False}, "pot.payer", "dropped = true"),
        ({"wagers.pot.stake_returned_on_win": True}, "pot.stake_returned_on_win", "does not come back"),
    ],
)
def test_a_pool_is_the_players_money_and_no_more(change: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(BookError) as error:
        load_book(SIDE_BETS, {**POOL, **change})
    assert [problem for problem in error.value.problems if problem.key == key and says in problem.says]


def test_a_pool_pays_what_players_have_put_in() -> None:
    book = load_book(SIDE_BETS, POOL)
    spots = (spot(1, STRAIGHT_FLUSH, pot=100), spot(2, ROYAL, pot=100), spot(3, "Ah 3d", pot=100))
    whole = played(book, BOARD, BANK, *spots, meters={"pot": 50_000, "reserve": 0})
    settled = settle(book, whole)
    assert [paid(settled, "pot", seat) for seat in (1, 2, 3)] == [5_030 - 100, 45_270 - 100, -100]
    assert settled.net["pool"] == 300 - 50_300
    assert "house" not in settled.net
    assert settled.meters is not None
    assert settled.meters.after_round["pot"] == 0
    live = LiveRound(book, whole).play()
    house = live.table.accounts.get("house", 0)
    approve(live, 1)
    approve(live, 2)
    pay(live, 1)
    pay(live, 2)
    assert meter(live, "pot") == 0
    assert live.table.accounts.get("house", 0) == house
    assert sorted(map(str, live.table.rows)) == sorted(map(str, settled.rows))

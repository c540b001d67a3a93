"""Fees, rake, aggregate limit, progressive, tokes, notices, rounding: amounts worked out by hand."""

import pytest
from msgspec.structs import replace

from tests.drawn import book_named
from tests.spots import chosen, laid
from uth.cards import parse_cards
from uth.game import Round, Settlement, Spot, Toke, settle
from uth.game.round import Choice, Seat
from uth.game.settlement.aggregate import pro_rata
from uth.game.settlement.fees import Charge, collection, rake
from uth.game.settlement.pots import split
from uth.game.settlement.progressive import Seed, coin_in, reseed


def bet(seat: int, dollars: int, trips: int = 0) -> Spot:
    return Spot(
        seat=seat, hole=None, stakes={"ante": 100 * dollars, "blind": 100 * dollars, "trips": 100 * trips}
    )


def fee(spots: list[Spot], *settings: str) -> Charge:
    charge = collection(book_named("california-shfl", *settings), spots)
    assert charge is not None
    return charge


@pytest.mark.parametrize(
    ("option", "dollars", "bank"),
    [(1, 25, 100), (1, 26, 200), (1, 500, 200), (2, 25, 50), (2, 26, 200), (2, 150, 200), (2, 151, 300)],
)
def test_brackets_of_both_schedules(option: int, dollars: int, bank: int) -> None:
    """Action is Ante plus Blind: twice the Ante. $50 and $300 belong to the lower bracket."""
    assert fee([bet(1, dollars)], f"fees.option={option}").bank == bank


def test_a_gap_between_brackets_goes_by_the_reading() -> None:
    odd = [laid(bet(1, 20), trips=1050)]
    assert fee(odd, "wagers.unit=0.50").bank == 100
    assert fee(odd, "wagers.unit=0.50", "fees.bracket_gap=upper").bank == 200


def test_trips_counts_as_action_but_costs_the_player_nothing() -> None:
    charge = fee([bet(1, 20, trips=11)])
    assert (charge.table_action, charge.bank, charge.players) == (5100, 200, {1: 100})


def test_a_schedule_may_charge_trips_and_go_by_each_wager() -> None:
    rates = """[{least = "5", most = "40", bank = "0.25", player = "0.50", trips = "0.10"},
                {least = "41", bank = "0.75", player = "1"}]"""
    settings = ["limits.ante=[5,100]", f"fees.rates={rates}", "fees.basis=wager", "fees.player_unit=position"]
    charge = collection(book_named("california-bally", *settings), [bet(1, 10, trips=5), bet(2, 30)])
    assert charge == Charge(100, {1: 60, 2: 100}, 8500)


ROUND = Round(
    board=parse_cards("9s 8d 7c 2h Kd"),
    bank_hand=parse_cards("Ks Qd"),
    spots=(
        Spot(
            seat=1, hole=parse_cards("Jh Th"), stakes={"ante": 1000, "blind": 1000}, decisions=(Choice.BET4,)
        ),
        Spot(
            seat=2,
            hole=parse_cards("9h 4c"),
            stakes={"ante": 500, "blind": 500},
            decisions=(Choice.CHECK, Choice.BET2),
        ),
    ),
    bank_seat=6,
    bank_wager=4000,
)


def test_fees_go_back_for_uncovered_circles_where_the_house_does_so() -> None:
    """$40 cover the Ante and part of the Play of seat 1; its Blind and all of seat 2 are not covered."""
    kept = settle(book_named("california-shfl"), ROUND)
    back = settle(book_named("california-shfl", "fees.refund_uncovered=true"), ROUND)
    assert kept.charge == Charge(100, {1: 100, 2: 100}, 3000)
    assert back.charge == Charge(100, {1: 50, 2: 0}, 3000)
    assert back.net_after_fees == {1: 3950, 2: 0, "bank": -4100, "house": 150}


@pytest.mark.parametrize(
    ("mode", "bank", "players"),
    [("a", 200, {1: 200, 2: 0}), ("b", 0, {1: 200, 2: 0}), ("c", 200, {1: 0, 2: 0})],
)
def test_rake_leaves_out_dead_hands(mode: str, bank: int, players: dict[Seat, int]) -> None:
    book = book_named("florida", f"rake.mode={mode}", "rake.amount=2")
    assert rake(book, [bet(1, 10), bet(2, 10)], dead={2}) == Charge(bank, players)


def test_rake_of_a_settled_round() -> None:
    book = book_named("florida", "rake.mode=a", "rake.amount=1.50")
    settled = settle(book, replace(ROUND, bank_seat=8))
    assert settled.dead_hands == [1]
    assert settled.charge == Charge(150, {1: 0, 2: 150})
    assert settled.net_after_fees == {1: 0, 2: -2150, "bank": 1850, "house": 300}


def test_no_charge_where_the_book_has_none() -> None:
    iowa = replace(ROUND, bank_seat=None, bank_wager=None)
    assert settle(book_named("iowa-catfish-bend"), iowa).charge is None


def test_pro_rata_shares_add_up_to_the_cap() -> None:
    assert pro_rata([25_000_00, 15_000_00], 25_000_00) == [15_625_00, 9_375_00]
    assert pro_rata([1, 1, 1], 2) == [1, 1, 0]
    assert pro_rata([5_000_00], 25_000_00) == [5_000_00]
    assert pro_rata([], 1) == []
    assert sum(pro_rata([333, 333, 335], 1000)) == 1000


ROYAL = Round(
    board=parse_cards("Qh Jh Th 2c 2d"),
    bank_hand=parse_cards("2s 9d"),
    spots=(
        Spot(
            seat=1,
            hole=parse_cards("Ah Kh"),
            stakes={"ante": 5000, "blind": 5000},
            decisions=(Choice.BET4,),
            toke=Toke("blind", 500),
        ),
    ),
)


def iowa(played: Round, *settings: str) -> Settlement:
    return settle(book_named("iowa-catfish-bend", *settings), played)


def paid(settled: Settlement, seat: object, wager: str) -> int:
    [row] = [row for row in settled.rows if row.seat == seat and row.wager == wager]
    return row.paid


def test_tokes_can_stand_outside_the_aggregate_limit() -> None:
    assert paid(iowa(ROYAL), 1, "blind") + paid(iowa(ROYAL), 1, "toke on blind") == 25_000_00
    outside = iowa(ROYAL, "aggregate.include_tokes=false")
    assert (paid(outside, 1, "blind"), paid(outside, 1, "toke on blind")) == (25_000_00, 2_500_00)
    assert paid(iowa(ROYAL, "aggregate.cap=10000"), 1, "play") == 200_00


def test_a_toke_that_pushes_is_the_dealers_unless_the_house_gives_it_back() -> None:
    """A win below a straight pushes the Blind and the toke on it."""
    pair = replace(ROYAL, board=parse_cards("Qh 9c 4d 4s 2h"), bank_hand=parse_cards("7c 6d"))
    pool, player = iowa(pair), iowa(pair, "toke.on_push=player")
    assert (pool.net[1], pool.net["toke_pool"]) == (250_00 - 5_00, 5_00)
    assert (player.net[1], player.net["toke_pool"]) == (250_00, 0)


def test_a_lost_toke_is_the_banks() -> None:
    lost = replace(
        ROYAL, bank_hand=parse_cards("2s 2h"), spots=(replace(ROYAL.spots[0], hole=parse_cards("As Kd")),)
    )
    settled = iowa(lost)
    assert settled.net["toke_pool"] == 0
    assert settled.net[1] == -(50_00 + 50_00 + 200_00 + 5_00)


def bettor(seat: int, hole: str, decisions: str = "bet4") -> Spot:
    cards = parse_cards(hole)
    return Spot(
        seat=seat,
        hole=cards,
        stakes={"ante": 500, "blind": 500, "progressive": 500},
        decisions=chosen(decisions),
    )


TWO_MINORS = Round(
    board=parse_cards("7s 8s 9s Kd 2c"),
    bank_hand=parse_cards("Kc 3d"),
    spots=(bettor(2, "5s 6s"), bettor(3, "Ts Js"), bettor(5, "Ah 2h", "check check fold")),
    meters={"major": 30_000_00, "minor": 2_000_01, "reserve": 100_00},
)


def test_two_minors_split_the_meter_and_the_first_dealt_gets_the_odd_cent() -> None:
    settled = iowa(TWO_MINORS)
    assert (paid(settled, 2, "progressive"), paid(settled, 3, "progressive")) == (1000_61, 1000_60)
    assert settled.meters is not None
    assert settled.meters.after_round == {"major": 30_002_10, "minor": 1_500_00, "reserve": 100_30}
    # no part of a wager is kept for the Minor's seed
    assert [seed.from_house for seed in settled.meters.seeds] == [1_500_00]


def test_envy_counts_every_envy_hand_of_others() -> None:
    settled = iowa(TWO_MINORS)
    assert [(row.seat, row.paid) for row in settled.rows if row.wager == "envy"] == [
        (2, 1_500_00),
        (3, 1_500_00),
        (5, 3_000_00),
    ]
    strict = iowa(TWO_MINORS, "envy.folded_eligible=false")
    assert [row.seat for row in strict.rows if row.wager == "envy"] == [2, 3]


def test_whose_hand_brings_envy() -> None:
    """Seat 3 holds the straight flush without the progressive wager."""
    spots = (bettor(2, "Ah Kh"), laid(TWO_MINORS.spots[1], progressive=0))
    played = replace(TWO_MINORS, spots=spots)
    assert paid(iowa(played, "envy.trigger=any_player"), 2, "envy") == 1_500_00
    assert not [row for row in iowa(played).rows if row.wager == "envy"]


def test_a_folded_hand_wins_nothing_and_brings_no_envy() -> None:
    spots = (bettor(2, "5s 6s", "check check fold"), bettor(3, "Ah Kh"))
    settled = iowa(replace(TWO_MINORS, spots=spots))
    assert not [row for row in settled.rows if row.wager == "envy"]
    assert paid(settled, 2, "progressive") == 0


def test_turn_and_river_do_not_count_for_the_progressive() -> None:
    """A pair on the flop that becomes four of a kind pays nothing."""
    spots = (bettor(1, "8h 8d"),)
    settled = iowa(replace(TWO_MINORS, board=parse_cards("7s 2s 9d 8c 8s"), spots=spots))
    assert paid(settled, 1, "progressive") == 0
    assert paid(settled, 1, "blind") == 50_00


def test_the_stake_can_come_back_with_a_progressive_win() -> None:
    spots = (bettor(1, "8h 8d"),)
    played = replace(TWO_MINORS, spots=spots)
    gone, back = iowa(played), iowa(played, "progressive.stake_returned_on_win=true")
    assert paid(gone, 1, "progressive") == paid(back, 1, "progressive") == 45_00
    assert back.net[1] - gone.net[1] == 5_00


def test_reserve_pays_the_seed_and_the_house_the_rest() -> None:
    book = book_named("iowa-catfish-bend")
    poor = {"major": 60_000_00, "minor": 2_000_00, "reserve": 5_000_00}
    assert reseed(book, poor, ["major"]) == (
        {"major": 20_000_00, "minor": 2_000_00, "reserve": 0},
        (Seed("major", 5_000_00, 15_000_00),),
    )
    rich = {**poor, "reserve": 23_000_00}
    assert reseed(book, rich, ["major"]) == (
        {"major": 20_000_00, "minor": 2_000_00, "reserve": 3_000_00},
        (Seed("major", 20_000_00, 0),),
    )
    to_meter = book_named("iowa-catfish-bend", "progressive.reserve_surplus=to_meter")
    assert reseed(to_meter, rich, ["major"]) == (
        {"major": 23_000_00, "minor": 2_000_00, "reserve": 0},
        (Seed("major", 23_000_00, 0),),
    )


def test_coin_in_can_be_taken_back() -> None:
    book = book_named("iowa-catfish-bend")
    before = {"major": 20_000_00, "minor": 1_500_00, "reserve": 0}
    assert coin_in(book, before, {"progressive": 3}) == {"major": 20_002_10, "minor": 1_501_20, "reserve": 30}
    assert coin_in(book, coin_in(book, before, {"progressive": 3}), {"progressive": -3}) == before
    assert split(100, 3) == [34, 33, 33]


def test_notices_by_hand_or_by_wager() -> None:
    """Ante 20 and Play 80 make $100 together, neither does alone."""
    spot = replace(ROUND.spots[0], decisions=(Choice.BET4,), hole=parse_cards("Kh 9d"))
    spot = laid(spot, ante=2000, blind=2000)
    played = replace(ROUND, spots=(spot,), bank_seat=None, bank_wager=None)
    assert [notice.says for notice in iowa(played).notices] == ["payout of $100"]
    assert iowa(played, "notify.base=wager").notices == ()
    assert iowa(played, "notify.threshold=100.01").notices == ()


def test_every_progressive_winner_is_told_to_the_supervisor() -> None:
    spots = (bettor(1, "8h 8d"),)
    assert [notice.says for notice in iowa(replace(TWO_MINORS, spots=spots)).notices] == [
        "progressive winner"
    ]


def test_odds_that_give_less_than_a_chip() -> None:
    """A flush on a Blind of $5 is owed $7.50; a house may pay down to the dollar where it says so."""
    flush = replace(
        ROUND, board=parse_cards("Kh 9h 2c 5h 2d"), bank_hand=parse_cards("Kc Qs"), bank_wager=100_000
    )
    flush = replace(flush, spots=(replace(ROUND.spots[1], hole=parse_cards("Ah 7h")),))
    exact = settle(book_named("california-shfl"), flush)
    down = settle(book_named("california-shfl", "payout.rounding=down_to_unit"), flush)
    assert (paid(exact, 2, "blind"), paid(down, 2, "blind")) == (750, 700)


@pytest.mark.parametrize(("rule", "ante"), [("push", 0), ("as_usual", 5_00), ("lose", -5_00)])
def test_antes_go_back_unseen_only_where_an_unqualified_bank_pushes_them(rule: str, ante: int) -> None:
    spots = (bettor(1, "8h Ad"),)
    played = replace(
        TWO_MINORS, board=parse_cards("8s 2d 9c Kh Qs"), bank_hand=parse_cards("3s 4d"), spots=spots
    )
    [row] = [row for row in iowa(played, f"ante.on_unqualified={rule}").rows if row.wager == "ante"]
    assert row.paid - row.collected == ante


def test_a_folder_must_tuck_where_it_is_not_done_for_him() -> None:
    trips = laid(bettor(1, "3h 2d", "check check fold"), progressive=0, trips=500)
    played = replace(
        TWO_MINORS, board=parse_cards("8s 8d 8c Kh Qs"), bank_hand=parse_cards("As 9d"), spots=(trips,)
    )
    assert iowa(played).net[1] == 5_00
    by_hand = "trips.fold_auto_tuck=false"
    assert iowa(played, by_hand).net[1] == -15_00
    assert iowa(replace(played, spots=(replace(trips, tucked=True),)), by_hand).net[1] == 5_00

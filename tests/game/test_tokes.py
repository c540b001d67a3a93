"""Tokes: from $0.50 to $50, to the cent, on any of the wagers, with the Ante as the original bet (B-IA-1)."""

import pytest

from tests.at_table import LiveRound
from tests.drawn import book_named
from tests.entering import Entering
from tests.scenarios import refused_at, rows_of, table_after
from uth.cards import parse_cards
from uth.game import Refused, Round, Spot, Toke, settle
from uth.game.files.roundfile import read_round
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.answering import step
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who

ANN = Who(Role.PLAYER, "Ann")
SEATED = """
    book iowa-catfish-bend
    {set}
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 500
"""
DEALT = """
    deck 9c 9d 2d 3c 8d 9h 4c Ks Kd
    dealer Dan: no more bets
    dealer Dan: deal
"""
PAID = """
    dealer Dan: go on
"""


def text(*lines: str, **more: str) -> str:
    return SEATED.format(set=more.get("set", "")) + "".join(f"    {line}\n" for line in lines)


# ---- amounts


@pytest.mark.parametrize("amount", ["0.50", "0.75", "0.51", "12.34", "45"])
def test_any_amount_in_the_range_is_taken(amount: str) -> None:
    """IA-TOKE-3 names a least and a most, and no steps."""
    assert refused_at(text(f"Ann: bet 10 toke=ante:{amount}")) == []


@pytest.mark.parametrize("amount", ["0.49", "50.01"])
def test_amounts_outside_the_range_are_not(amount: str) -> None:
    [said, *_] = refused_at(text(f"Ann: bet 5 toke=ante:{amount}"))
    assert "outside $0.50 to $50 (IA-TOKE-3)" in said


def test_half_a_cent_is_never_kept_from_the_dealers() -> None:
    """A flush pays the Blind 3 to 2: $0.75 on it are owed $1.125, and get $1.13."""
    spot = Spot(
        seat=1,
        hole=parse_cards("Ah 7h"),
        stakes={"ante": 500, "blind": 500},
        decisions=(Choice.BET4,),
        toke=Toke("blind", 75),
    )
    played = Round(board=parse_cards("Kh 9h 2c 5h 2d"), bank_hand=parse_cards("Kc Qs"), spots=(spot,))
    [row] = [
        row for row in settle(book_named("iowa-catfish-bend"), played).rows if row.wager == "toke on blind"
    ]
    assert (row.due, row.paid) == (113, 113)


# ---- B-IA-1: the original bet is the Ante


def test_a_toke_rides_on_any_play_wager() -> None:
    """Ante $50, Play $200: with the Ante, a toke of $5 comes to $55."""
    line = text("Ann: bet 50") + DEALT + "    Ann: bet4 toke=5\n"
    assert refused_at(line) == []
    [said] = refused_at(line.replace("toke=5", "toke=5.01"))
    assert "toke and bet together of $55.01 above $55 (IA-TOKE-2)" in said
    offers = legal(table_after(text("Ann: bet 50") + DEALT), ANN)
    assert [option.bounds["toke"] for option in offers if "toke" in option.bounds] == [(50, 500)] * 2


def test_the_original_bet_of_a_toke_on_trips_is_the_ante_too() -> None:
    assert refused_at(text("Ann: bet 5 trips=50 toke=trips:50")) == []
    [said] = refused_at(text("Ann: bet 50 trips=1 toke=trips:6"))
    assert "toke and bet together of $56 above $55" in said


def test_a_house_may_count_the_wager_that_the_toke_rides_on() -> None:
    other = "set toke.original_bet=wager"
    [said] = refused_at(text("Ann: bet 50", set=other) + DEALT + "    Ann: bet4 toke=0.50\n")
    assert "toke and bet together of $200.50 above $55 (IA-TOKE-2)" in said
    assert refused_at(text("Ann: bet 50 trips=1 toke=trips:50", set=other)) == []


# ---- one on each wager


def test_a_toke_on_the_bet_and_another_on_play() -> None:
    line = text("Ann: bet 5 toke=ante:1") + DEALT + "    Ann: bet4 toke=2\n" + PAID
    paid = {row.wager: row.paid for row in rows_of(line) if row.wager.startswith("toke")}
    assert paid == {"toke on ante": 1_00, "toke on play": 2_00}
    assert table_after(line).accounts["tokes"] == 6_00


def test_a_toke_is_laid_beside_a_wager_that_is_down() -> None:
    line = text(
        "Ann: bet 5 trips=5", "Ann: lay toke ante 1", "Ann: lay toke blind 2", "Ann: lay toke trips 3"
    )
    table = table_after(line)
    assert table.spots[1].tokes == (Toke("ante", 100), Toke("blind", 200), Toke("trips", 300))
    assert table.accounts["felt"] == 15_00 + 6_00
    table = table_after(line + "    Ann: lay toke blind 0.50\n")
    assert table.spots[1].tokes == (Toke("ante", 100), Toke("trips", 300), Toke("blind", 50))
    assert table.accounts["felt"] == 15_00 + 4_50
    assert table_after(line + "    Ann: take back\n").chips("Ann") == 500_00
    assert table_after(line + "    Ann: bet 5\n").spots[1].tokes == ()


def test_all_tokes_of_a_hand_count_together() -> None:
    [said] = refused_at(text("Ann: bet 50 toke=ante:3", "Ann: lay toke blind 3"))
    assert "toke and bet together of $56 above $55 (IA-TOKE-2)" in said
    [said] = refused_at(text("Ann: bet 50 toke=ante:3") + DEALT + "    Ann: bet4 toke=3\n")
    assert "toke and bet together of $56 above $55 (IA-TOKE-2)" in said


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("Ann: lay toke ante 1",), "Ann has no wager to lay a toke beside"),
        (("Ann: bet 5", "Ann: lay toke trips 1"), "a toke on trips needs that wager beside it (IA-TOKE-1"),
        (("Ann: bet 5", "Ann: lay toke play 1"), "a toke on play needs that wager beside it (IA-TOKE-1"),
        (
            ("Ann: bet 5", "Ann: lay toke progressive 1"),
            "a toke rides on ante, blind, trips, play (IA-TOKE-1",
        ),
        (
            ("Ann: cash out 489.50", "Ann: bet 5", "Ann: lay toke ante 1"),
            "Ann has too few chips for the toke",
        ),
    ],
)
def test_a_toke_that_cannot_be_laid(lines: tuple[str, ...], says: str) -> None:
    assert says in " ".join(refused_at(text(*lines)))


def test_what_is_offered_of_tokes() -> None:
    table = table_after(text("Ann: bet 50 trips=5 toke=ante:3"))
    laid = [option for option in legal(table, ANN) if isinstance(option.act, a.LayToke)]
    assert [(option.act.on, option.bounds["cents"]) for option in laid] == [  # type: ignore[attr-defined]
        ("ante", (50, 500)),
        ("blind", (50, 200)),
        ("trips", (50, 200)),
    ]
    assert not [option for option in legal(table_after(text()), ANN) if isinstance(option.act, a.LayToke)]


# ---- whole rounds

SEVERAL = Round(
    board=parse_cards("9c 9d 2d 3c 8d"),
    bank_hand=parse_cards("Ks Kd"),
    spots=(
        Spot(
            seat=1,
            hole=parse_cards("9h 4c"),
            stakes={"ante": 500, "blind": 500, "trips": 500},
            decisions=(Choice.CHECK, Choice.BET2),
            toke=(Toke("ante", 100), Toke("trips", 150), Toke("play", 333)),
        ),
        Spot(
            seat=3,
            hole=parse_cards("Ah 4d"),
            stakes={"ante": 500, "blind": 500},
            decisions=(Choice.CHECK, Choice.CHECK, Choice.FOLD),
            toke=(Toke("ante", 100), Toke("blind", 50)),
        ),
    ),
)


def test_several_tokes_settle_alike_at_once_and_at_a_table_both_ways() -> None:
    book = book_named("iowa-catfish-bend")
    whole = settle(book, SEVERAL)
    assert whole.net["toke_pool"] == 2 * 1_00 + 4 * 1_50 + 2 * 3_33
    for way in (step, Entering().step):
        live = LiveRound(book, SEVERAL, way).play()
        assert sorted(map(str, live.table.rows)) == sorted(map(str, whole.rows))


def test_a_file_of_rounds_takes_one_toke_or_a_list() -> None:
    seat = {"seat": 1, "hole": ["9h", "4c"], "ante": 500, "blind": 500, "decisions": ["bet4"]}
    case = {
        "document": "iowa-catfish-bend",
        "board": ["9c", "9d", "2d", "3c", "8d"],
        "bank_hand": ["Ks", "Kd"],
    }
    one, two = {"on": "ante", "amount": 100}, {"on": "play", "amount": 50}
    _, played = read_round({**case, "seats": [{**seat, "toke": [one, two]}]})
    assert played.spots[0].tokes == (Toke("ante", 100), Toke("play", 50))
    _, played = read_round({**case, "seats": [{**seat, "toke": one}]})
    assert played.spots[0].tokes == (Toke("ante", 100),)
    with pytest.raises(Refused, match="seat 1: toke is 5; an object, or a list of them, is wanted"):
        read_round({**case, "seats": [{**seat, "toke": 5}]})


def test_two_tokes_on_one_wager_are_one_too_many() -> None:
    spot = Spot(
        seat=1,
        hole=parse_cards("9h 4c"),
        stakes={"ante": 500, "blind": 500},
        decisions=(Choice.BET4,),
        toke=(Toke("ante", 100), Toke("ante", 100)),
    )
    played = Round(board=SEVERAL.board, bank_hand=SEVERAL.bank_hand, spots=(spot,))
    with pytest.raises(Refused, match="seat 1: two tokes on ante; lay one for the whole amount"):
        settle(book_named("iowa-catfish-bend"), played)

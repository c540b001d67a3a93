"""Florida's designated player: when a fold is lost, and what funds he answers with (B-FL-4, B-FL-11)."""

import pytest

from tests.at_table import LiveRound
from tests.drawn import book_named
from tests.entering import Entering
from tests.scenarios import events_of, refused_at, table_after
from uth.cards import parse_cards
from uth.game import Round, Spot, settle
from uth.game.round import Choice, Seat
from uth.game.table.answering import step
from uth.game.table.events import CoverWarned
from uth.rules import load_book

POSTED = ["limits.ante=[5, 50]", "limits.trips=[5, 50]"]
FOLD = ("check", "check", "fold")


def spot(seat: int, hole: str, dollars: int, *decisions: str, trips: int = 0) -> Spot:
    cards, cents = parse_cards(hole), 100 * dollars
    return Spot(
        seat=seat,
        hole=cards,
        stakes={"ante": cents, "blind": cents, "trips": 100 * trips},
        decisions=tuple(map(Choice, decisions)),
    )


CASE = Round(
    board=parse_cards("Qh 9c 4d 4s 2h"),
    bank_hand=parse_cards("Jc Jd"),
    spots=(spot(1, "Ks Kd", 10, "bet4"), spot(2, "8c 3d", 5, *FOLD, trips=5)),
    bank_seat=8,
    bank_wager=40_00,
)


def both_ways(book_settings: list[str], played: Round) -> list[dict[Seat, int]]:
    """What everybody has won or lost: settled at once, and at a table with dealt and with entered cards."""
    nets: list[dict[Seat, int]] = [dict(settle(book_named("florida", *book_settings), played).net)]
    book = load_book("florida", [*POSTED, *book_settings])
    for way in (step, Entering().step):
        rows = LiveRound(book, played, way).play().table.rows
        net: dict[Seat, int] = {spot.seat: 0 for spot in played.spots} | {"bank": 0}
        for row in rows:
            net[row.seat] += row.paid - row.collected
            net["bank"] += row.collected - row.paid
        nets.append(net)
    return nets


def test_a_fold_is_collected_when_it_is_made_and_adds_to_the_funds() -> None:
    """$40 posted, seat 2 folds 15, seat 1 is owed 50."""
    assert both_ways([], CASE) == [{1: 50_00, 2: -15_00, "bank": -35_00}] * 3


def test_a_house_may_collect_folds_at_their_turn() -> None:
    """Then seat 1, who comes first, finds $40 and is dead."""
    assert both_ways(["fold.collect_at=turn"], CASE) == [{1: 0, 2: -15_00, "bank": 15_00}] * 3


def test_a_fold_loses_whatever_the_funds_and_in_the_order_of_play() -> None:
    """A bank of one cent: both folds are taken, first that of the seat left of the button."""
    spots = (spot(1, "Ks Kd", 10, *FOLD), spot(2, "8c 3d", 5, *FOLD, trips=5))
    played = Round(board=CASE.board, bank_hand=None, spots=spots, bank_seat=4, bank_wager=1)
    rows = settle(book_named("florida"), played).rows
    assert [(row.seat, row.collected) for row in rows] == [
        (1, 10_00),
        (1, 10_00),
        (2, 5_00),
        (2, 5_00),
        (2, 5_00),
    ]
    assert {row.note for row in rows} == {"collected at the fold"}


# ---- bank.funds = at_table

SHORT = Round(
    board=CASE.board,
    bank_hand=CASE.bank_hand,
    spots=(spot(1, "Ks Kd", 10, "bet4"), spot(2, "Qd 8c", 10, "check", "bet2"), spot(3, "9d 3c", 5, "bet4")),
    bank_seat=8,
    bank_wager=60_00,
    bank_chips=15_00,
)


def at_table(played: Round) -> list[object]:
    """The dead hands, and the bank's result."""
    settled = settle(book_named("florida", "bank.funds=at_table"), played)
    return [settled.dead_hands, settled.bank.net]


def test_chips_at_the_table_count_as_funds_where_the_house_says_so() -> None:
    """Seat 1 takes 50 of 60 posted; seat 2 is owed 30: $15 more at the table are too few, $21 enough."""
    assert settle(book_named("florida"), SHORT).dead_hands == [2]
    assert at_table(SHORT) == [[2], -50_00 + 30_00]
    more = Round(**{name: getattr(SHORT, name) for name in Round.__struct_fields__} | {"bank_chips": 21_00})
    assert at_table(more) == [[], -80_00 + 30_00]


SCENARIO = """
    book florida
    set limits.ante=[5, 50]
    set limits.trips=[5, 50]
    set bank.funds={funds}
    {more}
    supervisor Sue: open
    dealer Dan: dealer in 52
    Ann: sit 1
    Ann: buy-in 500
    Bob: sit 2
    Bob: buy-in {bank}
    Ann: decline bank
    Bob: take bank 20
    Ann: bet 10
    deck Ks Kd Jc Jd Qh 9c 4d 4s 2h
    dealer Dan: no more bets
    dealer Dan: deal
    Ann: bet4
"""
PAY = "    dealer Dan: go on\n"


def scenario(funds: str = "at_table", bank: int = 60, more: str = "") -> str:
    return SCENARIO.format(funds=funds, bank=bank, more=more)


@pytest.mark.parametrize(("funds", "won"), [("at_table", 50_00), ("running", 0), ("posted_only", 0)])
def test_at_a_live_table_his_stack_pays(funds: str, won: int) -> None:
    """Ann is owed $50; Bob has posted 20 and has 40 more before him."""
    table = table_after(scenario(funds) + PAY)
    assert (table.chips("Ann"), table.chips("Bob")) == (500_00 + won, 60_00 - won)
    assert table.accounts["bank"] == 0


def test_a_stack_that_is_too_small_leaves_the_hand_dead() -> None:
    table = table_after(scenario(bank=69 - 20) + PAY)
    assert (table.chips("Ann"), table.chips("Bob")) == (500_00, 49_00)


def test_what_he_buys_after_the_close_of_bets_is_not_in_this_round() -> None:
    table = table_after(scenario(bank=49) + "    Bob: buy-in 100\n" + PAY)
    assert (table.chips("Ann"), table.chips("Bob")) == (500_00, 149_00)


def test_his_stack_stays_at_the_table_while_it_answers() -> None:
    [said] = refused_at(scenario() + "    supervisor Sue: correct player:Bob house 1 a marker\n")
    assert "would overdraw player:Bob" in said
    assert refused_at(scenario("running") + "    supervisor Sue: correct player:Bob house 1 a marker\n") == []


def test_the_rake_stays_in_his_stack() -> None:
    """A rake of $1 from everybody: of 60 he may put 59 at stake, and owes 50."""
    more = "set rake.mode=a\n    set rake.amount=1"
    table = table_after(scenario(bank=51, more=more) + PAY)
    assert (table.chips("Ann"), table.chips("Bob")) == (549_00, 0)
    table = table_after(scenario(bank=50, more=more) + PAY)
    assert table.chips("Ann") == 500_00  # dead: 49 were left for 50


def test_a_void_round_gives_his_chips_back() -> None:
    text = scenario() + "    dealer Dan: flop\n    dealer Dan: river\n    dealer Dan: show bank\n"
    text += "    dealer Dan: settle\n    dealer Dan: settle\n"
    assert table_after(text).chips("Bob") == 10_00
    table = table_after(text + "    supervisor Sue: rule void a test\n    dealer Dan: end round\n")
    assert (table.chips("Ann"), table.chips("Bob")) == (500_00, 60_00)


def test_the_warning_counts_the_chips_that_count() -> None:
    def warned(funds: str) -> list[int]:
        return [event.bank for event in events_of(scenario(funds)) if isinstance(event, CoverWarned)]

    assert warned("running") == [20_00]  # 60 lie against 20
    assert warned("at_table") == []  # and 60 against 60

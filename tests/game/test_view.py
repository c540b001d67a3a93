"""Who may see what: the lists are complete, and nothing passes that they do not name."""

import msgspec
import pytest

from tests.seated import ANN, BOB, CY, DAN, HOUSE, PAM, SUE, dealt, pair, run, seated
from uth.cards import parse_cards
from uth.game.ledger import Move
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.answering import step
from uth.game.table.events.event import Eyes
from uth.game.table.people import Who
from uth.game.table.state import Table
from uth.game.views import seen
from uth.game.views.picture import Private, Public, private, public, seen_by, view

VIEWERS = [ANN, BOB, DAN, SUE, HOUSE, PAM]


def happened(table: Table, who: Who, act: a.Act) -> list[e.Event]:
    return step(table, who, act)[0]


def test_every_event_says_who_hears_of_it() -> None:
    assert all("sight" in vars(kind) for kind in e.EVENTS)


@pytest.mark.parametrize("kind", e.EVENTS, ids=lambda kind: kind.__name__)
def test_every_field_of_an_event_says_who_sees_it(kind: type[e.Event]) -> None:
    """And one that is not for all who hear of the event can be left out: it has a default, or is cut."""
    sight = kind.sight
    assert set(sight.fields) == set(kind.__struct_fields__)
    for field in msgspec.structs.fields(kind):
        rule = sight.fields[field.name]
        if isinstance(rule, Eyes) and rule != sight.hears:
            assert field.default is not msgspec.NODEFAULT, field.name


def test_an_event_that_nobody_has_decided_on_is_not_shown() -> None:
    class Novelty(e.Event, frozen=True):
        secret: str

    assert [seen_by(who, Novelty(secret="Ks")) for who in VIEWERS] == [None] * len(VIEWERS)


def test_a_field_that_nobody_has_decided_on_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(e.SeatLeft.sight.fields, "reason")
    monkeypatch.setattr(seen, "_guarded", seen._guarded.__wrapped__)  # as on the day it is added
    left = e.SeatLeft(seat=1, player="Ann", by="supervisor Sue", reason="asleep")
    for who in VIEWERS:
        assert "asleep" not in msgspec.json.encode(seen_by(who, left)).decode()


def test_a_deal_is_shown_only_to_who_holds_the_cards() -> None:
    table = run(
        seated("iowa-catfish-bend"), (ANN, a.Bet(stakes={"ante": 500})), (BOB, a.Bet(stakes={"ante": 500}))
    )
    table = run(table, (DAN, a.NoMoreBets()))
    [deal, *_] = happened(table, DAN, a.Deal(holes={1: pair("Jh Th"), 2: pair("9h 4c")}))
    told_to = {who.name: seen_by(who, deal) for who in VIEWERS}
    holes = {name: event.holes for name, event in told_to.items() if isinstance(event, e.HolesDealt)}
    others = dict.fromkeys(("Dan", "Sue", "", "Pam"))
    assert holes == {"Ann": {1: pair("Jh Th")}, "Bob": {2: pair("9h 4c")}, **others}
    told = seen_by(PAM, deal)
    assert told is not None
    assert told.tell() == "Two cards each to seats 1, 2, face down"


def test_a_banker_sees_no_cards_and_a_namesake_of_another_role_neither() -> None:
    table = dealt("california-shfl")
    assert table.banker == "Cy"
    assert "Jh" not in str(view(table, CY))
    assert "Jh" not in str(view(table, Who(DAN.role, "Ann")))
    assert "Jh" in str(view(table, ANN))


def test_misread_cards_are_told_to_their_holder_alone() -> None:
    [amended] = happened(dealt(), SUE, a.Amend(of=1, cards=pair("Jd Td"), reason="suits"))
    for who in VIEWERS:
        seen = seen_by(who, amended)
        assert isinstance(seen, e.CardsAmended)
        assert (seen.was, seen.cards) == ((pair("Jh Th"), pair("Jd Td")) if who == ANN else ((), ()))
    table = run(dealt(), (ANN, a.Decide(choice=Choice.BET4)), (BOB, a.Decide(choice=Choice.BET4)))
    x, y, z = parse_cards("2c 3c 4d")
    table = run(table, (DAN, a.Flop(cards=(x, y, z))))
    [board] = happened(table, SUE, a.Amend(of="board", cards=(y, x, z), reason="order"))
    assert [getattr(seen_by(who, board), "cards", None) for who in VIEWERS] == [(y, x, z)] * len(VIEWERS)


def test_moves_are_the_ledgers_matter() -> None:
    table = run(
        seated("iowa-catfish-bend"),
        (ANN, a.Bet(stakes={"ante": 500, "progressive": True})),
        (BOB, a.Bet(stakes={"ante": 500})),
    )
    coin_in = next(event for event in happened(table, DAN, a.NoMoreBets()) if isinstance(event, e.CoinIn))
    moves = {who: getattr(seen_by(who, coin_in), "moves", None) for who in VIEWERS}
    assert [who for who, seen in moves.items() if seen] == [SUE]
    [placed] = happened(table, CY, a.Bet(stakes={"ante": 500}))
    assert [who for who in (*VIEWERS, CY) if getattr(seen_by(who, placed), "moves", None)] == [SUE, CY]


def test_a_correction_is_heard_of_by_staff_and_whom_it_concerns() -> None:
    wish = a.Correct(moves=(Move("house", "player:Bob", 500, "correction"),), reason="chip found")
    [corrected] = happened(dealt(), SUE, wish)
    heard = {who: seen_by(who, corrected) for who in VIEWERS}
    assert [who for who, seen in heard.items() if seen] == [BOB, DAN, SUE]
    assert getattr(heard[BOB], "reason", "") == "chip found"


def test_disputes_and_notices_are_not_for_the_others() -> None:
    [disputed] = happened(dealt(), ANN, a.Dispute(says="I bet four times"))
    assert [who for who in VIEWERS if seen_by(who, disputed)] == [ANN, DAN, SUE]
    told = e.SupervisorTold(seat=1, about="payout", says="payout of $275", clauses=())
    assert [who for who in VIEWERS if seen_by(who, told)] == [DAN, SUE]


def test_what_is_set_off_against_a_jackpot_is_nobody_elses_business() -> None:
    paid = e.JackpotPaid(seat=1, player="Ann", cents=150_040, form="both", offset=10_000, by="supervisor Sue")
    for who in VIEWERS:
        seen = seen_by(who, paid)
        assert seen is not None
        concerned = who in (ANN, DAN, SUE)
        assert ("offset" in msgspec.json.encode(seen).decode()) == concerned
        assert ("$100 set off" in seen.tell()) == concerned


def test_the_end_of_a_round_tells_people_of_people() -> None:
    """What was set off, the reserve, the meters: all that is not a player's is the house's to others."""
    net = {"player:Ann": 500, "house": -390, "reserve": 10, "meter:major": -130, "offsets": 10}
    ended = e.RoundEnded(round=1, net=net)
    assert getattr(seen_by(BOB, ended), "net", None) == {"player:Ann": 500, "house": -500}
    assert getattr(seen_by(SUE, ended), "net", None) == ended.net


def test_what_all_see_is_one_picture_and_what_one_sees_is_his_own() -> None:
    table = dealt(trips=500)
    assert {id(type(view(table, who).table)) for who in VIEWERS} == {id(Public)}
    assert all(view(table, who).table == public(table) for who in VIEWERS)
    empty: dict[str, object] = {"holes": {}, "script": None, "approvals": None, "ledger": None}
    extra = {
        who.name: {name for name, nothing in empty.items() if getattr(private(table, who), name) != nothing}
        for who in VIEWERS
    }
    assert extra == {
        "Ann": {"holes"},
        "Bob": {"holes"},
        "Dan": {"script", "approvals"},
        "Sue": {"script", "approvals", "ledger"},
        "": set(),
        "Pam": set(),
    }


def test_a_picture_can_be_sent_and_read() -> None:
    table = dealt(trips=500)
    assert msgspec.json.decode(msgspec.json.encode(public(table)), type=Public) == public(table)
    for who in VIEWERS:
        sent = msgspec.json.decode(msgspec.json.encode(private(table, who)))
        assert set(sent) == set(Private.__struct_fields__)


def test_an_event_that_is_for_all_is_not_made_anew() -> None:
    """It is then encoded once for everybody who watches."""
    racked = e.HandRacked(seat=1)
    assert all(seen_by(who, racked) is racked for who in VIEWERS)

"""The table: opening, bank, money, views, script; single rules that the fuzzed sessions do not spell out."""

from tests.seated import ANN, BOB, CY, DAN, HOUSE, PAM, SUE, dealt, pair, refused, run, seated
from uth.cards import parse_cards
from uth.game.deck.sealed import index, shuffled
from uth.game.ledger import Move
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.acts import ACTS, Act
from uth.game.table.answering import step
from uth.game.table.events import EVENTS, Event
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import NEXT, Phase
from uth.game.table.state import new_table
from uth.game.views.picture import private, public, view
from uth.game.views.script import script
from uth.rules import load_book


def test_every_act_has_a_permit_and_somebody_who_does_it() -> None:
    for kind in ACTS.values():
        assert kind.permit.by
        assert kind.permit.phases
        assert kind.do is not Act.do
    assert set(NEXT) == set(Phase)


def test_every_event_can_be_told() -> None:
    assert all(kind.tell is not Event.tell for kind in EVENTS)


def test_one_person_alone_cannot_play_where_a_player_banks() -> None:
    table = run(new_table(load_book("california-shfl")), (SUE, a.Open()), (ANN, a.Sit(seat=1)))
    assert table.offered is None
    assert "the house never banks (SHFL-WIN-10c)" in refused(table, ANN, a.TakeBank(wager=1000))


def test_the_bank_wager_is_fixed_when_bets_are_closed() -> None:
    table = run(
        seated(),
        (ANN, a.TakeBank(wager=6000)),
        (ANN, a.TakeBank(wager=9000)),
        (BOB, a.Bet(stakes={"ante": 500})),
    )
    assert table.bank_wager == 9000
    table = run(table, (DAN, a.NoMoreBets()))
    assert "not now" in refused(table, ANN, a.TakeBank(wager=6000))


def test_a_banker_keeps_chips_for_the_fee() -> None:
    table = seated(chips=5000)
    assert "wager and fee need $52" in refused(table, ANN, a.TakeBank(wager=5000))
    assert run(table, (ANN, a.TakeBank(wager=4800))).bank_wager == 4800


def test_nothing_moves_after_no_more_bets() -> None:
    table = dealt()
    for act in (a.Bet(stakes={"ante": 2000}), a.TakeBack()):
        assert "not now; the table waits for decisions before the flop" in refused(table, ANN, act)


def test_fees_leave_the_stacks_before_the_deal_and_not_the_wagers() -> None:
    table = run(
        seated(), (ANN, a.TakeBank(wager=6000)), (BOB, a.Bet(stakes={"ante": 1000})), (DAN, a.NoMoreBets())
    )
    assert table.accounts["drop"] == 200
    assert table.chips("Bob") == 100_000 - 2000 - 100
    assert table.bank_wager == 6000


def test_decisions_go_round_once_in_order() -> None:
    table = dealt()
    assert "it is seat 1's turn (IA-DEAL-10)" in refused(table, BOB, a.Decide(choice=Choice.CHECK))
    table = run(table, (ANN, a.Decide(choice=Choice.BET4)))
    assert "it is seat 2's turn" in refused(table, ANN, a.Decide(choice=Choice.BET4))
    assert "fold: not a decision of this street; seat 2 may check, bet3, bet4" in refused(
        table, BOB, a.Decide(choice=Choice.FOLD)
    )


def test_who_lacks_chips_for_the_river_folds() -> None:
    table = dealt(chips=2500)
    table = run(table, (ANN, a.Decide(choice=Choice.CHECK)), (BOB, a.Decide(choice=Choice.CHECK)))
    table = run(
        table,
        (DAN, a.Flop(cards=(0, 5, 10))),
        (ANN, a.Decide(choice=Choice.CHECK)),
        (BOB, a.Decide(choice=Choice.CHECK)),
    )
    table = run(table, (DAN, a.River(cards=(15, 20))))
    assert [option.act for option in legal(table, ANN) if isinstance(option.act, a.Decide)] == [
        a.Decide(choice=Choice.FOLD, seat=1)
    ]
    assert "too few chips for it; seat 1 may fold" in refused(table, ANN, a.Decide(choice=Choice.BET1))


def test_a_time_out_is_marked_as_the_houses_doing() -> None:
    events, table = step(dealt(), HOUSE, a.TimeOut())
    assert (events[0].choice, events[0].by) == ("check", "house")  # type: ignore[attr-defined]
    assert "that is for the house" in refused(table, BOB, a.TimeOut())


def test_hidden_cards_stay_hidden() -> None:
    table = dealt()
    assert [spot.hole for spot in public(table).spots] == [None, None]
    own, other, pam = (private(table, who).holes for who in (ANN, BOB, PAM))
    assert (own, other, pam) == ({"1": ["Jh", "Th"]}, {"2": ["9h", "4c"]}, {})
    for staff in (DAN, SUE):
        assert "Jh" not in str(view(table, staff))
    assert view(table, SUE).you.ledger
    assert view(table, ANN).you.ledger is None


def test_staff_acts_need_a_reason_and_a_name() -> None:
    table = dealt()
    assert "needs a reason" in refused(table, SUE, a.Pause(reason=" "))
    assert "needs a reason" in refused(table, SUE, a.Rule(ruling="void", reason=""))
    assert "an act needs a name" in refused(table, Who(Role.SUPERVISOR, ""), a.Pause(reason="x"))


def test_decks_alternate_and_by_hand_there_is_one() -> None:
    table = dealt()
    assert table.deck == 0
    table = run(table, (SUE, a.Rule(ruling="void", reason="test")), (DAN, a.EndRound()))
    assert table.deck == 1
    table = run(table, (DAN, a.UseDevice(device="hand", reason="shuffler out of order")))
    assert "counted before" in refused(table, Who(Role.DEALER, "Eve"), a.DealerIn())
    table = run(table, (ANN, a.Bet(stakes={"ante": 1000})), (DAN, a.NoMoreBets()))
    table = run(table, (SUE, a.Rule(ruling="void", reason="test")), (DAN, a.EndRound()))
    assert table.deck == 0


def test_cards_on_the_table_are_not_shown_twice() -> None:
    table = run(dealt(), (ANN, a.Decide(choice=Choice.BET4)), (BOB, a.Decide(choice=Choice.BET4)))
    jack = pair("Jh Th")[0]
    said = refused(table, DAN, a.Flop(cards=(0, 1, jack)))
    assert "one of these cards is in somebody's hand" in said
    assert "Jh" not in said
    assert "2c is on the table already" in refused(table, DAN, a.Flop(cards=(jack, 0, 0)))
    assert "60 is not a card" in refused(table, DAN, a.Flop(cards=(0, 1, 60)))


def test_a_held_table_is_ruled_on_before_it_closes() -> None:
    table = run(seated("iowa-catfish-bend"), (DAN, a.Report(what="a bird")))
    assert "waits for a ruling" in refused(table, SUE, a.Close(reason="night"))
    table = run(table, (SUE, a.Rule(ruling="play_on", reason="it flew off")), (SUE, a.Close(reason="night")))
    assert table.phase is Phase.CLOSED


def test_a_forfeit_keeps_to_the_banks_win_cap() -> None:
    table = run(
        seated(),
        (ANN, a.TakeBank(wager=500)),
        (BOB, a.Bet(stakes={"ante": 5000})),
        (CY, a.Bet(stakes={"ante": 500})),
    )
    table = run(
        table, (DAN, a.NoMoreBets()), (SUE, a.Rule(ruling="forfeit", seat=2, reason="showed his cards"))
    )
    assert table.account.collected == 500
    assert table.chips("Bob") == 100_000 - 500 - 100


def test_corrections_know_their_accounts_and_leave_a_round_alone() -> None:
    def correction(source: str, target: str, cents: int) -> a.Correct:
        return a.Correct(moves=(Move(source, target, cents, "correction"),), reason="chip found")

    table = dealt()
    assert "there is no account plyer:Ann" in refused(table, SUE, correction("house", "plyer:Ann", 500))
    assert "a running round" in refused(table, SUE, correction("felt", "house", 500))
    assert "a running round" in refused(table, SUE, correction("meter:major", "house", 500))
    assert (
        run(table, (SUE, correction("house", "player:Ann", 500))).chips("Ann") == dealt().chips("Ann") + 500
    )


def test_the_link_going_down_returns_what_is_not_yet_coined_in() -> None:
    table = run(seated("iowa-catfish-bend"), (ANN, a.Bet(stakes={"ante": 500, "progressive": True})))
    table = run(table, (SUE, a.Link(up=False, reason="no answer")))
    assert (dict(table.spots[1].stakes), table.chips("Ann")) == ({"ante": 500, "blind": 500}, 99_000)
    assert table.accounts["felt"] == 1000


def test_a_jackpot_needs_three_people() -> None:
    table = run(
        seated("iowa-catfish-bend"),
        (ANN, a.Bet(stakes={"ante": 500, "progressive": True})),
        (DAN, a.NoMoreBets()),
    )
    table = run(table, (DAN, a.Deal(holes={1: pair("Ah Kh")})), (ANN, a.Decide(choice=Choice.BET4)))
    queen, jack, ten = parse_cards("Qh Jh Th")
    table = run(table, (DAN, a.Flop(cards=(queen, jack, ten))), (DAN, a.River(cards=pair("2c 2d"))))
    table = run(table, (DAN, a.ShowBank(cards=pair("2s 9d"))), (DAN, a.Settle()), (DAN, a.Settle()))
    table = run(table, (SUE, a.Approve(seat=1, office="supervisor", reason="seen")))
    said = refused(table, SUE, a.Approve(seat=1, office="security", reason="seen"))
    assert "each office is another person" in said


def test_the_script_names_amounts_and_seats() -> None:
    table = run(seated(), (ANN, a.TakeBank(wager=6000)), (BOB, a.Bet(stakes={"ante": 1000, "trips": 500})))
    said = [line.does for line in script(table)]
    assert 'Call "No more bets": nothing is placed, raised or taken back after it' in said
    assert "Collect $1 from the player-dealer" in said
    assert "Collect $1 from seat 2" in said
    said = [line.does for line in script(run(table, (DAN, a.NoMoreBets())))]
    assert said.index("Two cards to seat 2") < said.index("Two cards to the player-dealer")
    assert "Five cards to the board, face down" in said


def test_the_shuffle_draws_every_index_equally_often() -> None:
    """By exhaustion: every byte leads to an index, or to none, and all indices get as many bytes."""
    for size in range(1, 53):
        fair = [byte for byte in range(256) if byte < 256 - 256 % size]
        counts = [sum(index(iter([byte]), size) == n for byte in fair) for n in range(size)]
        assert set(counts) == {len(fair) // size}


def test_the_shuffle_is_the_seeds_and_has_every_card() -> None:
    deck = shuffled(b"x" * 32)
    assert sorted(deck) == list(range(52))
    assert shuffled(b"x" * 32) == deck
    assert shuffled(b"y" * 32) != deck

"""The discard rack: every hand goes there once, when nothing depends on its cards any more."""

from collections.abc import Iterator

from tests.seated import ANN, BOB, CY, DAN, SUE, pair, refused, run, seated
from uth.cards import parse_cards
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.answering import step
from uth.game.table.events import Event, HandForfeited, HandRacked, HandShown, WagerSettled
from uth.game.table.people import Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table

BOARD = "7s 8s 9s Kd 2c"
HOLES = {1: "Ts Js", 2: "3h 2d", 4: "Ac Kc"}


def log_of(table: Table, *acts: tuple[Who, Act]) -> tuple[list[Event], Table]:
    log: list[Event] = []
    for who, act in acts:
        events, table = step(table, who, act)
        log += events
    return log, table


def at_the_flop(
    book: str = "iowa-catfish-bend", *settings: str, progressive: bool = False, trips: int = 0
) -> Table:
    """Ann has a straight flush with the flop, Bob nothing, Cy a pair of kings later on."""
    table = seated(book, *settings)
    holes = dict(HOLES)
    if table.book.bank.is_player:
        table = run(table, (ANN, a.DeclineBank()), (BOB, a.DeclineBank()), (CY, a.TakeBank(wager=50_000)))
        del holes[4]
    else:
        table = run(table, (CY, a.Bet(stakes={"ante": 500})))
    table = run(table, (ANN, a.Bet(stakes={"ante": 500, "progressive": progressive})))
    table = run(
        table,
        (BOB, a.Bet(stakes={"ante": 500, "progressive": progressive, "trips": trips})),
        (DAN, a.NoMoreBets()),
    )
    table = run(table, (DAN, a.Deal(holes={seat: pair(hole) for seat, hole in holes.items()})))
    return run(table, (ANN, a.Decide(choice=Choice.BET4)), (BOB, a.Decide(choice=Choice.CHECK)))


def to_the_river(table: Table) -> Table:
    if 4 in table.spots:
        table = run(table, (CY, a.Decide(choice=Choice.BET4)))
    x, y, z = parse_cards(BOARD[:8])
    table = run(table, (DAN, a.Flop(cards=(x, y, z))), (BOB, a.Decide(choice=Choice.CHECK)))
    return run(table, (DAN, a.River(cards=pair(BOARD[9:]))))


def paid_out(table: Table) -> tuple[list[Event], Table]:
    log, table = log_of(table, (DAN, a.ShowBank(cards=pair("Qc Qd"))))
    while table.phase is Phase.PAYING:
        events, table = step(table, DAN, a.Settle())
        log += events
    return log, table


def story(log: list[Event]) -> Iterator[str]:
    for event in log:
        if isinstance(event, HandRacked):
            yield f"rack {event.seat}"
        elif isinstance(event, WagerSettled) and event.row.wager in ("trips", "progressive", "envy", "play"):
            yield f"{event.row.wager} {event.row.seat}"


def test_a_folded_hand_is_spread_counted_and_racked_at_once() -> None:
    """SHFL-DEAL-14b and c."""
    log, table = log_of(to_the_river(at_the_flop("california-shfl")), (BOB, a.Decide(choice=Choice.FOLD)))
    assert [type(event) for event in log if isinstance(event, HandRacked)] == [HandRacked]
    assert table.racked == (2,)


def test_a_folded_hand_with_trips_waits_until_trips_is_settled() -> None:
    """SHFL-WIN-9: the pair of twos does not win, and is taken at the fold; Iowa looks at its turn."""
    _, california = log_of(
        to_the_river(at_the_flop("california-shfl", trips=500)), (BOB, a.Decide(choice=Choice.FOLD))
    )
    assert california.racked == (2,)
    _, iowa = log_of(to_the_river(at_the_flop(trips=500)), (BOB, a.Decide(choice=Choice.FOLD)))
    assert iowa.racked == ()
    log, iowa = paid_out(iowa)
    told = list(story(log))
    assert told.index("trips 2") + 1 == told.index("rack 2")
    assert any(isinstance(event, HandShown) and event.seat == 2 for event in log)


def test_unseen_cards_of_a_fold_are_racked_and_not_turned_up() -> None:
    table = run(
        seated("iowa-catfish-bend"), (ANN, a.Bet(stakes={"ante": 500})), (BOB, a.Bet(stakes={"ante": 500}))
    )
    table = run(table, (DAN, a.NoMoreBets()), (DAN, a.Deal()), (ANN, a.Decide(choice=Choice.BET4)))
    table = run(table, (BOB, a.Decide(choice=Choice.CHECK)))
    x, y, z = parse_cards(BOARD[:8])
    table = run(table, (DAN, a.Flop(cards=(x, y, z))), (BOB, a.Decide(choice=Choice.CHECK)))
    table = run(table, (DAN, a.River(cards=pair(BOARD[9:]))), (BOB, a.Decide(choice=Choice.FOLD)))
    said = refused(table, DAN, a.ShowHand(seat=2, cards=pair("3h 2d")))
    assert said == "the cards of seat 2 are in the discard rack"


def test_every_hand_is_racked_after_its_wagers() -> None:
    log, table = paid_out(run(to_the_river(at_the_flop()), (BOB, a.Decide(choice=Choice.BET1))))
    assert list(story(log)) == ["play 4", "rack 4", "play 2", "rack 2", "play 1", "rack 1"]
    assert table.phase is Phase.ENDING


def test_a_forfeited_hand_is_racked_if_it_was_dealt() -> None:
    forfeit = (SUE, a.Rule(ruling="forfeit", seat=2, reason="showed his cards"))
    table = at_the_flop()
    log, after = log_of(table, forfeit)
    assert [type(event) for event in log if isinstance(event, HandForfeited | HandRacked)] == [
        HandForfeited,
        HandRacked,
    ]
    assert after.racked == (2,)
    undealt = run(
        seated("iowa-catfish-bend"), (ANN, a.Bet(stakes={"ante": 500})), (BOB, a.Bet(stakes={"ante": 500}))
    )
    assert run(undealt, (DAN, a.NoMoreBets()), forfeit).racked == ()

"""Clauses that are easily taken for granted, each at a table of its own book."""

import pytest

from tests.scenarios import events_of, played, refused_at, rows_of, table_after
from uth.cards import card_names, parse_cards
from uth.game.deck.dealing import deal
from uth.game.deck.sealed import seed_of, shuffled
from uth.game.round import Choice
from uth.game.settlement.validation import Refused
from uth.game.table import acts as a
from uth.game.table.answering import step
from uth.game.table.events import BankShown, FlopShown, HolesDealt, RiverShown
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.rules import load_book

DAN = Who(Role.DEALER, "Dan")
BALLY = """california-bally
    set trips.table=UTH-02
    set limits.ante=[5, 50]
    set limits.trips=[5, 50]
    set backline.allowed=false
    set fees.rates=[{least = "5"}]"""
FLORIDA = """florida
    set limits.ante=[5, 50]
    set limits.trips=[5, 50]"""
SEATED = """
    supervisor Sue: open
    dealer Dan: dealer in 52
    Ann: sit 1
    Ann: buy-in 500
    Bob: sit 2
    Bob: buy-in 500
"""
BANKED = SEATED + "    Ann: take bank 100\n"


def at(book: str, *lines: str) -> str:
    start = SEATED if book.startswith("iowa") else BANKED
    return f"    book {book}{start}" + "".join(f"    {line}\n" for line in lines)


# ---- Iowa


def test_an_iowa_tie_pushes_play_ante_and_blind() -> None:
    """IA-Q-3, IA-BLIND-4: both play the straight on the board; Trips is paid all the same (IA-TRIPS-1)."""
    text = at(
        "iowa-catfish-bend",
        "Ann: bet 10 trips=5",
        "deck 9s 8d 7c 6h 5d As Kd 2c 2d",
        "dealer Dan: no more bets",
        "dealer Dan: go on",
        "Ann: bet4",
        "dealer Dan: go on",
    )
    [shown] = [event for event in events_of(text) if isinstance(event, BankShown)]
    assert shown.qualifies
    rows = {row.wager: row for row in rows_of(text)}
    for wager, clauses in (("ante", {"IA-Q-3"}), ("play", {"IA-Q-3"}), ("blind", {"IA-Q-3", "IA-BLIND-4"})):
        assert (rows[wager].outcome, rows[wager].returned) == ("push", rows[wager].stake)
        assert clauses <= set(rows[wager].clauses)
    assert rows["trips"].paid == 20_00
    assert table_after(text).chips("Ann") == 520_00


def by_hand(seats: int) -> str:
    more = "".join(
        f"    {name}: sit {n}\n    {name}: buy-in 100\n" for n, name in ((4, "Cy"), (7, "Dee"))[: seats - 2]
    )
    bets = "".join(f"    {name}: bet 5\n" for name in ("Ann", "Bob", "Cy", "Dee")[:seats])
    change = "    dealer Dan: use device hand the shuffler is out of order\n    dealer Dan: dealer in 52\n"
    return at("iowa-catfish-bend") + more + change + bets


def test_by_hand_the_first_five_cards_are_the_board_left_to_right() -> None:
    """IA-HAND-1, B-IA-6: the first three dealt are the flop, the next two turn and river."""
    text = (
        by_hand(2)
        + "    deck 2c 3d 4h 5s 6c Ks Kd Qs Qd Js Jd\n    dealer Dan: no more bets\n    dealer Dan: go on\n"
    )
    text += "    Ann: bet4\n    Bob: bet4\n    dealer Dan: go on\n"
    events = events_of(text)
    [flop] = [event for event in events if isinstance(event, FlopShown)]
    [river] = [event for event in events if isinstance(event, RiverShown)]
    assert (card_names(flop.cards), card_names(river.cards)) == ("2c 3d 4h", "5s 6c")
    said = [step.does for one in played(text) for step in one.script]
    assert any(line.startswith("Five community cards one at a time, left to right") for line in said)


def test_by_hand_two_cards_each_from_the_dealers_left_and_the_house_last() -> None:
    """IA-HAND-2."""
    text = (
        by_hand(4) + "    deck 2c 3d 4h 5s 6c Ks Kd Qs Qd Js Jd Ts Td As Ad\n    dealer Dan: no more bets\n"
    )
    text += "    dealer Dan: go on\n" + "".join(f"    {name}: bet4\n" for name in ("Ann", "Bob", "Cy", "Dee"))
    text += "    dealer Dan: go on\n"
    events = events_of(text)
    [dealt] = [event for event in events if isinstance(event, HolesDealt)]
    assert dealt.device == "hand"
    assert {seat: card_names(hole) for seat, hole in (dealt.holes or {}).items()} == {
        1: "Ks Kd",
        2: "Qs Qd",
        4: "Js Jd",
        7: "Ts Td",
    }
    [bank] = [event for event in events if isinstance(event, BankShown)]
    assert card_names(bank.cards) == "As Ad"


@pytest.mark.parametrize("when", ["before the flop", "while hands are paid"])
def test_a_dealing_device_that_fails_voids_the_round_and_all_cards_are_shuffled_again(when: str) -> None:
    """IA-IRR-6: all wagers back, and the cards already dealt are in the next deck too."""
    lines = [
        "Ann: bet 5 trips=5",
        "Bob: bet 5",
        "deck 9s 8d 7c 6h 5d Ks Kd Qs Qd As Ad",
        "dealer Dan: no more bets",
    ]
    lines += ["dealer Dan: deal"]
    if when == "while hands are paid":
        lines += ["Ann: bet4", "Bob: bet4", "dealer Dan: flop", "dealer Dan: river", "dealer Dan: show bank"]
        lines += ["dealer Dan: settle", "dealer Dan: settle"]
    text = at("iowa-catfish-bend", *lines, "dealer Dan: report dealing device failed")
    table = table_after(text)
    assert (table.void, table.phase) == (True, Phase.ENDING)
    assert [table.chips(name) for name in ("Ann", "Bob")] == [500_00, 500_00]
    again = "    dealer Dan: end round\n    Ann: bet 5\n    deck 9s 8d 7c 6h 5d Ks Kd\n"
    again += "    dealer Dan: no more bets\n"
    [_, second] = [
        event for event in events_of(text + again + "    dealer Dan: deal\n") if isinstance(event, HolesDealt)
    ]
    assert second.holes == {1: parse_cards("Ks Kd")}


# ---- decks


@pytest.mark.parametrize("book", ["california-shfl", BALLY, FLORIDA], ids=["shfl", "bally", "florida"])
def test_a_deck_has_52_cards_and_no_joker(book: str) -> None:
    """SHFL-DECK-1, BALLY-DECK-1, FL-GEN-1."""
    text = at(book, "Bob: bet 5", "dealer Dan: no more bets", "dealer Dan: deal", "Bob: bet4")
    table = table_after(text)
    with pytest.raises(Refused, match="52 is not a card"):
        step(table, DAN, a.Flop(cards=(50, 51, 52)))
    deck = shuffled(seed_of("", table.round))
    assert sorted(deck) == list(range(52))
    for device in ("shuffler", "shoe", "hand"):
        if getattr(table.book.deal.orders, device):
            dealt = deal(table.book, deck, [1, 2, 3], device)
            piles = [*dealt.hands.values(), dealt.bank, dealt.board, dealt.stub]
            assert sorted(card for pile in piles for card in pile) == list(range(52))


@pytest.mark.parametrize(
    ("book", "decks"),
    [("california-shfl", [0, 1, 0, 1, 0]), (BALLY, [0, 1, 0, 1, 0]), (FLORIDA, [0, 0, 0, 0, 0])],
    ids=["shfl", "bally", "florida"],
)
def test_the_decks_take_turns_round_by_round(book: str, decks: list[int]) -> None:
    """SHFL-DECK-2c: each of the two serves every second round; Florida has one (FL-GEN-1)."""
    text, used = at(book), []
    bankers = ["Ann", "Ann", "Bob", "Bob", "Ann"] if book != FLORIDA else ["Ann", "Bob", "Ann", "Bob", "Ann"]
    for number, banker in enumerate(bankers):
        if number:
            text += f"    {banker}: take bank 100\n"
        used.append(table_after(text).deck)
        other = "Bob" if banker == "Ann" else "Ann"
        text += f"    {other}: bet 5\n    dealer Dan: no more bets\n    dealer Dan: go on\n"
        text += f"    {other}: bet4\n    dealer Dan: go on\n"
    assert used == decks


def test_a_void_round_has_used_its_deck() -> None:
    text = at("california-shfl", "Bob: bet 5", "dealer Dan: no more bets", "supervisor Sue: rule void a test")
    assert table_after(text + "    dealer Dan: end round\n").deck == 1


# ---- Florida, step by step

DEALT = ("Bob: bet 10 trips=5", "dealer Dan: no more bets", "dealer Dan: deal")
FLOPPED = (*DEALT, "Bob: check", "dealer Dan: flop")
RIVER = (*FLOPPED, "Bob: check", "dealer Dan: river")


@pytest.mark.parametrize(
    ("bet", "clause"),
    [
        ("bet 4", "FL-10"),
        ("bet 51", "FL-10"),
        ("bet 10 blind=11", "FL-1b"),
        ("bet 0", "FL-1b"),
        ("bet 0 trips=5", "FL-1b"),
        ("bet 5 trips=4", "FL-10"),
    ],
)
def test_florida_wagers_that_are_refused(bet: str, clause: str) -> None:
    """FL-1b: Ante at least the minimum, and a Blind equal to it."""
    said = refused_at(at(FLORIDA, f"Bob: {bet}"))
    assert said
    assert all(clause in line for line in said if "steps" not in line)


@pytest.mark.parametrize("bet", ["bet 5", "bet 10 blind=10", "bet 5 trips=5", "bet 50 trips=50"])
def test_florida_wagers_that_are_taken(bet: str) -> None:
    """FL-1b, FL-2: Trips is optional."""
    table = table_after(at(FLORIDA, f"Bob: {bet}"))
    stakes = table.spots[2].stakes
    assert stakes["ante"] == stakes["blind"]


@pytest.mark.parametrize(
    ("lines", "may", "clauses"),
    [
        (DEALT, {"check", "bet3", "bet4"}, ("FL-4a", "FL-4b", "FL-4c")),
        (FLOPPED, {"check", "bet2"}, ("FL-6a", "FL-6b")),
        (RIVER, {"fold", "bet1"}, ("FL-8a", "FL-8b")),
    ],
    ids=["before the flop", "on the flop", "on the river"],
)
def test_florida_decisions(lines: tuple[str, ...], may: set[str], clauses: tuple[str, ...]) -> None:
    """FL-4, FL-6, FL-8: what is offered is taken, and all else refused with these clauses."""
    for choice in tuple(Choice)[:7]:
        text = at(FLORIDA, *lines, f"Bob: {choice}")
        if choice in may:
            assert refused_at(text) == []
            bet = choice.multiple
            after = played(text)[-1]
            assert [move.cents for event in after.events for move in event.moves if move.what == "play"] == (
                [bet * 10_00] if bet else []
            )
        else:
            [said] = refused_at(text)
            assert f"({', '.join(clauses)})" in said


def test_florida_bets_once_only() -> None:
    """FL-4 to FL-8: who has made his Play wager is not asked again."""
    for lines, choice in ((DEALT, "bet4"), (DEALT, "bet3"), (FLOPPED, "bet2"), (RIVER, "bet1")):
        table = table_after(at(FLORIDA, *lines, f"Bob: {choice}"))
        while table.phase not in (Phase.SHOWDOWN, Phase.PAYING):
            cards = {Phase.FLOP_DUE: a.Flop(cards=(0, 4, 8)), Phase.RIVER_DUE: a.River(cards=(12, 16))}
            _, table = step(table, DAN, cards[table.phase])
        assert table.spots[2].decisions[-1] == choice


def test_florida_deals_three_cards_then_two_together() -> None:
    """FL-5, FL-7."""
    events = events_of(at(FLORIDA, *RIVER))
    assert [len(event.cards) for event in events if isinstance(event, FlopShown | RiverShown)] == [3, 2]
    table = table_after(at(FLORIDA, *DEALT, "Bob: check"))
    assert (table.phase, table.board) == (Phase.FLOP_DUE, ())


def test_a_florida_fold_loses_ante_blind_and_trips() -> None:
    """FL-8a: whatever the hand is, and at once."""
    text = at(FLORIDA, *RIVER, "Bob: fold")
    assert [(row.wager, row.outcome, row.collected) for row in rows_of(text)] == [
        ("ante", "lose", 10_00),
        ("blind", "lose", 10_00),
        ("trips", "lose", 5_00),
    ]
    assert {clause for row in rows_of(text) for clause in row.clauses} == {"FL-8a"}


# ---- Bally


def test_trips_is_placed_before_the_initial_deal() -> None:
    """BALLY-TRIPS-3: until bets are closed it can be added, changed and taken back; then no more."""
    table = table_after(at(BALLY, "Bob: bet 5", "Bob: bet 5 trips=5", "Bob: bet 5 trips=10"))
    assert table.spots[2].stakes["trips"] == 10_00
    dealt = ("Bob: bet 5", "dealer Dan: no more bets")
    for more in ((), ("dealer Dan: deal",), ("dealer Dan: deal", "Bob: check", "dealer Dan: flop")):
        [said] = refused_at(at(BALLY, *dealt, *more, "Bob: bet 5 trips=5"))
        assert "bet: not now" in said
        assert "BALLY-DEAL-4a" in said
    assert load_book("california-bally").cites.no_more_bets == ("BALLY-DEAL-4a",)

"""Facts: noted in the moment that the book has for them, once, as they must be, and refused otherwise."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.offered import drawn
from tests.scenarios import events_of, refused_at, table_after
from uth.game.files.scenario import Played, play, read_scenario
from uth.game.round import Seat
from uth.game.settlement.validation import Refused
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.answering import step
from uth.game.table.events import replay
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import STREETS, Phase
from uth.game.table.snapshots import restore, snapshot
from uth.game.table.state import Table
from uth.game.views.script import script
from uth.game.views.seen import seen_by
from uth.proof.inferring import acts_behind
from uth.rules import Book, load_book, shipped
from uth.rules.facts import FIELD_KINDS, MOMENTS, Fact
from uth.rules.schema import BookError

CLAUSES = Path(__file__).parent.parent / "clauses"
STAFF = (Who(Role.DEALER, "Dan"), Who(Role.SUPERVISOR, "Sue"))
PHASES = {
    "dealer_change": {Phase.BETTING},
    "bank": {Phase.BANKING},
    "bets": {Phase.BETTING},
    "close": {Phase.BETTING},
    "coin_in": {Phase.DEALING},
    "deal": {Phase.DEALING},
    "by_hand": {Phase.DEALING},
    "dealt": {Phase.PREFLOP},
    "decisions": set(STREETS),
    "flop": {Phase.FLOP_DUE},
    "river": {Phase.RIVER_DUE},
    "showdown": {Phase.PAYING},
    "fold": {*STREETS, Phase.SHOWDOWN, Phase.ENDING},
    **{moment: {Phase.PAYING} for moment in ("hand", "shown", "win", "lose", "push")},
    "jackpot": {Phase.REVIEW},
    "jackpot_paid": {Phase.REVIEW, Phase.ENDING},
    "end": {Phase.ENDING},
}
"""In which phases each moment can be at all."""

IOWA = """
    book iowa-catfish-bend
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 500
    Ann: bet 10
    dealer Dan: no more bets
"""


def played_of(book: str) -> list[Played]:
    files = sorted((CLAUSES / book).glob("*.txt"))
    return [one for file in files for one in play(read_scenario(file.read_text("utf-8")))]


def offered(table: Table) -> dict[tuple[str, Seat | None], tuple[Who, a.Did]]:
    """The facts that are offered to anybody, filled in as somebody would who looks at the table."""
    rng = random.Random(1)
    found: dict[tuple[str, Seat | None], tuple[Who, a.Did]] = {}
    for who in STAFF:
        for option in legal(table, who):
            if isinstance(option.act, a.Did):
                act = drawn(table, option, rng)
                assert isinstance(act, a.Did)
                found[option.act.fact, option.act.seat] = who, act
    return found


def refusal(table: Table, who: Who, act: a.Act) -> Refused:
    with pytest.raises(Refused) as refused:
        step(table, who, act)
    return refused.value


@pytest.mark.parametrize("book", shipped())
def test_every_fact_is_noted_once_in_its_moment_and_refused_in_every_other(book: str) -> None:
    """At every table of every scenario of the book's clauses."""
    noted: set[str] = set()
    for table in {id(one.before): one.before for one in played_of(book)}.values():
        if table.held or table.paused or table.phase is Phase.CLOSED:
            continue
        due = offered(table)
        for (name, seat), (who, act) in due.items():
            events, after = step(table, who, act)
            [event] = events
            fact = of(table.book, name)
            assert table.phase in PHASES[fact.at], (name, table.phase)
            assert replace(after, facts={}, posted={}, decks_seen=None) == replace(
                table, facts={}, posted={}, decks_seen=None
            )
            if isinstance(event, e.FactNoted):
                assert (event.by, event.clauses) == (str(who), fact.clauses)
                assert fact.again or "done already" in str(refusal(after, who, act))
                noted.add(name)
            assert {(said.fact, said.seat) for said in script(table)} >= {(name, seat)}
        for fact in table.book.script.facts:
            if all(name != fact.name for name, _ in due):
                who = next(who for who in STAFF if who.role in fact.by)
                [reason] = refusal(table, who, a.Did(fact=fact.name)).refusals
                assert reason.clauses == fact.clauses
    assert noted == {fact.name for fact in load_book(book).script.facts}


def of(book: Book, name: str) -> Fact:
    return next(fact for fact in book.script.facts if fact.name == name)


def test_every_moment_is_known_to_the_table() -> None:
    from uth.game.table.acts.details import _KINDS
    from uth.game.table.acts.occasions import _SEATS

    assert set(_SEATS) == set(MOMENTS) == set(PHASES)
    assert set(_KINDS) == set(FIELD_KINDS)


@pytest.mark.parametrize("book", shipped())
def test_a_log_with_facts_tells_what_was_asked(book: str) -> None:
    """A verifier finds the act behind the event, also while wagers are settled."""
    found = 0
    for one in played_of(book):
        if one.events and isinstance(one.events[0], e.FactNoted | e.FactTakenBack):
            events = list(one.events)
            who, act = next(iter(acts_behind(one.before, events)))
            assert step(one.before, who, act)[0] == events
            found += 1
    assert found


def test_facts_are_kept_until_the_round_ends() -> None:
    text = IOWA + "    dealer Dan: did decks back=red other=blue\n"
    table = table_after(text)
    assert dict(table.facts) == {"decks": "dealer Dan"}
    assert restore(snapshot(table), table.book) == table
    assert replay(table.book, events_of(text)) == table
    ended = table_after(text + "    dealer Dan: deal\n    Ann: bet4\n    dealer Dan: go on\n")
    assert ended.phase is Phase.BETTING
    assert ended.facts == {}
    assert ended.decks_seen == table.decks_seen  # that stays with the decks


def test_what_is_posted_stays_until_the_table_closes() -> None:
    text = """
        book florida
        set limits.ante=[5, 50]
        set limits.trips=[5, 50]
        supervisor Sue: open
        Ann: sit 1
        Ann: buy-in 1000
        Bob: sit 2
        Bob: buy-in 500
        Ann: take bank 500
        dealer Dan: did chart_posted place="on the felt"
        Bob: bet 10
        dealer Dan: no more bets
        dealer Dan: go on
        Bob: bet4
        dealer Dan: go on
"""
    assert table_after(text).posted == {"chart_posted": "dealer Dan"}
    assert table_after(text + "        supervisor Sue: close night\n").posted == {}


def test_facts_are_for_staff() -> None:
    [noted] = [
        x
        for x in events_of(IOWA + "    dealer Dan: did decks back=red other=blue")
        if isinstance(x, e.FactNoted)
    ]
    assert seen_by(Who(Role.PLAYER, "Ann"), noted) is None
    assert seen_by(Who(Role.SPECTATOR, "Eve"), noted) is None
    assert seen_by(STAFF[0], noted) == noted == seen_by(STAFF[1], noted)


REVIEW = (CLAUSES / "iowa-catfish-bend" / "IA-PRG-6.txt").read_text("utf-8").partition("\n\n")[0]


def test_at_a_sealed_table_only_papers_are_noted() -> None:
    """There are no hands that touch a card; a jackpot has papers all the same."""
    lines = [line for line in REVIEW.splitlines() if "did" not in line and "expect" not in line]
    table = table_after("\n".join(lines))
    assert table.phase is Phase.REVIEW
    assert {name for name, _ in offered(table)} == {"button", "paperwork", "offset_check"}
    sealed = replace(table, sealed=True)
    assert {name for name, _ in offered(sealed)} == {"paperwork", "offset_check"}
    assert "nobody touches the cards" in str(refusal(sealed, STAFF[0], a.Did(fact="button", seat=1)))
    assert "button" not in {said.fact for said in script(sealed)}


def test_a_book_without_facts_notes_nothing() -> None:
    """Tables that were opened before there were facts keep the book they had."""
    told = refused_at(
        IOWA.replace("supervisor Sue: open", "set script.facts=[]\n    supervisor Sue: open")
        + "    dealer Dan: did cut"
    )
    assert told == ["this book notes no cut; it notes nothing"]


@pytest.mark.parametrize("book", shipped())
def test_facts_are_no_part_of_a_books_version(book: str) -> None:
    assert load_book(book, ["script.facts=[]"]).digest == load_book(book).digest


def test_equal_fives_are_all_right() -> None:
    """With three pairs the fifth card may be either of the lowest."""
    text = """
        book iowa-catfish-bend
        supervisor Sue: open
        Ann: sit 1
        Ann: buy-in 500
        Ann: bet 10
        deck 5d 5s 4h 4c 2d As Ad Jc Jd
        dealer Dan: no more bets
        dealer Dan: deal
        Ann: bet4
        dealer Dan: flop
        dealer Dan: river
        dealer Dan: show bank
"""
    table = table_after(text)
    right = {"5d 5s 4h": True, "4c 5s 5d": True, "5d 5s 2d": False, "5d 5s": False, "5d 5s x": False}
    for cards, is_right in right.items():
        act = a.Did(fact="board_pushed", details={"cards": cards})
        if is_right:
            assert step(table, STAFF[0], act)
        else:
            assert "board pushed" in str(refusal(table, STAFF[0], act))


WRONG = {
    '[{name = "Cut", at = "end", does = "Cut"}]': "a short name in small letters",
    '[{name = "cut", at = "noon", does = "Cut"}]': "one of dealer_change",
    '[{name = "cut", at = "end", does = "Cut", asks = {who = "somebody"}}]': "one of words",
    '[{name = "cut", at = "end", does = "Cut", asks = ["who"]}]': "a table is wanted",
    '[{name = "cut", at = "end", does = "Cut", wants = {who = "Max"}}]': "who is not among its fields",
    '[{name = "cut", at = "end", does = "Cut", asks = {paid = "money"}}]': "ends in cents",
    '[{name = "cut", at = "end", does = "Cut", amiss = "a bird"}]': "none of the book's irregularities",
    '[{name = "cut", at = "end", does = "Cut"}, {name = "cut", at = "deal", does = "x"}]': "is there already",
}


@pytest.mark.parametrize("facts", WRONG)
def test_facts_that_a_book_cannot_have(facts: str) -> None:
    with pytest.raises(BookError, match=WRONG[facts]):
        load_book("iowa-catfish-bend", [f"script.facts={facts}"])

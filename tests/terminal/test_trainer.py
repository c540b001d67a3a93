"""The trainer: exact values, the rule, the price of a mistake, and keys that never wait for it."""

import time
from fractions import Fraction
from threading import Event

from tests.terminal.driving import Person, own_table, sit
from uth.cards import parse_cards
from uth.rules import load_book
from uth.solver import Stakes, advise
from uth.strategy import RuleStrategy, find_strategy
from uth.terminal.trainer import Question, Trainer, Values


def trainer(book: str = "florida") -> Trainer:
    basic = find_strategy("basic")
    assert isinstance(basic, RuleStrategy)
    return Trainer(load_book(book), basic)


def test_values_are_those_of_the_solver_for_what_lies_on_the_felt() -> None:
    asked = Question(
        parse_cards("9s8d"),
        parse_cards("Kh5d2c"),
        ("check", "bet2"),
        (("ante", 1000), ("blind", 1000), ("trips", 500)),
        (),
    )
    values = trainer().values(asked)
    book = load_book("florida")
    advice = advise(book, "9s8d", "Kh5d2c", stakes=Stakes("10", trips="5"))
    assert values.actions == advice.actions
    assert values.actions != advise(book, "9s8d", "Kh5d2c").actions, "Trips changes the decision's worth"
    assert values.best == advice.best == "check"
    assert "basic: check" in values.rule


def test_a_mistake_has_a_price_and_the_best_choice_has_none() -> None:
    values = Values({"bet4": Fraction(1, 2), "check": Fraction(1, 4)}, "bet4", 1000, "")
    assert values.verdict("bet4") == "✓ Bet 4× is optimal."
    assert values.verdict("check") == "✗ Check costs 0.2500 of an Ante ($2.50). Optimal: bet 4×."


def test_verdicts_are_shown_and_counted() -> None:
    async def play(person: Person) -> None:
        table = person.app.table
        await person.press("enter")
        await person.pilot.press("v")
        await until(person, lambda: "Values:" in table.verdict)
        assert "basic:" in person.screen()
        await person.press("c")
        await until(person, lambda: table.session.score.decisions == 1)
        assert "optimal" in person.screen() or "costs" in person.screen()
        await person.press("s")
        assert "Decisions" in person.screen()

    sit(own_table(trainer=True), play)


async def until(person: Person, true, seconds: float = 60) -> None:  # type: ignore[no-untyped-def]
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        await person.pilot.pause(0.05)


def test_keys_do_not_wait_for_the_solver() -> None:
    """A solver that takes long says so, and the table goes on meanwhile."""
    app = own_table(trainer=True)
    goes_on = Event()

    def slow(asked: Question) -> Values:
        goes_on.wait(30)
        return Values({"check": Fraction(0)}, "check", 500, "")

    assert app.table.trainer is not None
    app.table.trainer.values = slow  # type: ignore[method-assign]

    async def play(person: Person) -> None:
        try:
            await person.press("enter")
            start = time.perf_counter()
            await person.press("c")
            assert time.perf_counter() - start < 2
            assert person.asked == "DecidePanel"
            assert person.app.table.scene.table.board
            await until(person, lambda: "compiled once" in person.app.table.verdict)
        finally:
            goes_on.set()

    sit(app, play)


def test_what_cannot_be_worked_out_is_said_and_the_game_goes_on() -> None:
    app = own_table(trainer=True)
    assert app.table.trainer is not None

    def fails(asked: Question) -> Values:
        raise ValueError("not here")

    app.table.trainer.values = fails  # type: ignore[method-assign]

    async def play(person: Person) -> None:
        await person.press("enter")
        await person.play_a_round()
        assert "not here" in person.screen()

    sit(app, play)

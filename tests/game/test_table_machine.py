"""Tables of all books under arbitrary acts: by Hypothesis, and in whole fuzzed sessions from a seed."""

import os
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.table_invariants import EVERYBODY, PEOPLE
from tests.table_machine import BOOKS, CHOSEN, MISHAPS, Tables
from uth.game.files.scenario import play, read_scenario
from uth.game.round import Choice
from uth.game.views.script import script

TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)

COMMANDS = int(os.environ.get("UTH_FUZZED_COMMANDS", "120000"))
"""Tried in all; a million take some minutes on one core."""
PARTS = 8


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_fuzzed_commands(part: int) -> None:
    """The same machine without Hypothesis: whole sessions of rounds, mishaps and nonsense from a seed."""
    tried, seed = 0, part
    while tried < COMMANDS // PARTS:
        tried += 150
        session(seed, 150)
        seed += PARTS


def session(seed: int, acts: int) -> None:
    machine = Tables.__new__(Tables)
    machine.open(number=seed % len(BOOKS), seed=seed)
    rng = random.Random(f"session {seed}")
    nonsense = (
        lambda: machine.trouble(what=rng.choice(MISHAPS)),
        lambda: machine.ruling(
            ruling=rng.choice(("void", "play_on", "forfeit", "forfeit", "?")),
            seat=rng.choice((1, 3, 4, "1b", "3b", "4b")),
        ),
        lambda: machine.nothing_breaks_a_table(who=rng.choice(EVERYBODY)),
        lambda: machine.lay_toke(who=rng.choice(PEOPLE), cents=rng.randint(0, 6000)),
        lambda: machine.leave_or_come(who=rng.choice(PEOPLE)),
        machine.time_is_over,
        lambda: machine.whatever_is_offered_is_accepted(who=rng.choice(EVERYBODY)),
        lambda: machine.bet(rng.choice(PEOPLE), 100 * rng.randint(-1, 60), 500, True, rng.random() < 0.3),
        lambda: machine.bet_behind(who=rng.choice(PEOPLE), seat=rng.randint(1, 5), ante=rng.randint(4, 20)),
        lambda: machine.chips(who=rng.choice(PEOPLE), cents=rng.randint(-1, 30_000)),
        lambda: machine.take_bank(who=rng.choice(PEOPLE), wager=rng.randint(0, 100)),
        lambda: machine.decide(choice=rng.choice(tuple(Choice)[:7]), who=rng.choice(PEOPLE)),
        lambda: machine.pause(reason="break"),
        lambda: machine.staff(rng),
        lambda: machine.staff(rng),
    )
    for number in range(acts):
        machine.natural_step() if rng.random() < 0.75 else rng.choice(nonsense)()
        machine.money_is_conserved()
        machine.a_player_bank_keeps_to_its_wager()
        machine.settlement_at_the_table_is_settlement()
        machine.meters_are_shared_whole_and_in_order()
        machine.every_hand_is_racked_once()
        if number % 10 == 0:
            machine.nobody_sees_a_hidden_card()
            machine.the_dealer_always_knows_what_to_do()
            machine.a_snapshot_gives_the_table_back()
    machine.teardown()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(CHOSEN)), ids=list(CHOSEN))
def test_every_line_of_a_script_is_said_at_some_table(number: int) -> None:
    """Lines of the script, collected over played rounds; jackpots come from the golden playthroughs."""
    book = BOOKS[number]
    moments = [getattr(book.script, moment) for moment in book.script.__dataclass_fields__]
    silent = {line.does for lines in moments for line in lines}
    for file in Path(__file__).parent.parent.joinpath("playthroughs").glob("*.txt"):
        scenario = read_scenario(file.read_text("utf-8"))
        if scenario.book.name == book.name:
            silent -= {said.does for one in play(scenario) for said in one.script}
    for seed in range(200):
        if not silent:
            break
        machine = Tables.__new__(Tables)
        machine.open(number=number, seed=seed)
        for _ in range(60):
            machine.natural_step()
            silent -= {said.does for said in script(machine.table)}
    assert silent == set()

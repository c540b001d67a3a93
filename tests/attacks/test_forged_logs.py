"""Logs that a dishonest house has written, each with one lie: `uth verify` finds it and names the event.

Whoever has the service's secret can seal any log again, so the chain fits in all of them. Each row names the
rule of the checker that finds the lie; without that rule the log would verify, which is tried here too.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.attacks import forging as f
from uth.game.table import answering
from uth.proof import checks, clocks, following, shuffles
from uth.proof.checks import check
from uth.proof.reading import read

Forge = Callable[[], bytes]
Rule = tuple[object, str, Any]


def nothing(*_: object, **__: object) -> None:
    return None


def no_words(*_: object, **__: object) -> str:
    return ""


def yes(*_: object, **__: object) -> bool:
    return True


RIGHTS: tuple[Rule, ...] = ((answering, "refuse_withheld", nothing),)
IN_TIME: tuple[Rule, ...] = ((checks.Replay, "_in_time", nothing),)
BY_WHOM: tuple[Rule, ...] = (
    (
        checks.Replay,
        "_by_whom",
        lambda self, row, who, asked: self._people.update({who.name: row.command[:1]}),
    ),
)
WITH_RIGHT: tuple[Rule, ...] = ((checks.Replay, "_with_right", nothing),)
GAME: tuple[Rule, ...] = ((following, "_same", lambda due, event: type(due) is type(event)),)
DECK: tuple[Rule, ...] = ((shuffles.Shuffle, "reveal", nothing),)

FORGED: list[tuple[Forge, str, tuple[Rule, ...]]] = [
    # who may do what at a sealed table
    (f.board_corrected, "(cards_amended): supervisor Sue may not amend", RIGHTS + DECK),
    (f.decision_by_a_dealer, "(decided): dealer Dan may not decide", RIGHTS),
    (f.device_changed, "(device_changed): supervisor Sue may not use device", RIGHTS),
    (f.hand_forfeited, "(ruled): supervisor Sue may not rule: no hand is forfeited", RIGHTS),
    (f.act_of_a_role_without_the_right, "(paused): dealer Dan may not pause", ()),
    (f.act_without_a_reason, "(paused): supervisor Sue may not pause: an act of staff needs a reason", ()),
    (f.staff_that_plays, "(paused): supervisor Ann plays at this table", WITH_RIGHT),
    (f.act_without_a_command, "(seat_left): player Bob did nothing of the kind", BY_WHOM),
    (f.act_by_anothers_command, "(seat_left): the command is person 2's, not Bob's", BY_WHOM),
    (f.meters_from_nowhere, "(meters_read): a table without a link is told no meters", WITH_RIGHT),
    # the house's commitments
    (f.commitment_after_the_cards, "(wagers_placed): no commitment to a deck stands before it", ()),
    (f.second_commitment_before_the_close, "(shuffle_sealed): a second deck is committed to", ()),
    (f.second_commitment_after_the_close, "(shuffle_sealed): a deck for round 1 is committed to when", ()),
    (f.seed_never_revealed, ": the seed of round 1 is not revealed before it", ()),
    (f.another_seed, "(shuffle_revealed): the seed is not the one that was committed to", DECK),
    (f.card_swapped, ", the sealed deck has ", DECK),
    # the players' numbers
    (
        f.number_left_out,
        "(event_hidden): cards are dealt without the number of seat 3",
        ((shuffles.Shuffle, "missing", []), *DECK),
    ),
    (f.another_number, "(number_revealed): the number of seat 3 is not the one that was committed to", ()),
    (f.number_known_before_the_close, "(number_revealed): a number is revealed before bets are closed", ()),
    (f.number_of_nobody, "(number_revealed): no command of Bob brings this number", ()),
    (f.void_at_will, "(ruled): the house voids a round by itself, and no number was withheld", IN_TIME),
    (
        f.withheld_too_early,
        "(number_withheld): a number counts as withheld before the time for it is up",
        ((clocks.Clock, "is_up", yes),),
    ),
    (f.bets_while_sitting_out, "(wagers_placed): Bob withheld a number and sits out", WITH_RIGHT),
    # the clock
    (f.bets_closed_early, "(bets_closed): bets are closed before the time is up", IN_TIME),
    (f.played_for_early, "(decided): the house plays for somebody before the time is up", IN_TIME),
    (
        f.less_time_than_the_terms,
        "(clock_set): 2 seconds are given, the table's terms say 30",
        ((clocks.Clock, "why_too_short", no_words),),
    ),
    # money
    (f.winner_paid_less, "(wager_settled): by the rules it is ", GAME),
    (f.chips_from_nowhere, "(chips_bought): by the rules it is ", GAME),
    (f.meter_too_low, "(table_opened): supervisor Sue may not open", ()),
    # what is hidden
    (f.cards_unhidden, "(holes_dealt): names cards that lie face down", ()),
    (f.opened_as_something_else, "(event_hidden): what it is opened with is not what was committed to", ()),
    (f.shown_otherwise, "(event_hidden): what everybody was shown is not what happened", ()),
    (f.never_opened, "(event_hidden): is hidden and never opened", ()),
    (f.opened_too_early, "(event_opened): what is hidden is opened when the round has ended", ()),
]


@pytest.mark.parametrize(("forge", "says", "rules"), FORGED, ids=[row[0].__name__ for row in FORGED])
def test_a_lie_is_found(
    forge: Forge, says: str, rules: tuple[Rule, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = forge()
    [fault] = check(read(log)).faults
    assert says in fault
    assert fault.startswith("T1 ")
    for owner, name, instead in rules:
        monkeypatch.setattr(owner, name, instead)
    if rules:
        assert check(read(log)).faults == []


def test_the_honest_house_is_believed() -> None:
    assert check(read(f.honest().log)).faults == []


def test_what_was_left_out_is_found_by_a_kept_head() -> None:
    """Sealed again from the first change on, a log without an event fits in itself; no later head does."""
    whole, forged = (check(read(log)) for log in f.event_left_out())
    assert whole.faults == forged.faults == []
    assert whole.head not in forged.hashes
    assert len(whole.hashes - forged.hashes) == 2  # the dispute, and what was written after it

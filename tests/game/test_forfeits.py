"""A forfeited hand is out of the round: it follows nobody, and none of its money stays on the felt."""

import pytest

from tests.scenarios import table_after
from tests.seated import DAN, SUE, run
from uth.game.round import Seat
from uth.game.settlement.validation import Broken
from uth.game.table import acts as a
from uth.game.table.acts import playing
from uth.game.table.answering import accepts, step
from uth.game.table.offering import legal
from uth.game.table.phases import Phase
from uth.game.table.state import Table

BALLY = """
    book california-bally
    set trips.table=UTH-02
    set limits.ante=[5, 50]
    set limits.trips=[5, 50]
    set backline.allowed=true
    set fees.rates=[{least = "5", bank = "1"}]
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 500
    Bob: sit 2
    Bob: buy-in 500
    Cy: buy-in 500
    Ann: take bank 200
    Bob: bet 5
    Cy: bet 5 behind=2
    deck 9h 4c Ks Qd 9s 8d 7c 2h Kd
    dealer Dan: no more bets
"""


def test_a_forfeited_backline_wager_does_not_follow_its_seat() -> None:
    table = table_after(
        BALLY
        + """
    dealer Dan: deal
    supervisor Sue: rule forfeit seat=2b gave information
    Bob: bet4
    dealer Dan: go on
    """
    )
    assert table.phase is Phase.BANKING
    assert table.chips("Cy") == 500_00 - 10_00
    assert table.accounts["felt"] == 0


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_amended_decision_leaves_a_forfeited_follower_alone(when: str) -> None:
    forfeit = "supervisor Sue: rule forfeit seat=2b gave information"
    entry = "dealer Dan: decide check seat=2"
    lines = [forfeit, entry] if when == "before" else [entry, forfeit]
    table = table_after(
        BALLY
        + "\n    dealer Dan: deal\n    "
        + "\n    ".join(lines)
        + """
    supervisor Sue: amend decision 2 bet4 he said four
    dealer Dan: go on
    """
    )
    assert table.phase is Phase.BANKING
    assert table.chips("Cy") == 500_00 - 10_00


# ---- what must never happen, and what happens then


def test_money_left_on_the_felt_waits_for_a_ruling(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the fault that let a dead hand follow, the table stops before the round ends, and can be void."""

    def everybody_behind(table: Table, seat: Seat) -> list[Seat]:
        return [other for other in table.order if table.spots[other].behind == seat]

    monkeypatch.setattr(playing, "followers", everybody_behind)
    table = table_after(
        BALLY
        + """
    dealer Dan: deal
    supervisor Sue: rule forfeit seat=2b gave information
    Bob: bet4
    dealer Dan: go on
    """
    )
    assert (table.phase, table.held) == (Phase.PAYING, "money is left on the felt")
    rulings = {option.act.ruling for option in legal(table, SUE) if isinstance(option.act, a.Rule)}
    assert "void" in rulings
    assert "play_on" not in rulings
    table = run(table, (SUE, a.Rule(ruling="void", reason="chips without a hand")), (DAN, a.EndRound()))
    assert [table.chips(name) for name in ("Ann", "Bob", "Cy")] == [500_00] * 3
    assert table.phase is Phase.BANKING


def test_a_fault_of_the_program_is_a_refusal_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(act: object, c: object) -> None:
        raise KeyError("a slip")

    monkeypatch.setattr(a.Deal, "do", breaks)
    table = table_after(BALLY)
    with pytest.raises(Broken) as error:
        step(table, DAN, a.Deal())
    assert "deal: the table cannot do this" in str(error.value)
    assert "may void the round" in str(error.value)
    assert not accepts(table, DAN, a.Deal())
    table = run(table, (SUE, a.Rule(ruling="void", reason="stuck")))
    assert table.accounts["felt"] == 0

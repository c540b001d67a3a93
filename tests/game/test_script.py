"""The dealer's script: said for the device in use, card by card, and only what can be done."""

import pytest
from click.testing import CliRunner

from tests.scenarios import played, refused_at, table_after
from uth.cli import main
from uth.game.views.script import script

IOWA = """
    book iowa-catfish-bend
    supervisor Sue: open
    {device}
    dealer Dan: dealer in 52
    Ann: sit 1
    Ann: buy-in 500
    Ann: bet 5
    dealer Dan: no more bets
    dealer Dan: deal
    Ann: bet4
    dealer Dan: flop
    dealer Dan: river
    dealer Dan: show bank
    dealer Dan: settle
    dealer Dan: settle
"""
BY_HAND = "dealer Dan: use device hand the shuffler is out of order"


def said(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every line of the script, in the order of the round."""
    lines = played(text)
    steps = [step for one in lines for step in one.script] + list(script(lines[-1].table))
    return list(dict.fromkeys((step.does, step.clauses) for step in steps))


def test_by_hand_nothing_is_said_of_a_shuffler() -> None:
    """IA-HAND-0a to 4: no button to press, no machine to fill; the deck is shuffled by hand."""
    told = said(IOWA.format(device=BY_HAND))
    words = " ".join(does for does, _ in told)
    assert "End of Deal" not in words
    assert "into the shuffler" not in words
    assert "the shuffler mixes" not in words
    clauses = {clause for _, cited in told for clause in cited}
    assert {"IA-HAND-1", "IA-HAND-2", "IA-HAND-3", "IA-DEAL-8", "IA-MULTI-3"} <= clauses
    assert "IA-DEAL-9" not in clauses


def test_with_the_shuffler_both_are_said() -> None:
    words = " ".join(does for does, _ in said(IOWA.format(device="")))
    assert "End of Deal" in words
    assert "into the shuffler" in words


CALIFORNIA = """
    book california-shfl
    set deal.device={device}
    supervisor Sue: open
    Ann: sit 1
    Ann: buy-in 500
    Bob: sit 2
    Bob: buy-in 500
    Cy: sit 4
    Cy: buy-in 500
    Ann: decline bank
    Bob: take bank 100
    Ann: bet 5
    Cy: bet 5
    dealer Dan: no more bets
    dealer Dan: deal
"""
SHOE = [
    "First card to seat 1",
    "First card to seat 4",
    "First card to the player-dealer",
    "Second card to seat 1",
    "Second card to seat 4",
    "Second card to the player-dealer",
    "Five cards to the board, face down",
]


def test_a_shoe_gives_two_cards_to_each_one_after_the_other() -> None:
    """SHFL-DEAL-6a to c."""
    told = [does for does, _ in said(CALIFORNIA.format(device="shoe")) if " card" in does and " to " in does]
    assert [does for does in told if does in SHOE] == SHOE
    out = CliRunner().invoke(main, ["table", "-", "--script"], input=CALIFORNIA.format(device="shoe")).stdout
    shown = [line.split("  [", maxsplit=1)[0].removeprefix("    . ") for line in out.splitlines()]
    assert [line for line in shown if line in SHOE] == SHOE


def test_a_shoe_keeps_its_rest_and_a_shuffler_gives_it_up() -> None:
    """B-CA-20: with a shoe SHFL-DEAL-8 has no object."""
    for device, unloads in (("shoe", False), ("shuffler", True)):
        words = " ".join(does for does, _ in said(CALIFORNIA.format(device=device)))
        assert ("Unload the rest of the deck" in words) is unloads


# ---- what a refusal says


def test_a_bank_is_above_zero_and_has_no_least() -> None:
    """B-CA-8: $0.50 is a bank; nothing is none; a house that wants a least says so itself."""
    text = CALIFORNIA.partition("    Bob: take bank")[0].format(device="shuffler")
    for amount in ("0.50", "0.01"):
        assert table_after(text + f"    Bob: take bank {amount}\n").bank_wager == int(float(amount) * 100)
    [none] = refused_at(text + "    Bob: take bank 0\n")
    assert none == "the bank's wager is $0; it must be above zero (SHFL-TYPE-2)"
    house = text.replace("supervisor Sue: open", "set bank.min_wager=50\n    supervisor Sue: open")
    [least] = refused_at(house + "    Bob: take bank 49\n")
    assert least == "the house takes no bank below $50"


@pytest.mark.parametrize("book", ["california-shfl", "florida"])
def test_a_game_without_a_progressive_says_so(book: str) -> None:
    text = CALIFORNIA.partition("    Ann: bet")[0].format(device="shuffler" if book != "florida" else "hand")
    text = text.replace(
        "california-shfl", f"{book}\n    set limits.ante=[5, 50]\n    set limits.trips=[5, 50]"
    )
    assert refused_at(text + "    Ann: bet 5 progressive\n") == ["this game has no progressive"]

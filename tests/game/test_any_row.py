"""Any row of a wager: refused with words, or it settles, alike everywhere, and no money is lost."""

from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.at_table import settles_alike
from tests.drawn import rounds
from uth.ranking import Category
from uth.rules import Book, BookError, load_book

ODDS = st.sampled_from(["1:1", "3:2", "5:1", "40:1", "1 for 1", "9 for 1", "$20", "100% x", "10% x", "1:3"])
USUAL = st.sampled_from(["1:1", "5:1", "40:1", "9 for 1", "$20"])
RESULT = st.sampled_from(["pays", "table", "push", "lose"])
HOLES = st.sampled_from(["AA", "AKs", "KK-JJ", "72o", "22-55 A2s", "AK"])
KEYS: dict[str, st.SearchStrategy[Any]] = {
    "staked": st.sampled_from(["range", "range", "equal", "fixed", "multiple", "free"]),
    "beside": st.sampled_from(["none", "ante", "ante", "trips", "play", "extra", "progressive"]),
    "required": st.booleans(),
    "stake": st.sampled_from(["5.00", "0.50", "none"]),
    "dropped": st.booleans(),
    "pays": st.sampled_from(["1:1", "7:2"]),
    "suited": st.lists(
        st.fixed_dictionaries(
            {
                "hand": st.sampled_from(["flush", "straight_flush", "royal_flush"]),
                "suit": st.sampled_from(["hearts", "spades"]),
                "pays": ODDS,
            }
        ),
        max_size=2,
    ),
    "on_win": RESULT,
    "win_below_table": st.sampled_from(["lose", "push"]),
    "on_tie": RESULT,
    "on_loss": RESULT,
    "on_fold": st.sampled_from(["alive", "alive", "pays", "table", "push", "lose"]),
    "on_unqualified": st.sampled_from(["as_usual", "pays", "table", "push", "lose"]),
    "collect_at": st.sampled_from(["fold", "turn"]),
    "fold_auto_tuck": st.booleans(),
    "most_paid": st.sampled_from(["12.00", "none"]),
    "payer": st.sampled_from(["bank", "bank", "house", "pool"]),
    "meters": st.just([{"name": "x", "seed": "50.00", "meter": "20%", "reserve": "2%"}]),
    "stake_returned_on_win": st.booleans(),
    "whose": st.sampled_from(["player", "dealer", "loser", "winner", "others"]),
}
OF_BANK = [
    "on_win",
    "on_loss",
    "win_below_table",
    "on_unqualified",
    "collect_at",
    "fold_auto_tuck",
    "most_paid",
]
BASES = {
    "iowa-catfish-bend": [[], ["fold.collect_at=turn"], ["aggregate.cap=40", "aggregate.odds=3:1"]],
    "california-shfl": [[], ["settle.loop=wager_first"], ["bank.accounting=matched"]],
}


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Any]:
    """A row with a few keys of any value; most say enough to be paid by hand or by hole cards."""
    row: dict[str, Any] = {"title": "Extra"}
    row["cards"] = draw(st.sampled_from(["hand", "hole_and_flop", "hole"]))
    if row["cards"] == "hole" and draw(st.booleans()):
        line = {"holes": HOLES, "pays": USUAL}
        lines = st.fixed_dictionaries(line, optional={"dealer": HOLES})
        row["holes"] = draw(st.lists(lines, min_size=1, max_size=3))
    else:
        lowest = draw(st.integers(0, 9))
        row |= {hand.key: draw(ODDS if draw(st.booleans()) else USUAL) for hand in Category if hand >= lowest}
    chosen = draw(st.lists(st.sampled_from(list(KEYS)), unique=True, max_size=6))
    return row | {key: draw(KEYS[key]) for key in chosen}


@st.composite
def paid_by_bank(draw: st.DrawFn) -> dict[str, Any]:
    """A side bet that the bank pays and that may be played, whatever it looks at."""
    whose = draw(st.sampled_from(["player", "dealer", "loser", "winner"]))
    folds = ["alive", "lose", "push"] + (["table", "pays"] if whose == "player" else [])
    row = {"title": "Extra", "whose": whose, "pays": "2:1", "on_fold": draw(st.sampled_from(folds))}
    row["on_tie"] = draw(st.sampled_from(["lose", "push", "pays"]))
    row |= {key: draw(KEYS[key]) for key in draw(st.sets(st.sampled_from(OF_BANK), max_size=5))}
    lowest = draw(st.integers(0, 9))
    row |= {hand.key: draw(USUAL) for hand in Category if hand >= lowest}
    return row if draw(st.booleans()) else row | {"staked": "fixed", "stake": "5.00"}


@st.composite
def linked(draw: st.DrawFn) -> dict[str, Any]:
    """A progressive that may be played, now and then with a key of any value."""
    hands = list(Category)[draw(st.integers(3, 9)) :]
    prizes = st.sampled_from(["100% x", "10% x", "25% x", "30:1", "9 for 1", "$50"])
    row = {"title": "Extra", "staked": "fixed", "stake": "5.00", "dropped": True, "cards": "hole_and_flop"}
    row |= {"on_fold": "lose", "payer": "house", "meters": draw(KEYS["meters"])}
    row |= {hand.key: draw(prizes) for hand in hands}
    other = draw(st.sampled_from(["suited", "stake_returned_on_win", "reserve_surplus", "title"]))
    values = {**KEYS, "reserve_surplus": st.sampled_from(["keep", "to_meter"]), "title": st.just("Other")}
    return row | {other: draw(values[other])}


def book_with(data: st.DataObject, row: dict[str, Any]) -> Book | None:
    """One of the books with this row; None where it is refused, and then with a key and words."""
    base = data.draw(st.sampled_from(list(BASES)))
    more = dict(setting.split("=") for setting in data.draw(st.sampled_from(BASES[base])))
    try:
        return load_book(base, {**{f"wagers.extra.{key}": value for key, value in row.items()}, **more})
    except BookError as error:
        refused = error
    for problem in refused.problems:
        assert problem.key
        assert len(problem.says) > 10
    return None


@given(data=st.data())
@settings(max_examples=400, deadline=None)
def test_any_row_is_refused_with_words_or_settles_alike_everywhere(data: st.DataObject) -> None:
    book = book_with(data, data.draw(rows() | paid_by_bank() | linked()))
    event("refused" if book is None else "taken" if "extra" in book.bets else "not offered")
    if book is None or book.unchosen:
        return
    settles_alike(book, data.draw(rounds(book)))


def test_there_are_rows_of_every_kind_among_them() -> None:
    """Of the test itself: enough of what it draws is taken, of the bank's wagers and of the house's."""
    taken: set[tuple[str, str, str]] = set()

    @given(data=st.data())
    @settings(max_examples=600, deadline=None, database=None, derandomize=True)
    def draw(data: st.DataObject) -> None:
        book = book_with(data, data.draw(rows() | paid_by_bank() | linked()))
        if book is not None and "extra" in book.bets:
            bet = book.bets["extra"]
            taken.add((bet.cards, bet.whose, bet.payer))

    draw()
    cards, whose, payers = map(set, zip(*taken, strict=True))
    assert cards == {"hand", "hole_and_flop", "hole"}
    assert whose >= {"player", "dealer", "loser", "winner"}
    assert payers >= {"bank", "house"}

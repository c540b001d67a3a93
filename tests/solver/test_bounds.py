"""Stakes that are too fine, too large or no stakes at all are refused in words, never answered wrongly."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest

from tests.drawn import book_named
from tests.solver.games import GAMES, STANDARD
from tests.solver.games import scaled as scaled_gains
from uth import Stakes, advise, solve
from uth.ranking import FIRST_STRENGTH, STRENGTHS, Category
from uth.ranking.batch import strengths
from uth.solver import SolverError
from uth.solver.deals import FIVES
from uth.solver.kernels.values import find_values
from uth.solver.kernels.work import Crew
from uth.solver.terms import LARGEST, Terms
from uth.solver.wagering import terms_of

IOWA = book_named("iowa-catfish-bend")


def refusal(book: str, **stakes: Any) -> str:
    with pytest.raises(SolverError) as refused:
        terms_of(book_named(book), Stakes(**stakes))
    return str(refused.value)


@pytest.mark.parametrize(
    ("book", "stakes"),
    [
        ("florida", {"trips": "0.1234567890123"}),
        ("florida", {"trips": "0.123456789"}),
        ("florida", {"trips": "1e9"}),
        ("florida", {"trips": "1e15"}),
        ("florida", {"trips": "1e29"}),
        ("florida", {"trips": "1/99999999999999999999"}),
        ("iowa-catfish-bend", {"ante": 10, "progressive": 5, "meters": {"major": "1e15"}}),
        ("iowa-catfish-bend", {"ante": 10, "progressive": 5, "meters": {"minor": "1e25"}}),
    ],
)
def test_what_64_bits_do_not_hold_is_refused(book: str, stakes: dict[str, Any]) -> None:
    said = refusal(book, **stakes)
    assert "parts of an Ante" in said
    assert "64 bits" in said
    assert "fewer decimals" in said


@pytest.mark.parametrize(
    "stakes",
    [
        {"trips": "0.00001"},
        {"trips": "0.33333"},
        {"trips": 10**5},
        {"ante": 7, "progressive": 5, "meters": {"major": "9999999.99", "minor": "123456.78"}},
    ],
)
def test_what_people_stake_is_not(stakes: dict[str, Any]) -> None:
    assert terms_of(IOWA if "progressive" in stakes else book_named("florida"), Stakes(**stakes)).unit


def scaled(terms: Terms, by: int) -> Terms:
    sides = (replace(side, stake=by * side.stake, gains=scaled_gains(side.gains, by)) for side in terms.sides)
    return replace(
        terms,
        unit=terms.unit * by,
        play=scaled_gains(terms.play, by),
        base=scaled_gains(terms.base, by),
        sides=tuple(sides),
    )


@pytest.mark.parametrize("name", ["standard", "Trips in Florida", "Iowa's progressive"])
def test_the_largest_numbers_that_are_taken_are_right(name: str) -> None:
    """At the bound itself every sum is still the small one, so many times."""
    terms = GAMES[name]
    by = LARGEST // terms.largest_sum
    large = scaled(terms, by)
    assert large.largest_sum <= LARGEST < scaled(terms, by + 1).largest_sum
    few, many = (find_values(game, Crew()) for game in (terms, large))
    assert few.flop_check.astype(object).sum() != 0
    for table in ("preflop_bets", "preflop_check", "flop_bet", "flop_check"):
        assert (getattr(few, table).astype(object) * by == getattr(many, table)).all(), table
    assert (few.flop_choice == many.flop_choice).all()


def test_the_bound_covers_every_sum_that_is_made() -> None:
    """Of the twelve holes of a class together, and with a factor to spare that is not a waste."""
    for name, terms in GAMES.items():
        values = find_values(terms, Crew())
        most = 12 * max(
            int(abs(table).max()) for table in (values.preflop_bets, values.preflop_check) if table.size
        )
        assert most <= terms.largest_sum < 2**63, name
    assert STANDARD.largest_sum < 30 * 12 * int(abs(find_values(STANDARD, Crew()).preflop_check).max())


def test_sets_of_five_cards() -> None:
    """How often each hand comes among five cards, on which the bound and envy rest."""
    every = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    first = np.append(FIRST_STRENGTH, STRENGTHS)
    found, _ = np.histogram(strengths(every), first)
    assert found.tolist() == [FIVES[hand] for hand in Category]


@pytest.mark.parametrize("amount", [1 / 3, 0.1, 5.0, True, None, b"5"])
def test_a_float_is_no_stake(amount: Any) -> None:
    """One third as a float is another number, and money is exact."""
    with pytest.raises(SolverError, match=r"the Trips wager is .*; money is exact"):
        Stakes(trips=amount)


@pytest.mark.parametrize(
    ("amount", "value"),
    [
        ("1/3", Fraction(1, 3)),
        ("$1,500", 1500),
        (" 2.50 ", Fraction(5, 2)),
        ("1e2", 100),
        (".5", Fraction(1, 2)),
        ("5e-1", Fraction(1, 2)),
        (Decimal("0.1"), Fraction(1, 10)),
        (Fraction(1, 3), Fraction(1, 3)),
        (np.int64(5), 5),
    ],
)
def test_exact_numbers_are(amount: Any, value: Fraction) -> None:
    assert Stakes(trips=amount).trips == value
    assert isinstance(Stakes(trips=amount).trips, Fraction)


@pytest.mark.parametrize(
    "amount",
    [
        "1e999999999",
        "1e-999999999",
        "9" * 5000,
        f"1/{9**99}",
        10**31,
        Decimal("1e999999"),
        Fraction(1, 10**40),
    ],
)
def test_a_number_of_any_length_is_refused_at_once(amount: Any) -> None:
    with pytest.raises(SolverError, match="30 digits") as refused:
        Stakes(meters={"major": amount})
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("amount", ["2,50", "1/2/3", "1/0", "nan", "inf", "0x10", "", "$", "1 000", "five"])
def test_what_is_no_number_is_refused(amount: str) -> None:
    with pytest.raises(SolverError, match="a number is wanted"):
        Stakes(trips=amount)


@pytest.mark.parametrize(
    ("book", "stakes", "says"),
    [
        ("california-shfl", {"ante": "0.01"}, "the Ante of $0.01 is not in whole steps of $1"),
        ("california-shfl", {"ante": "1.01"}, "the Ante of $1.01 is not in whole steps of $1"),
        ("california-shfl", {"ante": 5, "trips": "2.50"}, "the Trips wager of $2.50 is not in whole steps"),
        ("florida", {"ante": "10.005"}, "not a whole number of cents"),
        ("iowa-catfish-bend", {"ante": 100, "progressive": 5}, "an Ante of $100 can win more"),
        ("iowa-catfish-bend", {"progressive": "1/20"}, "an Ante of $100 can win more"),
        ("iowa-catfish-bend", {"progressive": "3/10"}, "the Ante makes it $16.6667, which is not in whole"),
        (
            "iowa-catfish-bend",
            {"progressive": 1, "trips": "1/3"},
            "the Trips wager of $1.66667 is not in whole",
        ),
        ("iowa-catfish-bend", {"progressive": 1, "others": 8}, "8 seats, so at most 7 others"),
        ("iowa-catfish-bend", {"progressive": 1, "others": 10**6}, "8 seats, so at most 7 others"),
    ],
)
def test_stakes_that_the_book_does_not_take(book: str, stakes: dict[str, Any], says: str) -> None:
    assert says in refusal(book, **stakes)


def test_a_house_may_set_another_unit() -> None:
    book = book_named("california-shfl", "wagers.unit=0.50")
    assert terms_of(book, Stakes(ante="2.50", trips="0.50")).unit
    with pytest.raises(SolverError, match=r"whole steps of \$0\.50"):
        terms_of(book, Stakes(ante="2.25"))


def test_the_same_ante_is_the_same_game() -> None:
    """As the progressive implies it or as it is given: also where payouts are cut to chips."""
    book = book_named("iowa-catfish-bend", "payout.rounding=down_to_unit")
    given = Stakes(ante=5, trips=5, progressive=5)
    assert terms_of(book, given) == terms_of(book, Stakes(progressive=1, trips=1))
    exact, cut = solve(book, Stakes(trips=1)), solve(book, Stakes(progressive=1, trips=1))
    assert cut.house_edge > exact.house_edge, "3:2 on $5 pays $7"


@pytest.mark.parametrize("others", [2.5, "3", None, True, -1])
def test_others_are_counted(others: Any) -> None:
    with pytest.raises(SolverError, match="a whole number from 0 is wanted"):
        Stakes(progressive=1, others=others)


@pytest.mark.parametrize(
    "cards", [(5.0, 8), (8, 5.0), ("9s", "8d"), (None, 3), (3, 2**70), (np.int64(99), 3)]
)
def test_cards_are_whole_numbers(cards: tuple[Any, Any]) -> None:
    for given in (cards, list(cards)):
        with pytest.raises(SolverError, match="cards are the numbers 0 to 51"):
            advise("florida", given)
    with pytest.raises(SolverError, match="cards are the numbers 0 to 51"):
        advise("florida", (0, 1), (2, 3, 4), dead=cards)


def test_cards_may_come_from_an_array() -> None:
    hole, board = np.array([30, 25]), np.array([46, 13, 0])
    plain = advise("florida", (30, 25), (46, 13, 0))
    assert advise("florida", tuple(hole), tuple(board)).sums == plain.sums
    assert advise("florida", hole, board).sums == plain.sums
    assert (
        advise("florida", tuple(hole), (*board, 5, 50)).sums
        == advise("florida", (30, 25), (46, 13, 0, 5, 50)).sums
    )

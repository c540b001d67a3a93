"""Side bets of every kind, solved with the base game."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from tests.drawn import book_named
from tests.solver.games import STANDARD, even, gains
from tests.solver.plainly import numbers_of, one_flop
from tests.solver.side_bets import house_progressive, side_bets
from tests.solver.test_against_plain import draw_flop, on_flop
from tests.solver.test_public_figures import read
from uth import Solution, Stakes, advise, solve
from uth.cards import parse_cards
from uth.ranking import Category
from uth.rules import Book, load_book
from uth.rules.payoffs import Cards, Result
from uth.solver import SolverError
from uth.solver.deals import DEALS, SHOWDOWNS
from uth.solver.figures import figures, list_outcomes
from uth.solver.kernels import by_dealer, engine
from uth.solver.kernels.holes import CLASS_SIZE
from uth.solver.kernels.values import choose_before_the_flop
from uth.solver.kernels.work import Crew
from uth.solver.starting_hands import NAMES
from uth.solver.terms import Side, Terms
from uth.solver.wagering import terms_of
from uth.solver.warnings import warnings_of

CREW = Crew()
EDGES = read("side-bets")


def staked(book: Book, **stakes: object) -> Terms:
    return terms_of(book, Stakes(stakes=stakes))  # type: ignore[arg-type]


def random_dealer(seed: int) -> Terms:
    """Wagers on the loser's, the winner's and the dealer's hand, with gains without any order."""
    rng = np.random.default_rng(seed)

    def side(cards: Cards) -> Side:
        tables = [rng.integers(-5, 30, (4, len(Category))).tolist() for _ in range(2)]
        return Side(cards.name, 3, cards, gains(*tables))

    sides = side(Cards.LOSER), side(Cards.WINNER), side(Cards.DEALER), side(Cards.HAND)
    play = gains(rng.integers(-4, 5, (4, 10)).tolist(), rng.integers(-4, 5, (4, 10)).tolist())
    return replace(STANDARD, play=play, sides=sides, flop=(1, 2), river=(1, 3))


SOLVED = {
    "a bad beat lost with a fold": staked(side_bets("bad_beat.on_fold=lose"), bad_beat=1),
    "the dealer's hand by result, and the winner's": staked(side_bets(), dealer_hand=2, winner_bonus="1/2"),
    "hole cards lost with a fold, for little": staked(side_bets(), pockets="1/10"),
    "hole cards and flop lost with a fold": staked(side_bets(), pockets="1/10", flop_bonus="1/20"),
    "all together": staked(
        side_bets("bad_beat.on_fold=lose"),
        **dict.fromkeys(("trips", "bad_beat", "dealer_hand", "winner_bonus", "pockets", "flop_bonus"), "1/4"),
    ),
    "a Blind that an unqualified dealer pays double": staked(
        side_bets("blind.on_unqualified=pays", "blind.pays=2:1"),
    ),
    "any numbers at all": random_dealer(5),
    "any other numbers": random_dealer(8),
}


@pytest.mark.parametrize("terms", SOLVED.values(), ids=SOLVED)
def test_flops_dealer_by_dealer(terms: Terms) -> None:
    """Both choices of drawn holes on flops of every suit pattern; and the outcomes add up to the values."""
    kernels = engine if terms.by_counts else by_dealer
    values = kernels.find_values(terms, CREW)
    rng = np.random.default_rng(7)
    for kind in range(24):
        flop, hole = draw_flop(rng, kind, len(terms.tags) > 1)
        if kind % 4 == 3:  # two cards of one rank
            hole = next(
                (hole[0], other) for other in range(hole[0] // 4 * 4, 52) if other not in (*flop, hole[0])
            )
        plain = one_flop(*hole, np.array(flop), np.zeros(0, np.int64), *numbers_of(terms, hole))
        bet, check = on_flop(values, flop, hole)
        assert (bet, check) == (plain[: len(terms.flop)].max(), plain[7]), (flop, hole)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    deals = kernels.find_outcomes(terms, values, choice, CREW)
    assert deals.sum() == DEALS
    assert (deals >= 0).all()
    best = np.concatenate((values.preflop_bets, values.preflop_check[None])).max(axis=0)
    total = sum(int(value) * int(size) for value, size in zip(best, CLASS_SIZE, strict=True))
    outcomes = list_outcomes(terms, kernels.rows_of(terms, deals))
    deciding = [side.name for side in terms.deciding]
    assert total == sum(o.deals * (o.base + sum(o.gains[name] for name in deciding)) for o in outcomes)
    if terms is SOLVED["all together"]:
        base = terms.base_game()
        assert by_dealer.river_differences(terms, values, choice, terms, CREW) == 0
        assert by_dealer.river_differences(terms, values, choice, base, CREW) > 0


def test_both_engines_solve_the_same_game() -> None:
    for name, stakes in (("florida", Stakes(trips=1)), ("iowa-catfish-bend", Stakes(10, progressive=5))):
        terms = terms_of(book_named(name), stakes)
        ours, theirs = engine.find_values(terms, CREW), by_dealer.find_values(terms, CREW)
        for table in ("preflop_bets", "preflop_check", "flop_bet", "flop_check", "flop_choice"):
            assert (getattr(ours, table) == getattr(theirs, table)).all(), (name, table)
        choice = choose_before_the_flop(terms, ours.preflop_bets, ours.preflop_check)
        rows = engine.rows_of(terms, engine.find_outcomes(terms, ours, choice, CREW))
        summed: dict[tuple[int, ...], int] = {}
        for row in by_dealer.rows_of(terms, by_dealer.find_outcomes(terms, theirs, choice, CREW)):
            summed[row[:5]] = summed.get(row[:5], 0) + row.deals
        assert {row[:5]: row.deals for row in rows} == summed
        base = terms.base_game()
        differ = [
            engine.river_differences(terms, ours, choice, base, CREW),
            by_dealer.river_differences(terms, theirs, choice, base, CREW),
        ]
        assert differ[0] == differ[1] > 0


def test_how_hands_meet() -> None:
    """The counts that every book shares: those of a solution, and of seven cards by themselves."""
    terms = staked(side_bets(), bad_beat=1)
    values = by_dealer.find_values(terms, CREW)
    choice = choose_before_the_flop(terms, values.preflop_bets, values.preflop_check)
    met = by_dealer.find_outcomes(terms, values, choice, CREW).sum(axis=(0, 1))
    assert met.sum() == DEALS
    for own, dealer, shown in product(Category, Category, range(3)):
        assert met[own, dealer, shown] == SHOWDOWNS.get((own, dealer, shown), 0)
    frequency = read("seven-card-frequencies")["frequency"]
    for hand in Category:
        assert met[hand].sum() == met[:, hand].sum() == frequency[hand.key] * (DEALS // comb(52, 7))


@cache
def solved(*settings: str, **stakes: str) -> Solution:
    return solve(side_bets(*settings), Stakes(stakes=stakes))


def test_a_bad_beat_that_stays_alive_changes_no_decision() -> None:
    alone, beside = solved(), solved(bad_beat="1")
    assert beside.changes is None
    assert beside.house_edge == alone.house_edge == beside.wagers["base"].loss
    assert beside.preflop == alone.preflop
    assert beside.total_loss == alone.house_edge + beside.wagers["bad_beat"].loss
    assert beside.per_unit("bad_beat") == alone.per_unit("bad_beat"), "counted once for all books"


def test_a_bad_beat_lost_with_a_fold_changes_decisions() -> None:
    alive, lost = solved(bad_beat="1"), solved("bad_beat.on_fold=lose", bad_beat="1")
    assert lost.house_edge == alive.house_edge
    assert lost.changes
    assert lost.changes.rivers > 0
    assert lost.total_loss == lost.wagers["base"].loss + lost.wagers["bad_beat"].loss
    assert lost.wagers["base"].loss > lost.house_edge, "what the bad beat gains, the base game pays in part"
    assert alive.total_loss < lost.total_loss, "no fold can help it"
    naive = figures(lost.base_outcomes, lambda outcome: outcome.net, lambda _: 0, lost.terms.unit)
    assert lost.changes.cost == naive.loss - lost.total_loss > 0


def test_several_side_bets_together() -> None:
    apart = [solved(bad_beat="1/2"), solved(hole_card="1"), solved(trips="1")]
    together = solved(bad_beat="1/2", hole_card="1", trips="1")
    assert together.changes is None
    assert together.total_loss == sum(one.total_loss for one in apart) - 2 * together.house_edge
    for one in apart:
        for name, own in one.wagers.items():
            assert together.wagers[name] == own
            assert one.correlations.get(name) == together.correlations.get(name)
    gains = [(sum(o.gains.values()) + o.base, o.deals) for o in together.outcomes]
    mean = Fraction(sum(gain * deals for gain, deals in gains), DEALS * together.terms.unit)
    assert mean == -together.total_loss


def test_two_aces_against_two_aces() -> None:
    """Six holes against one; the public odds are 2.17 % for each and 95.65 % to split."""
    solution = solved(hole_card="1")
    met = [outcome for outcome in solution.outcomes if outcome.dealers_hole == NAMES.index("AA")]
    assert sum(o.deals for o in met) == 6 * comb(48, 3) * comb(45, 2)
    assert {o.gains["hole_card"] for o in met} == {1000 * solution.terms.unit}
    assert {o.play for o in met} == {4}
    by_result = {r: sum(o.deals for o in met if o.result is r) for r in Result}
    assert by_result[Result.WIN] == by_result[Result.LOSE]
    share = by_result[Result.TIE] / sum(o.deals for o in met)
    assert round(100 * share, 2) == 95.65
    assert solution.per_unit("hole_card") == solved().per_unit("hole_card")


@pytest.mark.slow
def test_a_dealers_hole_against_a_hand_that_is_folded_too() -> None:
    """Seven-deuce against a dealer's, folded or not as without knowing it: the dealer's cards, given the
    player's, are as if dealt first; so the chances of both hands are the same."""
    lines = 'hole_card.holes=[{holes = "72o", dealer = "72o", pays = "500:1"}, {holes = "72o", pays = "2:1"}]'
    solution = solve(side_bets(lines), Stakes(stakes={"hole_card": 1, "bad_beat": 1}))
    met = [o for o in solution.outcomes if o.dealers_hole is not None]
    # Of nine pairs of a seven and a deuce that are left to the dealer two are suited.
    assert sum(o.deals for o in met) == 12 * 7 * comb(48, 3) * comb(45, 2)
    assert {o.result for o in met} >= {Result.FOLD, Result.WIN, Result.LOSE, Result.TIE}
    compared = {r: sum(o.deals for o in met if o.shown is r) for r in Result}
    assert compared[Result.WIN] == compared[Result.LOSE] > 0
    assert solution.per_unit("hole_card") == solve(side_bets(lines)).per_unit("hole_card")
    folded = sum(o.deals for o in met if o.result is Result.FOLD)
    assert 0 < folded < sum(o.deals for o in met)


def test_a_flush_in_one_suit() -> None:
    """A quarter of the flushes; decided as if all were paid the average."""
    spades = 'trips.suited=[{hand = "flush", suit = "spades", pays = "11:1"}]'
    plain, suited = solved(trips="1"), solved(spades, trips="1")
    flushes = sum(o.deals for o in plain.outcomes if o.hand is Category.FLUSH)
    more = Fraction(5 * flushes, 4 * DEALS)
    assert suited.total_loss == plain.total_loss - more
    assert suited.per_unit("trips") == solved(spades).per_unit("trips")
    assert {o.suit for o in suited.outcomes if o.hand is Category.FLUSH} == {0, 1, 2, 3}
    assert {o.suit for o in suited.outcomes if o.hand is not Category.FLUSH} == {None}


def test_what_a_house_should_know_is_told(tmp_path: Path) -> None:
    """A row by row check: the player's edge exactly, what is never paid, and what cannot be priced."""
    rows = """
        extends = "iowa-catfish-bend"
        title = "Rows"
        [wagers.any_pair]
        title = "Any Pair"
        limits = ["1.00", "25.00"]
        cards = "hole"
        holes = [{ holes = "22-AA", pays = "17:1" }]
        on_fold = "alive"
        [wagers.moon]
        title = "Moon"
        limits = ["1.00", "25.00"]
        royal_flush = "2000:1"
        on_fold = "alive"
    """
    (tmp_path / "rows.toml").write_text(rows, "utf-8")
    said = list(warnings_of(load_book(tmp_path / "rows.toml")))
    pairs = Fraction(13 * 6, 1326)
    edge = 17 * pairs - (1 - pairs)
    assert said[-2] == f"Any Pair gives the player an edge of {float(100 * edge):.4f} % of its stake ({edge})"
    assert said[-1] == "Moon can win $50,000 on a stake of $25, and at most $25,000 is ever paid"


def test_a_side_bet_that_favors_the_player_is_told() -> None:
    usual = book_named("california-bally", "trips.table=UTH-02")
    generous = book_named("california-bally", "trips.table=UTH-02", "trips.three_of_a_kind=4:1")
    alone, joint = solve(generous), solve(generous, Stakes(trips=2))
    [(name, gain)] = alone.advantages.items()
    assert name == "trips"
    assert -2 * gain == joint.wagers["trips"].loss
    assert joint.advantages == {"trips": gain}
    said = f"Trips gives the player an edge of {float(100 * gain):.4f} % of its stake ({gain})"
    assert alone.warnings == joint.warnings == (said,)
    assert solve(usual).warnings == ()
    bonus = solve(side_bets("flop_bonus.three_of_a_kind=50:1"))
    assert bonus.beside["flop_bonus"].if_never_folded
    assert any("Flop Bonus gives the player an edge of up to" in warning for warning in bonus.warnings)


def test_a_progressive_of_parts() -> None:
    """A royal flush in spades wins one meter, others another; a straight flush wins 10 %; money; odds."""
    book = house_progressive()
    stakes = Stakes(10, progressive=5, meters={"mega": 80_000, "major": 50_000})
    solution = solve(book, stakes, break_even=True)
    handed = (
        1 * 80_000
        + 3 * 50_000
        + 36 * 5_000
        + 624 * 1_500
        + 5 * (3744 * 50 + 5108 * 40 + 10200 * 30 + 54912 * 9)
    )
    assert solution.wagers["progressive"].loss == Fraction(5 - Fraction(handed, comb(52, 5)), 10)
    even = solution.break_even or {}
    without = solve(book, Stakes(10)).total_loss
    for meter in ("mega", "major"):
        amount = even[meter]
        assert amount
        below, above = (
            solve(book, stakes.with_meters(**{meter: Fraction(int(amount * 10) + step, 10)})).total_loss
            for step in (0, 1)  # of ten cents, of which 10 % are whole
        )
        assert below >= without >= above, meter


def test_advice_with_a_wager_on_the_dealers_hand() -> None:
    book, stakes = side_bets(), Stakes(stakes={"dealer_hand": 1})
    terms, solution = terms_of(book, stakes), solve(book, stakes)
    (first, second), flop = parse_cards("9s 8d"), parse_cards("Kh 5d 2c")
    hole = first, second
    plain = one_flop(
        *hole, np.array(flop), np.array(parse_cards("Ks")), *numbers_of(terms, (hole[0], hole[1]))
    )
    advice = advise(book, hole, flop, dead="Ks", stakes=stakes)
    assert advice.sums == {"bet2": plain[0], "check": plain[7]}
    assert advise(book, hole, stakes=stakes).actions == solution.on_hole(hole).values
    assert advise(book, hole, stakes=stakes).counts == {}
    with pytest.raises(SolverError, match="without dead cards"):
        advise(book, hole, dead="Ks", stakes=stakes)


@pytest.mark.parametrize("name", ["bad_beat", "hole_card"])
def test_published_edges(name: str) -> None:
    figure = EDGES[name]
    found = solved().per_unit(figure["wager"])
    assert found
    assert round(float(100 * found.loss), figure["digits"]) == figure["percent"]


def test_losing_hands_as_published() -> None:
    figure = EDGES["bad_beat"]
    losing = dict.fromkeys(Category, 0)
    for (own, dealer, shown), count in SHOWDOWNS.items():
        if shown != 1:
            losing[Category(min(own, dealer))] += count
    each = DEALS // figure["deals"]
    assert {hand.key: count // each for hand, count in losing.items()} == figure["losing"]


def test_the_fixed_return_of_a_progressive_in_dollars() -> None:
    figure = EDGES["millionaire"]
    rows = [f"progressive.{hand}={prize}" for hand, prize in figure["pays"].items()]
    empty = Stakes(10, progressive=5, meters={"major": 0, "minor": 0})
    progressive = solve(book_named("iowa-catfish-bend", *rows), empty).wagers["progressive"]
    assert round(float(100 * (1 - progressive.element_of_risk)), 2) == figure["return_percent"]


@pytest.mark.parametrize(
    ("settings", "stakes", "says"),
    [
        ([], {"big_beat": 1}, "has no big_beat; it has trips, bad_beat"),
        (
            ["hole_card.on_fold=lose"],
            {"hole_card": 1},
            "looks at the dealer's hole cards and depends on a fold",
        ),
        (["flop_bonus.on_loss=lose"], {"flop_bonus": 1}, "all three"),
        (["flop_bonus.flush=$100"], {"flop_bonus": 1}, "pays in money, so the Ante is wanted in dollars"),
        (
            ['dealer_hand.suited=[{hand = "royal_flush", suit = "spades", pays = "500:1"}]'],
            {"dealer_hand": 1},
            "by suit and depends on a fold",
        ),
    ],
)
def test_what_is_not_followed_is_refused(settings: list[str], stakes: dict[str, int], says: str) -> None:
    with pytest.raises(SolverError) as refused:
        terms_of(side_bets(*settings), Stakes(stakes=stakes))
    assert says in str(refused.value)


def test_stakes_by_name() -> None:
    assert Stakes(trips=1) == Stakes(stakes={"trips": 1}) == Stakes(trips=1, stakes={"trips": 1})
    assert Stakes(5, stakes={"bad_beat": "1/2"}).of("bad_beat") == Fraction(1, 2)
    with pytest.raises(SolverError, match="trips is staked twice, 1 and 2"):
        Stakes(trips=1, stakes={"trips": 2})
    with pytest.raises(SolverError, match="the wager bad_beat is 'x'"):
        Stakes(stakes={"bad_beat": "x"})


def test_even_money_on_the_winner_of_a_forced_showdown() -> None:
    """A toy: the winner's hand is paid alike whoever has it, so only ties are lost; they are counted."""
    side = Side("winner", 1, Cards.WINNER, gains(even(1, -1, 1, -5)))
    toy = replace(
        STANDARD, unit=1, play=gains(even(0, 0, 0, 0)), base=gains(even(0, 0, 0, -9)), sides=(side,)
    )
    values = by_dealer.find_values(toy, CREW)
    best = np.concatenate((values.preflop_bets, values.preflop_check[None])).max(axis=0)
    ties = sum(count for (*_, shown), count in SHOWDOWNS.items() if shown == 1)
    assert int((best * CLASS_SIZE).sum()) == DEALS - 2 * ties

"""Every sum of the kernels equals plain visits, in unlike games, with any cards known."""

import random

import numpy as np
import pytest

from tests.protect.visiting import visit
from tests.solver.games import GAMES, STANDARD
from uth.protect.kernels.deciding import COLUMNS, HOLES
from uth.protect.kernels.engine import Engine, Sizes, Stoppable, list_seen, number_type
from uth.protect.kernels.layout import SLOTS
from uth.protect.kernels.suits import OffBoard, every_renaming, off_board
from uth.solver.kernels.holes import HOLE_SLOT, hole_number
from uth.solver.terms import Terms

PLAIN = np.array([[0, 1, 2, 3]])
KNOWN = [(dealer, flop, later) for dealer in (0, 1, 2) for flop in (0, 1, 2, 3) for later in (0, 1, 2)]


def drawn(seed: int, dealer: int, dead: int, seen: int) -> tuple[tuple[int, ...], ...]:
    cards = random.Random(seed).sample(range(52), 52)
    return (
        tuple(cards[:dealer]),
        tuple(cards[dealer : dealer + dead]),
        tuple(cards[dealer + dead : dealer + dead + seen]),
        tuple(cards[dealer + dead + seen :]),
    )


def agree(terms: Terms, sizes: Sizes, seed: int, holes: int) -> None:
    dealer, dead, seen, rest = drawn(seed, sizes.dealer, sizes.dead, sizes.flop + sizes.later)
    found = Engine(terms, sizes, Stoppable()).sums(OffBoard(dealer, dead, 1, PLAIN), seen)
    for number in range(holes):
        hole = rest[2 * number], rest[2 * number + 1]
        slot = HOLE_SLOT[hole_number(*hole)]
        assert found[:, slot].tolist() == visit(terms, hole, dealer, dead, seen, 3 - sizes.flop)


@pytest.mark.parametrize(("dealer", "flop", "later"), KNOWN)
def test_a_small_deck(dealer: int, flop: int, later: int) -> None:
    """Most cards are dead, drawn at random, so that every flop can be visited."""
    game = ["standard", "pays on ties, losses and folds", "a flush to qualify"][(dealer + flop + later) % 3]
    dead = 33 - dealer - flop - later
    agree(GAMES[game], Sizes(dealer, dead, flop, later), 10 * dealer, 3)


@pytest.mark.parametrize(
    "name", [name for name in GAMES if GAMES[name].by_counts and len(GAMES[name].tags) == 1]
)
@pytest.mark.parametrize(
    "sizes", [Sizes(0, 8, 3, 1), Sizes(1, 3, 2, 1), Sizes(2, 1, 2, 0), Sizes(1, 0, 3, 0)]
)
def test_many_games(name: str, sizes: Sizes) -> None:
    agree(GAMES[name], sizes, len(name), 2)


def test_one_dealer_card_over_all_boards() -> None:
    agree(STANDARD, Sizes(dealer=1, flop=1), 5, 1)


def test_both_dealer_cards_over_all_boards() -> None:
    agree(STANDARD, Sizes(dealer=2), 6, 1)


@pytest.mark.parametrize(
    "sizes", [Sizes(1, 0, 0, 0), Sizes(2, 0, 1, 0), Sizes(0, 1, 0, 1), Sizes(0, 0, 2, 1)]
)
def test_suits_that_are_alike_change_nothing(sizes: Sizes) -> None:
    """One set of cards counted for all that suits make alike, and each of them by itself."""
    known = list(off_board(sizes.dealer, sizes.dead))[-1]
    engine = Engine(STANDARD, sizes, Stoppable())
    seen, _ = list_seen(sizes.flop + sizes.later, sum(1 << card for card in known.cards), known.renamings)
    cards = tuple(seen[len(seen) // 2].tolist())
    by_class = engine.sums(known, cards)
    one_by_one = engine.sums(known._replace(renamings=PLAIN), cards)
    real = np.zeros(SLOTS, np.bool_)
    real[HOLE_SLOT] = True
    assert (by_class[:, real] == one_by_one[:, real]).all()
    assert one_by_one[:, real].any()


def test_every_set_of_cards_is_counted_once() -> None:
    for sizes in (Sizes(1, 1, 0, 0), Sizes(0, 2, 1, 0), Sizes(2, 0, 0, 0)):
        holes = 0
        for known in off_board(sizes.dealer, sizes.dead):
            gone = sum(1 << card for card in known.cards)
            _, orbits = list_seen(sizes.flop + sizes.later, gone, known.renamings)
            left = 52 - sizes.off - sizes.flop - sizes.later
            holes += known.orbit * int(orbits.sum()) * left * (left - 1) // 2
        assert holes == sizes.holes


def test_wider_numbers_and_more_threads_change_nothing() -> None:
    sizes = Sizes(dealer=1, flop=1)
    known = OffBoard((50,), (), 1, every_renaming()[:1])
    found = [Engine(STANDARD, sizes, Stoppable(threads)).solve(known).table for threads in (1, 3)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("uth.protect.kernels.engine.number_type", lambda terms, sizes: np.int64)
        found.append(Engine(STANDARD, sizes, Stoppable()).solve(known).table)
    assert number_type(STANDARD, sizes) is np.int32
    assert found[0].shape == (169, COLUMNS)
    assert (found[0] == found[1]).all()
    assert (found[0] == found[2]).all()
    assert found[0][:, HOLES].sum() == 51 * 50 * 49 // 2

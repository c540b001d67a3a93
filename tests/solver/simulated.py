"""The GPU's kernels in Numba's simulator, block by block, on a few boards and flops.

Run as a program with NUMBA_ENABLE_CUDASIM=1: the simulator cannot be switched on later. What it cannot say is
whether the kernels compile; it does say whether they settle, carry prizes and choose as the processor does.
"""

import numpy as np

from tests.solver.games import GAMES
from uth.ranking.tables import RANK_KEYS
from uth.solver.gpu import kernels, tables
from uth.solver.kernels.boards import RANK_BOARDS, RANK_FLOPS, SETS3, SETS4, SETS5, VIEWS
from uth.solver.kernels.flop_sums import add_boards, fill_rank_flops, new_board_room, new_runouts
from uth.solver.kernels.flops import CANONICAL, DEAD
from uth.solver.kernels.holes import LANES, PAIR_HIGH, PAIR_LOW, SPARE, SUITINGS, WIDTH
from uth.solver.kernels.rules import RIVER
from uth.solver.kernels.strength import CATEGORY_OF, FLUSH_OF
from uth.solver.kernels.values import find_values, sorted_boards
from uth.solver.kernels.work import Crew
from uth.solver.terms import Terms

BOARDS = [5, 1234, 4000]
ON_FLOPS = [3, 1000]
PAIRS_OF = PAIR_HIGH.astype(np.int32), PAIR_LOW.astype(np.int32)
CATEGORY, FLUSH = CATEGORY_OF.astype(np.int32), FLUSH_OF.astype(np.int32)


def compare(terms: Terms) -> None:
    rules = tables.card_rules(terms, np.int64)
    planes = RIVER + len(rules.prizes)
    boards = sorted_boards(rules, Crew())

    strengths = tables.rank_strengths()[BOARDS]
    found = np.zeros((len(BOARDS), planes, WIDTH), np.int64)
    kernels.rank_boards[len(BOARDS), WIDTH](
        RANK_BOARDS[BOARDS].astype(np.int8), strengths, *PAIRS_OF, CATEGORY, *rules, found
    )
    same = found == boards.values[BOARDS].reshape(found.shape)
    assert (same | (strengths < 0)[:, None]).all()

    views = np.zeros((VIEWS, planes * LANES), np.int64)
    rank_flops = np.zeros((len(RANK_FLOPS), planes * WIDTH), np.int64)
    room = new_board_room(rules.pays.dtype, planes)
    for sets in (SETS3, SETS4, SETS5):
        add_boards(0, len(sets), sets, boards, *rules, SPARE, room, views)
    fill_rank_flops(0, len(RANK_FLOPS), RANK_FLOPS, boards.values, new_runouts(), rank_flops)
    sources = rank_flops.reshape(-1, planes, WIDTH), views.reshape(-1, planes, LANES)
    plays = [min(terms.flop, default=0), max(terms.flop, default=0), bool(terms.flop)]
    money = np.array(terms.flop_class, np.int32), rules.prizes, np.array(plays, np.int64)
    flops = (CANONICAL.cards, CANONICAL.ranks, CANONICAL.views, CANONICAL.suits)
    given = [np.ascontiguousarray(table[ON_FLOPS].astype(np.int32)) for table in flops]
    hands = np.array(RANK_KEYS, np.int64), tables.five_card_strengths(), FLUSH, CATEGORY
    bet, check = (np.zeros((len(ON_FLOPS), SUITINGS, WIDTH), np.int64) for _ in range(2))
    choice, sums = np.zeros(bet.shape, np.uint8), np.zeros((len(ON_FLOPS), 2, 3, WIDTH), np.int64)
    kernels.fill_flops[len(ON_FLOPS), WIDTH](
        *given, CANONICAL.orbit[ON_FLOPS], *PAIRS_OF, *sources, *money, *hands, bet, check, choice, sums
    )
    values = find_values(terms, Crew())
    live = choice != DEAD
    assert (choice == values.flop_choice[ON_FLOPS]).all()
    assert (bet == values.flop_bet[ON_FLOPS])[live].all()
    assert (check == values.flop_check[ON_FLOPS])[live].all()


if __name__ == "__main__":
    for name in ("every hand paid on the flop", "odd odds, two multiples on each street"):
        compare(GAMES[name])

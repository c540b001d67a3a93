"""Many rounds side by side, one decision of each at a time, for learners."""

from typing import Any

import numpy as np

from uth.ranking.batch import CARD_BITS, CARD_KEYS, START, strength_of_sum
from uth.simulate.kernels.compiled import kernel, part
from uth.simulate.kernels.dealing import deal
from uth.simulate.kernels.rounds import FOLD, LOSE, QUALIFIER, TIE, WIN, Plan
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.strength import CATEGORY_OF

CHECK_ACTION, FOLD_ACTION, FIRST_BET = range(3)
UNKNOWN = 52
OVER = 3
CARDS = 9


@part
def _show(cards: Array, street: int, offered: Array, seen: Array, mask: Array) -> None:
    """What a learner sees: hole, board as far as it is turned up, street, and which actions are legal."""
    seen[0], seen[1] = cards[7], cards[8]
    known = 0 if street == 0 else 3 if street == 1 else 5
    for i in range(5):
        seen[2 + i] = cards[i] if i < known else UNKNOWN
    seen[7] = street
    for action in range(mask.size):
        mask[action] = offered[street, action]


@kernel
def begin_rounds(
    key: np.uint64,
    which: Array,
    number: Array,
    cards: Array,
    street: Array,
    first_street: int,
    offered: Array,
    deck: Array,
    seen: Array,
    mask: Array,
) -> None:
    """Deal a fresh round where `which` says so; rounds of one place are numbered apart from all others."""
    for at in range(which.size):
        if which[at]:
            deal(key, number[at], CARDS, deck)
            number[at] += which.size
            for i in range(CARDS):
                cards[at, i] = deck[i]
            street[at] = first_street
            _show(cards[at], first_street, offered, seen[at], mask[at])


@part
def _gain(cards: Array, multiple: int, plan: Plan) -> Any:
    key, bits = START, np.uint64(0)
    for i in range(5):
        key += CARD_KEYS[cards[i]]
        bits |= CARD_BITS[cards[i]]
    own = np.int64(
        strength_of_sum(
            key + CARD_KEYS[cards[7]] + CARD_KEYS[cards[8]], bits | CARD_BITS[cards[7]] | CARD_BITS[cards[8]]
        )
    )
    if multiple == 0:
        return plan.simple[0, plan.play_at[0], 1, FOLD, CATEGORY_OF[own]]
    dealer = np.int64(
        strength_of_sum(
            key + CARD_KEYS[cards[5]] + CARD_KEYS[cards[6]], bits | CARD_BITS[cards[5]] | CARD_BITS[cards[6]]
        )
    )
    result = WIN if own > dealer else LOSE if own < dealer else TIE
    qualified = 1 if dealer >= plan.numbers[QUALIFIER] else 0
    return plan.simple[0, plan.play_at[multiple], qualified, result, CATEGORY_OF[own]]


@kernel
def step_rounds(
    key: np.uint64,
    actions: Array,
    number: Array,
    cards: Array,
    street: Array,
    first_street: int,
    next_street: Array,
    offered: Array,
    deck: Array,
    plan: Plan,
    fee: int,
    ante: float,
    seen: Array,
    mask: Array,
    reward: Array,
    over: Array,
) -> None:
    """One decision everywhere; a round that was over begins anew instead, whatever the action is.

    An action that is not legal plays the default of a time-out: check, or on the river fold.
    """
    for at in range(actions.size):
        reward[at] = 0.0
        now = street[at]
        if now == OVER:
            deal(key, number[at], CARDS, deck)
            number[at] += actions.size
            for i in range(CARDS):
                cards[at, i] = deck[i]
            street[at] = first_street
            over[at] = False
            _show(cards[at], first_street, offered, seen[at], mask[at])
            continue
        action = actions[at]
        if action < 0 or action >= offered.shape[1] or not offered[now, action]:
            action = CHECK_ACTION if offered[now, CHECK_ACTION] else FOLD_ACTION
        over[at] = action != CHECK_ACTION
        if over[at]:
            multiple = action - FIRST_BET + 1 if action >= FIRST_BET else 0
            reward[at] = (_gain(cards[at], multiple, plan) - fee) / ante
            street[at] = OVER
            seen[at, 7] = OVER
            for one in range(mask.shape[1]):
                mask[at, one] = 0
        else:
            street[at] = next_street[now]
            _show(cards[at], street[at], offered, seen[at], mask[at])

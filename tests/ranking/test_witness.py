"""phevaluator, written by others, as a witness: it numbers the same 7,462 hands, the best being 1."""

from __future__ import annotations

import time
from itertools import combinations, count

import numpy as np
import pytest
from phevaluator import evaluate_cards

from uth.cards import DECK
from uth.ranking import STRENGTHS, strength, strengths

SECONDS = 8.0


@pytest.mark.slow
def test_every_hand_of_five() -> None:
    for hand in combinations(DECK, 5):
        assert strength(hand) == STRENGTHS - evaluate_cards(*hand), hand


@pytest.mark.slow
def test_as_many_hands_of_seven_as_some_seconds_allow() -> None:
    """Each seed makes the same hands on every machine; a faster one only goes further."""
    until = time.monotonic() + SECONDS
    for seed in count():
        shuffled = np.random.default_rng(seed).random((12_000, 52), dtype=np.float32).argsort(axis=1)
        hands = shuffled[:, :49].reshape(-1, 7).astype(np.uint8)  # seven hands out of every deck
        ours = strengths(hands).tolist()
        theirs = [STRENGTHS - evaluate_cards(*hand) for hand in hands.tolist()]
        assert ours == theirs, f"seed {seed}"
        if time.monotonic() > until:
            break

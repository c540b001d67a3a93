"""A hundred rounds with the basic strategy, step by step over the real table."""

import random

from uth.rules import load_book
from uth.rules.money import dollars
from uth.simulate.solo import Solo
from uth.strategy import basic

rng = random.Random(2026)
solo = Solo(load_book("california-shfl"), ante=1000)
total = 0
for _ in range(100):
    solo.deal(rng.sample(range(52), 52))
    while solo.choices:
        solo.decide(basic(solo.hole, solo.table.board, solo.choices))
    total += solo.net
print(f"100 rounds at $10, fees included: {dollars(total)}")

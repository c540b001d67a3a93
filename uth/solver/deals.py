"""How many deals there are."""

from math import comb

DEALERS = comb(45, 2)
RUNOUTS = comb(47, 2)
DEALS_OF_FLOP = RUNOUTS * DEALERS
DEALS_OF_HOLE = comb(50, 3) * DEALS_OF_FLOP
DEALS = comb(52, 2) * DEALS_OF_HOLE

# mypy: ignore-errors
# numba-cuda compiles these functions; their types are those of the arrays they are called with.
"""The kernels of a GPU. Where the processor walks up a sorted list, a GPU compares all with all."""

from numba import cuda, int32, int64

from uth.solver.deals import DEALERS, RUNOUTS
from uth.solver.gpu.tables import NOTHING
from uth.solver.kernels import rules
from uth.solver.kernels.flops import BET, DEAD, SMALLER
from uth.solver.kernels.holes import BOTH, HIGH, LOW, OUT
from uth.solver.kernels.rules import (
    ANTE_LOSE,
    ANTE_WIN,
    FIXED,
    FOLD,
    LEAD,
    MOST_PLANES,
    PER_LOSS,
    PER_WIN,
    PLAY_LEAST,
    PLAY_LOSE,
    PLAY_MOST,
    PLAY_WIN,
    QUALIFIER,
    RIVER,
    SIDE,
)

_settle = cuda.jit(device=True, inline=True)(rules.settle)


@cuda.jit(device=True, inline=True)
def settle(won, lost, unqualified, strength, kind, pays, numbers):
    """LEAD and SIDE of a bet, by the formula of the processor's kernels."""
    return _settle(
        won,
        lost,
        unqualified,
        strength >= numbers[QUALIFIER],
        DEALERS,
        numbers[PLAY_WIN],
        numbers[PLAY_LOSE],
        numbers[ANTE_WIN],
        numbers[ANTE_LOSE],
        pays[PER_WIN, kind],
        pays[PER_LOSS, kind],
        pays[FIXED, kind],
    )


@cuda.jit(device=True, inline=True)
def river_value(lead, side, fold, prize, numbers):
    """The better of bet and fold at the river; equal values are bet."""
    value = side + (numbers[PLAY_MOST] if lead >= 0 else numbers[PLAY_LEAST]) * lead + prize
    return value if value >= fold else fold


@cuda.jit
def rank_boards(ranks_of, strengths, high_of, low_of, category, pays, numbers, prizes, values):
    """One block a rank board, one thread a rank pair, against all 91 pairs of the dealer."""
    board, i = cuda.blockIdx.x, cuda.threadIdx.x
    strength = cuda.shared.array(96, int32)
    left = cuda.shared.array(16, int32)
    if i < 13:
        gone = 0
        for n in range(5):
            gone += ranks_of[board, n] == i
        left[i] = 4 - gone
    strength[i] = strengths[board, i]
    cuda.syncthreads()
    planes = RIVER + prizes.size
    own = strength[i]
    if own < 0:
        for plane in range(planes):
            values[board, plane, i] = 0
        return
    a, b = high_of[i], low_of[i]
    won = lost = unqualified = 0
    for d in range(91):
        other = strength[d]
        if other < 0:
            continue
        high, low = high_of[d], low_of[d]
        free = left[high] - (high == a) - (high == b)
        if high == low:
            ways = free * (free - 1) // 2
        else:
            ways = free * (left[low] - (low == a) - (low == b))
        if free <= 0 or ways <= 0:
            continue
        if other < own:
            won += ways
        elif other > own:
            lost += ways
        if other < numbers[QUALIFIER]:
            unqualified += ways
    kind = category[own]
    lead, side = settle(int64(won), int64(lost), int64(unqualified), own, kind, pays, numbers)
    values[board, LEAD, i] = lead
    values[board, SIDE, i] = side
    for n in range(prizes.size):
        values[board, RIVER + n, i] = river_value(lead, side, pays[FOLD, kind], prizes[n], numbers)


@cuda.jit
def flush_boards(
    masks,
    outs,
    board_of,
    strengths,
    flush_of,
    high_of,
    low_of,
    lane_at,
    category,
    pays,
    numbers,
    prizes,
    values,
    differences,
):
    """One block a case, one thread a hole, against every hand of the dealer; kept is the difference to the
    board by ranks.

    Holes that exist are packed together first, so that no thread of a warp idles. A hand of the dealer is
    one number, strength * 16 + in how many suits it can be held: smaller means weaker. Dealers weaker and
    dealers not stronger are counted at once, in the two halves of 32 bits.
    """
    case, t = cuda.blockIdx.x, cuda.threadIdx.x
    strength = cuda.shared.array(384, int32)
    dealers = cuda.shared.array(384, int32)
    packed = cuda.shared.array(384, int32)
    cards = cuda.shared.array(26, int32)  # how many cards of a kind are left
    weak = cuda.shared.array(
        27, int32
    )  # unqualified dealers who hold one given card of a kind; last: all of them
    warps = cuda.shared.array(12, int32)
    mask, board = masks[case], board_of[case]
    if t < 26:
        rank = t % 13
        cards[t] = 3 - (outs[case, 0] == rank) - (outs[case, 1] == rank) if t < 13 else 1 - (mask >> rank & 1)
    cuda.syncthreads()
    segment, i = t // 96, t % 96
    high, low = high_of[i], low_of[i]
    first = high + 13 if segment == HIGH or segment == BOTH else high
    second = low + 13 if segment == LOW or segment == BOTH else low
    ways = int32(0)
    own = int32(-1)
    if i < 91 and not (high == low and (segment == LOW or segment == BOTH)):
        ways = int32(
            cards[first] * (cards[first] - 1) // 2 if first == second else cards[first] * cards[second]
        )
        own = int32(strengths[board, i])
        held = mask
        if first >= 13:
            held |= 1 << high
        if second >= 13:
            held |= 1 << low
        if cuda.popc(held) >= 5:
            flush = int32(flush_of[held])
            own = flush if flush > own else own
    strength[t] = own
    # A hole whose card of the suit lies on the board is no hole; outside it other suits of the rank are left.
    alive = own >= 0 and (first < 13 or cards[first] > 0) and (second < 13 or cards[second] > 0)
    if not alive:
        for plane in range(RIVER + prizes.size):
            differences[case, plane, t] = 0
    ballot = cuda.ballot_sync(0xFFFFFFFF, alive)
    if t % 32 == 0:
        warps[t // 32] = cuda.popc(ballot)
    cuda.syncthreads()
    place = cuda.popc(ballot & ((1 << (t % 32)) - 1))
    count = 0
    for warp in range(12):
        if warp < t // 32:
            place += warps[warp]
        count += warps[warp]
    if t >= 380:
        dealers[t - 380 + count if t - 380 + count < 384 else 383] = int32(0x7FFFFFF0)
    if alive:
        dealers[place] = own * 16 + ways
        packed[place] = t
    cuda.syncthreads()
    qualifier = int32(numbers[QUALIFIER])
    if t >= 32 and t < 58:  # unqualified hands with one given card of this kind
        kind = t - 32
        total = int32(0)
        for other in range(26):
            free = cards[other] - (other == kind)
            if cards[kind] > 0 and free > 0 and strength[lane_at[kind, other]] < qualifier:
                total += free
        weak[kind] = total
    if t < 32:
        total = int32(0)
        for d in range(t, count, 32):
            total += dealers[d] & 15 if dealers[d] < qualifier * 16 else 0
        for step in (16, 8, 4, 2, 1):
            total += cuda.shfl_down_sync(0xFFFFFFFF, total, step)
        if t == 0:
            weak[26] = total
    cuda.syncthreads()
    if t >= count:
        return
    lane = packed[t]
    segment, i = lane // 96, lane % 96
    high, low = high_of[i], low_of[i]
    first = high + 13 if segment == HIGH or segment == BOTH else high
    second = low + 13 if segment == LOW or segment == BOTH else low
    own = strength[lane]
    least, most = int32(own * 16), int32(own * 16 + 16)
    below = int32(0)
    counted = int32(0)  # weaker in the upper half, not stronger in the lower half
    for q in range(int32(0), int32((count + 3) // 4)):
        d = int32(q * 4)
        h0, h1, h2, h3 = dealers[d], dealers[d + 1], dealers[d + 2], dealers[d + 3]
        c0 = int32(h0 & int32(15)) if h0 < most else int32(0)
        c1 = int32(h1 & int32(15)) if h1 < most else int32(0)
        c2 = int32(h2 & int32(15)) if h2 < most else int32(0)
        c3 = int32(h3 & int32(15)) if h3 < most else int32(0)
        e0 = c0 if h0 < least else int32(0)
        e1 = c1 if h1 < least else int32(0)
        e2 = c2 if h2 < least else int32(0)
        e3 = c3 if h3 < least else int32(0)
        counted = int32(counted + int32(c0 + c1) + int32(c2 + c3))
        below = int32(below + int32(e0 + e1) + int32(e2 + e3))
    counted = int32(counted + int32(below << int32(16)))
    for kind in range(26):  # less the dealers who would hold a card of the hole
        left = cards[kind]
        free = int32(left - (kind == first))
        other = strength[lane_at[first, kind]]
        counted = int32(
            counted - (free if other <= own else int32(0)) - (int32(free << 16) if other < own else int32(0))
        )
        free = int32(left - (kind == second))
        other = strength[lane_at[second, kind]]
        counted = int32(
            counted - (free if other <= own else int32(0)) - (int32(free << 16) if other < own else int32(0))
        )
    won = counted >> 16
    lost = DEALERS - 1 - (counted & 0xFFFF)
    unqualified = weak[26] - weak[first] - weak[second] + (1 if own < qualifier else 0)
    kind = category[own]
    lead, side = settle(int64(won), int64(lost), int64(unqualified), own, kind, pays, numbers)
    differences[case, LEAD, lane] = lead - values[board, LEAD, i]
    differences[case, SIDE, lane] = side - values[board, SIDE, i]
    for n in range(prizes.size):
        value = river_value(lead, side, pays[FOLD, kind], prizes[n], numbers)
        differences[case, RIVER + n, lane] = value - values[board, RIVER + n, i]


@cuda.jit
def sum_views(starts, cases, weights, spare, differences, views):
    """One block a view and three planes, one thread a lane: run-outs of a flop seen from one suit."""
    view, plane, lane = cuda.blockIdx.x, 3 * cuda.blockIdx.y, cuda.threadIdx.x
    planes = differences.shape[1]
    second, third = min(plane + 1, planes - 1), min(plane + 2, planes - 1)
    x = y = z = int64(0)
    for entry in range(starts[view], starts[view + 1]):
        case = cases[entry]
        one, other = weights[entry, 0], weights[entry, 1]
        times = int32(1)
        if one != NOTHING:
            free = int32(int32(spare[one, lane]) - int32(weights[entry, 2]))
            if other == NOTHING:
                times = free
            elif other == one:
                times = int32(free * (free - 1)) >> 1
            else:
                times = int32(free * int32(spare[other, lane]))
        x += int64(differences[case, plane, lane]) * times
        y += int64(differences[case, second, lane]) * times
        z += int64(differences[case, third, lane]) * times
    views[view, plane, lane] = x
    views[view, second, lane] = y
    views[view, third, lane] = z


@cuda.jit
def rank_flops(flop_ranks, board_of_flop, high_of, low_of, values, sums):
    """One block a rank flop and plane, one thread a rank pair: all run-outs by ranks, with their number."""
    flop, plane, i = cuda.blockIdx.x, cuda.blockIdx.y, cuda.threadIdx.x
    left = cuda.shared.array(16, int32)
    if i < 13:
        left[i] = 4 - (flop_ranks[flop, 0] == i) - (flop_ranks[flop, 1] == i) - (flop_ranks[flop, 2] == i)
    cuda.syncthreads()
    a, b = high_of[i], low_of[i]
    total = int64(0)
    for runout in range(91):
        high, low = high_of[runout], low_of[runout]
        free = left[high] - (high == a) - (high == b)
        if high == low:
            ways = free * (free - 1) // 2
        else:
            ways = free * (left[low] - (low == a) - (low == b))
        total += ways * values[board_of_flop[flop, runout], plane, i]
    sums[flop, plane, i] = total


@cuda.jit(device=True)
def five_card_category(a, b, c, d, e, keys, key_strength, flush_of, category):
    """Category of exactly five cards."""
    bits = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)
    if a & 3 == b & 3 and a & 3 == c & 3 and a & 3 == d & 3 and a & 3 == e & 3:
        return category[flush_of[bits]]
    wanted = keys[a >> 2] + keys[b >> 2] + keys[c >> 2] + keys[d >> 2] + keys[e >> 2]
    low, high = 0, key_strength.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if key_strength[middle, 0] < wanted:
            low = middle + 1
        else:
            high = middle
    return category[key_strength[low, 1]]


@cuda.jit
def fill_flops(
    cards,
    flop_ranks,
    flop_views,
    flop_suits,
    orbit,
    high_of,
    low_of,
    ranks,
    views,
    on_flop,
    prizes,
    units,
    keys,
    key_strength,
    flush_of,
    category,
    bet,
    check,
    choice,
    sums,
):
    """One block a flop, one thread a rank pair: both choices, and the flop's part before the flop."""
    flop, i = cuda.blockIdx.x, cuda.threadIdx.x
    total = cuda.local.array(MOST_PLANES, int64)
    planes = RIVER + prizes.size
    high, low = high_of[i], low_of[i]
    a, b, c = cards[flop, 0], cards[flop, 1], cards[flop, 2]
    least, most, is_open = units[0], units[1], units[2] != 0
    off_lead = off_side = off_best = on_lead = on_side = on_best = int64(0)
    for high_suit in range(4):
        for low_suit in range(4):
            one, other = high * 4 + high_suit, low * 4 + low_suit
            slot = high_suit * 4 + low_suit
            dead = i >= 91 or one == a or one == b or one == c or other == a or other == b or other == c
            if dead or (high == low and high_suit <= low_suit):
                bet[flop, slot, i] = 0
                check[flop, slot, i] = 0
                choice[flop, slot, i] = DEAD
                continue
            for plane in range(planes):
                total[plane] = ranks[flop_ranks[flop], plane, i]
            for side in range(3):
                view = flop_views[flop, side]
                if view >= 0:
                    suit = flop_suits[flop, side]
                    segment = OUT
                    if suit == high_suit:
                        segment = BOTH if suit == low_suit else HIGH
                    elif suit == low_suit:
                        segment = HIGH if high == low else LOW
                    for plane in range(planes):
                        total[plane] += views[view, plane, segment * 96 + i]
            carried = 0
            if prizes.size > 1:
                carried = on_flop[
                    five_card_category(a, b, c, one, other, keys, key_strength, flush_of, category)
                ]
                total[SIDE] += prizes[carried] * RUNOUTS
                total[RIVER] = total[RIVER + carried]
            lead, side_value, river = total[LEAD], total[SIDE], total[RIVER]
            value = side_value + (most if lead >= 0 else least) * lead
            does_bet = is_open and value >= river
            bet[flop, slot, i] = value
            check[flop, slot, i] = river
            done = (BET if does_bet else 0) | (0 if lead >= 0 or least == most else SMALLER)
            choice[flop, slot, i] = done | carried
            best = value if does_bet else river
            if high_suit == low_suit:
                on_lead += lead
                on_side += side_value
                on_best += best
            else:
                off_lead += lead
                off_side += side_value
                off_best += best
    times = orbit[flop]
    sums[flop, 0, 0, i] = off_lead * times
    sums[flop, 0, 1, i] = off_side * times
    sums[flop, 0, 2, i] = off_best * times
    sums[flop, 1, 0, i] = on_lead * times
    sums[flop, 1, 1, i] = on_side * times
    sums[flop, 1, 2, i] = on_best * times


@cuda.jit
def add_up(sums, totals):
    """The flops added up, a few dozen by each block."""
    row, part, i = cuda.blockIdx.x, cuda.blockIdx.y, cuda.threadIdx.x
    total = int64(0)
    for flop in range(part, sums.shape[0], cuda.gridDim.y):
        total += sums[flop, row // 3, row % 3, i]
    cuda.atomic.add(totals, (row // 3, row % 3, i), total)

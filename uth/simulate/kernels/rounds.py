"""Whole rounds: dealt, decided, judged, paid by whatever bank there is, charged.

The order of payments and what a bank answers for are those of the game's settlement; money is whole cents.
"""

from typing import Any, NamedTuple

import numpy as np

from uth.ranking.batch import CARD_BITS, CARD_KEYS, START, strength_of_sum
from uth.simulate.kernels.compiled import kernel, part
from uth.simulate.kernels.dealing import deal
from uth.simulate.kernels.deciding import Played, flop_of, hole_of, multiple_of, river_of
from uth.solver.kernels.arrays import Array
from uth.solver.kernels.holes import HOLE_CLASS
from uth.solver.kernels.strength import CATEGORY_OF

WIN, TIE, LOSE, FOLD = range(4)
MOST_SEATS = 8
MOST_WAGERS = 16

# What a wager looks at.
HAND, DEALER, LOSER, WINNER, HOLE, FLOP = range(6)

# Cover of a bank, and readings of it.
UNLIMITED, BY_WAGER, DEAD_HAND = range(3)
STAKE_ONLY, RUNNING, MATCHED = range(3)
CAP_NET, CAP_GROSS, CAP_NONE = range(3)
FUNDS_RUNNING, FUNDS_POSTED, FUNDS_AT_TABLE = range(3)

# Places in `numbers`.
(
    SEATS,
    WAGERS,
    COVER,
    BANK_WAGER,
    BANK_CHIPS,
    ACCOUNTING,
    WIN_CAP,
    WHOLE_WAGER,
    RETURN_ALL,
    FUNDS,
    WAGER_FIRST,
    ANTES_FIRST,
    MAIN,
    QUALIFIER,
    CAP,
    CAP_BY_PLAYER,
    REFUND,
    BY_POSITION,
    RAKE,
    RAKE_BANK,
    STEP,
    LOWEST,
    POSITIONS,
    CONSECUTIVE,
    SIMPLE,
) = range(25)
NUMBERS = 25


class Plan(NamedTuple):
    """A table, as the kernel reads it. `due` is by seat, wager, play, qualified, result and class: what is
    won in cents, 0 for a push, -1 for a loss. `simple`: where every wager looks at the own hand alone, the
    net of a seat by play, qualified, result and hand."""

    played: Played
    strategy: Array  # by seat
    numbers: Array
    play_at: Array  # by multiple: its place in `due`
    stakes: Array  # by seat, wager and play, in cents
    due: Array
    limited: Array  # the same: whether it shares the aggregate limit
    most: Array  # by wager: the most that is paid, or a very large amount
    looks: Array  # by wager: what it looks at
    alive: Array  # by wager: a fold does not touch it
    at_fold: Array  # by wager: taken at once when it is folded and lost
    required: Array  # by wager: 1 if nobody can leave it out
    fee_wager: Array  # by wager: whether a fee is counted on it
    line_of: Array  # by wager, own starting hand and the dealer's: the class of a wager on hole cards
    staked: Array  # by seat and play: all of it
    rates: Array  # by position of the bank and seat: the fee for each circle, and for each side wager
    fee: Array  # by position and seat: the fee if everything is covered
    bank_fee: Array  # by position
    settle_order: Array  # by position of the bank: the seats
    deal_order: Array
    banker: Array  # by position: the person who banks, or -1 for somebody else
    simple: Array


class Totals(NamedTuple):
    """What a kernel adds up; by seat where it says so."""

    net: Array  # sums of what each seat wins, after fees
    square: Array  # of its squares, as floats
    staked: Array
    fees: Array
    uncovered: Array  # stakes that came back because the bank did not cover them
    ideal: Array  # sums of what a seat would win if everything were covered and free
    ideal_square: Array
    across: Array  # products of net and ideal
    bank: (
        Array  # net after fees, fees, rounds in which something was not covered, hands dead, covered, shorted
    )
    bank_moments: (
        Array  # squares of the bank, of all seats together if covered, products of the two; of seats 1, 2
    )
    histogram: Array  # of the bank's net after fees


BANK_NET, BANK_FEES, BANK_SHORT, BANK_DEAD, BANK_IDEAL, BANK_UNPAID = range(6)
BANK_SUMS = 6
SQUARE_BANK, SQUARE_IDEAL, CROSS_IDEAL, CROSS_SEATS = range(4)
MOMENTS = 4


class Room(NamedTuple):
    """Room for one worker."""

    deck: Array
    multiple: Array  # by seat
    shown: Array
    hand: Array
    hole: Array
    with_flop: Array
    claim: Array  # by seat and wager: what is due, as in `due`
    asks: Array  # the same within limits
    net: Array  # by seat
    lacking: Array  # by seat and wager: not covered
    dead: Array  # by seat
    done: Array  # by seat and wager
    account: Array  # paid and collected by the bank
    share: Array


def new_room() -> Room:
    """Room for one worker."""
    seats = np.zeros(MOST_SEATS + 1, np.int64)
    wagers = np.zeros((MOST_SEATS + 1, MOST_WAGERS), np.int64)
    return Room(
        np.zeros(52, np.uint8),
        seats,
        seats.copy(),
        seats.copy(),
        seats.copy(),
        seats.copy(),
        wagers,
        wagers.copy(),
        seats.copy(),
        wagers.copy(),
        seats.copy(),
        wagers.copy(),
        np.zeros(2, np.int64),
        np.zeros((MOST_SEATS + 1) * MOST_WAGERS, np.int64),
    )


def new_totals(seats: int, bins: int) -> Totals:
    """Sums of one chunk; the histogram is a worker's own."""
    whole, real = np.zeros(seats, np.int64), np.zeros(seats)
    return Totals(
        whole,
        real,
        whole.copy(),
        whole.copy(),
        whole.copy(),
        whole.copy(),
        real.copy(),
        real.copy(),
        np.zeros(BANK_SUMS, np.int64),
        np.zeros(MOMENTS),
        np.zeros(bins, np.int64),
    )


PAID, COLLECTED = range(2)


@part
def _left(numbers: Array, account: Array) -> Any:
    """What a bank still answers for (B-CA-1)."""
    left = numbers[BANK_WAGER] - account[PAID]
    if numbers[ACCOUNTING] == RUNNING:
        left += account[COLLECTED]
    elif numbers[ACCOUNTING] == MATCHED:
        left -= account[COLLECTED]
    return left


@part
def _settle_by_wager(seat: int, wager: int, stake: int, numbers: Array, room: Room) -> Any:
    """One claim against a bank that answers with its wager: what the seat wins; -stake at worst."""
    account, due, asks = room.account, room.claim[seat, wager], room.asks[seat, wager]
    if due == 0:
        return np.int64(0)
    left = _left(numbers, account)
    least = asks if numbers[WHOLE_WAGER] else 1
    if due > 0:
        if left < least:
            room.lacking[seat, wager] = 1
            return np.int64(0)
        paid = min(asks, left)
        account[PAID] += paid
        return paid
    returns_all = numbers[RETURN_ALL]
    losses_count = numbers[ACCOUNTING] == MATCHED and returns_all
    least = stake if numbers[WHOLE_WAGER] else 1
    if (returns_all and left <= 0) or (losses_count and left < least):
        room.lacking[seat, wager] = 1
        return np.int64(0)
    room_left = stake
    if numbers[WIN_CAP] != CAP_NONE:
        room_left = numbers[BANK_WAGER] - account[COLLECTED]
        if numbers[WIN_CAP] == CAP_NET:
            room_left += account[PAID]
    if losses_count:
        room_left = min(room_left, left)
    collected: Any = max(0, min(stake, room_left))
    account[COLLECTED] += collected
    return -collected


@part
def _settle_free(seat: int, wager: int, stake: int, room: Room) -> Any:
    """One claim against a bank that answers for all."""
    if room.claim[seat, wager] > 0:
        paid = room.asks[seat, wager]
        room.account[PAID] += paid
        return paid
    if room.claim[seat, wager] < 0:
        room.account[COLLECTED] += stake
        return -stake
    return np.int64(0)


@part
def _take_turn(seat: int, first: int, last: int, only_folds: int, plan: Plan, room: Room) -> None:
    """The claims of one hand, from one wager to another, that are not done; `only_folds`: those taken at a
    fold."""
    numbers = plan.numbers
    play = plan.play_at[room.multiple[seat]]
    cover = numbers[COVER]
    dead = False
    if cover == DEAD_HAND:
        wins = loses = np.int64(0)
        for wager in range(first, last):
            stake = plan.stakes[seat, wager, play]
            if stake == 0 or room.done[seat, wager]:
                continue
            due = room.claim[seat, wager]
            if only_folds and not (due < 0 and plan.at_fold[wager]):
                continue
            if due > 0:
                wins += room.asks[seat, wager]
            elif due < 0:
                loses += stake
        funds, needed = numbers[BANK_WAGER] - room.account[PAID], wins
        if numbers[FUNDS] == FUNDS_AT_TABLE:
            funds += numbers[BANK_CHIPS]
        if numbers[FUNDS] != FUNDS_POSTED:
            funds += room.account[COLLECTED]
            needed -= loses
        dead = not (needed <= funds and (funds > 0 or loses == 0))
    for wager in range(first, last):
        stake = plan.stakes[seat, wager, play]
        if stake == 0 or room.done[seat, wager]:
            continue
        if only_folds and not (room.claim[seat, wager] < 0 and plan.at_fold[wager]):
            continue
        room.done[seat, wager] = 1
        if dead:
            room.lacking[seat, wager] = 1
            room.dead[seat] = 1
        elif cover == BY_WAGER:
            room.net[seat] += _settle_by_wager(seat, wager, stake, numbers, room)
        else:
            room.net[seat] += _settle_free(seat, wager, stake, room)


@part
def _share_limit(plan: Plan, room: Room, order: Array, players: int, qualified: int) -> None:
    """The longest payouts share the aggregate limit pro rata, to the cent; see `settlement.aggregate`."""
    numbers = plan.numbers
    cap, wagers = numbers[CAP], numbers[WAGERS]
    groups = players if numbers[CAP_BY_PLAYER] else 1
    for group in range(groups):
        total = np.int64(0)
        for turn in range(players * wagers):
            seat, wager = order[turn // wagers], turn % wagers
            if groups > 1 and turn // wagers != group:
                continue
            if room.claim[seat, wager] > 0 and room.share[seat * MOST_WAGERS + wager]:
                total += room.asks[seat, wager]
        if total <= cap:
            continue
        given = np.int64(0)
        for turn in range(players * wagers):
            seat, wager = order[turn // wagers], turn % wagers
            at = seat * MOST_WAGERS + wager
            if (groups > 1 and turn // wagers != group) or room.claim[seat, wager] <= 0 or not room.share[at]:
                continue
            product = cap * room.asks[seat, wager]
            room.asks[seat, wager] = product // total
            given += room.asks[seat, wager]
            room.share[at] = product % total + 2
        while given < cap:  # the cents left over go to the largest remainders, earlier ones first
            best, best_seat, best_wager = np.int64(1), np.int64(-1), np.int64(-1)
            for number in range(players * wagers):
                # in the order of settlement: hand by hand, or wager by wager
                if numbers[WAGER_FIRST]:
                    seat, wager = order[number % players], number // players
                else:
                    seat, wager = order[number // wagers], number % wagers
                if groups > 1 and seat != order[group]:
                    continue
                if room.share[seat * MOST_WAGERS + wager] > best:
                    best, best_seat, best_wager = room.share[seat * MOST_WAGERS + wager], seat, wager
            room.asks[best_seat, best_wager] += 1
            room.share[best_seat * MOST_WAGERS + best_wager] = 1
            given += 1


@part
def _class_of(
    wager: int, seat: int, result: int, dealer: int, dealers_hole: int, plan: Plan, room: Room
) -> Any:
    looks = plan.looks[wager]
    if looks == HAND:
        return room.hand[seat]
    if looks == DEALER:
        return np.int64(dealer)
    if looks in (LOSER, WINNER):
        if result == TIE:
            return np.int64(0)
        won = result == WIN
        return room.hand[seat] if (looks == WINNER) == won else np.int64(dealer)
    if looks == HOLE:
        return np.int64(plan.line_of[wager, HOLE_CLASS[room.hole[seat]], dealers_hole])
    return room.with_flop[seat]


@part
def _play_hands(players: int, order: Array, plan: Plan, room: Room) -> Any:
    """Decide and compare every hand; gives back the dealer's category, strength and hole."""
    deck = room.deck
    key, bits = START, np.uint64(0)
    for i in range(5):
        key += CARD_KEYS[deck[i]]
        bits |= CARD_BITS[deck[i]]
    dealer = np.int64(
        strength_of_sum(
            key + CARD_KEYS[deck[5]] + CARD_KEYS[deck[6]], bits | CARD_BITS[deck[5]] | CARD_BITS[deck[6]]
        )
    )
    flop = flop_of(deck)
    river, suit = np.int64(-1), np.int64(-1)
    for place in range(players):
        seat = order[place]
        first, second = deck[7 + 2 * place], deck[8 + 2 * place]
        hole = hole_of(first, second)
        strategy = plan.strategy[seat]
        multiple = np.int64(plan.played.before[strategy, hole])
        if multiple == 0:
            if plan.played.flops[strategy, flop, hole >> 6] >> np.uint64(hole & 63) & np.uint64(1):
                multiple = plan.played.multiples[0]
            else:
                if river < 0:
                    river, suit = river_of(deck)
                multiple = multiple_of(plan.played, strategy, hole, flop, river, suit)
        own = np.int64(
            strength_of_sum(
                key + CARD_KEYS[first] + CARD_KEYS[second], bits | CARD_BITS[first] | CARD_BITS[second]
            )
        )
        room.multiple[seat] = multiple
        room.hole[seat] = hole
        room.hand[seat] = CATEGORY_OF[own]
        room.shown[seat] = WIN if own > dealer else LOSE if own < dealer else TIE
    return dealer


@part
def _judge(seat: int, dealer: Any, dealers_hole: Any, qualified: int, plan: Plan, room: Room) -> Any:
    """What every wager of a hand is due; gives back what the seat would win if all of it were paid."""
    play = plan.play_at[room.multiple[seat]]
    folded = room.multiple[seat] == 0
    ideal = np.int64(0)
    for wager in range(plan.numbers[WAGERS]):
        room.done[seat, wager] = 0
        room.lacking[seat, wager] = 0
        stake = plan.stakes[seat, wager, play]
        if stake == 0:
            room.claim[seat, wager] = 0
            room.share[seat * MOST_WAGERS + wager] = 0
            continue
        result = FOLD if folded and not plan.alive[wager] else room.shown[seat]
        of = _class_of(wager, seat, result, dealer, dealers_hole, plan, room)
        counts = 1 if result == FOLD else qualified
        due = plan.due[seat, wager, play, counts, result, of]
        room.claim[seat, wager] = due
        room.asks[seat, wager] = min(due, plan.most[wager])
        room.share[seat * MOST_WAGERS + wager] = plan.limited[seat, wager, play, counts, result, of]
        ideal += room.asks[seat, wager] if due >= 0 else -stake
    return ideal


@part
def _with_flop(deck: Array, hole: int, place: int) -> Any:
    first, second = deck[7 + 2 * place], deck[8 + 2 * place]
    key, bits = START + CARD_KEYS[first] + CARD_KEYS[second], CARD_BITS[first] | CARD_BITS[second]
    for i in range(3):
        key += CARD_KEYS[deck[i]]
        bits |= CARD_BITS[deck[i]]
    return np.int64(CATEGORY_OF[strength_of_sum(key, bits)])


@part
def _refunded(plan: Plan, room: Room, position: int, seat: int) -> Any:
    """The fee of a seat without that for wagers that the bank did not cover (B-CA-18)."""
    circles, sides = np.int64(0), np.int64(0)
    for wager in range(plan.numbers[WAGERS]):
        if plan.fee_wager[wager] and plan.stakes[seat, wager, 0] and not room.lacking[seat, wager]:
            if plan.required[wager]:
                circles += 1
            else:
                sides += 1
    if plan.numbers[BY_POSITION]:
        circles = min(circles, np.int64(1))
    return plan.rates[position, seat, 0] * circles + plan.rates[position, seat, 1] * sides


@kernel
def play_rounds(key: np.uint64, begin: int, end: int, plan: Plan, room: Room, totals: Totals) -> None:
    """Rounds from one number to another, added up."""
    numbers = plan.numbers
    seats, wagers = numbers[SEATS], numbers[WAGERS]
    limit = np.int64(totals.histogram.size - 1)
    refunds = numbers[REFUND] and numbers[COVER] == BY_WAGER and not numbers[SIMPLE]
    on_flop = False
    for wager in range(wagers):
        on_flop = on_flop or plan.looks[wager] == FLOP
    for number in range(begin, end):
        position = number // numbers[CONSECUTIVE] % numbers[POSITIONS]
        banker = plan.banker[position]
        players = seats if banker < 0 else seats - 1
        dealt, order = plan.deal_order[position], plan.settle_order[position]
        deal(key, number, 7 + 2 * players, room.deck)
        dealer = _play_hands(players, dealt, plan, room)
        qualified = 1 if dealer >= numbers[QUALIFIER] else 0
        bank_gain, bank_fee = np.int64(0), plan.bank_fee[position]
        short, unpaid = 0, np.int64(0)
        live = players
        if numbers[SIMPLE]:
            for place in range(players):
                seat = dealt[place]
                play = plan.play_at[room.multiple[seat]]
                result = FOLD if room.multiple[seat] == 0 else room.shown[seat]
                counts = 1 if result == FOLD else qualified
                ideal = plan.simple[seat, play, counts, result, room.hand[seat]]
                room.net[seat] = ideal
                bank_gain -= ideal
        else:
            category = np.int64(CATEGORY_OF[dealer])
            dealers_hole = np.int64(HOLE_CLASS[hole_of(room.deck[5], room.deck[6])])
            limited = False
            for place in range(players):
                seat = dealt[place]
                if on_flop:
                    room.with_flop[seat] = _with_flop(room.deck, room.hole[seat], place)
                room.net[seat] = 0
                room.dead[seat] = 0
                ideal = _judge(seat, category, dealers_hole, qualified, plan, room)
                room.share[MOST_SEATS * MOST_WAGERS + place] = ideal
                for wager in range(wagers):
                    limited = limited or room.share[seat * MOST_WAGERS + wager] > 0
            if limited and numbers[CAP] >= 0:
                _share_limit(plan, room, order, players, qualified)
            room.account[PAID] = 0
            room.account[COLLECTED] = 0
            for place in range(players):
                if room.multiple[dealt[place]] == 0:
                    _take_turn(dealt[place], 0, wagers, 1, plan, room)
            if qualified == 0 and numbers[ANTES_FIRST]:
                main = numbers[MAIN]
                for place in range(players):
                    seat = order[place]
                    if room.multiple[seat] > 0:
                        _take_turn(seat, main, main + 1, 0, plan, room)
            if numbers[WAGER_FIRST]:
                for wager in range(wagers):
                    for place in range(players):
                        _take_turn(order[place], wager, wager + 1, 0, plan, room)
            else:
                for place in range(players):
                    _take_turn(order[place], 0, wagers, 0, plan, room)
            bank_gain = room.account[COLLECTED] - room.account[PAID]
            for place in range(players):
                seat = dealt[place]
                play = plan.play_at[room.multiple[seat]]
                live -= room.dead[seat]
                for wager in range(wagers):
                    if room.lacking[seat, wager]:
                        totals.uncovered[seat] += plan.stakes[seat, wager, play]
                        short = 1
                        if room.claim[seat, wager] > 0:
                            unpaid += room.asks[seat, wager]
            totals.bank[BANK_SHORT] += short
            totals.bank[BANK_DEAD] += players - live
            totals.bank[BANK_UNPAID] += unpaid
        together = np.int64(0)
        for place in range(players):
            seat = dealt[place]
            fee = plan.fee[position, seat]
            if refunds and fee:
                fee = _refunded(plan, room, position, seat)
            if numbers[RAKE] and (numbers[SIMPLE] or not room.dead[seat]):
                fee += numbers[RAKE]
            ideal = room.net[seat] if numbers[SIMPLE] else room.share[MOST_SEATS * MOST_WAGERS + place]
            net = room.net[seat] - fee
            play = plan.play_at[room.multiple[seat]]
            totals.net[seat] += net
            totals.square[seat] += np.float64(net) * np.float64(net)
            totals.staked[seat] += plan.staked[seat, play]
            totals.fees[seat] += fee
            totals.ideal[seat] += ideal
            totals.ideal_square[seat] += np.float64(ideal) * np.float64(ideal)
            totals.across[seat] += np.float64(ideal) * np.float64(net)
            together += ideal
            room.net[seat] = net
        if live > 0:
            bank_fee += numbers[RAKE_BANK]
        bank_net = bank_gain - bank_fee
        if banker >= 0:
            totals.net[banker] += bank_net
            totals.square[banker] += np.float64(bank_net) * np.float64(bank_net)
            totals.fees[banker] += bank_fee
        totals.bank[BANK_NET] += bank_net
        totals.bank[BANK_FEES] += bank_fee
        totals.bank[BANK_IDEAL] -= together
        moments = totals.bank_moments
        moments[SQUARE_BANK] += np.float64(bank_net) * np.float64(bank_net)
        moments[SQUARE_IDEAL] += np.float64(together) * np.float64(together)
        moments[CROSS_IDEAL] -= np.float64(together) * np.float64(bank_net)
        if players > 1:
            moments[CROSS_SEATS] += np.float64(room.net[dealt[0]]) * np.float64(room.net[dealt[1]])
        place = (bank_net - numbers[LOWEST]) // numbers[STEP]
        totals.histogram[max(np.int64(0), min(limit, place))] += 1

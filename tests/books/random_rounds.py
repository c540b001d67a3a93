# mypy: ignore-errors
"""Legal completed rounds of all four books with random cards, wagers, decisions and switches.

Boards and hands are often planted, so that jackpots, ties on the board and short banks are reached.
"""

import random

RANKS, SUITS = "23456789TJQKA", "shdc"
DECK = [r + s for r in RANKS for s in SUITS]
BOOKS = ["california-shfl", "california-bally", "florida", "iowa-catfish-bend"]
CALIFORNIA = {
    "bank.accounting": ["running", "matched"],
    "bank.win_cap": ["gross", "none"],
    "bank.partial_cover": ["whole_wager"],
    "bank.after_exhaustion": ["collect_losers"],
    "settle.loop": ["wager_first"],
    "fold.collect_at": ["turn"],
    "settle.wager_order": [
        ["play", "ante", "blind", "trips"],
        ["trips", "blind", "play", "ante"],
        ["ante", "blind", "play", "trips"],
        ["trips", "ante", "play", "blind"],
    ],
    "payout.rounding": ["down_to_unit"],
    "wagers.unit": [50],
}
CHOICES = {
    "california-shfl": {**CALIFORNIA, "trips_table": ["UTH-01", "UTH-03", "UTH-04"]},
    "california-bally": CALIFORNIA,
    "florida": {
        "trips.win_below_table": ["push"],
        "bank.funds": ["posted_only", "at_table", "at_table"],
        "fold.collect_at": ["turn"],
    },
    "iowa-catfish-bend": {
        "aggregate.cap": [2500000 // 7, 1000000, 250001, 5000000],
        "aggregate.include_tokes": [False],
        "aggregate.odds": ["50:1", "30:1", "10:1", "1:1"],
        "trips.royal_flush": ["500:1", "1000:1"],
        "trips.fold_auto_tuck": [False],
        "progressive.stake_returned_on_win": [True],
        "envy.folded_eligible": [False],
        "notify.base": ["wager"],
        "payout.rounding": ["down_to_unit"],
    },
}
MORE_CHOICES = {
    "florida": {"trips.on_tie": ["lose"], "trips.on_loss": ["push"], "trips.on_fold": ["push"]},
    "iowa-catfish-bend": {"settle.direction": ["left_to_right"]},
}


def random_switches(rng, book):
    choices = CHOICES[book] | MORE_CHOICES.get(book, {})
    sw = {}
    if rng.random() < 0.45:
        for key in rng.sample(sorted(choices), min(rng.choice([1, 1, 2, 3]), len(choices))):
            sw[key] = rng.choice(choices[key])
    if "payout.rounding" in sw:
        sw["payout.unit"] = rng.choice([100, 100, 500])
    if book == "california-bally":
        sw["trips_table"] = rng.choice(["UTH-01", "UTH-02", "UTH-03", "UTH-04"])
        if rng.random() < 0.4:
            sw["backline.allowed"] = True
            if rng.random() < 0.3:
                sw["backline.decides"] = "own"
    return sw


def plan_cards(rng):
    """(board wishes, list of hole-card wishes): cards to be placed before the rest is dealt at random."""
    kind = rng.choice(
        ["none"] * 6
        + [
            "pair",
            "twopair",
            "trips",
            "suited3",
            "suited4",
            "run3",
            "run4",
            "straight",
            "flush",
            "full",
            "quads",
            "royal_flop",
            "sf_flop",
            "two_sf",
            "major_minor",
            "board_royal",
            "board_sf",
            "royal_turn",
            "wheel",
            "steel_wheel",
            "flop_quads",
            "dry",
            "same_hole",
        ]
    )
    s, t, u, v = rng.sample(SUITS, 4)
    r = rng.sample(RANKS, 5)
    low = rng.randrange(0, 9)  # lowest card of a run
    run = [RANKS[low + i] for i in range(5)]
    if kind == "none":
        return [], []
    if kind == "pair":
        return [r[0] + s, r[0] + t], []
    if kind == "twopair":
        return [r[0] + s, r[0] + t, r[1] + s, r[1] + u], [[r[0] + u]]
    if kind == "trips":
        return [r[0] + s, r[0] + t, r[0] + u], rng.choice([[], [[r[0] + v]], [[r[1] + s, r[1] + t]]])
    if kind == "suited3":
        return [x + s for x in r[:3]], [[r[3] + s, r[4] + s]]
    if kind == "suited4":
        return [x + s for x in r[:4]], [[r[4] + s]]
    if kind == "run3":
        return [run[1] + s, run[2] + t, run[3] + u], [[run[0] + s, run[4] + t]]
    if kind == "run4":
        return [run[0] + s, run[1] + t, run[2] + u, run[3] + s], [[run[4] + v]]
    if kind == "straight":
        return [x + rng.choice(SUITS) for x in run], []
    if kind == "flush":
        return [x + s for x in r], []
    if kind == "full":
        return [r[0] + s, r[0] + t, r[0] + u, r[1] + s, r[1] + t], [[r[1] + u], [r[2] + s, r[2] + t]]
    if kind == "quads":
        return [r[0] + x for x in SUITS], []
    if kind == "royal_flop":
        cards = rng.sample("TJQKA", 5)
        return [x + s for x in cards[:3]], [[x + s for x in cards[3:]]]
    if kind == "sf_flop":
        cards = rng.sample(run, 5)
        return [x + s for x in cards[:3]], [[x + s for x in cards[3:]]]
    if kind == "two_sf":  # flop 7 8 9 suited with 5 6 and T J
        low = rng.randrange(0, 6)
        q = [RANKS[low + i] + s for i in range(7)]
        return q[2:5], [[q[0], q[1]], [q[5], q[6]]]
    if kind == "major_minor":
        return ["T" + s, "J" + s, "Q" + s], [
            ["A" + s, "K" + s],
            rng.choice([["9" + s, "8" + s], ["9" + s]]),
            ["A" + t, "K" + t],
        ]
    if kind == "board_royal":
        return [x + s for x in "TJQKA"], []
    if kind == "board_sf":
        return [x + s for x in run], ([[RANKS[low + 5] + s]] if low < 8 else [])
    if kind == "royal_turn":
        cards = rng.sample("TJQKA", 5)
        return [cards[0] + s, cards[1] + s, rng.choice(RANKS) + t, cards[2] + s], [[x + s for x in cards[3:]]]
    if kind == "wheel":
        return ["A" + s, "2" + t, "3" + u], [["4" + s, "5" + t], ["4" + t, "6" + s]]
    if kind == "steel_wheel":
        return ["A" + s, "2" + s, "3" + s], [["4" + s, "5" + s]]
    if kind == "flop_quads":
        return [r[0] + s, r[0] + t, r[1] + u], [[r[0] + u, r[0] + v]]
    if kind == "dry":  # bank likely not qualified
        return [x + y for x, y in zip(["K", "J", "8", "5", "3"], [s, t, u, s, t])], []
    return [], [[r[0] + s, r[1] + s], [r[0] + t, r[1] + t]]  # same_hole: same ranks in two hands


def deal(rng, count):
    """board of five and `count` pairs; the last pair is the bank's."""
    wishes, holes = plan_cards(rng)
    if len(wishes) == 5:  # shorter wishes stay in front, so on the flop
        rng.shuffle(wishes)
    board, used = list(wishes), set(wishes)
    pairs = [[] for _ in range(count)]
    spots = list(range(count))
    rng.shuffle(spots)
    if count > 1 and rng.random() < 0.7:  # mostly the players get the planted cards
        spots.remove(count - 1)
        spots.append(count - 1)
    for spot, wish in zip(spots, holes):
        for card in wish:
            if card not in used:
                pairs[spot].append(card)
                used.add(card)
    rest = [c for c in DECK if c not in used]
    rng.shuffle(rest)
    while len(board) < 5:
        board.append(rest.pop())
    for pair in pairs:
        while len(pair) < 2:
            pair.append(rest.pop())
        rng.shuffle(pair)
    return board, pairs


def decide(rng, hole, board, style):
    if style == "silly":
        return rng.choice(
            [
                ["bet4"],
                ["bet3"],
                ["check", "bet2"],
                ["check", "check", "bet1"],
                ["check", "check", "fold"],
                ["check", "check", "fold"],
            ]
        )
    high = max(RANKS.index(c[0]) for c in hole)
    own = [c[0] for c in hole]
    if own[0] == own[1] or high == 12 or (high == 11 and min(RANKS.index(x) for x in own) > 4):
        return [rng.choice(["bet4", "bet4", "bet4", "bet3"])]
    flop = [c[0] for c in board[:3]]
    suits = [c[1] for c in hole + board[:3]]
    if any(x in flop for x in own) or max(suits.count(x) for x in SUITS) >= 4:
        return ["check", "bet2"]
    river = [c[0] for c in board]
    suits = [c[1] for c in hole + board]
    if any(x in river for x in own) or max(suits.count(x) for x in SUITS) >= 5 or high >= 10:
        return ["check", "check", "bet1"]
    return ["check", "check", "fold"]


def amount(rng, low, high, unit):
    return rng.choice(
        [low, rng.randrange(low, high + 1, unit), rng.randrange(low, min(high, low * 4) + 1, unit)]
    )


def random_round(rng: random.Random) -> dict:
    book = rng.choice(BOOKS)
    sw = random_switches(rng, book)
    unit = sw.get("wagers.unit", 100)
    iowa = book == "iowa-catfish-bend"
    places = 8 if book == "florida" else 7 if iowa else 6
    bank_seat = None if iowa else rng.randint(1, places)
    free = [n for n in range(1, places + 1) if n != bank_seat]
    taken = sorted(rng.sample(free, rng.choice([1, 2, 2, 3, 3, 4, 5, len(free)])))
    board, pairs = deal(rng, len(taken) + 1)
    folding = rng.random() < 0.1  # a round with many folds
    seats = []
    for n, hole in zip(taken, pairs):
        ante = amount(rng, 500, 5000, unit)
        trips = amount(rng, 100 if iowa else 500, 5000, unit) if rng.random() < 0.6 else 0
        decisions = decide(rng, hole, board, rng.choice(["sensible", "silly"]))
        if folding and rng.random() < 0.7:
            decisions = ["check", "check", "fold"]
        seat = {"seat": n, "hole": hole, "ante": ante, "blind": ante, "trips": trips, "decisions": decisions}
        seats.append(seat)
        if sw.get("backline.allowed") and rng.random() < 0.5:
            own = list(decisions)
            if sw.get("backline.decides") == "own" and rng.random() < 0.5:
                own = decide(rng, hole, board, "silly")
            elif rng.random() < 0.1:
                own = ["check", "check", "fold"]  # cannot fund the multiple
            back = 0 if rng.random() < 0.2 else amount(rng, 500, 5000, unit)  # or Trips alone
            if not back and own != decisions:
                own = list(decisions)
            seats.append(
                {
                    "seat": f"{n}b",
                    "hole": list(hole),
                    "ante": back,
                    "blind": back,
                    "trips": amount(rng, 500, 5000, unit) if rng.random() < 0.5 or not back else 0,
                    "decisions": own,
                    "backline_of": n,
                }
            )
    rnd = {
        "id": "RANDOM",
        "type": "round",
        "title": "random round",
        "document": book,
        "clauses": [],
        "switches": sw,
        "board": board,
        "bank_hand": pairs[-1],
        "seats": seats,
    }
    if not iowa:
        staked = sum(s["ante"] * 3 + s["trips"] for s in seats)
        wager = rng.choice(
            [
                rng.randrange(100, 3001, 100),
                rng.randrange(500, 20001, 100),
                rng.randrange(100, 2 * staked + 101, 100),
                rng.randrange(100, staked + 101, 50),
                500000,
                20000000,
            ]
        )
        rnd["bank"] = {"seat": bank_seat, "wager": wager}
        if sw.get("bank.funds") == "at_table":
            rnd["bank"]["chips"] = rng.choice([0, rng.randrange(1, 5001), rng.randrange(1, 50001, 100)])
        return rnd
    tokes, linked = rng.random() < 0.4, rng.random() < 0.6
    for s in seats:
        if tokes and rng.random() < 0.6:
            last = s["decisions"][-1]
            stakes = {"ante": s["ante"], "blind": s["blind"]}
            if last != "fold":
                stakes["play"] = s["ante"] * int(last[3:])
            if s["trips"]:
                stakes["trips"] = s["trips"]
            room, laid = 5500 - s["ante"], []  # 110 % of the table maximum, the Ante being the original bet
            for on in rng.sample(sorted(stakes), rng.choice([1, 1, 2, len(stakes)])):
                if room >= 50:
                    most = min(5000, room)
                    cents = rng.choice([50, most, rng.randrange(50, most + 1), min(most, 75)])
                    laid.append({"on": on, "amount": cents})
                    room -= cents
            if laid:
                s["toke"] = laid if len(laid) > 1 else laid[0]
        if linked and rng.random() < 0.7:
            s["progressive"] = 500
    if any("progressive" in s for s in seats):
        rnd["meters"] = {
            "major": rng.randrange(2000000, 9000000),
            "minor": rng.randrange(150000, 900000),
            "reserve": rng.randrange(0, 5000000, 10),
        }
    return rnd

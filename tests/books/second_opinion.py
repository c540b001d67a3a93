# mypy: ignore-errors
"""A second opinion: settles one completed round with plain branches, written from the rule documents alone
by somebody who had not seen ``uth.game``. Two readings of the same rules must agree to the cent.

Decisions where neither the documents nor the answered questions (questions.toml) say (D-xx is repeated where it acts)
 California
 D-01 Several folds: collected in the order of folding = decision order = order of the deal
      (seat 1..N, backline after its seat), not in settlement order.  Only matters when the win cap or
      `matched` binds among the folders.  FOLD_ORDER below flips it.
 D-02 Fold collections themselves obey the win cap (excess returned) and, under `matched`, exhaustion.
 D-03 settle.wager_order orders the fold collection too (default: ante, blind, trips as in DEAL-14a).
 D-04 whole_wager: a wager that cannot be paid whole is returned ("not covered"), the bank is NOT
      exhausted by it and smaller wagers after it are still covered.  exhausted_at only at exactly zero.
 D-05 `matched`, losing wager larger than what is left: the rest is collected, the excess returned
      ("lose, partly covered"); with whole_wager the wager is returned whole ("not covered").
 D-06 collect_losers: losing wagers are always taken whole (within the win cap), also under `matched`
      and at the wager that exhausts it.  The win cap applies in all three accountings.
 D-07 running + collect_losers: the balance is the state, so after a collected loser the bank can pay
      again; exhausted_at stays the first time it was empty.  stake_only and matched never recover.
 D-08 The win cap is not "cover": whole_wager does not change it (excess of a loser returned).
 D-09 wager_first: the pass goes over seats in settlement order, a backline right after its seat; a
      folder's winning Trips is paid in the Trips pass.
 D-10 payout.rounding=down_to_unit touches only 3:2 Blind payouts; `due` is the rounded amount;
      payout.unit defaults to 100.
 D-11 Backline with decides=seat: the multiple is the seat's; own decisions ending in "fold" = he could
      not fund it and is folded (also for fold collection).  A Trips of his is judged like any folder's.
 Florida
 D-12 A fold loses in step 8, hands are compared in step 9: folds are collected first, in the order of
      play (clockwise from the designated player's left), whatever the funds, and they add to them.
      With fold.collect_at=turn they wait for their turn and are dead like any loser when funds are zero.
 D-13 posted_only: funds = posted - paid so far, and the hand's own lost Trips does not help to pay its
      wins (it is a collected chip).  POSTED_ONLY_NETS_OWN_LOSS below flips it.
 D-13b at_table: what he has before him (bank.chips) is added to what he has posted; else as running.
 D-14 A hand where everything pushes is never dead.
 D-15 trips.on_tie / on_loss / on_fold know lose, push and `table` (paid if three of a kind or better,
      else lost); the documents name only the defaults.  bank.cover_policy knows only dead_hand,
      bank.cover_check only settlement (`wager` gives no measure): anything else raises.
 Iowa
 D-16 Fold rows first in deal order, then (bank not qualified) Ante refunds, then seats.  No money in it.
 D-17 trips.fold_auto_tuck=false: a round has no field for tucking, so a folder's Trips is lost.
 D-17b The limit is on payouts of the named odds (500 to 1) or longer, whichever wager they are on.
 D-17c 3 to 2 on a toke of an odd number of cents: half a cent more, never half a cent less.
 D-18 A toke has the fate of the wager it rides on; a hand may have one on each wager.  The player gave it away: his net falls by the toke;
      toke_pool gets paid + returned, also on a push.  toke_pool is in net whenever a toke was bet.
      A toke on a Play wager never made is refused.
 D-19 Toke payouts count for the notice of their seat (what is paid at one spot), in both bases.
 D-20 Every progressive winner is notified (A: "every progressive winner", PRG-7), also below $100.
 D-21 notify.threshold is in cents (10000).  aggregate.cap null = no limit; equal remainders: the odd
      cent goes to the earlier row (player before toke).
 D-25 Several winners of one meter (share_jackpot): earlier deal first, then clockwise; the meter by their
      number, in whole cents; what is left over one cent each to those who are paid first.
 D-22 stake_returned_on_win holds for every progressive win, Major and Minor too; envy has no stake.
 All
 D-23 `five` is sorted by card rank, ace first also in 5-4-3-2-A; own cards before board cards; among
      equal choices own cards are preferred.
 D-24 `hands` and `qualifies` are reported also for hands nobody would turn over.
"""

from itertools import combinations
from typing import Any

FOLD_ORDER = "deal"  # or "settlement" (D-01)
POSTED_ONLY_NETS_OWN_LOSS = False  # D-13

RANKS = "23456789TJQKA"
CATEGORIES = [
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
]
SHAPES = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
STRAIGHT, TRIPLE, ROYAL, PAIR = 4, 3, 9, 1
BLIND = {9: (500, 1), 8: (50, 1), 7: (10, 1), 6: (3, 1), 5: (3, 2), 4: (1, 1)}
BLIND_FLORIDA = {9: (200, 1), 8: (50, 1), 7: (10, 1), 6: (3, 1), 5: (2, 1), 4: (1, 1)}
TRIPS = {
    "UTH-01": (50, 40, 30, 9, 7, 4, 3),
    "UTH-02": (50, 40, 30, 8, 6, 5, 3),
    "UTH-03": (50, 40, 30, 8, 7, 4, 3),
    "UTH-04": (50, 40, 20, 7, 6, 5, 3),
    "florida": (50, 40, 30, 10, 8, 6, 3),
}  # royal ... three of a kind
PROGRESSIVE = {7: 300, 6: 50, 5: 40, 4: 30, 3: 9}
SEED = {"major": 2000000, "minor": 150000}
ENVY = {9: 500000, 8: 150000}
WAGERS = ["ante", "play", "blind", "trips"]


# ---------------------------------------------------------------- cards
def rank5(cards):
    """(category, tie-breakers) of exactly five cards."""
    values = sorted((RANKS.index(c[0]) for c in cards), reverse=True)
    flush = len({c[1] for c in cards}) == 1
    groups = sorted(((values.count(v), v) for v in set(values)), reverse=True)
    shape = tuple(n for n, _ in groups)
    top = values[0] if len(groups) == 5 and values[0] - values[4] == 4 else None
    if values == [12, 3, 2, 1, 0]:
        top = 3  # 5-4-3-2-A
    if top is not None and flush:
        return (9, []) if top == 12 else (8, [top])
    if flush:
        return 5, values
    if top is not None:
        return 4, [top]
    return SHAPES[shape], [v for _, v in groups]


def best(cards):
    """Best five of seven: (rank, the five cards)."""
    top = None
    for five in combinations(cards, 5):
        r = rank5(five)
        if top is None or r > top[0]:
            top = (r, five)
    return top[0], sorted(top[1], key=lambda c: -RANKS.index(c[0]))


# ---------------------------------------------------------------- what each wager does by itself
def verdicts(doc, sw, stakes, cat, versus, qualifies):
    """wager -> (win | lose | push, winnings owed).  versus: higher, lower, equal, folded."""
    out = {}
    for w, stake in stakes.items():
        if w == "trips":
            ratio = trips_table(doc, sw)[ROYAL - cat] if cat >= TRIPLE else 0
            if doc == "florida":
                rule = {
                    "higher": "table",
                    "lower": get(sw, "trips.on_loss", "lose"),
                    "equal": get(sw, "trips.on_tie", "push"),
                    "folded": get(sw, "trips.on_fold", "lose"),
                }[versus]
                if versus == "higher" and not ratio:
                    rule = get(sw, "trips.win_below_table", "lose")
            else:
                rule = "table"
                if (
                    versus == "folded"
                    and doc == "iowa-catfish-bend"
                    and not get(sw, "trips.fold_auto_tuck", True)
                ):
                    rule = "lose"  # D-17
            if rule == "table":
                out[w] = ("win", stake * ratio) if ratio else ("lose", 0)
            else:
                out[w] = ({"lose": "lose", "push": "push"}[rule], 0)
        elif versus == "folded":
            out[w] = ("lose", 0)
        elif versus == "equal" or (w == "ante" and not qualifies):
            out[w] = ("push", 0)
        elif versus == "lower":
            out[w] = ("lose", 0)
        elif w in ("ante", "play"):
            out[w] = ("win", stake)
        elif cat < STRAIGHT:
            out[w] = ("push", 0)
        else:
            num, den = (BLIND_FLORIDA if doc == "florida" else BLIND)[cat]
            due = (stake * num + den - 1) // den  # D-17c
            if den == 2 and get(sw, "payout.rounding", "exact") == "down_to_unit":  # D-10
                due -= due % sw.get("payout.unit", 100)
            out[w] = ("win", due)
    return out


def trips_table(doc, sw):
    if doc == "florida":
        return TRIPS["florida"]
    if doc == "iowa-catfish-bend":
        royal = sw.get("trips.royal_flush", "50:1").split(":")[0]
        return (int(royal), *TRIPS["UTH-03"][1:])
    name = sw.get("trips_table", "UTH-02" if doc == "california-shfl" else None)
    if name is None:
        raise ValueError("a Bally table needs trips_table (B-CA-21)")
    return TRIPS[name]


ALLOWED = {
    "bank.accounting": ("stake_only", "running", "matched"),
    "bank.win_cap": ("net", "gross", "none"),
    "bank.partial_cover": ("pay_remainder", "whole_wager"),
    "bank.after_exhaustion": ("return_all", "collect_losers"),
    "settle.loop": ("seat_first", "wager_first"),
    "fold.collect_at": ("fold", "turn"),
    "payout.rounding": ("exact", "down_to_unit"),
    "backline.decides": ("seat", "own"),
    "trips.win_below_table": ("lose", "push"),
    "trips.on_tie": ("lose", "push", "table"),
    "trips.on_loss": ("lose", "push", "table"),
    "trips.on_fold": ("lose", "push", "table"),
    "bank.cover_policy": ("dead_hand",),
    "bank.cover_check": ("settlement",),
    "bank.funds": ("running", "posted_only", "at_table"),
    "notify.base": ("hand_total", "wager"),
    "settle.direction": ("right_to_left", "left_to_right"),
    "evaluation.hole_cards": ("any",),
}


def get(sw, key, default):
    value = sw.get(key, default)
    if key in ALLOWED and value not in ALLOWED[key]:
        raise ValueError(f"{key} = {value!r} is not defined")
    return value


def row(seat, wager, stake, outcome, due=0, paid=0, collected=0, note=None):
    r = {
        "seat": seat,
        "wager": wager,
        "stake": stake,
        "outcome": outcome,
        "due": due,
        "paid": paid,
        "collected": collected,
        "returned": stake - collected,
    }
    if note:
        r["note"] = note
    return r


# ---------------------------------------------------------------- one round
def settle(rnd: dict[str, Any]) -> dict[str, Any]:
    doc, sw = rnd["document"], rnd.get("switches", {})
    for key in sw:
        get(sw, key, None)
    if doc.startswith("california"):
        trips_table(doc, sw)
    board, seats = rnd["board"], rnd["seats"]
    bank_rank, bank_five = best(rnd["bank_hand"] + board)
    qualifies = bank_rank[0] >= PAIR
    by_number = {s["seat"]: s for s in seats}

    hands, players = {}, {}
    for s in seats:
        decisions = s.get("decisions")
        if "backline_of" in s:
            if not sw.get("backline.allowed", False) or not doc.startswith("california"):
                raise ValueError("backline wagering is not allowed")
            if get(sw, "backline.decides", "seat") == "seat" and not (decisions and decisions[-1] == "fold"):
                decisions = by_number[s["backline_of"]]["decisions"]  # D-11
        last = decisions[-1]
        r, five = best(s["hole"] + board)
        versus = (
            "folded"
            if last == "fold"
            else "higher"
            if r > bank_rank
            else "lower"
            if r < bank_rank
            else "equal"
        )
        stakes = {}
        if s["ante"]:  # behind a hand Trips may lie alone
            stakes = {"ante": s["ante"], "blind": s["blind"]}
            if last != "fold":
                stakes["play"] = s["ante"] * int(last[3:])
        if s.get("trips"):
            stakes["trips"] = s["trips"]
        players[s["seat"]] = {
            "base": s.get("backline_of", s["seat"]),
            "back": "backline_of" in s,
            "round": s,
            "folded": last == "fold",
            "stakes": stakes,
            "cat": r[0],
            "versus": versus,
            "verdicts": verdicts(doc, sw, stakes, r[0], versus, qualifies),
        }
        hands[str(s["seat"])] = {"category": CATEGORIES[r[0]], "five": five, "versus_bank": versus}
        if s.get("progressive"):
            players[s["seat"]]["flop"] = rank5(s["hole"] + board[:3])[0]
            hands[str(s["seat"])]["hole_plus_flop"] = CATEGORIES[players[s["seat"]]["flop"]]

    dealt = sorted(players, key=lambda n: (players[n]["base"], players[n]["back"]))
    out = {
        "bank_hand": {"category": CATEGORIES[bank_rank[0]], "five": bank_five},
        "qualifies": qualifies,
        "hands": hands,
    }
    if doc == "iowa-catfish-bend":
        settle_iowa(rnd, sw, players, dealt, qualifies, out)
    else:
        button = rnd["bank"]["seat"]
        order = sorted(dealt, key=lambda n: players[n]["base"] <= button)  # bank's left first
        if doc == "florida":
            settle_florida(rnd, sw, players, order, out)
        else:
            settle_california(rnd, sw, players, dealt, order, out)
        paid = sum(r["paid"] for r in out["settlement"])
        collected = sum(r["collected"] for r in out["settlement"])
        out["bank"] = {
            "wager": rnd["bank"]["wager"],
            "paid": paid,
            "collected": collected,
            "net": collected - paid,
            **out.get("bank", {}),
        }
        out["net"] = {
            str(s["seat"]): sum(
                r["paid"] - r["collected"] for r in out["settlement"] if r["seat"] == s["seat"]
            )
            for s in seats
        }
        out["net"]["bank"] = collected - paid
        if "fees" in rnd:
            fees = rnd["fees"]
            after = {
                str(s["seat"]): out["net"][str(s["seat"])] - f for s, f in zip(seats, fees["player_fees"])
            }
            out["net_after_fees"] = {
                **after,
                "bank": out["net"]["bank"] - fees["player_dealer_fee"],
                "house": fees["house"],
            }
    return out


# ---------------------------------------------------------------- California (both)
def settle_california(rnd, sw, players, dealt, order, out):
    wagered = rnd["bank"]["wager"]
    accounting = get(sw, "bank.accounting", "stake_only")
    cap = get(sw, "bank.win_cap", "net")
    whole = get(sw, "bank.partial_cover", "pay_remainder") == "whole_wager"
    take_losers = get(sw, "bank.after_exhaustion", "return_all") == "collect_losers"
    wager_order = get(sw, "settle.wager_order", WAGERS)
    rows, state = [], {"paid": 0, "collected": 0, "exhausted_at": None}

    def left():
        if accounting == "running":
            return wagered + state["collected"] - state["paid"]
        if accounting == "matched":
            return wagered - state["collected"] - state["paid"]
        return wagered - state["paid"]

    def one(n, w, note=None):
        stake = players[n]["stakes"][w]
        result, due = players[n]["verdicts"][w]
        paid = collected = 0
        outcome = result
        if result == "win":
            if left() <= 0 or (due > left() and whole):  # D-04
                outcome = "not covered"
                note = "bank exhausted, would win" if left() <= 0 else "whole wager not covered, would win"
            elif due > left():
                paid, outcome = left(), "win, partly covered"
            else:
                paid = due
        elif result == "lose":
            covered = left() if accounting == "matched" else stake
            if take_losers:  # D-06
                covered = stake
            elif left() <= 0 or (stake > covered and whole):  # D-05
                covered = None
            if covered is None:
                outcome = "not covered"
                note = "bank exhausted, would lose" if left() <= 0 else "whole wager not covered, would lose"
            else:
                room = {
                    "net": wagered - (state["collected"] - state["paid"]),
                    "gross": wagered - state["collected"],
                    "none": stake,
                }[cap]
                collected = min(stake, covered, max(room, 0))
                if collected < stake:
                    outcome = "lose, capped" if room < covered else "lose, partly covered"
        state["paid"] += paid
        state["collected"] += collected
        if left() <= 0 and (paid or collected) and state["exhausted_at"] is None:
            state["exhausted_at"] = {"seat": n, "wager": w}
        rows.append(row(n, w, stake, outcome, due, paid, collected, note))

    done = set()
    if get(sw, "fold.collect_at", "fold") == "fold":
        for n in dealt if FOLD_ORDER == "deal" else order:  # D-01
            for w in wager_order:
                if players[n]["folded"] and players[n]["verdicts"].get(w, ("",))[0] == "lose":
                    one(n, w, "collected at the fold")
                    done.add((n, w))
    turns = [(n, w) for n in order for w in wager_order]
    if get(sw, "settle.loop", "seat_first") == "wager_first":
        turns = [(n, w) for w in wager_order for n in order]  # D-09
    for n, w in turns:
        if w in players[n]["stakes"] and (n, w) not in done:
            one(n, w)
    out.update(settlement=rows, order=order, bank={"exhausted_at": state["exhausted_at"]})


# ---------------------------------------------------------------- Florida
def settle_florida(rnd, sw, players, order, out):
    get(sw, "bank.cover_policy", "dead_hand")
    reading = get(sw, "bank.funds", "running")
    posted, taken, given, rows, dead = rnd["bank"]["wager"], 0, 0, [], []
    if reading == "at_table":  # D-13b
        posted += rnd["bank"].get("chips", 0)
    done = set()
    if get(sw, "fold.collect_at", "fold") == "fold":  # D-12
        for n in order:
            for w in WAGERS:
                if players[n]["folded"] and players[n]["verdicts"].get(w, ("",))[0] == "lose":
                    stake = players[n]["stakes"][w]
                    rows.append(row(n, w, stake, "lose", 0, 0, stake, "collected at the fold"))
                    taken += stake
                    done.add((n, w))
    for n in order:
        p = players[n]
        left = [w for w in WAGERS if w in p["stakes"] and (n, w) not in done]
        wins = sum(p["verdicts"][w][1] for w in left)
        loses = sum(p["stakes"][w] for w in left if p["verdicts"][w][0] == "lose")
        funds = posted - given + (0 if reading == "posted_only" else taken)
        own = 0 if reading == "posted_only" and not POSTED_ONLY_NETS_OWN_LOSS else loses  # D-13
        is_dead = wins - own > funds or (funds <= 0 and loses > 0)  # D-14
        for w in left:
            stake, (result, due) = p["stakes"][w], p["verdicts"][w]
            if is_dead:
                rows.append(row(n, w, stake, "dead hand", due, 0, 0, "designated player cannot cover"))
            else:
                rows.append(row(n, w, stake, result, due, due, stake if result == "lose" else 0))
        if is_dead and left:
            dead.append(n)
        elif not is_dead:
            given, taken = given + wins, taken + loses
    out.update(settlement=rows, order=order, dead_hands=dead)


# ---------------------------------------------------------------- Iowa
def share_jackpot(meter: int, winners: list[Any]) -> dict[Any, int]:
    """What each winner is paid, in the order of payment (D-25); a winner sorts as he was dealt to."""
    paid = {}
    for winner in sorted(winners):
        still = len(winners) - len(paid)
        paid[winner] = -(-(meter - sum(paid.values())) // still)  # his part of the rest, rounded up
    return paid


def settle_iowa(rnd, sw, players, dealt, qualifies, out):
    order = dealt[::-1] if get(sw, "settle.direction", "right_to_left") == "right_to_left" else dealt
    rows, limited = [], []
    least, per = map(int, sw.get("aggregate.odds", "500:1").split(":"))

    def under_the_limit(r, is_toke=False):  # D-17b
        long = r["outcome"] == "win" and r["due"] * per >= r["stake"] * least
        if long and (not is_toke or sw.get("aggregate.include_tokes", True)):
            limited.append(r)

    def one(n, w, note=None):
        p = players[n]
        result, due = p["verdicts"][w]
        stake = p["stakes"][w]
        rows.append(row(n, w, stake, result, due, due, stake if result == "lose" else 0, note))
        under_the_limit(rows[-1])

    def toke(n, t, note=None):  # D-18
        p = players[n]
        result, due = verdicts(rnd["document"], sw, {t["on"]: t["amount"]}, p["cat"], p["versus"], qualifies)[
            t["on"]
        ]
        rows.append(
            row(
                n,
                "toke on " + t["on"],
                t["amount"],
                result,
                due,
                due,
                t["amount"] if result == "lose" else 0,
                note,
            )
        )
        under_the_limit(rows[-1], is_toke=True)

    for n in dealt:  # D-16
        if players[n]["folded"]:
            one(n, "ante", "forfeited at the fold")
            one(n, "blind", "forfeited at the fold")
    if not qualifies:
        for n in order:
            if not players[n]["folded"]:
                one(n, "ante", "refunded before hands are looked at")
    for n in order:
        p = players[n]
        if not p["folded"]:
            for w in WAGERS[:3] if qualifies else WAGERS[1:3]:
                one(n, w)
        if "trips" in p["stakes"]:
            one(n, "trips")
        tokes = p["round"].get("toke") or []
        for t in tokes if isinstance(tokes, list) else [tokes]:
            if t["on"] not in p["stakes"]:
                raise ValueError("toke on a wager that was not made")
            toke(n, t)

    total, limit = sum(r["due"] for r in limited), sw.get("aggregate.cap", 2500000)
    if limit is not None and total > limit:
        for r in limited:
            r["paid"], r["note"] = r["due"] * limit // total, "aggregate limit, pro rata"
        odd = limit - sum(r["paid"] for r in limited)
        for r in sorted(limited, key=lambda r: -(r["due"] * limit % total))[:odd]:  # D-21
            r["paid"] += 1

    bettors = [n for n in dealt if players[n]["round"].get("progressive")]
    if "meters" in rnd:
        coin_in = sum(players[n]["round"]["progressive"] for n in bettors)
        meter = {
            "major": rnd["meters"]["major"] + coin_in * 14 // 100,
            "minor": rnd["meters"]["minor"] + coin_in * 8 // 100,
            "reserve": rnd["meters"]["reserve"] + coin_in * 2 // 100,
        }
        after = {"major": meter["major"], "minor": meter["minor"], "reserve_before_reseed": meter["reserve"]}
        out.update(meters_after_coin_in=meter, meters_after_round=after)
    standing = [n for n in bettors if not players[n]["folded"]]
    for n in bettors:
        stake, cat = players[n]["round"]["progressive"], players[n]["flop"]
        if n not in standing:
            rows.append(row(n, "progressive", stake, "lose", 0, 0, stake, "folded hand does not qualify"))
        elif cat < TRIPLE:
            rows.append(row(n, "progressive", stake, "lose", 0, 0, stake))
        else:
            if cat in PROGRESSIVE:
                due = PROGRESSIVE[cat] * stake
            else:
                which = "major" if cat == ROYAL else "minor"
                due = share_jackpot(meter[which], [m for m in standing if players[m]["flop"] == cat])[n]
                after[which] = SEED[which]
            back = sw.get("progressive.stake_returned_on_win", False)  # D-22
            rows.append(
                row(
                    n,
                    "progressive",
                    stake,
                    "win",
                    due,
                    due,
                    0 if back else stake,
                    CATEGORIES[cat] + (", stake returned" if back else ", stake already dropped"),
                )
            )
    for n in bettors:
        if n in standing or sw.get("envy.folded_eligible", True):
            prize = sum(ENVY.get(players[m]["flop"], 0) for m in standing if m != n)
            if prize:
                rows.append(row(n, "envy", 0, "win", prize, prize))

    net, pool, tokes = {str(s["seat"]): 0 for s in rnd["seats"]}, 0, False
    for r in rows:
        if r["wager"].startswith("toke"):
            tokes, pool = True, pool + r["paid"] + r["returned"]
            net[str(r["seat"])] -= r["stake"]
        else:
            net[str(r["seat"])] += r["paid"] - r["collected"]
    if tokes:
        net["toke_pool"] = pool
    net["house"] = sum(r["collected"] - r["paid"] for r in rows)

    threshold, notified = sw.get("notify.threshold", 10000), []
    for n in dealt:
        payouts = [r["paid"] for r in rows if r["seat"] == n]  # D-19
        size = sum(payouts) if get(sw, "notify.base", "hand_total") == "hand_total" else max(payouts)
        if size >= threshold or any(
            r["seat"] == n and r["wager"] == "progressive" and r["outcome"] == "win" for r in rows
        ):  # D-20
            notified.append(n)
    out.update(
        settlement=rows, order=order, net=net, bank={"house": True}, supervisor_notified_for_seats=notified
    )

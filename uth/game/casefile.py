"""The worked cases that are not whole rounds: fees, formulas, deals, rotation, voids, limits, rulings.

``uth settle`` answers them from the same functions that run a table.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from uth.game.aggregate import pro_rata
from uth.game.deal import deal
from uth.game.fees import collection
from uth.game.irregularities import bank_card_voids, effect, forfeit, void_round
from uth.game.progressive import RESERVE, coin_in, split
from uth.game.rotation import banked, next_bank
from uth.game.round import Spot
from uth.game.roundfile import Json, read_book, settle_json, shown
from uth.game.validation import Refusal, Refused, malformed_wagers, toke_limits
from uth.rules.book import Book

Answer = dict[str, Any]


def answer(case: Any) -> Answer:
    """The answer to one case of a file; raises :class:`Refused` with every reason when it cannot be given."""
    if not isinstance(case, dict):
        raise Refused([Refusal(f"a round is {shown(case)}; an object is wanted")])
    kind = case.get("type", "round")
    if kind == "round":
        return settle_json(case)
    if kind not in CASES:
        raise Refused([Refusal(f"type {kind!r} is unknown; known are round, {', '.join(CASES)}")])
    given = case.get("given")
    if not isinstance(given, dict):
        raise Refused([Refusal('"given" is missing: an object with what is known')])
    book = read_book({**case, "fees": given})
    try:
        return CASES[kind](book, given)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused([Refusal(f"a {kind} case that cannot be read: {error!r}")]) from None


def _spots(seats: Any) -> list[Spot]:
    wagers = ("ante", "blind", "trips", "progressive")
    return [
        Spot(seat=seat.get("seat", n), hole=None, **{wager: seat.get(wager, 0) for wager in wagers})
        for n, seat in enumerate(seats, 1)
    ]


def _fees(book: Book, given: Json) -> Answer:
    spots = _spots(given["seats"])
    refusals = [refusal for spot in spots for refusal in malformed_wagers(book, spot)]
    charge = collection(book, spots)
    if charge is None:
        refusals.append(Refusal("this book has no collection schedule", book.fees.clauses))
    if refusals or charge is None:
        raise Refused(refusals)
    return {
        "total_table_action": charge.table_action,
        "player_dealer_fee": charge.bank,
        "player_fees": list(charge.players.values()),
        "house": charge.house,
    }


def _formula(book: Book, given: Json) -> Answer:
    if "blind_royal_payouts" in given:
        payouts, cap = given["blind_royal_payouts"], given["cap"]
        part = min(Fraction(cap, sum(payouts)), Fraction(1))
        return {"percentage": f"{float(part * 100):.10g}%", "paid": pro_rata(payouts, cap)}
    if "winners" in given:
        order = [
            winner["table"] for winner in sorted(given["winners"], key=lambda winner: winner["dealt_at"])
        ]
        shares = split(given["major_meter"], len(order))
        seed = next(meter.seed for meter in book.progressive.meters if meter.name == "major")
        return {"order": order, "paid": dict(zip(order, shares, strict=True)), "meter_after": seed}
    before, wagers = given["before"], given["wagers"]
    after = coin_in(book, before, wagers)
    grown = sum(after.values()) - sum(before.values())
    names = [*(meter.name for meter in book.progressive.meters), RESERVE]
    return {
        **{name: after[name] for name in names},
        "house_keeps_before_payouts": wagers * given["stake"] - grown,
    }


def _deal(book: Book, given: Json) -> Answer:
    first, _, *_, last = given["deck_top_to_bottom"].split()
    deck = [f"{first[0]}{n}" for n in range(int(first[1:]), int(last[1:]) + 1)]
    dealt = deal(book, deck, given["deal_order"])
    hands = {str(seat): list(hand) for seat, hand in dealt.hands.items()}
    return {"hands": {**hands, "bank": list(dealt.bank)}, "board": list(dealt.board), "stub": len(dealt.stub)}


def _rotation(book: Book, given: Json) -> Answer:
    accepts = {int(seat): bool(yes) for seat, yes in given["accepts"].items()}
    seated = {seat: str(seat) for seat in given["seated"]}
    last, banks = banked(None, str(given["start"]), given["start"]), [given["start"]]
    while len(banks) < given["rounds"]:
        seat = next_bank(book, seated, last, accepts.__getitem__)
        last = banked(last, seated[seat], seat) if seat else last
        banks.append(seat)
    return {"designated_player" if book.bank.who == "designated player" else "banker": banks}


def _void(book: Book, given: Json) -> Answer:
    if "cases" in given:
        return {"void": [bank_card_voids(book, case["open_decisions"]) for case in given["cases"]]}
    what = effect(book, given["event"])
    if what != "void":
        return {"void": False, "effect": what}
    void = void_round(book, _spots(given["seats"]), given.get("meters_before_coin_in"))
    return {
        "void": True,
        "returned": {str(seat): amount for seat, amount in void.returned.items()},
        "net": {str(seat): amount for seat, amount in void.net.items()},
        "meters": void.meters,
        "deck": "reshuffle",
    }


def _validation(book: Book, given: Json) -> Answer:
    refusals = []
    for case in given["cases"]:
        if "toke" in case:
            refusals.append(list(toke_limits(book, "toke", case["bet"], case["toke"])))
        else:
            refusals.append(list(malformed_wagers(book, _spots([case])[0])))
    return {
        "accepted": [not reasons for reasons in refusals],
        "refused": [[str(reason) for reason in reasons] for reasons in refusals],
    }


def _irregularity(book: Book, given: Json) -> Answer:
    seat = str(given["offender"])
    wagers = dict(given["wagers"][seat])
    taken = wagers.pop("play", 0) + forfeit(_spots([wagers])[0])
    return {"net": {seat: -taken, "house": taken}, "others": "settled normally"}


CASES: dict[str, Callable[[Book, Json], Answer]] = {
    "fees": _fees,
    "formula": _formula,
    "deal": _deal,
    "rotation": _rotation,
    "void": _void,
    "validation": _validation,
    "irregularity": _irregularity,
}

"""The worked cases that are not whole rounds: fees, formulas, deals, rotation, voids, limits, rulings.

``uth settle`` answers them from the same functions that run a table. The table is imported by those that need
it: rounds are settled without it.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from uth.game.deck.dealing import deal
from uth.game.files.roundfile import Json, Load, read_book, settle_json, shown
from uth.game.ledger import RESERVE, meter
from uth.game.round import Spot
from uth.game.settlement.aggregate import pro_rata
from uth.game.settlement.fees import collection
from uth.game.settlement.pots import Win, shared
from uth.game.settlement.progressive import coin_in
from uth.game.settlement.validation import Refusal, Refused, malformed_wagers, toke_limits
from uth.rules.book import Book
from uth.rules.library import load_as_written

Answer = dict[str, Any]
MOST_ROUNDS = 1000
"""Of a rotation."""


def answer(case: Any, load: Load = load_as_written) -> Answer:
    """The answer to one case of a file; raises :class:`Refused` with every reason when it cannot be given."""
    if not isinstance(case, dict):
        raise Refused([Refusal(f"a round is {shown(case)}; an object is wanted")])
    kind = case.get("type", "round")
    if kind == "round":
        return settle_json(case, load)
    if not isinstance(kind, str) or kind not in CASES:
        raise Refused([Refusal(f"type {kind!r} is unknown; known are round, {', '.join(CASES)}")])
    given = case.get("given")
    if not isinstance(given, dict):
        raise Refused([Refusal('"given" is missing: an object with what is known')])
    book = read_book({**case, "fees": given}, load)
    try:
        return CASES[kind](book, given)
    except Refused:
        raise
    except KeyError as error:
        raise Refused(
            [Refusal(f"a {kind} case that cannot be read: {shown(error.args[0])} is missing")]
        ) from None
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError) as error:
        raise Refused([Refusal(f"a {kind} case that cannot be read: {error}")]) from None


def told(case: Any, answer: Callable[[Any], Answer] = answer) -> tuple[Answer, list[Refusal]]:
    """The answer as programs read it, with the id of its case, and the reasons why there is none."""
    about = {"id": case["id"]} if isinstance(case, dict) and "id" in case else {}
    try:
        return {**about, **answer(case)}, []
    except Refused as error:
        reasons = [{"says": reason.says, "clauses": list(reason.clauses)} for reason in error.refusals]
        return {**about, "refused": reasons}, error.refusals


def _spots(book: Book, seats: Any) -> list[Spot]:
    return [
        Spot(
            seat=seat.get("seat", n),
            stakes={name: seat[name] for name in book.wagers.rows if seat.get(name)},
        )
        for n, seat in enumerate(seats, 1)
    ]


def _fees(book: Book, given: Json) -> Answer:
    spots = _spots(book, given["seats"])
    refusals = [refusal for spot in spots for refusal in malformed_wagers(book, spot)]
    charge = collection(book, spots)
    if charge is None:
        refusals.append(Refusal("this book has no collection schedule", book.cites.collection))
    if refusals or charge is None:
        raise Refused(refusals)
    return {
        "total_table_action": charge.table_action,
        "player_dealer_fee": charge.bank,
        "player_fees": list(charge.players.values()),
        "house": charge.house,
    }


def _formula(book: Book, given: Json) -> Answer:
    """One of the three formulas that the documents spell out; what is given says which."""
    if "blind_royal_payouts" in given:
        return _aggregate_limit(given)
    return _shared_jackpot(book, given) if "winners" in given else _coin_in(book, given)


def _aggregate_limit(given: Json) -> Answer:
    """Payouts of one round that together pass the limit, and what is paid of each (IA-AGG)."""
    payouts, cap = given["blind_royal_payouts"], given["cap"]
    part = min(Fraction(cap, sum(payouts)), Fraction(1))
    return {"percentage": f"{float(part * 100):.10g}%", "paid": pro_rata(payouts, cap)}


def _shared_jackpot(book: Book, given: Json) -> Answer:
    """Winners of the Major meter at several tables, paid in the order of their deals (IA-MULTI-2)."""
    wins = [Win(1, "", _seconds(one["dealt_at"]), table=one["table"]) for one in given["winners"]]
    paid = {win.table: cents for win, cents in shared(given["major_meter"], wins)}
    return {"order": list(paid), "paid": paid, "meter_after": book.meters["major"][1].seed}


def _coin_in(book: Book, given: Json) -> Answer:
    """The meters after so many progressive wagers, and what the house keeps of them (IA-METER-2)."""
    before, wagers = given["before"], given["wagers"]
    [fed] = {bet.name for bet, _ in book.meters.values()}
    after = coin_in(book, before, {fed: wagers})
    grown = sum(after.values()) - sum(before.values())
    meters = {name: after[name] for name in (*book.meters, RESERVE)}
    return {**meters, "house_keeps_before_payouts": wagers * given["stake"] - grown}


def _seconds(clock: str) -> int:
    hours, minutes, seconds = map(int, clock.split(":"))
    return (hours * 60 + minutes) * 60 + seconds


def _deal(book: Book, given: Json) -> Answer:
    first, _, *_, last = given["deck_top_to_bottom"].split()
    numbers = range(int(first[1:]), int(last[1:]) + 1)
    if not 0 < len(numbers) <= 52:
        raise ValueError("a deck has 52 cards")
    deck = [f"{first[0]}{n}" for n in numbers]
    dealt = deal(book, deck, given["deal_order"])
    hands = {str(seat): list(hand) for seat, hand in dealt.hands.items()}
    return {"hands": {**hands, "bank": list(dealt.bank)}, "board": list(dealt.board), "stub": len(dealt.stub)}


def _rotation(book: Book, given: Json) -> Answer:
    from uth.game.table.rotation import banked, next_bank

    accepts = {int(seat): bool(yes) for seat, yes in given["accepts"].items()}
    seated = {seat: str(seat) for seat in given["seated"]}
    if given["rounds"] > MOST_ROUNDS:
        raise ValueError(f"at most {MOST_ROUNDS} rounds are followed")
    last, banks = banked(None, str(given["start"]), given["start"]), [given["start"]]
    while len(banks) < given["rounds"]:
        seat = next_bank(book, seated, last, accepts.__getitem__)
        last = banked(last, seated[seat], seat) if seat else last
        banks.append(seat)
    return {"designated_player" if book.bank.who == "designated player" else "banker": banks}


BANK_CARD = "bank card exposed early"
"""What a case is about that only counts open decisions (IA-IRR-4)."""


def _void(book: Book, given: Json) -> Answer:
    from uth.game.files.casetable import AMPLE, SUPERVISOR, bets_closed
    from uth.game.table.acts import Report
    from uth.game.table.answering import step
    from uth.game.table.events import Happened
    from uth.game.table.irregularities import effect, mishap

    if "cases" in given:
        rule = mishap(book, BANK_CARD)
        effects = [effect(rule, case["open_decisions"], board=5, dealt=True) for case in given["cases"]]
        return {"void": [what == "void" for what in effects]}
    before = bets_closed(book, _spots(book, given["seats"]), given.get("meters_before_coin_in"))
    events, after = step(before, SUPERVISOR, Report(what=given["event"]))
    if not after.void:
        return {"void": False, "effect": next(x.effect for x in events if isinstance(x, Happened))}
    names = [str(seat) for seat in before.order]
    net = {name: after.chips(name) - AMPLE for name in names}
    meters = {name: after.accounts[meter(name)] for name in book.meters}
    return {
        "void": True,
        "returned": {name: after.chips(name) - before.chips(name) for name in names},
        "net": {**net, "house": -sum(net.values())},
        "meters": {**meters, RESERVE: after.accounts.get(RESERVE, 0)} if meters else None,
        "deck": "reshuffle",
    }


def _validation(book: Book, given: Json) -> Answer:
    refusals = []
    for case in given["cases"]:
        if "toke" in case:
            refusals.append(list(toke_limits(book, "toke", case["bet"], case["toke"])))
        else:
            refusals.append(list(malformed_wagers(book, _spots(book, [case])[0])))
    return {
        "accepted": [not reasons for reasons in refusals],
        "refused": [[str(reason) for reason in reasons] for reasons in refusals],
    }


def _irregularity(book: Book, given: Json) -> Answer:
    from uth.game.files.casetable import SUPERVISOR, bets_closed, with_play
    from uth.game.table.acts import Rule
    from uth.game.table.answering import step

    name = str(given["offender"])
    seat, wagers = int(name), dict(given["wagers"][name])
    play = wagers.pop("play", 0)
    table = with_play(bets_closed(book, _spots(book, [{**wagers, "seat": seat}])), seat, play)
    ruling = Rule(ruling="forfeit", seat=seat, reason=given.get("ruling", "a worked case"))
    _, after = step(table, SUPERVISOR, ruling)
    lost = (
        sum(table.spots[seat].stake(bet) for bet in book.side_bets if bet.dropped) + after.account.collected
    )
    winner = "bank" if book.bank.is_player else "house"
    return {"net": {name: -lost, winner: lost}, "others": "settled normally"}


CASES: dict[str, Callable[[Book, Json], Answer]] = {
    "fees": _fees,
    "formula": _formula,
    "deal": _deal,
    "rotation": _rotation,
    "void": _void,
    "validation": _validation,
    "irregularity": _irregularity,
}

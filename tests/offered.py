"""Whether an act is among what ``legal`` offers, and acts drawn at random from what it offers."""

import random
from typing import Any

from msgspec.structs import asdict, replace

from uth.cards import card_names
from uth.game.deck.dealing import deal
from uth.game.ledger import HOUSE, TOKES, Move
from uth.game.table import acts as a
from uth.game.table.act import Act, Option
from uth.game.table.acts import details
from uth.game.table.offering import legal
from uth.game.table.people import Who
from uth.game.table.state import Table
from uth.rules import Book


def announced(table: Table, who: Who, act: Act) -> bool:
    """Whether somebody was told that he may do this."""
    options = [option for option in legal(table, who) if type(option.act) is type(act)]
    if isinstance(act, a.Bet):
        amounts = _laid(table.book, act)
        return amounts is not None and any(_is_bet(option, act, amounts) for option in options)
    return any(_matches(option, act) for option in options)


def _laid(book: Book, act: a.Bet) -> dict[str, int] | None:
    """The amounts of a bet, the fixed ones in money; without what only repeats another; None if amiss."""
    laid = {name: _cents(book, name, given) for name, given in act.stakes.items() if given}
    for name in [name for name in laid if name in book.bets and book.bets[name].staked == "equal"]:
        if laid.pop(name) != laid.get(book.bets[name].beside or ""):
            return None
    return laid | ({"toke": act.toke.amount} if act.toke else {})


def _cents(book: Book, name: str, given: int | bool) -> int:
    return (book.bets[name].stake or 0 if name in book.bets else 0) if given is True else given


def _is_bet(option: Option, act: a.Bet, amounts: dict[str, int]) -> bool:
    offered = option.act
    assert isinstance(offered, a.Bet)
    same_toke = (act.toke and act.toke.on) == (offered.toke and offered.toke.on)
    complete = set(option.bounds) - set(option.optional) <= set(amounts) <= set(option.bounds)
    return bool(act.behind == offered.behind and same_toke and complete and _within(option, amounts))


def _within(option: Option, amounts: dict[str, int]) -> bool:
    for field, amount in amounts.items():
        least, most = option.bounds[field]
        if not least <= amount <= most or amount % option.steps.get(field, 1):
            return False
    return all(_used(limit.times, limit.besides, amounts) <= limit.most for limit in option.together)


def _used(times: dict[str, int], besides: dict[str, int], amounts: dict[str, int]) -> int:
    return sum(amounts[field] * n + besides.get(field, 0) for field, n in times.items() if field in amounts)


def _matches(option: Option, act: Act) -> bool:
    given = asdict(act)
    amounts = {field: int(given[field] or 0) for field in option.bounds}
    others = {field: value for field, value in given.items() if field not in amounts}
    return _within(option, amounts) and all(
        field in option.fill or value in (getattr(option.act, field), *option.choices.get(field, ()))
        for field, value in others.items()
    )


def drawn(table: Table, option: Option, rng: random.Random) -> Act:
    """An act of this option: amounts as large as may be or anything less, any choice, words and cards."""
    amounts = {field: least for field, (least, _) in option.bounds.items() if field not in option.optional}
    wished = set(rng.sample(option.optional, rng.randint(0, len(option.optional))))
    for field in (field for field in option.optional if field in wished):
        least, needed = option.bounds[field][0], table.book.bets[field].beside
        if needed not in option.optional or needed in amounts:
            amounts[field] = least
        if not _within(option, amounts):
            amounts.pop(field, None)
    for field in rng.sample(list(amounts), len(amounts)):
        (least, most), step = option.bounds[field], option.steps.get(field, 1)
        for common in option.together:
            if times := common.times.get(field):
                room = common.most - _used(common.times, common.besides, {**amounts, field: 0})
                most = min(most, room // times)
        steps = (most - least) // step
        amounts[field] = least + step * rng.choice((steps, rng.randint(0, steps)))
    filled: dict[str, Any] = dict(amounts)
    if isinstance(option.act, a.Bet):
        filled = _bet(table.book, option.act, amounts, rng)
    filled |= {field: rng.choice(values) for field, values in option.choices.items()}
    return replace(option.act, **filled, **_written(table, option, rng, set(filled)))


def _bet(book: Book, bet: a.Bet, amounts: dict[str, int], rng: random.Random) -> dict[str, Any]:
    """What is laid; "yes" is enough where there is one stake, and what equals another may be named too."""
    stakes: dict[str, int | bool] = {name: cents for name, cents in amounts.items() if name != "toke"}
    for row in book.bets.values():
        if row.staked == "equal" and row.beside in stakes and rng.random() < 0.3:
            stakes[row.name] = stakes[row.beside]
        elif row.staked == "fixed" and row.name in stakes and rng.random() < 0.5:
            stakes[row.name] = True
    return {"stakes": stakes, "toke": replace(bet.toke, amount=amounts["toke"]) if bet.toke else None}


def true_details(table: Table, option: Option, rng: random.Random) -> dict[str, str | int | bool]:
    """The fields of a fact as somebody fills them in who looks at the table."""
    act = option.act
    assert isinstance(act, a.Did)
    [fact] = [fact for fact in table.book.script.facts if fact.name == act.fact]
    wanted, seen = dict(fact.wants), table.decks_seen
    back = "red" if seen is None else seen.back if seen.round == table.round else seen.other
    looked: dict[str, Any] = {
        "words": rng.choice(("diamonds", "on the wall")),
        "person": "Max",
        "other_person": "Ron",
        "paper": "JP-0042",
        "card": "N17",
        "flag": True,
        "whole_number": rng.randint(0, 9),
        "money": rng.choice((0, 12_500)),
        "payout": lambda: details.payout(table, act.seat),
        "deck_count": 52,
        "stub_count": lambda: details.stub(table),
        "hand_count": 2,
        "table_count": lambda: details.on_table(table),
        "back": back,
        "other_back": "blue" if back != "blue" else "red",
        "cards_used": lambda: card_names(details.cards_used(table)),
        "seats_lit": lambda: details.seats_lit(table),
        "result": lambda: details.result(table, act.seat),
        "pickup_order": lambda: details.pickup_order(table, act.seat),
    }
    found = {
        name: looked[kind]() if callable(looked[kind]) else looked[kind]
        for name, kind in option.fields.items()
    }
    numbers = {name for name, kind in option.fields.items() if kind == "whole_number"}
    return found | {
        name: int(text) if name in numbers else found[name] for name, text in wanted.items() if name in found
    }


def _written(table: Table, option: Option, rng: random.Random, done: set[str]) -> dict[str, Any]:
    words: dict[str, Any] = {
        "reason": "seen on camera",
        "says": "I saw it",
        "what": "a bird",
        "at": "21:04:10",
        "moves": (Move(HOUSE, TOKES, rng.randint(1, 500), "correction"),),
    }
    written = {field: words[field] for field in option.fill if field in words and field not in done}
    if option.fields:
        written["details"] = true_details(table, option, rng)
    if isinstance(option.act, a.ReadMeters):
        written["meters"] = {name: rng.randint(0, 9_000_000) for name in option.act.meters}
    elif "meters" in option.fill:
        meters = (meter for _, meter in table.book.meters.values())
        written["meters"] = {meter.name: meter.seed + rng.randint(0, 9_000) for meter in meters}
    known = {*table.board, *(table.bank_hand or ()), *(c for s in table.spots.values() for c in s.hole or ())}
    fresh = rng.sample([card for card in range(52) if card not in known], 25)
    if "cards" in option.fill:
        counts = {a.Flop: 3, a.River: 2, a.ShowBank: 2, a.ShowHand: 2}
        board = isinstance(option.act, a.Amend) and option.act.of == "board"
        written["cards"] = tuple(fresh[: len(table.board) if board else counts.get(type(option.act), 2)])
    if "holes" in option.fill and rng.random() < 0.5:
        seats = [seat for seat in table.order if isinstance(seat, int)]
        written["holes"] = {seat: (fresh.pop(), fresh.pop()) for seat in seats}
    return written


def hands_of(table: Table, deck: list[int]) -> dict[int, tuple[int, ...]]:
    """The hands that a deck gives this round."""
    return deal(table.book, deck, [seat for seat in table.order if isinstance(seat, int)], table.device).hands

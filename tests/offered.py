"""Whether an act is among what ``legal`` offers, and acts drawn at random from what it offers."""

import random
from collections.abc import Iterable
from typing import Any

from msgspec.structs import asdict, replace

from uth.game import acts as a
from uth.game.acts import Act
from uth.game.deal import deal
from uth.game.ledger import HOUSE, TOKES, Move
from uth.game.legal import Option
from uth.game.round import Toke
from uth.game.table import Table


def announced(options: Iterable[Option], act: Act) -> bool:
    return any(_matches(option, act) for option in options)


def _matches(option: Option, act: Act) -> bool:
    if type(option.act) is not type(act):
        return False
    given = asdict(act)
    if isinstance(act, a.Bet) and act.blind == act.ante:
        given["blind"] = None  # the same bet, said in full
    for field, value in given.items():
        offered = getattr(option.act, field)
        if field in option.bounds:
            (least, most), amount = option.bounds[field], _amount(value)
            fits = least <= amount <= most and amount % option.steps.get(field, 1) == 0
            same_toke = not isinstance(value, Toke) or value.on == offered.on
            if not (fits and same_toke):
                return False
        elif field not in option.fill and value not in (offered, *option.choices.get(field, ())):
            return False
    return all(
        sum(_amount(given[field]) * times for field, times in limit.times.items()) <= limit.most
        for limit in option.together
    )


def _amount(value: Any) -> int:
    return value.amount if isinstance(value, Toke) else int(value or 0)


def drawn(table: Table, option: Option, rng: random.Random) -> Act:
    """An act of this option: amounts as large as may be or anything less, any choice, words and cards."""
    amounts = {field: least for field, (least, _) in option.bounds.items()}
    for field in rng.sample(list(amounts), len(amounts)):
        (least, most), step = option.bounds[field], option.steps.get(field, 1)
        for common in option.together:
            if times := common.times.get(field):
                others = sum(amounts[o] * n for o, n in common.times.items() if o != field)
                most = min(most, (common.most - others) // times)
        steps = (most - least) // step
        amounts[field] = least + step * rng.choice((steps, rng.randint(0, steps)))
    filled: dict[str, Any] = dict(amounts)
    if "toke" in amounts and isinstance(option.act, a.Bet) and option.act.toke:
        filled["toke"] = replace(option.act.toke, amount=amounts["toke"])
    filled |= {field: rng.choice(values) for field, values in option.choices.items()}
    return replace(option.act, **filled, **_written(table, option, rng, set(filled)))


def _written(table: Table, option: Option, rng: random.Random, done: set[str]) -> dict[str, Any]:
    words: dict[str, Any] = {
        "reason": "seen on camera",
        "says": "I saw it",
        "what": "a bird",
        "at": "21:04:10",
        "moves": (Move(HOUSE, TOKES, rng.randint(1, 500), "correction"),),
    }
    written = {field: words[field] for field in option.fill if field in words and field not in done}
    if isinstance(option.act, a.ReadMeters):
        written["meters"] = {name: rng.randint(0, 9_000_000) for name in option.act.meters}
    elif "meters" in option.fill:
        meters = table.book.progressive.meters
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

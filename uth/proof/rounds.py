"""One round, checked as far as its record goes: what one viewer was shown of it.

The order of commitments, numbers, cards and reveals; the seed, the deck, every card; decisions by their own
seats; what was hidden, opened as committed; and, where the book is a shipped one, every payment of the base
game and the side bets. Who acted with which right, and all other money, is in the log.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from uth.cards import Card
from uth.game import settle
from uth.game.deck.dealing import Dealt
from uth.game.round import Round, Seat, Spot, base_of
from uth.game.settlement.validation import Refused
from uth.game.table import events as e
from uth.game.table.people import Role
from uth.proof.chain import hiding
from uth.proof.formats import RoundRecord
from uth.proof.happenings import EventOpened, Recorded, ShuffleLost, ShuffleRevealed, ShuffleSealed, decode
from uth.proof.reading import Unreadable
from uth.proof.shuffles import Broken, Shuffle
from uth.rules import load_book, shipped


class Noted(NamedTuple):
    """An event of the record."""

    number: int
    hidden: str
    one: Recorded


def round_faults(record: RoundRecord, checks: Counter[str]) -> Iterator[str]:
    """What does not fit, with the event; ``checks`` is told what was looked at."""
    noted = _read(record)
    if not record.seed:
        lost = any(isinstance(one, ShuffleLost) and one.round == record.round for _, _, one in noted)
        why = "is void, and its deck cannot be opened any more" if lost else "was dealt by hand"
        yield f"round {record.round} {why}: there is no shuffle to check"
        return
    try:
        dealt = _check_shuffle(record, noted, checks)
        _check_hidden(record, noted, checks)
    except Broken as broken:
        yield _said(record, broken.number, str(broken))
        return
    yield from _decision_faults(record, noted, checks)
    if dealt:
        yield from _payment_faults(record, noted, dealt, checks)


def _read(record: RoundRecord) -> list[Noted]:
    try:
        return [Noted(line.number, line.hidden, decode(bytes(line.event))) for line in record.events]
    except msgspec.DecodeError as error:
        raise Unreadable(f"has an event that this uth does not know ({error})") from None


def _said(record: RoundRecord, number: int | None, says: str) -> str:
    return f"round {record.round}{f', event {number}' if number else ''}: {says}"


# ---- the shuffle


def _check_shuffle(record: RoundRecord, noted: Sequence[Noted], checks: Counter[str]) -> Dealt[Card] | None:
    """Commitment, numbers, cards and seed in their order; raises Broken. Gives back who was dealt what."""
    shuffle: Shuffle | None = None
    revealed = reshuffled = bets = last = 0
    for number, _, one in noted:
        if number <= last:
            raise Broken("events are out of order", number)
        last = number
        try:
            if isinstance(one, ShuffleSealed) and one.round == record.round:
                if shuffle and not reshuffled:
                    raise Broken("a second deck is committed to")
                shuffle = Shuffle(record.table, record.digest, one)
            elif isinstance(one, ShuffleLost) and not bets:
                shuffle = None  # nobody could open it any more, and nobody had bet on it
            elif isinstance(one, ShuffleRevealed) and one.round == record.round:
                if shuffle is None or not shuffle.over:
                    raise Broken("the seed is revealed before the round has ended")
                revealed = number
            elif isinstance(one, e.BetsClosed | e.WagersPlaced | e.HolesDealt) and shuffle is None:
                raise Broken("no commitment to a deck stands before it")
            elif shuffle:
                shuffle.take(number, one)
        except Broken as broken:
            raise Broken(str(broken), broken.number or number) from None
        if isinstance(one, e.WagersPlaced | e.WagersTakenBack):
            bets += 1 if isinstance(one, e.WagersPlaced) else -1
        if not isinstance(one, ShuffleSealed):
            reshuffled = isinstance(one, e.Happened) and one.effect == "reshuffle"
    if shuffle is None:
        raise Broken("no commitment stands before the reveal")
    if not revealed and any(isinstance(one, ShuffleRevealed) for _, _, one in noted):
        raise Broken("the seed of another round is revealed")
    if shuffle.commitment != record.commitment:
        raise Broken("the record names another commitment than its events")
    if any(isinstance(one, e.CardsAmended) for _, _, one in noted):
        raise Broken("no card of a sealed deck is corrected")
    dealt = shuffle.reveal(record.seed, record.dealing)
    checks["deck committed to before bets, once"] += 1
    checks["player's number committed, revealed or withheld"] += len(shuffle.numbers)
    checks["sealed deck shuffled again"] += 1
    return dealt


def _check_hidden(record: RoundRecord, noted: Sequence[Noted], checks: Counter[str]) -> None:
    opened = {one.number: one for _, _, one in noted if isinstance(one, EventOpened)}
    for number, hidden, one in noted:
        if not hidden:
            continue
        found = opened.get(number)
        if found is None:
            raise Broken("is hidden and never opened", number)
        try:
            blinding = bytes.fromhex(found.blinding)
        except ValueError:
            blinding = b""
        body = found.body.encode()
        if hiding(record.table, number, blinding, body).hex() != hidden:
            raise Broken("what it is opened with is not what was committed to", number)
        whole = decode(body)
        if not isinstance(whole, e.Event) or not whole.hides_cards or type(whole) is not type(one):
            raise Broken("it is opened with another event", number)
        shown = (one.holes or {}) if isinstance(one, e.HolesDealt) else {}
        dealt = (whole.holes or {}) if isinstance(whole, e.HolesDealt) else {}
        if any(dealt.get(seat) != hole for seat, hole in shown.items()):
            raise Broken("the cards you were shown are not those that were dealt", number)
        checks["hidden event opened as committed"] += 1


# ---- decisions and payments


def _decision_faults(record: RoundRecord, noted: Sequence[Noted], checks: Counter[str]) -> Iterator[str]:
    owners: dict[Seat, str] = {}
    for number, _, one in noted:
        match one:
            case e.WagersPlaced():
                owners[one.spot.seat] = one.player
            case e.DecisionAmended():
                yield _said(record, number, "no decision is corrected at a sealed table")
            case e.HandForfeited():
                yield _said(record, number, "no hand is forfeited at a sealed table")
            case e.Decided():
                own = f"{Role.PLAYER} {owners.get(one.seat, '')}"
                if one.by != own and not one.by.startswith(Role.HOUSE):
                    yield _said(record, number, f"{one.by} decided for seat {one.seat}")
                checks["decision by its own seat, or by the clock"] += 1


def _payment_faults(
    record: RoundRecord, noted: Sequence[Noted], dealt: Dealt[Card], checks: Counter[str]
) -> Iterator[str]:
    """Payments that the book does not make; nothing where the book is not at hand or the round is void."""
    book = load_book(record.book) if record.book in shipped() else None
    if book is None or book.digest != record.digest:
        return
    if any(isinstance(one, e.RoundVoided | e.JackpotDenied) for _, _, one in noted):
        return
    # what house and pools pay depends on meters, and a record of one round does not say where they stood
    linked = {bet.name for bet in book.bets.values() if not bet.paid_by_bank}
    played = _played([one for _, _, one in noted], dealt, linked)
    if played is None:
        return
    try:
        due = {(row.seat, row.wager): row for row in settle(book, played).rows}
    except Refused as refusal:
        yield _said(record, None, f"by the rules it cannot be settled: {refusal.refusals[0]}")
        return
    for number, _, one in noted:
        if not isinstance(one, e.WagerSettled) or one.row.wager in linked:
            continue
        row, right = one.row, due.pop((one.row.seat, one.row.wager), None)
        figures = (row.stake, row.paid, row.collected, row.returned)
        if right is None or figures != (right.stake, right.paid, right.collected, right.returned):
            says = f"{row.wager} of seat {row.seat} is not settled as the book says"
            yield _said(record, number, f"{says}: {right.reason if right else 'it is no wager'}")
        checks["wager settled again"] += 1
    for seat, wager in due:
        yield _said(record, None, f"{wager} of seat {seat} is not settled")


def _played(recorded: Sequence[Recorded], dealt: Dealt[Card], linked: Collection[str]) -> Round | None:
    """The round as it was played, without the wagers that the bank does not pay.

    None where the record does not show all of it.
    """
    spots: dict[Seat, Spot] = {}
    bank_seat = bank_wager = None
    order: tuple[Seat, ...] = ()
    bank_chips, board, bank_hand = 0, tuple[int, ...](), None
    for one in recorded:
        match one:
            case e.WagersPlaced():
                stakes = {name: cents for name, cents in one.spot.stakes.items() if name not in linked}
                spots[one.spot.seat] = replace(one.spot, stakes=stakes)
            case e.WagersTakenBack():
                spots.pop(one.seat, None)
            case e.BankTaken():
                bank_seat, bank_wager = one.seat, one.wager
            case e.BetsClosed():
                order, bank_chips = one.order, one.bank_chips
            case e.HolesDealt():
                for seat, spot in spots.items():
                    spots[seat] = replace(spot, hole=dealt.hands.get(base_of(spot)))
            case e.Decided():
                spots[one.seat] = spots[one.seat].decided(one.choice, tucked=one.tucked)
                if one.toke:
                    return None  # tokes on the Play wager: left to the log
            case e.FlopShown() | e.RiverShown():
                board += one.cards
            case e.BankShown():
                bank_hand = one.cards
    if len(board) != 5 or any(seat not in spots for seat in order):
        return None
    return Round(
        board=board,
        bank_hand=bank_hand,
        spots=tuple(spots[seat] for seat in order),
        bank_seat=bank_seat,
        bank_wager=bank_wager,
        bank_chips=bank_chips,
    )

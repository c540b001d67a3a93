"""What the people around a table hear: each event in a sentence, in the words of the floor.

Logs and playthroughs have more to say of an event, with names and clauses: ``uth.game.table.telling``. What is
said here is said to one viewer, of an event as he may know it, and of a hand once: what its wagers won and
lost follows in the same sentence.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from uth.cards import RANKS, SIGNS, Card, rank_of, suit_of
from uth.game.ledger import player
from uth.game.round import Choice, Laid, Seat
from uth.game.settlement.coverage import Row
from uth.game.settlement.rounds import toke_goes_back
from uth.game.table import events as e
from uth.rules.book import Book
from uth.rules.money import Cents, dollars

PLAYER = player("")


def say(book: Book, events: Sequence[e.Event | None]) -> list[str]:
    """A sentence for each; empty for what is only seen, and for what the next one tells with it."""
    said = ["" if event is None else SAY[type(event)](book, event) for event in events]
    settled: list[Row] = []
    for n, event in enumerate(events):
        if not isinstance(event, e.WagerSettled):
            continue
        settled.append(event.row)
        following = events[n + 1] if n + 1 < len(events) else None
        if not isinstance(following, e.WagerSettled) or following.row.seat != event.row.seat:
            said[n] = hand_settled(book, settled)
            settled = []
    return said


def hand_settled(book: Book, rows: Sequence[Row]) -> str:
    """What became of the wagers of one hand: the comparison once, then each wager."""
    why = comparison(book, rows)
    sums = ", ".join(f"{wager_title(book, row.wager)} {_came(book, row)}" for row in rows)
    return f"Seat {rows[0].seat}: {why}. {sums}"


def comparison(book: Book, rows: Iterable[Row]) -> str:
    """Why a hand won or lost, as the wager that a decision sets says it, or else the first."""
    rows = list(rows)
    deciding = [row for row in rows if row.wager == book.play.name] or rows
    return in_words(book, deciding[0].reason).split("; ")[0] if deciding else ""


def beyond(reason: str, why: str) -> str:
    """What the reason of a wager adds to what was said of its hand."""
    parts = [part.removeprefix(why) for part in reason.split("; ")]
    for link in (", and ", ", ", ": "):
        parts = [part.removeprefix(link) for part in parts]
    return "; ".join(part for part in parts if part)


def gain(book: Book, row: Row) -> Cents:
    """What a settled wager did to its owner; a toke that is not given back is the dealer's."""
    if row.laid.toke and not toke_goes_back(book, row):
        return -row.stake
    return row.paid + row.returned - row.stake


def wager_title(book: Book, wager: str) -> str:
    """A wager as the felt names it, or the toke that rides on it."""
    laid = Laid.named(wager)
    row = book.wagers.rows.get(laid.wager)
    title = row.label if row else laid.wager
    return f"Toke on {title}" if laid.toke else title


def in_words(book: Book, reason: str) -> str:
    """A reason of the log as the floor says it: the bank's hand is the dealer's where the house banks."""
    return reason.replace("the bank's", f"the {bank_title(book)}'s")


def bank_title(book: Book) -> str:
    """Whom the players play against."""
    return book.bank.who if book.bank.is_player else "dealer"


def signed(cents: Cents) -> str:
    """``+$5`` or ``−$5``."""
    return f"+{dollars(cents)}" if cents > 0 else f"−{dollars(-cents)}" if cents < 0 else dollars(0)


def chose(choice: Choice) -> str:
    """What somebody does, as it is called at the table."""
    return f"bets {choice.multiple}×" if choice.multiple else f"{choice}s"


def _came(book: Book, row: Row) -> str:
    cents = gain(book, row)
    return signed(cents) if cents else "pushes" if row.outcome == "push" else row.outcome


def _signs(cards: Iterable[Card]) -> str:
    return " ".join(f"{RANKS[rank_of(card)].replace('T', '10')}{SIGNS[suit_of(card)]}" for card in cards)


def _laid(book: Book, event: e.WagersPlaced) -> str:
    spot = event.spot
    laid = [f"{wager_title(book, wager)} {dollars(cents)}" for wager, cents in spot.stakes.items()]
    laid += [f"toke {dollars(toke.amount)} on {wager_title(book, toke.on)}" for toke in spot.tokes]
    return f"Seat {spot.seat} ({event.player}) bets {', '.join(laid)}"


def _decided(book: Book, event: e.Decided) -> str:
    said = f"Seat {event.seat} {chose(event.choice)}"
    said += f", {dollars(event.cents)}" if event.cents else ""
    said += f", toke {dollars(event.toke)}" if event.toke else ""
    said += f", {tucked(book)}" if event.tucked else ""
    return said + (" (time is up)" if event.by == "house" else "")


def tucked(book: Book) -> str:
    """Where the cards of a folded hand lie that stays in for a wager."""
    under = [bet.label for bet in book.side_bets if bet.on_fold == "table"]
    return f"cards under {' and '.join(under)}" if under else "cards tucked"


def _held(book: Book, event: e.HolesDealt) -> str:
    hands = list((event.holes or {}).values())
    return f"Two cards each. You hold {_signs(hands[0])}" if hands else "Two cards each, face down"


def _charged(bank: Cents, players: Mapping[str, Cents]) -> str:
    paid = [f"bank {dollars(bank)}"] if bank else []
    paid += [f"seat {seat} {dollars(cents)}" for seat, cents in players.items() if cents]
    return ", ".join(paid) or "none"


def _shown(book: Book, event: e.BankShown) -> str:
    who = bank_title(book).capitalize()
    qualified = "qualifies" if event.qualifies else "does not qualify"
    return f"{who} shows {_signs(event.cards)}: {event.hand}, {qualified}"


def _amended(book: Book, event: e.CardsAmended) -> str:
    whose = f"seat {event.of}" if isinstance(event.of, int) else _piles(book)[event.of]
    cards = f": {_signs(event.cards)}, not {_signs(event.was)}" if event.cards else ""
    return f"Cards of {whose} corrected{cards}. {event.reason}"


def _piles(book: Book) -> dict[str, str]:
    return {"board": "the board", "bank": f"the {bank_title(book)}"}


def _corrected(book: Book, event: e.Corrected) -> str:
    moved = [
        f"{dollars(move.cents)} from {_holder(move.source)} to {_holder(move.target)}" for move in event.moves
    ]
    return f"Correction by {event.by}: {', '.join([*moved, event.reason])}"


def _holder(account: str) -> str:
    return account.removeprefix(PLAYER)


def _ended(book: Book, event: e.RoundEnded) -> str:
    people = [(_holder(name), cents) for name, cents in event.net.items() if name.startswith(PLAYER)]
    net = ", ".join(f"{name} {signed(cents)}" for name, cents in people)
    return f"Round {event.round} ends: {net or 'no money moved'}"


def _meter(name: str) -> str:
    return name.replace("_", " ")


def _seats(seats: Sequence[Seat]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}"


def _dropped(book: Book) -> str:
    return " and ".join(bet.label for bet in book.side_bets if bet.dropped)


EFFECTS = {
    "void": "the round is void and all wagers go back",
    "reshuffle": "the cards are shuffled again",
    "play_on": "play goes on",
    "ruling": "the table waits for a ruling of the supervisor",
}
"""What becomes of a round in which something went wrong."""


def _happened(book: Book, event: e.Happened) -> str:
    where = "" if event.seat is None else f", seat {event.seat}"
    return f"Irregularity: {event.what}{where}; {EFFECTS.get(event.effect, event.effect)}"


def _quiet(book: Book, event: e.Event) -> str:
    """What is only seen, or runs on by itself; of a settled hand the last of its wagers speaks."""
    return ""


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


SAY: dict[type[e.Event], Callable[[Book, Any], str]] = {
    e.PhaseBegan: _quiet,
    e.TableOpened: lambda book, x: "The table opens",
    e.TableClosed: lambda book, x: f"The table closes: {x.reason}",
    e.Paused: lambda book, x: f"Paused: {x.reason}",
    e.Resumed: lambda book, x: "Play resumes",
    e.SeatTaken: lambda book, x: f"{x.player} takes seat {x.seat}",
    e.SeatLeft: lambda book, x: f"{x.player} leaves seat {x.seat}{_because(x.reason)}",
    e.ChipsBought: lambda book, x: f"{x.player} buys in for {dollars(x.cents)}",
    e.ChipsCashed: lambda book, x: f"{x.player} cashes out {dollars(x.cents)}",
    e.DealerCameIn: lambda book, x: (
        f"{x.dealer} deals" + ("" if x.cards_counted is None else f", {x.cards_counted} cards counted")
    ),
    e.DeviceChanged: lambda book, x: f"Now dealt from the {x.device}: {x.reason}",
    e.BankOffered: lambda book, x: f"The bank is offered to seat {x.seat}",
    e.BankDeclined: lambda book, x: f"Seat {x.seat} declines the bank",
    e.BankHalted: lambda book, x: f"Waiting for a {bank_title(book)}",
    e.BankTaken: lambda book, x: f"Seat {x.seat} ({x.player}) banks {dollars(x.wager)}",
    e.BankReturned: lambda book, x: f"Seat {x.seat} gets the rest of the bank back: {dollars(x.cents)}",
    e.WagersPlaced: _laid,
    e.WagersTakenBack: lambda book, x: f"Seat {x.seat} takes its bets back",
    e.CoverWarned: lambda book, x: (
        f"{dollars(x.against)} in bets against a bank of {dollars(x.bank)}: it may not cover every hand"
    ),
    e.BetsClosed: lambda book, x: f"No more bets. Round {x.round}",
    e.FeesCollected: lambda book, x: f"Fees: {_charged(x.bank, x.players)}",
    e.FeesReturned: lambda book, x: f"Fees returned: {_charged(0, x.players)}",
    e.CoinIn: lambda book, x: f"{_dropped(book)} taken in: {_seats(x.seats)}",
    e.HolesDealt: _held,
    e.Decided: _decided,
    e.DecisionAmended: lambda book, x: (
        f"Seat {x.seat} {chose(x.choice)}; it was entered as {x.was}: {x.reason}"
    ),
    e.FlopShown: lambda book, x: f"Flop {_signs(x.cards)}",
    e.RiverShown: lambda book, x: f"Turn and river {_signs(x.cards)}",
    e.BankShown: _shown,
    e.HandShown: lambda book, x: f"Seat {x.seat} shows {_signs(x.cards)}: {x.hand}",
    e.WagerSettled: _quiet,
    e.HandRacked: _quiet,
    e.RakeTaken: lambda book, x: f"Rake: {_charged(x.bank, x.players)}",
    e.JackpotWon: lambda book, x: (
        f"Seat {x.seat} ({x.player}) wins the {_meter(x.meter)} jackpot, {dollars(x.cents)}. Being verified"
    ),
    e.JackpotConfirmed: lambda book, x: f"The {_meter(x.meter)} jackpot is confirmed: {dollars(x.cents)}",
    e.JackpotOwed: lambda book, x: (
        f"Seat {x.seat} ({x.player}) is owed {dollars(x.cents)} more of the {_meter(x.meter)} jackpot"
    ),
    e.EnvyTakenBack: lambda book, x: (
        f"Seat {x.seat} gives {dollars(x.cents)} back: seat {x.brought_by}'s hand does not stand"
    ),
    e.MetersReseeded: lambda book, x: "The meters that were won start again",
    e.MetersRead: _quiet,
    e.JackpotApproved: lambda book, x: (
        f"Jackpot of seat {x.seat} approved by the {_meter(x.office)} ({x.by}): {x.reason}"
    ),
    e.JackpotPaid: lambda book, x: f"Seat {x.seat} is paid its jackpot of {dollars(x.cents)}",
    e.JackpotDenied: lambda book, x: f"Seat {x.seat}'s jackpot is denied: {x.reason}",
    e.CardsAmended: _amended,
    e.SupervisorTold: lambda book, x: f"Tell the supervisor: seat {x.seat}, {in_words(book, x.says)}",
    e.LinkChanged: lambda book, x: f"The progressive link is {'up' if x.up else 'down'}: {x.reason}",
    e.Happened: _happened,
    e.Ruled: lambda book, x: f"Ruling: {_meter(x.ruling)}, {x.reason}",
    e.RoundVoided: lambda book, x: f"The round is void, all bets go back: {x.reason}",
    e.HandForfeited: lambda book, x: f"Seat {x.seat}'s hand is out",
    e.ProgressiveReturned: lambda book, x: f"Seat {x.seat} gets its {_dropped(book)} bet back",
    e.Disputed: lambda book, x: f"{x.player} disputes: {x.says}",
    e.Corrected: _corrected,
    e.RoundEnded: _ended,
}

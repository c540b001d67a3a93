"""What happened, in words: one line for every event, for logs, playthroughs and screen readers."""

from collections.abc import Callable, Iterable
from typing import Any

from uth.cards import card_names
from uth.game.ledger import Move
from uth.game.round import Choice
from uth.game.table import events as e
from uth.rules.money import dollars


def tell(event: e.Event) -> str:
    """The event as one sentence; empty for events that say nothing by themselves."""
    return TELL[type(event)](event)


def _wagers(event: e.WagersPlaced) -> str:
    spot = event.spot
    laid = [
        f"{wager.replace('_', ' ').capitalize()} {dollars(cents)}" for wager, cents in spot.stakes.items()
    ]
    laid += [f"a toke of {dollars(toke.amount)} on {toke.on}" for toke in spot.tokes]
    return f"{_seat(spot.seat)} ({event.player}) bets {', '.join(laid)}"


def _row(event: e.WagerSettled) -> str:
    row = event.row
    parts = (("paid", row.paid), ("taken", row.collected), ("back", row.returned))
    moved = ", ".join(f"{dollars(amount)} {verb}" for verb, amount in parts if amount)
    told = f"{_seat(row.seat)} {row.wager}: {row.outcome}" + (f", {moved}" if moved else "")
    note = f"; {row.note}" if row.note else ""
    return f"{told} — {row.reason}{note} [{' '.join(row.clauses)}]"


def _decided(event: e.Decided) -> str:
    told = f"{_seat(event.seat)} {_choice(event.choice)}"
    told += f", {dollars(event.cents)}" if event.cents else ""
    told += f", a toke of {dollars(event.toke)} on it" if event.toke else ""
    told += " and tucks the cards" if event.tucked else ""
    return f"{told} (by {event.by})"


def _choice(choice: Choice) -> str:
    return f"bets {choice.multiple}x" if choice.multiple else f"{choice}s"


def _amended(event: e.CardsAmended) -> str:
    cards = f" from {card_names(event.was)} to {card_names(event.cards)}" if event.cards else ""
    again = f"; the Antes of seats {', '.join(map(str, event.again))} play again" if event.again else ""
    return f"Cards of {event.of} put right{cards}: {event.reason}{again} (by {event.by})"


def _charge(event: e.FeesCollected | e.RakeTaken) -> str:
    paid = [f"bank {dollars(event.bank)}"] if event.bank else []
    paid += [f"seat {seat} {dollars(fee)}" for seat, fee in event.players.items() if fee]
    return ", ".join(paid) or "nothing"


def _dealt(event: e.HolesDealt) -> str:
    if event.holes is None:
        return f"Two cards each to seats {', '.join(map(str, event.seats))}, face down"
    held = ", ".join(f"seat {seat} {card_names(hole)}" for seat, hole in event.holes.items())
    return f"Two cards each: {held}"


def _net(event: e.RoundEnded) -> str:
    net = ", ".join(f"{name} {dollars(cents)}" for name, cents in event.net.items())
    return f"Round {event.round} ends: {net or 'no money moved'}"


def _form(event: e.JackpotPaid) -> str:
    form = {"": "", "both": " in chips and by check", "check": " by check", "chips": " in chips"}[event.form]
    return form + (f", {dollars(event.offset)} set off" if event.offset else "")


def _moves(moves: Iterable[Move]) -> str:
    return ", ".join(f"{dollars(move.cents)} from {move.source} to {move.target}" for move in moves)


def _happened(event: e.Happened) -> str:
    where = f", seat {event.seat}" if event.seat else ""
    clauses = f" [{' '.join(event.clauses)}]" if event.clauses else ""
    return f"Irregular: {event.what}{where}: {event.effect.replace('_', ' ')} (by {event.by}){clauses}"


def _seat(seat: object) -> str:
    return f"Seat {seat}"


TELL: dict[type[e.Event], Callable[[Any], str]] = {
    e.PhaseBegan: lambda x: f"-- {x.phase.replace('_', ' ')}",
    e.TableOpened: lambda x: f"The table opens with {x.book} (by {x.by})",
    e.TableClosed: lambda x: f"The table closes: {x.reason} (by {x.by})",
    e.Paused: lambda x: f"Paused: {x.reason} (by {x.by})",
    e.Resumed: lambda x: f"Play goes on{f': {x.reason}' if x.reason else ''} (by {x.by})",
    e.SeatTaken: lambda x: f"{x.player} takes seat {x.seat}",
    e.SeatLeft: lambda x: f"{x.player} leaves seat {x.seat}{f': {x.reason}' if x.reason else ''} (by {x.by})",
    e.ChipsBought: lambda x: f"{x.player} buys in for {dollars(x.cents)}",
    e.ChipsCashed: lambda x: f"{x.player} cashes {dollars(x.cents)}",
    e.DealerCameIn: lambda x: (
        f"{x.dealer} deals" + (f"; {x.cards_counted} cards counted" if x.cards_counted else "")
    ),
    e.DeviceChanged: lambda x: f"Dealt from the {x.device} now: {x.reason} (by {x.by})",
    e.BankOffered: lambda x: f"The bank is offered to seat {x.seat}",
    e.BankDeclined: lambda x: f"Seat {x.seat} declines the bank (by {x.by})",
    e.BankHalted: lambda _: "Nobody takes the bank: the table halts",
    e.BankTaken: lambda x: (
        f"Seat {x.seat} ({x.player}) banks with {dollars(x.wager)}, round {x.rounds} in a row"
    ),
    e.BankReturned: lambda x: f"{dollars(x.cents)} of the bank left for seat {x.seat}",
    e.WagersPlaced: _wagers,
    e.WagersTakenBack: lambda x: f"{_seat(x.seat)} takes its wagers back",
    e.CoverWarned: lambda x: (
        f"{dollars(x.against)} lie against the bank's {dollars(x.bank)}: it may not cover every hand"
        f" [{' '.join(x.clauses)}]"
    ),
    e.BetsClosed: lambda x: f"No more bets. Round {x.round}: seats {', '.join(map(str, x.order))}",
    e.FeesCollected: lambda x: f"Fees: {_charge(x)}",
    e.FeesReturned: lambda x: (
        "Fees back: " + ", ".join(f"seat {seat} {dollars(cents)}" for seat, cents in x.players.items())
    ),
    e.CoinIn: lambda x: f"Coin in: seats {', '.join(map(str, x.seats))}",
    e.HolesDealt: _dealt,
    e.Decided: _decided,
    e.DecisionAmended: lambda x: (
        f"{_seat(x.seat)} {_choice(x.choice)}, entered before as {x.was}: {x.reason} (by {x.by})"
    ),
    e.FlopShown: lambda x: f"Flop {card_names(x.cards)}",
    e.RiverShown: lambda x: f"Turn and river {card_names(x.cards)}",
    e.BankShown: lambda x: (
        f"The bank shows {card_names(x.cards)}: {x.hand}, {'' if x.qualifies else 'un'}qualified"
    ),
    e.HandShown: lambda x: f"Seat {x.seat} shows {card_names(x.cards)}: {x.hand}",
    e.WagerSettled: _row,
    e.HandRacked: lambda x: f"Seat {x.seat}'s cards are counted and racked",
    e.RakeTaken: lambda x: f"Rake: {_charge(x)}",
    e.JackpotWon: lambda x: (
        f"{_seat(x.seat)} ({x.player}) wins the {x.meter} jackpot, {dollars(x.cents)}, in review"
    ),
    e.JackpotConfirmed: lambda x: f"The {x.meter} jackpot is confirmed: {dollars(x.cents)}",
    e.JackpotOwed: lambda x: (
        f"{_seat(x.seat)} ({x.player}) is owed {dollars(x.cents)} more of the {x.meter} jackpot"
    ),
    e.EnvyTakenBack: lambda x: (
        f"{_seat(x.seat)} gives {dollars(x.cents)} of envy back: seat {x.brought_by}'s hand does not stand"
    ),
    e.MetersReseeded: lambda x: f"Meters start again: {_moves(x.moves)}" if x.moves else "Meters start again",
    e.JackpotApproved: lambda x: (
        f"{_seat(x.seat)}'s jackpot: approved by the {x.office}, {x.reason} (by {x.by})"
    ),
    e.JackpotPaid: lambda x: f"{_seat(x.seat)}'s jackpot of {dollars(x.cents)} is paid{_form(x)} (by {x.by})",
    e.JackpotDenied: lambda x: f"{_seat(x.seat)}'s jackpot is denied: {x.reason} (by {x.by})",
    e.CardsAmended: _amended,
    e.SupervisorTold: lambda x: f"Supervisor: seat {x.seat}, {x.says} [{' '.join(x.clauses)}]",
    e.MetersRead: lambda x: "The meters are read from the link",
    e.LinkChanged: lambda x: f"The progressive link is {'up' if x.up else 'down'}: {x.reason} (by {x.by})",
    e.Happened: _happened,
    e.Ruled: lambda x: (
        f"Ruling: {x.ruling.replace('_', ' ')}{f', seat {x.seat}' if x.seat else ''}, {x.reason} (by {x.by})"
    ),
    e.RoundVoided: lambda x: f"The round is void, all wagers go back: {x.reason}",
    e.HandForfeited: lambda x: f"{_seat(x.seat)}'s hand is out",
    e.ProgressiveReturned: lambda x: f"{_seat(x.seat)}'s progressive wager goes back",
    e.Disputed: lambda x: f"{x.player} disputes: {x.says}",
    e.Corrected: lambda x: f"Correction: {_moves(x.moves) + ', ' if x.moves else ''}{x.reason} (by {x.by})",
    e.RoundEnded: _net,
}

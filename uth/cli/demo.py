"""``uth demo``: one complete round of each book, explained."""

import tomllib
from collections.abc import Iterator
from importlib import resources

import click
from rich.console import Console
from rich.markup import escape

from uth.cli.felt import cards_text, console, settlement_view
from uth.game.files.roundfile import read_round
from uth.game.round import Choice, Round, Spot, on_link
from uth.game.settlement.fees import collection
from uth.game.settlement.order import deal_order, with_backline
from uth.game.settlement.rounds import settle
from uth.rules import Book
from uth.rules.money import dollars
from uth.rules.wagers import limits_said, pay_lines


@click.command()
def command() -> None:
    """Play one round of each shipped book: wagers, fees, deal, decisions, settlement, with clauses."""
    rounds = tomllib.loads(resources.files("uth.cli").joinpath("demo.toml").read_text("utf-8"))["round"]
    out = console()
    for case in rounds:
        shows = case.pop("shows")
        book, played = read_round(case)
        out.rule(f"[bold]{escape(book.title)}", align="left")
        out.print(f"[dim]book {book.name}, version {book.digest[:12]}[/]\nThis round shows {shows}.\n")
        for line, clauses in _story(book, played):
            out.print(f"{escape(line)}  [dim]{' '.join(clauses[:3])}[/]")
        _print_streets(out, book, played)
        out.print()
        out.print(settlement_view(settle(book, played), played))
        out.print()


def _story(book: Book, played: Round) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What happens up to the first decision."""
    yield (
        f"Limits: {limits_said(book.bets.values())}.",
        tuple(
            dict.fromkeys(clause for bet in book.bets.values() if bet.limits for clause in bet.cites.limit)
        ),
    )
    for bet in book.bets.values():
        if lines := pay_lines(bet):
            yield f"{bet.label} pays {', '.join(' '.join(line) for line in lines)}.", bet.clauses[:2]
    if played.bank_wager is not None:
        who = f"Seat {played.bank_seat} is the {book.bank.who} and puts up {dollars(played.bank_wager)}"
        yield f"{who}, fixed for this round.", book.cites.bank_wager
    for spot in played.spots:
        yield f"Seat {spot.seat} puts down {_wagers(book, spot)}.", book.cites.equal
    charge = collection(book, played.spots)
    if charge and charge.table_action is not None:
        each = ", ".join(f"seat {seat} {dollars(fee)}" for seat, fee in charge.players.items())
        said = f"{dollars(charge.bank)} from the bank, {each}"
        yield (
            f"Collected before the deal, total action {dollars(charge.table_action)}: {said}.",
            book.cites.collection,
        )
    bettors = sum(len(on_link(book, spot)) for spot in played.spots)
    if bettors:
        coin_in = tuple(clause for line in book.script.coin_in for clause in line.clauses)
        wagers = "1 progressive wager is" if bettors == 1 else f"{bettors} progressive wagers are"
        yield f"COIN IN: {wagers} registered and dropped.", coin_in
    yield '"No more bets."', book.cites.no_more_bets
    order = deal_order(book, [s.seat for s in played.spots if isinstance(s.seat, int)], played.bank_seat)
    steps = ", then ".join(getattr(book.deal.orders, book.deal.device))
    yield (
        f"Dealt from the {book.deal.device}: {steps}; seats {', '.join(map(str, order))}, bank last.",
        book.cites.hole_cards,
    )


def _wagers(book: Book, spot: Spot) -> str:
    laid = [f"{book.bets[name].label} {dollars(cents)}" for name, cents in spot.stakes.items()]
    laid += [f"a toke of {dollars(toke.amount)} on {toke.on}" for toke in spot.tokes]
    return ", ".join(laid)


def _print_streets(out: Console, book: Book, played: Round) -> None:
    seats = deal_order(book, [s.seat for s in played.spots if isinstance(s.seat, int)], played.bank_seat)
    by_seat = {spot.seat: spot for spot in played.spots}
    spots = [by_seat[seat] for seat in with_backline(seats, played.spots)]
    for number, (street, cards) in enumerate((("Before the flop", 0), ("Flop", 3), ("River", 5))):
        out.print(f"{street}  ", end="")
        out.print(cards_text(played.board[:cards]))
        for spot in spots:
            if number < len(spot.decisions):
                out.print(f"  seat {spot.seat}  ", end="")
                out.print(cards_text(spot.hole or ()), end="")
                out.print(f"  {_decision(book, spot, spot.decisions[number])}")


def _decision(book: Book, spot: Spot, choice: Choice) -> str:
    play = dollars(spot.stake(book.play))
    return f"bets {choice.multiple}x, {play}" if choice.multiple else f"{choice}s"

"""How a round came out: each wager, what it did to its owner, and all of it for one player."""

from msgspec import Struct
from msgspec.structs import asdict, replace

from uth.game.ledger import player
from uth.game.round import Seat
from uth.game.settlement.coverage import Row
from uth.game.table.state import Table
from uth.game.table.wording import bank_title, in_words, wager_title
from uth.game.views.saying import beyond, comparison, gain
from uth.rules.money import Cents
from uth.rules.prizes import Share


class RowSeen(Row, frozen=True, kw_only=True):
    """A settled wager as the table is told of it."""

    title: str
    gain: Cents
    """What it did to its owner."""


class BankedSeen(Struct, frozen=True):
    """What a hand brought the bank, or cost it."""

    seat: Seat
    player: str
    cents: Cents


class Result(Struct, frozen=True):
    """How a round came out for one player."""

    round: int
    net: Cents
    void: bool
    why: str
    """One line: hand against hand, or why no money moved."""
    rows: list[RowSeen]
    """His own wagers; the reason of each is what it adds to that line."""
    fees: Cents
    banked: list[BankedSeen]
    """Of a banker: what each hand brought or cost."""


def row_seen(table: Table, row: Row) -> RowSeen:
    told = {**asdict(row), "reason": in_words(table.book, row.reason)}
    return RowSeen(**told, title=wager_title(table.book, row.wager), gain=_gain(table, row))


def _gain(table: Table, row: Row) -> Cents:
    """What a wager did to its owner so far: a jackpot may be paid by check, and envy may go back."""
    bet, owner = table.book.bets[row.laid.wager], player(table.owners[row.seat])
    back = sum(move.cents for move in table.moves if (move.source, move.what) == (owner, f"{bet.name} back"))
    won = {
        f"{name} jackpot"
        for name, pot in table.pots.items()
        if Share.named(name).meter in {meter.name for meter in bet.meters}
        and any(win.where == row.seat for win in pot.wins)
    }
    if not won:
        return gain(table.book, row) - back
    in_chips = sum(move.cents for move in table.moves if move.target == owner and move.what in won)
    return in_chips + row.returned - row.stake


def charged(table: Table) -> dict[str, Cents]:
    taken: dict[str, Cents] = {}
    for move in table.moves:
        if move.what in ("fee", "rake", "fee back"):
            who, cents = (move.target, -move.cents) if move.what == "fee back" else (move.source, move.cents)
            name = who.removeprefix(player(""))
            taken[name] = taken.get(name, 0) + cents
    return taken


def result(table: Table, net: dict[str, Cents], name: str, banker: str | None) -> Result | None:
    """How a round that ends came out for a player; None if he was not in it.

    ``banker`` is who banked it: his bank has gone back to him when the round ends.
    """
    hands = {seat for seat, owner in table.owners.items() if owner == name}
    if not hands and banker != name:
        return None
    rows = [] if table.void else [row_seen(table, row) for row in table.rows if row.seat in hands]
    cents = net.get(player(name), 0)
    why = comparison(table.book, [row for row in rows if not row.laid.toke])
    if table.void:
        why = "the round is void: all bets went back"
    elif not why:
        why = f"as the {bank_title(table.book)}" if banker == name else "no money moved"
    return Result(
        table.round,
        cents,
        table.void,
        why,
        rows=[replace(row, reason=beyond(row.reason, why) or row.note) for row in rows],
        fees=charged(table).get(name, 0),
        banked=_banked(table) if banker == name and not table.void else [],
    )


def _banked(table: Table) -> list[BankedSeen]:
    """Hand by hand; what the house or a pool pays is not the bank's."""
    rows = [row for row in table.rows if table.book.bets[row.laid.wager].paid_by_bank]
    return [
        BankedSeen(
            seat, table.owners[seat], sum(row.collected - row.paid for row in rows if row.seat == seat)
        )
        for seat in table.order
    ]

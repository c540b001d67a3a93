"""The felt: the other hand and the board, the seats of the others, and one's own cards and circles.

Everything comes from the picture of the table: which circles there are, what lies in them, what each hand is
called and what became of each wager.
"""

from collections.abc import Iterator

from rich.text import Text

from uth.rules.money import Cents, dollars
from uth.terminal.drawing import (
    Block,
    beside,
    cards,
    centered,
    clipped,
    line,
    rows_of,
    short_cards,
    width_of,
)
from uth.terminal.frames import HandSeen, Layout, Public, SpotSeen, WagerSeen, You

QUIET, NAME, GOLD = "#b9d8c4", "bold #ffffff", "bold #ffd75f"
WON, LOST, PUSHED = "bold #9dff8a", "bold #ff9b8f", "#ffe9a8"
BOARD = 5
TALL, WIDE = 27, 90
"""Rows and columns of the felt from which on cards and circles are drawn large."""


def signed(cents: Cents) -> str:
    """``+$5``, ``−$5`` or ``$0``."""
    return f"+{dollars(cents)}" if cents > 0 else f"−{dollars(-cents)}" if cents else "$0"


def style_of(cents: Cents) -> str:
    """Won, lost, or neither."""
    return WON if cents > 0 else LOST if cents < 0 else PUSHED


def chose(decision: str) -> str:
    """A decision in a word: ``bet4`` is 4×."""
    return f"{decision.removeprefix('bet')}×" if decision.startswith("bet") else decision


class Felt:
    """One picture of the table, drawn for one viewer."""

    def __init__(self, layout: Layout, table: Public, you: You) -> None:
        self.layout, self.table, self.you = layout, table, you

    def draw(self, width: int, height: int) -> Text:
        """The felt in so many columns and rows; what does not fit is made smaller, the own hand last."""
        rows: Block = []
        for tall, seats in ((True, 2), (True, 1), (False, 2), (False, 1), (False, 0)):
            if tall and (height < TALL or width < WIDE):
                continue
            rows = self._rows(width, tall, seats, height)
            if len(rows) <= height:
                break
        return Text("\n").join(rows[:height])

    def _rows(self, width: int, tall: bool, seats: int, height: int) -> Block:
        """With the others' seats in full (2), short (1) or not at all (0)."""
        parts = [
            centered(self._middle(width, tall), width),
            centered(self._others(width, seats == 2), width) if seats else [],
            centered(self._own(width, tall), width),
        ]
        used = sum(map(len, parts))
        spare = max(0, height - used) // (len(parts) + 1)
        gap = [Text()] * min(spare, 4)
        rows = [*gap]
        for part in parts:
            rows += [*part, *gap]
        if len(rows) + 1 <= height:
            rows.append(line(self.layout.inscription, f"italic {QUIET}", width, "center"))
        return rows

    # ---- the middle

    def _middle(self, width: int, tall: bool) -> Block:
        """The hand that everybody plays against, and the board."""
        table = self.table
        banker = table.bank.seat is not None and self.you.seat == table.bank.seat
        theirs = table.bank_hand
        own = beside([cards(theirs, 2, dealt=table.dealt, tall=tall)])
        board = cards(table.board, BOARD, dealt=table.dealt, tall=tall)
        hand = table.hands.get("bank")
        left = width_of(own)
        caption = clipped(self._bank_caption(banker), max(left, width - width_of(board) - 6))
        across = max(left, len(caption))
        own = centered(own, across)
        block = beside([[line(caption, NAME, across, "center"), *own], [line("Board", NAME), *board]], gap=4)
        block.append(line(self._bank_hand(hand), QUIET, width_of(block), "center"))
        return block

    def _bank_caption(self, mine: bool) -> str:
        table, title = self.table, self.layout.bank.capitalize()
        if table.bank.seat is None:
            return title
        who = "you" if mine else table.seats[str(table.bank.seat)].player
        return f"{title}: {who}" + (f", {dollars(table.bank.wager)}" if table.bank.wager else "")

    def _bank_hand(self, hand: HandSeen | None) -> str:
        if hand is None:
            return ""
        return hand.says + ("" if hand.qualifies is None else _qualified(hand.qualifies))

    # ---- the others

    def _others(self, width: int, full: bool) -> Block:
        seats = [seat for seat in self.table.seats if int(seat) != self.you.seat]
        if not seats:
            return []
        each = max(10, min(24 if full else 18, width // len(seats) - 1))
        return beside([self._seat(seat, each, full) for seat in seats])

    def _seat(self, seat: str, width: int, full: bool) -> Block:
        seen, spot = self.table.seats[seat], self._spot(seat)
        turn = self.table.to_act is not None and str(self.table.to_act) == seat
        banks = self.table.bank.seat is not None and str(self.table.bank.seat) == seat
        name = f"{'▸' if turn else ''}{seat} {seen.player}"
        rows = [line(name, GOLD if turn else NAME, width, "center")]
        if spot is None:
            holds = "has the bank" if banks else dollars(seen.chips)
            return [*rows, line(holds, QUIET, width, "center"), *[line("")] * 2]
        rows.append(line(" ".join(self._laid(spot)), QUIET, width, "center"))
        rows += centered([self._cards_of(seat, spot)], width)
        rows.append(self._standing(seat, spot, width))
        if full:
            rows.insert(1, line(dollars(seen.chips), QUIET, width, "center"))
        return [row if row.cell_len <= width else line(row.plain, "", width) for row in rows]

    def _laid(self, spot: SpotSeen) -> Iterator[str]:
        yield dollars(sum(spot.stakes.values()))
        yield from (chose(decision) for decision in spot.decisions[-1:])

    def _cards_of(self, seat: str, spot: SpotSeen) -> Text:
        if spot.hole:
            return short_cards(spot.hole)
        folded = bool(spot.decisions) and spot.decisions[-1] == "fold"
        return line("folded" if folded else "░░ ░░" if self.table.dealt else "", QUIET)

    def _standing(self, seat: str, spot: SpotSeen, width: int) -> Text:
        """What a hand is called, or what it won or lost once it is settled."""
        rows = [row for row in self.table.rows if str(row.seat) == seat]
        if rows and spot.settled and len(spot.settled) >= len(spot.stakes):
            net = sum(row.gain for row in rows)
            return line(signed(net), style_of(net), width, "center")
        hand = self.table.hands.get(seat)
        return line(hand.says if hand else "", QUIET, width, "center")

    def _spot(self, seat: str) -> SpotSeen | None:
        return next((spot for spot in self.table.spots if str(spot.seat) == seat), None)

    # ---- one's own

    def _own(self, width: int, tall: bool) -> Block:
        you, table = self.you, self.table
        if you.seat is None:
            return [line("You are watching.", QUIET)]
        blocks: list[Block] = []
        mine = [spot for spot in table.spots if spot.player == you.name]
        spots: list[SpotSeen | None] = [*mine] or [None]
        for spot in spots:
            blocks += [[Text()]] * bool(blocks) + [self._own_spot(spot, width, tall)]
        return [row for block in blocks for row in block]

    def _own_spot(self, spot: SpotSeen | None, width: int, tall: bool) -> Block:
        seat = str(spot.seat) if spot else str(self.you.seat)
        hole = self.you.holes.get(seat) or (spot.hole if spot else None)
        banks = self.table.bank.seat is not None and self.table.bank.seat == self.you.seat
        if banks and spot is None:
            says = f"Seat {seat}, {self.you.name}: you have the bank. {self._banked()}"
            return [line(clipped(says, width), GOLD)]
        held = cards(hole, 2, dealt=self.table.dealt and spot is not None, tall=tall)
        where = f"{seat} {self.you.name}" if spot is None or spot.behind is None else f"behind {spot.behind}"
        turn = self.table.to_act is not None and str(self.table.to_act) == seat
        across = max(width_of(held), 12)
        caption = line(f"{'▸' if turn else ''}{where}", GOLD if turn else NAME, across, "center")
        left = [caption, *centered(held, across)]
        circles = [self._circle(wager, spot, tall) for wager in self._wagers(spot)]
        room = width - across - 3
        right = [row for part in rows_of(circles, room) for row in part]
        block = beside([left, right], gap=3)
        hand = self.you.hands.get(seat) or self.table.hands.get(seat)
        folded = bool(spot and spot.decisions and spot.decisions[-1] == "fold")
        says = f"Your hand: {hand.says}" if hand else ""
        says += ", folded" if folded and hand else ""
        block.append(line(says, GOLD, width_of(block), "center"))
        return block

    def _banked(self) -> str:
        bank = self.table.bank
        if not bank.paid and not bank.collected:
            return ""
        return f"Paid {dollars(bank.paid)}, collected {dollars(bank.collected)}."

    def _wagers(self, spot: SpotSeen | None) -> list[WagerSeen]:
        """Circles as they lie on a felt: what stands beside the main wager next to it, side bets after.

        What nobody puts chips on has none, until it pays.
        """
        order = {"equal": 1, "multiple": 2}
        base = [wager for wager in self.layout.wagers if wager.required or wager.staked in order]
        base.sort(key=lambda wager: order.get(wager.staked, 0))
        paid = {row.wager for row in self.table.rows if spot and row.seat == spot.seat}
        shown = [one for one in self.layout.wagers if one.staked != "free" or one.name in paid]
        return base + [wager for wager in shown if wager not in base]

    def _circle(self, wager: WagerSeen, spot: SpotSeen | None, tall: bool) -> Block:
        stake = spot.stakes.get(wager.name) if spot else None
        row = next(
            (row for row in self.table.rows if spot and row.seat == spot.seat and row.wager == wager.name),
            None,
        )
        amount = dollars(stake) if stake else ""
        name = f"= {wager.title}" if wager.staked == "equal" else wager.title
        inner = max(len(name) - 2, len(amount) + 2 * bool(stake), 5)
        wide = inner + 2 if not tall else inner + 4
        came = "" if row is None else "push" if row.outcome == "push" else signed(row.gain)
        result = line(came, style_of(row.gain) if row else "", wide, "center")
        edge = GOLD if stake else QUIET
        title = line(name, NAME if stake else QUIET, wide, "center")
        pile = chips(stake or 0, 1 if not tall else 4)
        if not tall:
            short = inner - len(amount) - 2 * bool(stake)
            held = Text.assemble(
                ("(", edge), " " * (short // 2), pile, " " * bool(stake), (amount, GOLD), end=""
            )
            held.append(" " * (short - short // 2))
            return [title, held.append(")", edge), result]
        bar, room = "─" * (wide - 2), wide - 2 - pile.cell_len
        stack = Text.assemble(
            ("│", edge), " " * (room // 2), pile, " " * (room - room // 2), ("│", edge), end=""
        )
        held = Text.assemble(("│", edge), (f"{amount:^{wide - 2}}", GOLD), ("│", edge), end="")
        return [title, line(f"╭{bar}╮", edge), stack, held, line(f"╰{bar}╯", edge), result]


CHIPS = ((50_000, "#c9a0ff"), (10_000, "#1c1c1c"), (2_500, "#4cd964"), (500, "#ff6b5e"), (100, "#ffffff"))
"""Worth in cents, and color."""


def chips(cents: Cents, most: int) -> Text:
    """The largest chips of an amount, as many as there is room for."""
    pile = Text(end="")
    for worth, color in CHIPS:
        count = min(cents // worth, most - pile.cell_len)
        pile.append("●" * count, color)
        cents %= worth
    return pile if pile.cell_len or not cents else Text("●", CHIPS[-1][1], end="")


def _qualified(qualifies: bool) -> str:
    return ", qualifies" if qualifies else ", does not qualify"

"""Windows over the table: help, pay tables, figures, the log, and the question whether to leave."""

from collections.abc import Iterable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Static

from uth.rules.money import dollars
from uth.terminal.frames import Layout

HELP = """\
4 3 2 1    bet that multiple of the Ante
c          check
f          fold; press it twice
Enter      bet, or go on to the next hand
Tab ↑ ↓    the next bet; more and less of it
Space      lay a side bet, or take it off
k          toke the dealer with a decision

p          pay tables and limits
s          your session in figures
l          everything that was said
v          values and rules of this decision (trainer)
m          more: buy in, cash out, take bets back
q or Esc   leave the table
Ctrl-C     leave at once; the house checks and folds for you

What stands on a yellow key can be clicked as well."""


class Window(ModalScreen[None]):
    """Something to read; any of the usual keys closes it."""

    def __init__(self, title: str, text: Text | str) -> None:
        super().__init__()
        self.heading, self.text = title, text

    def compose(self) -> ComposeResult:
        with Vertical(id="window"):
            yield Static(Text(self.heading, "bold"), id="heading")
            with VerticalScroll(id="scrolled"):
                yield Static(self.text, id="text")
            yield Static(Text("Esc closes, ↑ ↓ scroll", "dim"), id="closes")

    def on_key(self, event: Key) -> None:
        if event.key in ("escape", "enter", "q", "p", "s", "l", "question_mark", "space"):
            event.stop()
            self._close()

    def on_click(self, event: Click) -> None:
        if event.widget is self:
            self._close()

    def _close(self) -> None:
        """Once: a second key that was typed meanwhile must not close what lies below."""
        if self.is_current:
            self.dismiss()


class Leave(ModalScreen[bool]):
    """Asked once, in mid-round."""

    def __init__(self, says: str) -> None:
        super().__init__()
        self.says = says

    def compose(self) -> ComposeResult:
        with Vertical(id="window"):
            yield Static(Text(self.says))
            yield Static(Text.assemble("\n", ("y", "bold"), " leaves, any other key stays"))

    def on_key(self, event: Key) -> None:
        event.stop()
        if self.is_current:
            self.dismiss(event.key == "y")


def pays(layout: Layout, meters: dict[str, int]) -> Text:
    """Every pay table, limit and charge, without money."""
    text = Text()
    for wager in layout.wagers:
        text.append(f"{wager.title}", "bold")
        text.append(f"  {', '.join(_terms(wager.limits, wager.stake, wager.odds))}\n", "dim")
        for hand, paid in wager.pays:
            text.append(f"  {hand:<34}{paid:>12}\n")
    hand = layout.qualifier.replace("_", " ")
    text.append(f"\nThe {layout.bank} qualifies with {hand} or better.\n")
    for name, cents in meters.items():
        text.append(f"{name.replace('_', ' ').capitalize()} jackpot: {dollars(cents)}\n")
    base, side = layout.charge
    if base or side:
        text.append(f"Plus a fee of up to {dollars(base)}")
        text.append(f", {dollars(side)} more for a side bet.\n" if side else ".\n")
    return text


def _terms(limits: tuple[int, int] | None, stake: int | None, odds: str | None) -> Iterable[str]:
    if limits:
        yield f"{dollars(limits[0])} to {dollars(limits[1])}"
    if stake:
        yield dollars(stake)
    if odds:
        yield f"pays {odds}"

"""What the person is asked, and what they may answer: the lower part of the screen.

A panel draws itself as text and answers keys. It offers what the table offers (``legal``) and knows no rule:
an amount outside its limits is sent like any other, and the table says what is wrong with it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from uth.rules.money import Cents, dollars
from uth.terminal.felt import chose, signed, style_of
from uth.terminal.frames import Act, EventSeen, Frame, Layout, Offer, RowSeen

KEY, TITLE, FAINT, ARMED = "bold #141414 on #ffd75f", "bold", "dim", "bold #ffffff on #c01c28"


class Reply(NamedTuple):
    """What a key brought: an act to send, another panel, or only a change in this one."""

    act: Act | None = None
    do: str = ""
    """Something for the screen: ``move on``, ``back``, or a form to open."""
    says: str = ""


CHANGED = Reply()


def button(key: str, says: str, style: str = "", name: str = "") -> Text:
    """A key and what it does; a click on it is the same as the key."""
    text = Text.assemble((f" {name or key} ", style or KEY), f" {says}", end="", no_wrap=True)
    text.stylize(Style(meta={"key": key}))
    return text


def flow(parts: Sequence[Text], width: int, gap: str = "   ") -> Text:
    """Parts in lines, none of them broken."""
    lines, used = [Text()], 0
    for part in parts:
        if used and used + len(gap) + part.cell_len > width:
            lines.append(Text())
            used = 0
        lines[-1].append(gap if used else "")
        lines[-1].append_text(part)
        used += part.cell_len + (len(gap) if used else 0)
    return Text("\n").join(lines)


class Panel:
    """One question."""

    title = ""

    def draw(self, width: int) -> Text:
        return Text(self.title, TITLE)

    def press(self, key: str, character: str | None) -> Reply | None:
        """The answer to a key; None if it means nothing here."""
        return None

    @property
    def moment(self) -> object:
        """While this stays the same, so does the panel, with what was typed into it."""
        return type(self), self.title


# ---- decisions


class Decision(NamedTuple):
    key: str
    says: str
    offer: Offer
    toke: Offer | None
    folds: bool


def decisions(layout: Layout, offers: Sequence[Offer]) -> Iterator[Decision]:
    """What may be decided, each by a key of its own; folding comes last."""
    plain = [offer for offer in offers if offer.does == "decide" and not offer.act.get("toke")]
    plain.sort(key=lambda offer: (offer.act["choice"] == "fold", -offer.cost))
    taken: set[str] = set()
    for offer in plain:
        choice, tuck = str(offer.act["choice"]), bool(offer.act.get("tuck"))
        toke = next(
            (
                other
                for other in offers
                if other.does == "decide" and other.act.get("toke") and other.act["choice"] == choice
            ),
            None,
        )
        bets = choice.startswith("bet")
        says = f"Bet {chose(choice)} · {dollars(offer.cost)}" if bets else choice.capitalize()
        says = f"{says}, {layout.tucked}" if tuck else says
        wanted = [choice.removeprefix("bet") if bets else "t" if tuck else choice[0], *"0ghijkl"]
        key = next(key for key in wanted if len(key) == 1 and key not in taken)
        taken.add(key)
        yield Decision(key, says, offer, toke, choice == "fold")


class DecidePanel(Panel):
    """Bets by their multiple, c, and f twice: nobody folds by a slip."""

    def __init__(self, frame: Frame, layout: Layout, hand: str) -> None:
        self.decisions = list(decisions(layout, frame.you.legal))
        streets = {0: "Before the flop", 3: "The flop"}
        street = streets.get(len(frame.table.board), "Turn and river")
        self.title = f"{street}. Your turn" + (f": {hand}" if hand else ".")
        self.armed = ""
        self.toke: Cents = 0
        self._moment = (frame.table.round, frame.table.phase, frame.table.to_act)

    @property
    def moment(self) -> object:
        return type(self), *self._moment

    def draw(self, width: int) -> Text:
        parts = [
            button(one.key, f"{one.says}? Press {one.key} again", ARMED)
            if one.key == self.armed
            else button(one.key, one.says)
            for one in self.decisions
        ]
        if any(one.toke for one in self.decisions):
            parts.append(button("k", f"Toke {dollars(self.toke)}" if self.toke else "Toke the dealer"))
        return Text.assemble((self.title, TITLE), "\n\n", flow(parts, width))

    def press(self, key: str, character: str | None) -> Reply | None:
        wanted = (character or key).lower()
        one = next((one for one in self.decisions if one.key == wanted), None)
        if one is None:
            was, self.armed = self.armed, ""
            if wanted == "k" and any(one.toke for one in self.decisions):
                self._next_toke()
                return CHANGED
            return CHANGED if was else None
        if one.folds and self.armed != one.key:
            self.armed = one.key
            return CHANGED
        if self.toke and one.toke:
            return Reply({**one.toke.act, "toke": self.toke})
        return Reply(one.offer.act)

    def _next_toke(self) -> None:
        """No toke, the least, and on in its steps to five of them."""
        offer = next(one.toke for one in self.decisions if one.toke)
        least, most = offer.bounds["toke"]
        raised = self.toke + max(least, offer.steps.get("toke", 1)) if self.toke else least
        self.toke = raised if raised <= min(most, 5 * least) else 0


# ---- results


class ResultPanel(Panel):
    """How the round came out, wager by wager with the reasons, until the person moves on."""

    def __init__(self, ended: EventSeen) -> None:
        assert ended.result is not None
        self.result = ended.result

    @property
    def moment(self) -> object:
        return type(self), self.result.round

    def draw(self, width: int) -> Text:
        result = self.result
        text = Text.assemble(
            (f"Round {result.round}  ", TITLE), (signed(result.net), style_of(result.net)), f"  {result.why}"
        )
        text.append("\n")
        text.append_text(flow([_came(row) for row in result.rows if not row.reason], width))
        for row in result.rows:
            if row.reason:
                text.append("\n")
                text.append_text(_came(row))
                text.append(f"  {row.reason}")
        hands = [
            Text.assemble(f"Seat {one.seat}, {one.player} ", (signed(one.cents), style_of(one.cents)))
            for one in result.banked
        ]
        if hands:
            text.append("\n")
            text.append_text(flow(hands, width))
        fees = f"   Fees {dollars(result.fees)}" if result.fees else ""
        return Text.assemble(text, "\n", button("enter", "next hand", name="Enter"), (fees, FAINT))

    def press(self, key: str, character: str | None) -> Reply | None:
        return Reply(do="move on") if key in ("enter", "space", "n") else None


def _came(row: RowSeen) -> Text:
    """A wager, and what it did to its owner."""
    came = "push" if row.outcome == "push" else signed(row.gain)
    return Text.assemble(
        f"{row.title} {dollars(row.stake)} ", (came, style_of(row.gain)), end="", no_wrap=True
    )


# ---- waiting


class WaitPanel(Panel):
    """Nothing is asked."""

    def __init__(self, says: str) -> None:
        self.title = says

    def draw(self, width: int) -> Text:
        return Text(self.title, FAINT)


class SitPanel(Panel):
    """A seat at a table of the service."""

    title = "Take a seat."

    def __init__(self, offers: Sequence[Offer]) -> None:
        self.seats = {str(offer.act["seat"]): offer.act for offer in offers if offer.does == "sit"}

    def draw(self, width: int) -> Text:
        free = [button(seat, f"Seat {seat}") for seat in self.seats]
        return Text.assemble((self.title, TITLE), "\n\n", flow(free, width))

    def press(self, key: str, character: str | None) -> Reply | None:
        if key == "enter" and self.seats:
            return Reply(next(iter(self.seats.values())))
        act = self.seats.get(character or key)
        return Reply(act) if act else None


class MenuPanel(Panel):
    """Whatever else may be done at the table now."""

    title = "More"

    def __init__(self, items: Sequence[tuple[str, Offer]]) -> None:
        self.items = items[:9]

    @property
    def moment(self) -> object:
        return type(self), tuple(says for says, _ in self.items)

    def draw(self, width: int) -> Text:
        parts = [button(str(n), says) for n, (says, _) in enumerate(self.items, 1)]
        back = button("escape", "back", name="Esc")
        return Text.assemble((self.title, TITLE), "\n\n", flow([*parts, back], width))

    def press(self, key: str, character: str | None) -> Reply | None:
        wanted = character or key
        if wanted.isdigit() and 1 <= int(wanted) <= len(self.items):
            return Reply(do=f"menu {wanted}")
        return Reply(do="back") if key in ("escape", "m") else None

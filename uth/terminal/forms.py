"""Panels with amounts: bets, the bank, chips."""

from collections.abc import Mapping, Sequence

from rich.style import Style
from rich.text import Text

from uth.rules.money import Cents, dollars, parse_money
from uth.terminal.frames import Act, Frame, Layout, Offer
from uth.terminal.panels import CHANGED, FAINT, KEY, TITLE, Panel, Reply, button, flow

LONGEST = 12
"""Signs of an amount."""
RACK = 10_000
"""What chips are bought, cashed and banked in, step by step: $100."""


class Field:
    """An amount that somebody types, or steps up and down within its bounds."""

    def __init__(
        self,
        name: str,
        label: str,
        bounds: tuple[Cents, Cents],
        unit: Cents = 1,
        optional: bool = False,
        chip: Cents = 0,
    ) -> None:
        self.name, self.label, self.unit, self.optional = name, label, unit, optional
        self.chip = chip or max(unit, bounds[0] - bounds[0] % unit)
        """What a step up or down is: the smallest bet, in whole units."""
        self.least, self.most = bounds
        self.text = ""
        self.fresh = True
        """What is typed next replaces what stands there."""

    @property
    def is_fixed(self) -> bool:
        """Whether there is one amount, to be laid or left out."""
        return self.least == self.most

    @property
    def cents(self) -> Cents | None:
        """The amount; None where nothing stands there. Raises ValueError for what is none."""
        if not self.text.strip():
            return None
        try:
            return parse_money(self.text)
        except ValueError as error:
            raise ValueError(f"{self.label}: {error}") from None

    def put(self, cents: Cents | None) -> None:
        self.text, self.fresh = ("" if not cents else dollars(cents)[1:]), True

    def step(self, up: bool) -> None:
        """One chip more or less."""
        try:
            now = self.cents or 0
        except ValueError:
            now = 0
        chip = self.chip
        if up:
            self.put(self.least if now < self.least else min(self.most, now + chip))
        elif now - chip < self.least:
            self.put(None if self.optional and now <= self.least else self.least)
        else:
            self.put(min(self.most, now - chip))

    def press(self, key: str, character: str | None) -> bool:
        """Whether the key was for this field."""
        if key in ("up", "plus") or character == "+":
            self.step(up=True)
        elif key in ("down", "minus") or character == "-":
            self.step(up=False)
        elif key == "space" and self.optional:
            self.put(None if self.text else self.least)
        elif key == "backspace":
            self.text, self.fresh = ("" if self.fresh else self.text[:-1]), False
        elif character and character in "0123456789.,$" and not (self.is_fixed and self.optional):
            kept = "" if self.fresh else self.text
            self.text, self.fresh = (kept + character)[:LONGEST], False
        else:
            return False
        return True

    def says_bounds(self) -> str:
        if self.is_fixed:
            return f"{self.label}: {dollars(self.least)}, Space lays it or takes it off"
        upto = " or more" if self.most >= 10**9 else f" to {dollars(self.most)}"
        said = f"{self.label}: {dollars(self.least)}{upto}"
        return said + (", or nothing" if self.optional else "")


class Form(Panel):
    """Amounts, one of them under the cursor; Enter sends them all."""

    sends = "Send"

    def __init__(self, title: str, fields: Sequence[Field]) -> None:
        self.title, self.fields, self.at = title, list(fields), 0

    @property
    def field(self) -> Field:
        return self.fields[self.at]

    def act(self) -> Act:
        """What is sent; raises ValueError with what cannot be read."""
        raise NotImplementedError

    def total(self) -> Cents | None:
        """What all of it comes to, where that can be read."""
        return None

    def others(self) -> list[Text]:
        """Further buttons."""
        return []

    def draw(self, width: int) -> Text:
        cells = [self._cell(n) for n in range(len(self.fields))]
        total = self.total()
        sends = self.sends + (f" · {dollars(total)} in all" if total else "")
        buttons = [button("enter", sends, name="Enter"), *self.others()]
        hint = f"{self.field.says_bounds()}" if self.fields else ""
        keys = "   ↑ ↓ more, less   Tab next bet" if len(self.fields) > 1 else "   ↑ ↓ more, less"
        hint += keys if hint and len(self.title) + len(hint) + len(keys) + 2 <= width else ""
        return Text.assemble(
            (f"{self.title}  ", TITLE),
            (hint, FAINT),
            "\n",
            flow(cells, width, "  "),
            "\n",
            flow(buttons, width),
        )

    def _cell(self, n: int) -> Text:
        field, here = self.fields[n], n == self.at
        shown = field.text if field.text.startswith("$") or not field.text else f"${field.text}"
        text = Text.assemble(
            ("▸" if here else " ", "bold"),
            f"{field.label} ",
            ("−", KEY),
            (f" {shown or '–':>5} ", "bold reverse" if here else "bold"),
            ("+", KEY),
            end="",
            no_wrap=True,
        )
        start = len(field.label) + 2
        text.stylize(Style(meta={"field": n}))
        text.stylize(Style(meta={"field": n, "key": "minus"}), start, start + 1)
        text.stylize(Style(meta={"field": n, "key": "plus"}), len(text) - 1)
        return text

    def point(self, field: int) -> None:
        """A click on a field."""
        self.at = field
        self.field.fresh = True

    def press(self, key: str, character: str | None) -> Reply | None:
        if key in ("tab", "right", "shift+tab", "left") and self.fields:
            self.point((self.at + (1 if key in ("tab", "right") else -1)) % len(self.fields))
            return CHANGED
        if self.fields and self.field.press(key, character):
            return CHANGED
        if key != "enter":
            return None
        try:
            return Reply(self.act())
        except ValueError as error:
            return Reply(says=str(error))


class BetPanel(Form):
    """Every wager that may be laid, on one's own spot or behind another's hand."""

    sends = "Bet"

    def __init__(self, frame: Frame, layout: Layout, last: Mapping[str, Cents]) -> None:
        self.layout = layout
        bets = [offer for offer in frame.you.legal if offer.does == "bet"]
        self.spots = [offer for offer in bets if not offer.act.get("toke")]
        self.tokes = [offer for offer in bets if offer.act.get("toke")]
        self.where, self.riding, self.last = 0, 0, dict(last)
        self.round = frame.table.round
        self._moment = (self.round, len(self.spots), frame.you.chips)
        super().__init__("", [])
        self._lay_out(self.last)

    @property
    def moment(self) -> object:
        return type(self), *self._moment

    @property
    def offer(self) -> Offer:
        return self.spots[self.where]

    @property
    def riders(self) -> list[Offer]:
        """Tokes for this spot, each on one wager."""
        behind = self.offer.act.get("behind")
        lead = next(iter(self.offer.act["stakes"]))
        return [one for one in self.tokes if one.act.get("behind") == behind and lead in one.act["stakes"]]

    def _titled(self, wager: str) -> str:
        return next((one.title for one in self.layout.wagers if one.name == wager), wager)

    def _lay_out(self, amounts: Mapping[str, Cents]) -> None:
        offer = self.offer
        behind = offer.act.get("behind")
        self.title = "Place your bets." if behind is None else f"Bet behind seat {behind}."
        needed = list(offer.act["stakes"])
        self.fields = [
            Field(
                name,
                self._titled(name),
                offer.bounds[name],
                offer.steps.get(name, 1),
                optional=name in offer.optional,
            )
            for name in (*needed, *(name for name in offer.bounds if name not in needed))
        ]
        if riders := self.riders:
            self.riding %= len(riders)
            toke = riders[self.riding]
            on = self._titled(toke.act["toke"]["on"])
            bounds, unit = toke.bounds["toke"], toke.steps.get("toke", 1)
            self.fields.append(Field("toke", f"Toke on {on}", bounds, unit, optional=True))
        for field in self.fields:
            if not field.optional or amounts.get(field.name):
                field.put(min(max(amounts.get(field.name, field.least), field.least), field.most))
        self.at = min(self.at, len(self.fields) - 1)

    def take_over(self, other: "BetPanel") -> None:
        """Keep what was typed when the offers change, because somebody else has bet."""
        if other.round != self.round:
            return
        self.at = min(other.at, len(self.fields) - 1)
        typed = {field.name: field for field in other.fields}
        for field in self.fields:
            if field.name in typed:
                field.text, field.fresh = typed[field.name].text, typed[field.name].fresh

    def amounts(self) -> dict[str, Cents]:
        """What has been laid, as far as it can be read."""
        found = ((field.name, field.cents) for field in self.fields)
        return {name: cents for name, cents in found if cents}

    def act(self) -> Act:
        laid = self.amounts()
        toke = laid.pop("toke", 0)
        act: Act = {"do": "bet", "stakes": laid}
        if (behind := self.offer.act.get("behind")) is not None:
            act["behind"] = behind
        if toke:
            act["toke"] = {"on": self.riders[self.riding].act["toke"]["on"], "amount": toke}
        return act

    def total(self) -> Cents | None:
        times = self.offer.together[0].times if self.offer.together else {}
        try:
            return sum(cents * times.get(name, 1) for name, cents in self.amounts().items())
        except ValueError:
            return None

    def others(self) -> list[Text]:
        more = []
        if len(self.riders) > 1:
            more.append(button("t", "toke on another bet"))
        if len(self.spots) > 1:
            more.append(button("b", "bet on another hand"))
        return more

    def press(self, key: str, character: str | None) -> Reply | None:
        turns = (character == "t" and len(self.riders) > 1, character == "b" and len(self.spots) > 1)
        if any(turns):
            try:
                laid = self.amounts()
            except ValueError:
                laid = {}
            self.riding += turns[0]
            self.where = (self.where + turns[1]) % len(self.spots)
            self._lay_out(laid)
            return CHANGED
        return super().press(key, character)


class AmountForm(Form):
    """One amount of one act: chips, a bank, a toke."""

    def __init__(
        self, title: str, offer: Offer, sends: str, start: Cents, decline: Offer | None = None
    ) -> None:
        self.offer, self.sends, self.decline = offer, sends, decline
        [(self.name, bounds)] = offer.bounds.items()
        unit = offer.steps.get(self.name, 1)
        field = Field(self.name, "Amount", bounds, unit, chip=unit if unit > 1 else RACK)
        field.put(min(max(start, field.least), field.most))
        super().__init__(title, [field])

    @property
    def moment(self) -> object:
        return type(self), self.title, self.offer.act, tuple(self.offer.bounds.values())

    def act(self) -> Act:
        return {**self.offer.act, self.name: self.field.cents or 0}

    def others(self) -> list[Text]:
        return [button("d", "Decline")] if self.decline else [button("escape", "back", name="Esc")]

    def press(self, key: str, character: str | None) -> Reply | None:
        if self.decline and character == "d":
            return Reply(self.decline.act)
        if not self.decline and key == "escape":
            return Reply(do="back")
        return super().press(key, character)

"""The table on the screen: what is drawn where, and where keys and clicks go."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click, Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from uth.cards import parse_cards
from uth.rules.money import Cents, dollars
from uth.terminal.asking import form_for, others, question
from uth.terminal.drawing import clipped, line
from uth.terminal.felt import Felt
from uth.terminal.forms import BetPanel, Form
from uth.terminal.frames import Act, EventSeen, Frame, Offer, Source, Trouble
from uth.terminal.panels import DecidePanel, MenuPanel, Panel, Reply, WaitPanel, button
from uth.terminal.scene import Scene
from uth.terminal.session import Session
from uth.terminal.trainer import Question, Trainer, Values
from uth.terminal.windows import HELP, Leave, Window, pays

CARDS_PACE, PACE = 0.45, 0.12
"""Seconds between two steps, where cards are turned and elsewhere."""
PATIENCE = 0.3
"""Seconds after which the trainer says that it is still at work."""
KEPT = 2
"""Decisions whose values are kept."""
SMALLEST = (80, 24)


class Part(Static):
    """A part of the screen; a click on a key is that key, a click on a field goes there."""

    def on_click(self, event: Click) -> None:
        meta = event.style.meta
        screen = self.screen
        if isinstance(screen, TableScreen) and ("key" in meta or "field" in meta):
            event.stop()
            screen.clicked(meta.get("field"), meta.get("key"))

    def on_resize(self, event: Resize) -> None:
        if isinstance(self.screen, TableScreen):
            self.screen.draw_soon()


class TableScreen(Screen[None]):
    """The table, and the question that is open."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (124, "-wide")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]  # noqa: RUF012

    def __init__(self, source: Source, trainer: Trainer | None, pace: float) -> None:
        super().__init__()
        self.source, self.trainer, self.pace = source, trainer, pace
        self.scene, self.session = Scene(), Session()
        self.panel: Panel = WaitPanel("Taking a seat.")
        self.shown_question: Panel = self.panel
        self.says = ""
        self.verdict = ""
        self.error = ""
        self.last_bet: dict[str, Cents] = {}
        self._menu: list[tuple[str, Offer]] = []
        self._values: dict[object, asyncio.Task[Values]] = {}
        self._timer: object = None
        self._drawn: dict[str, object] = {}
        self._busy = False
        self._back_in = -1
        self._draws = False

    def compose(self) -> ComposeResult:
        yield Part(id="header")
        with Horizontal(id="middle"):
            yield Part(id="felt")
            yield Part(id="side")
        yield Part(id="note")
        yield Part(id="panel")
        yield Part(id="log")
        yield Part(id="footer")

    def on_mount(self) -> None:
        self._work(self._listen())
        self.set_interval(1.0, self._tick)
        self.draw()

    def _work(self, job: Coroutine[Any, Any, None]) -> None:
        self.run_worker(job, exit_on_error=True)

    # ---- frames

    async def _listen(self) -> None:
        try:
            await self.source.open()
            while True:
                self._seen(await self.source.next())
        except Trouble as trouble:
            self.error = str(trouble)
            self.draw()

    def _seen(self, frame: Frame) -> None:
        self.scene.add(frame)
        if not self.pace:
            while self.scene.is_playing:
                self._count(self.scene.play())
        self._go_on()

    def _go_on(self) -> None:
        """Show what there is, and play the next step in a moment."""
        self._ask()
        self.draw()
        if self.scene.is_playing and self._timer is None:
            self._timer = self.set_timer(self._pause, self._step)

    @property
    def _pause(self) -> float:
        return self.pace * (CARDS_PACE if self._turned else PACE)

    _turned = False

    def _step(self) -> None:
        self._timer = None
        self._turned = False
        while self.scene.is_playing:
            step = self.scene.play()
            self._count(step)
            if step and (step.says or step.changes):
                self._turned = any(change.at[0] in ("board", "bank_hand") for change in step.changes)
                break
        self._go_on()

    def _catch_up(self) -> None:
        while self.scene.is_playing:
            self._count(self.scene.play())
        self._go_on()

    def _count(self, step: EventSeen | None) -> None:
        if step and step.result:
            self.session.count(step.result)

    def _tick(self) -> None:
        """The clock of a table of the service."""
        frame = self.scene.frame
        if frame and frame.service.clock.until:
            self._draw_header()

    # ---- questions

    def _ask(self) -> None:
        """Put the question of the moment; while it stays the same, what was typed stays."""
        layout = self.scene.layout
        if layout is None:
            return
        asked = question(self.scene, layout, self.last_bet)
        if asked.moment != self.shown_question.moment:
            if isinstance(asked, BetPanel) and isinstance(self.shown_question, BetPanel):
                asked.take_over(self.shown_question)
            self.panel = self.shown_question = asked
            self.error = ""
            if isinstance(asked, DecidePanel):
                self._prepare(asked)
            elif isinstance(asked, BetPanel):
                self.verdict = ""

    def _prepare(self, asked: DecidePanel) -> None:
        """Have the trainer work on a decision while the person thinks about it."""
        self.says = ""
        wanted = self._wanted()
        if self.trainer and wanted:
            task = asyncio.create_task(asyncio.to_thread(self.trainer.values, wanted))
            kept = list(self._values.items())[-KEPT:]  # the verdict on the last decision is still to come
            self._values = {**dict(kept), asked.moment: task}

    def _wanted(self) -> Question | None:
        frame = self.scene.frame
        if frame is None:
            return None
        spot = next((spot for spot in frame.table.spots if spot.seat == frame.table.to_act), None)
        hole = frame.you.holes.get(str(frame.table.to_act))
        if spot is None or hole is None or spot.behind is not None:
            return None
        choices = (str(offer.act["choice"]) for offer in frame.you.legal if offer.does == "decide")
        return Question(
            parse_cards(hole),
            parse_cards(frame.table.board),
            tuple(dict.fromkeys(choices)),
            tuple(spot.stakes.items()),
            tuple(frame.table.meters.items()),
        )

    # ---- keys

    def on_key(self, event: Key) -> None:
        if event.key in ("ctrl+c", "ctrl+q"):
            return
        event.stop()
        event.prevent_default()
        self.press(event.key, event.character)

    def clicked(self, field: int | None, key: str | None) -> None:
        """A click on a field, on a key, or on both."""
        if field is not None and isinstance(self.panel, Form):
            self.panel.point(field)
        if key is not None:
            self.press(key, key if len(key) == 1 else None)
        else:
            self.draw()

    def press(self, key: str, character: str | None) -> None:
        """A key: for the playback, for the question, or for the screen."""
        if self.error:
            self.error = ""
            self.draw()
        if self._open_window(key, character):
            return
        if self.scene.is_playing:
            self._catch_up()
            return
        if self._busy:
            return
        self._say_back()
        reply = self.panel.press(key, character)
        if reply is not None:
            self._answer(reply)
        elif key == "escape" or character == "q":
            self.app_leave(asks=key == "escape")

    def _say_back(self) -> None:
        """Who let bets go by is not waited for; a key at the bets says that they are there again."""
        frame = self.scene.frame
        if frame and isinstance(self.panel, BetPanel) and frame.you.name in frame.service.idle:
            if self._back_in != frame.table.round:
                self._work(self._wait_for_me())
            self._back_in = frame.table.round

    async def _wait_for_me(self) -> None:
        with contextlib.suppress(Trouble):
            await self.source.act({"do": "wait"})

    def _open_window(self, key: str, character: str | None) -> bool:
        layout = self.scene.layout
        if character == "?":
            self.app.push_screen(Window("Keys", HELP))
        elif character == "p" and layout:
            self.app.push_screen(Window(layout.title, pays(layout, self.scene.table.meters)))
        elif character == "s":
            rows = "\n".join(f"{name:<18}{says}" for name, says in self.session.lines())
            self.app.push_screen(Window("Your session", rows))
        elif character == "l":
            self.app.push_screen(Window("Log", Text("\n".join(self.scene.log))))
        elif character == "v" and self.trainer:
            self._work(self._reveal())
        elif character == "m" and self.scene.frame and layout and not isinstance(self.panel, MenuPanel):
            self._menu = list(others(self.scene.frame, layout))
            if self._menu and not self.scene.is_held and not self.scene.is_playing:
                self.panel = MenuPanel(self._menu)
                self.draw()
        else:
            return False
        return True

    def _answer(self, reply: Reply) -> None:
        if reply.says:
            self.error = reply.says
        elif reply.do == "move on":
            self.scene.move_on()
            self._catch_up()
            return
        elif reply.do == "back":
            self.panel = self.shown_question
        elif reply.do.startswith("menu "):
            says, offer = self._menu[int(reply.do[5:]) - 1]
            form = form_for(says, offer)
            if form is None:
                self._work(self._send(offer.act))
            else:
                self.panel = form
        elif reply.act is not None:
            self._busy = True
            self._work(self._send(reply.act))
        self.draw()

    async def _send(self, act: Act) -> None:
        panel = self.panel
        try:
            refused = await self.source.act(act)
        except Trouble as trouble:
            refused = [str(trouble)]
        finally:
            self._busy = False
        if refused:
            self.error = " ".join(refused)
            self.draw()
            return
        if isinstance(panel, BetPanel):
            self.last_bet = panel.amounts()
        elif isinstance(panel, DecidePanel):
            self._work(self._judge(panel, str(act["choice"])))
        elif panel is not self.shown_question:
            self.panel = self.shown_question
            self.shown_question = WaitPanel("")
            self._go_on()

    # ---- the trainer

    async def _known(self, panel: DecidePanel) -> Values | None:
        """The values of a decision, when they are known; meanwhile the screen says what it waits for."""
        task = self._values.get(panel.moment)
        if task is None:
            return None
        if not task.done():
            await asyncio.wait([task], timeout=PATIENCE)
        if not task.done():
            self.verdict = "Working out exact values. On a new machine the solver is compiled once."
            self.draw()
        try:
            return await task
        except Exception as error:  # a wager that cannot be worked out says so, and the game goes on
            self.verdict = f"No exact values here: {error}"
            self.draw()
            return None

    async def _judge(self, panel: DecidePanel, choice: str) -> None:
        values = await self._known(panel)
        if values:
            self.session.score.count(values, choice)
            self.verdict = f"{values.verdict(choice)} Values: {values.listed()}. {values.rule}"
            self.draw()

    async def _reveal(self) -> None:
        if isinstance(self.panel, DecidePanel) and (values := await self._known(self.panel)):
            self.verdict = f"Values: {values.listed()}. {values.rule}"
            self.draw()

    # ---- leaving

    def app_leave(self, asks: bool) -> None:
        """Leave; in mid-round, and after Esc, asked once."""
        if not self.in_round and not asks:
            self._work(self.leave_now())
            return
        says = "Leave the table?"
        if self.in_round:
            says += " Your hand is still in play: the house checks and folds for you."
        self.app.push_screen(Leave(says), self._leave_if)

    def _leave_if(self, leaves: bool | None) -> None:
        if leaves:
            self._work(self.leave_now())

    @property
    def in_round(self) -> bool:
        """Whether the person has a hand in a round that is not settled."""
        frame = self.scene.frame
        if frame is None or frame.table.phase in ("closed", "banking", "betting"):
            return False
        return any(spot.player == frame.you.name for spot in frame.table.spots)

    async def leave_now(self) -> None:
        with contextlib.suppress(Trouble):
            await self.source.leave()
        self.app.exit()

    # ---- drawing

    def draw_soon(self) -> None:
        """Once all sizes are known."""
        if not self._draws:
            self._draws = True
            self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw what has changed: most keys change the question only."""
        self._draws = False
        if not self.is_mounted:
            return
        self._draw_header()
        self._draw_felt()
        self._draw_note()
        panel = self.query_one("#panel", Part)
        panel.update(self.panel.draw(max(20, panel.content_size.width or self.size.width - 2)))
        self._draw_log()
        self._show("#footer", bool(self.trainer), self._footer)

    def _show(self, part: str, key: object, draw: Callable[[], Text]) -> None:
        """Draw a part again, unless everything that it shows is the same."""
        if self._drawn.get(part) != key:
            self._drawn[part] = key
            self.query_one(part, Part).update(draw())

    def _draw_felt(self) -> None:
        scene, (wide, high) = self.scene, self.query_one("#felt", Part).content_size
        if scene.frame and scene.layout and wide:
            felt = Felt(scene.layout, scene.table, scene.you)
            self._show("#felt", (felt.table, felt.you, wide, high), lambda: felt.draw(wide, high))

    def _footer(self) -> Text:
        keys = [("?", "help"), ("p", "pays"), ("s", "session"), ("l", "log"), ("m", "more"), ("q", "leave")]
        keys += [("v", "values")] if self.trainer else []
        return Text("  ").join([button(key, says) for key, says in keys])

    def _draw_header(self) -> None:
        frame, layout, width = self.scene.frame, self.scene.layout, self.size.width
        if frame is None or layout is None:
            self.query_one("#header", Part).update(" uth")
            return
        right = f"{dollars(self.scene.you.chips)}  {self.session.strip()} "
        until = frame.service.clock.until
        left_s = max(0, round(until / 1e6 - time.time())) if until else None
        clock = f"  {left_s} s" if left_s is not None else ""
        room = max(1, width - len(right) - 1)
        left = clipped(f" {layout.title}  Round {max(1, self.scene.table.round)}{clock}", room)
        self.query_one("#header", Part).update(
            Text.assemble((f"{left:<{room}}", "bold"), " ", right, no_wrap=True)
        )

    def _draw_note(self) -> None:
        note = self.query_one("#note", Part)
        small = self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]
        says = self.error or self.verdict or self.says
        if small:
            says = f"The table needs {SMALLEST[0]} columns and {SMALLEST[1]} rows."
        note.display = bool(says)
        note.update(Text(says, "bold #ffb3a7" if self.error else ""))

    def _draw_log(self) -> None:
        said, side, log = list(self.scene.log), self.query_one("#side", Part), self.query_one("#log", Part)
        if side.region:
            wide, high = max(10, side.content_size.width), max(1, side.content_size.height)
            self._show("#side", (said, wide, high), lambda: _last_lines(said, wide, high))
        rows, width = max(1, log.content_size.height or 2), max(20, self.size.width - 2)
        last = said[-rows:]
        self._show(
            "#log", (last, width), lambda: Text("\n").join([line(clipped(one, width)) for one in last])
        )


def _last_lines(said: list[str], width: int, rows: int) -> Text:
    """The newest sentences that fit, the newest last."""
    import textwrap

    shown: list[str] = []
    for one in reversed(said):
        wrapped = textwrap.wrap(one, width, subsequent_indent="  ") or [""]
        if len(shown) + len(wrapped) > rows:
            break
        shown = [*wrapped, *shown]
    return Text("\n".join(shown))

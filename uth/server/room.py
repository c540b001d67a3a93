"""A room: one table in service, its one writer, and those who watch it.

Commands wait in a line. For each the game decides, the store writes, and only when that is on disk the
standing moves, the sender is answered and everybody watching is told, each what he may know. Commands that
have waited together are decided one upon the other and share one wait for the disk.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from uth.game.settlement.validation import Broken, Refused
from uth.game.table.events import BankHalted, BankOffered, PhaseBegan, RoundEnded
from uth.game.table.people import Role, Who
from uth.game.table.phases import IN_ROUND
from uth.game.table.state import new_table
from uth.game.views.picture import layout
from uth.proof.happenings import EventOpened, Recorded, ShuffleLost, ShuffleRevealed, encode
from uth.proof.receipts import Receipt
from uth.rules.book import Book
from uth.rules.money import Cents
from uth.server import measures
from uth.server.clock import SECOND
from uth.server.commands import Accepted, Command, Reveal, Wait, digest_of
from uth.server.faults import Fault, Says, conflict, refused, too_little, unavailable
from uth.server.house import House, LinkNews, Played
from uth.server.links import Link
from uth.server.linkstate import WHILE_STOPPED, LinkEvent, link_events
from uth.server.meaning import command_of, sides_at_table
from uth.server.receipts import Receipts
from uth.server.snapshots import EVERY, Snapshots
from uth.server.standing import Standing, advance
from uth.server.steps import Told, as_written
from uth.server.watching import Onlookers, Picture, Watcher
from uth.store import (
    Answer,
    Append,
    Batch,
    Conflict,
    Entry,
    Fenced,
    Lease,
    Mark,
    Overdrawn,
    Repeated,
    Snapshot,
    Store,
    StoreError,
    Written,
    wallet_account,
)

log = logging.getLogger(__name__)

ROUND = "round"
"""Marks where a round ends in the log."""
NOT_CONFIRMED = "the store did not confirm it; send the same command again to learn whether it was done"
LINE = 256
"""Commands that may wait at a table; more are sent away."""
TOGETHER = 16
"""Commands that are written together at most."""


class Ask(NamedTuple):
    """A command in the line, and who waits for its answer."""

    person: int
    who: Who
    command: Command
    answer: "asyncio.Future[Accepted | None]"
    watcher: Watcher | None = None
    """Whose next frame is the answer."""


class Draft(NamedTuple):
    """What a command brings, decided and not yet written."""

    ask: Ask | None
    played: Played
    done: "Done"
    receipt: Receipt | None = None
    """Once it is written: for whoever asked."""


class Done(Struct, frozen=True):
    """What is kept of an answer: the events it brought. They are read back from the log."""

    after: int
    version: int


class Room:
    """One table in service. It is led by this process, or followed while another leads it."""

    def __init__(
        self,
        stream: str,
        title: str,
        book: Book,
        house: House,
        store: Store,
        snapshots: Snapshots,
        link: Link | None,
        onlookers: Onlookers,
        receipts: Receipts,
        money: str,
        *,
        practice: bool = False,
    ) -> None:
        self.stream, self.book, self.house, self.store, self.link = stream, book, house, store, link
        self.receipts = receipts
        self.title, self.snapshots, self._onlookers = title, snapshots, onlookers
        self.money, self.practice = money, practice
        self._kept_at = 0
        self._step = 0
        """By how much the machine's clock was set, and the table's has still to be."""
        self.standing = Standing(new_table(book, sealed=house.sealed))
        self._layout = encode(replace(layout(book), title=title))
        self.lease: Lease | None = None
        self.leading = False
        self._stopping = False
        self.watchers: set[Watcher] = set()
        self._line: asyncio.Queue[Ask | None] = asyncio.Queue(LINE)
        self._writer: asyncio.Task[None] | None = None
        self._reading = asyncio.Lock()
        self._signs: dict[str, float] = {}
        """When those who sit here were last seen or heard of."""

    # ---- from the log

    async def catch_up(self) -> None:
        """Read what is in the log beyond what is known here, and tell those who watch."""
        async with self._reading:
            if self.standing.version == 0 and (
                kept := await self.snapshots.read(self.store, self.stream, self.book)
            ):
                self.standing, self._kept_at = kept, kept.version
            while rows := await self.store.read(self.stream, self.standing.version, limit=2000):
                recorded, hidden = self.house.read(rows)
                self._move(advance(self.standing, recorded, hidden=hidden), recorded)

    # ---- the writer

    def lead(self, lease: Lease | None) -> None:
        """Become the one writer of this table; the log has been read to its end under the lease."""
        self.lease, self.leading, self._stopping = lease, True, False
        self._writer = asyncio.create_task(self._write(), name=f"writer of {self.stream}")

    async def stop(self) -> None:
        """Finish the commands that wait, then write no more."""
        self._stopping = True
        self.nudge()
        if self._writer:
            await self._writer
            self._writer = None

    async def ask(
        self, person: int, who: Who, command: Command, watcher: Watcher | None = None
    ) -> Accepted | None:
        """Carry out a command; the answer comes when its consequences are on disk.

        None: the watcher who sent it is answered with the frame that it brings.
        """
        if not self.leading or self._stopping:
            raise unavailable(f"table {self.stream} takes no commands here now; try again")
        if who.role is Role.PLAYER:
            self._signs[who.name] = time.monotonic()
        answer: asyncio.Future[Accepted | None] = asyncio.get_running_loop().create_future()
        try:
            self._line.put_nowait(Ask(person, who, command, answer, watcher))
        except asyncio.QueueFull:
            raise unavailable(f"too many commands wait at table {self.stream}; try again") from None
        return await answer

    def nudge(self) -> None:
        """Look whether something is due."""
        if self.leading and self._line.empty():
            self._line.put_nowait(None)

    def set_clock(self, step: int) -> None:
        """The machine's clock was set: so is the table's."""
        self._step += step
        self.nudge()

    async def _follow_clock(self) -> None:
        step, self._step = self._step, 0
        if step:
            await self._write_down(lambda standing: self.house.shift(standing, step))

    async def _write(self) -> None:
        try:
            await self._write_down(self.house.grace)
            while not (self._stopping and self._line.empty()):
                asks, nudged = await self._next()
                await self._follow_clock()
                await self._answer(asks)
                if nudged and not self._stopping:
                    await self._wake()
        except (Conflict, Fenced) as lost:
            log.warning("table left", extra={"table": self.stream, "why": str(lost)})
        except StoreError as error:
            log.error("table stopped", extra={"table": self.stream, "why": str(error)})
        except Exception:
            log.exception("table broke", extra={"table": self.stream})  # and is read again from its log
        finally:
            self.leading = False
            self._send_away()

    async def _next(self) -> tuple[list[Ask], bool]:
        """The commands that wait, and whether the clock has run out or there may be something to do."""
        until = self.standing.clock.until
        seconds = None if until is None else max(0, (until - self.house.now()) / SECOND)
        try:
            async with asyncio.timeout(seconds):
                line = [await self._line.get()]
        except TimeoutError:
            return [], True
        while len(line) < TOGETHER and not self._line.empty():
            line.append(self._line.get_nowait())
        return [ask for ask in line if ask], None in line

    def _send_away(self) -> None:
        while not self._line.empty():
            ask = self._line.get_nowait()
            if ask and not ask.answer.done():
                ask.answer.set_exception(
                    unavailable(f"table {self.stream} is not led here any more; try again")
                )

    async def _answer(self, asks: list[Ask]) -> None:
        try:
            while asks:
                answered = await self._answer_together(asks) or await self._answer_first(asks[0])
                asks = asks[answered:]
        except (Conflict, Fenced) as lost:
            _give_all(asks, unavailable(f"table {self.stream} has moved to another process; try again"))
            raise lost
        except StoreError as error:
            _give_all(asks, unavailable(NOT_CONFIRMED, 5))
            raise error
        except BaseException as broken:
            _give_all(asks, broken)
            raise

    async def _answer_together(self, asks: list[Ask]) -> int:
        """Decide on commands one upon the other and write them in one go; how many were answered.

        Whoever is not plainly accepted ends the row: he is looked at alone, when all before him is on disk.
        """
        drafts: list[Draft] = []
        standing = self.standing
        for ask in asks if len(asks) > 1 else ():
            try:
                played = self._play(standing, ask)
            except (Fault, Refused):
                break
            if not played.recorded or self._for_link(standing, played):
                break
            drafts.append(_draft(ask, standing, played))
            standing = played.standing
        if len(drafts) < 2:
            return 0
        with measures.COMMIT.time():
            outcomes = await self.store.append_all([self._batch(draft) for draft in drafts])
        answered = 0
        for draft, outcome in zip(tuple(drafts), outcomes, strict=True):
            if isinstance(outcome, StoreError):  # then those after it were not written either
                break
            drafts[answered] = draft._replace(receipt=self._receipt(draft, outcome))
            self._take(drafts[answered])
            answered += 1
        for ask, draft in zip(asks, drafts[:answered], strict=False):
            _give(ask, _accepted(ask, draft))
        return answered

    def _receipt(self, draft: Draft, written: Sequence[Written]) -> Receipt | None:
        """For whoever asked: it is written, and the chain ends so."""
        if draft.ask is None:
            return None
        last = next(row for row in reversed(written) if row.stream == self.stream)
        return self._signed(draft.ask.command, last)

    def _signed(self, command: Command, last: Written) -> Receipt:
        return self.receipts.command(last, command.id, digest_of(self.stream, command))

    async def _answer_first(self, ask: Ask) -> int:
        try:
            _give(ask, await self._carry_out(ask))
        except Fault as fault:
            measures.refused(fault.code)
            _give(ask, fault)
        return 1

    def _play(self, standing: Standing, ask: Ask) -> Played:
        """What a command would bring; raises Fault if it comes too late, Refused if the game says no."""
        version = ask.command.version
        if version is not None and version < standing.turn:
            raise conflict("moved_on", "too late: the table has moved on")
        if isinstance(ask.command.act, Wait):
            return self.house.wait_for(standing, ask.who)
        if isinstance(ask.command.act, Reveal):
            return self.house.reveal(standing, ask.who, ask.command.act.number, self._link_news)
        commitment = ask.command.commitment or ""
        return self.house.play(standing, ask.who, ask.command.act, self._link_news, commitment)

    async def _carry_out(self, ask: Ask) -> Accepted | None:
        try:
            draft = await self._write_down(lambda standing: self._play(standing, ask), ask)
        except Refused as refusal:
            if isinstance(refusal, Broken):
                log.exception("act failed", extra={"table": self.stream})
            if known := await self._if_answered(ask):
                return known
            raise refused(*(Says(one.says, one.clauses) for one in refusal.refusals)) from None
        except Fault as fault:
            if fault.code == "moved_on" and (known := await self._if_answered(ask)):
                return known
            raise
        except Repeated as repeated:
            return await self._first_answer(ask, repeated.answer)
        except Overdrawn:
            raise too_little("your wallet holds less than that") from None
        return _accepted(ask, draft)

    async def _if_answered(self, ask: Ask) -> Accepted | None:
        known = await self.store.answered(ask.person, ask.command.id)
        return await self._first_answer(ask, known) if known else None

    async def _first_answer(self, ask: Ask, known: Answer) -> Accepted:
        """The first answer again; the same id with another body is a mistake of the client, and loud."""
        if known.digest != digest_of(self.stream, ask.command):
            raise conflict("id_reused", f"command id {ask.command.id} was used for another command")
        done = msgspec.json.decode(known.body, type=Done)
        rows = await self.store.read(self.stream, done.after, upto=done.version)
        recorded, _ = self.house.read(rows)
        return _answer_of(ask, done, recorded, self._signed(ask.command, rows[-1]) if rows else None)

    async def _wake(self) -> None:
        """What the house does by itself; while it cannot, it tries again a little later."""
        try:
            await self._write_down(lambda standing: self.house.wake(standing, self._link_news))
        except (Fault, Refused) as fault:
            log.warning("house waits", extra={"table": self.stream, "why": str(fault)})
            await asyncio.sleep(1)

    async def _write_down(self, make: Callable[[Standing], Played], ask: Ask | None = None) -> Draft:
        """Decide, write, and move on. What touches shared meters is decided on where they stand now.

        So is everything while a jackpot is in review, because other tables may share it.
        """
        reviews = bool(self.standing.table.review)
        if self.link is None or not reviews:
            played = make(self.standing)
            if self.link is None or not self._for_link(self.standing, played):
                return await self._append(played, ask)
        link = self.link
        async with link.turn:
            if reviews:
                await link.catch_up()
            while True:
                read = self.house.read_meters(self.standing, link.told(self.stream))
                played = read.and_then(make(read.standing))
                events = self._for_link(self.standing, played)
                if link.stopped and any(not isinstance(event, WHILE_STOPPED) for event in events):
                    raise unavailable(f"the progressive link is stopped ({link.stopped}); the table waits")
                try:
                    done = await self._append(played, ask, events)
                except Conflict as behind:
                    if behind.stream != link.stream:
                        raise
                    await link.catch_up()
                else:
                    return done

    def _for_link(self, standing: Standing, played: Played) -> list[LinkEvent]:
        """What a command is to the link that the table shares."""
        return link_events(self.stream, standing.table, played.recorded) if self.link else []

    async def _append(self, played: Played, ask: Ask | None, events: Sequence[LinkEvent] = ()) -> Draft:
        draft = _draft(ask, self.standing, played)
        if played.recorded:
            batch, first = self._batch(draft), 0
            link = self.link if events else None
            if link:
                first = link.version + 1
                batch = replace(
                    batch,
                    appends=(*batch.appends, link.append(events)),
                    entries=(*batch.entries, *link.entries(events)),
                )
            with measures.COMMIT.time():
                written = await self.store.append(batch)
            if link:
                for number, event in enumerate(events, first):
                    link.take(number, event)
            draft = draft._replace(receipt=self._receipt(draft, written))
            self._take(draft)
        return draft

    def _batch(self, draft: Draft) -> Batch:
        """What is written of a command, all of it or nothing."""
        ask, played, done, _ = draft
        entries, wallets = ledger_of(self.stream, done.after, played.recorded, ask)
        return Batch(
            appends=(Append(self.stream, done.after, tuple(_chained(done.after, played))),),
            entries=tuple(entries),
            wallets=wallets,
            marks=marks_of(self.stream, done.after, played.recorded),
            answer=_kept(self.stream, ask, done) if ask else None,
            command=command_of(ask.person, ask.command.id) if ask else "",
            lease=self.lease,
            snapshot=self._snapshot(played),
        )

    def _take(self, draft: Draft) -> None:
        """It is on disk: the table stands so now."""
        if self._snapshot_due(draft.played):
            self._kept_at = draft.done.version
        self._move(draft.played.standing, draft.played.recorded, draft)

    def _snapshot(self, played: Played) -> Snapshot | None:
        return self.snapshots.make(self.stream, played.standing) if self._snapshot_due(played) else None

    def _snapshot_due(self, played: Played) -> bool:
        """Now and then, when a round has ended and little lies on the table."""
        ended = any(isinstance(one, RoundEnded) for one in played.recorded)
        return ended and played.standing.version - self._kept_at >= EVERY

    # ---- those who sit and watch

    def gone(self, seconds: float) -> list[tuple[int, str]]:
        """Seats, and whose, of people who neither watch here nor have done anything for so long.

        Nobody is gone from a round that he plays, and a dealer of flesh and blood looks after his own table.
        """
        moment, table = time.monotonic(), self.standing.table
        here = {watcher.who.name for watcher in self.watchers if watcher.who.role is Role.PLAYER}
        self._signs = {
            name: moment if name in here else self._signs.get(name, moment) for name in table.seats.values()
        }
        if not self.leading or not self.house.sealed or table.held or table.paused:
            return []
        playing = {*table.owners.values(), *([table.banker] if table.phase in IN_ROUND else [])}
        return [
            (seat, name)
            for seat, name in table.seats.items()
            if moment - self._signs[name] > seconds and name not in playing
        ]

    @property
    def _link_news(self) -> LinkNews | None:
        return LinkNews(self.link.stopped, self.link.told(self.stream)) if self.link else None

    def hear(self) -> None:
        """The link has moved: it tells where it was switched, or who shares a jackpot that is in review."""
        if self.link:
            table, told = self.standing.table, self.link.told(self.stream)
            if table.link_up is bool(self.link.stopped) or (table.review and told.pots != table.pots):
                self.nudge()

    def watch(self, who: Who) -> Watcher:
        watcher = Watcher(who, self._onlookers)
        self.watchers.add(watcher)
        return watcher

    def unwatch(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)

    def picture(self, who: Who, receipts: Sequence[Receipt] = ()) -> bytes:
        """The table as it stands, for one viewer, with what stands on its felt."""
        return self._picture.of(who, layout=self._layout, receipts=receipts)

    @property
    def _picture(self) -> Picture:
        shuffle = self.standing.shuffle
        receipt = (
            self.receipts.commitment(self.stream, shuffle.round, shuffle.commitment) if shuffle else None
        )
        return Picture(
            self.standing, self._meters, mixed=self.house.mixed, receipt=receipt, practice=self.practice
        )

    @property
    def _meters(self) -> dict[str, Cents] | None:
        return self.link.meters if self.link else None

    def tell_meters(self) -> None:
        """The shared meters have moved: those who watch see them run."""
        if self.link and self.watchers:
            frame = encode({"meters": self.link.meters, "stopped": self.link.stopped})
            for watcher in self.watchers:
                watcher.tell_meters(frame)

    def _move(
        self,
        standing: Standing,
        recorded: Sequence[Recorded],
        draft: Draft | None = None,
    ) -> None:
        before, self.standing = self.standing.table, standing
        if self.watchers:
            picture, told = self._picture, Told(before, recorded)
            asker = draft.ask.watcher if draft and draft.ask else None
            for watcher in self.watchers:
                watcher.tell(told, picture, draft.receipt if draft and watcher is asker else None)


def marks_of(stream: str, version: int, recorded: Sequence[Recorded]) -> tuple[Mark, ...]:
    """Where rounds end: with all that the act brings which ends it, and with the reveal of the shuffle and of
    what was hidden, where there is any."""
    ends, last = dict[int, int](), 0
    for number, one in enumerate(recorded, version + 1):
        if isinstance(one, RoundEnded | ShuffleRevealed | ShuffleLost):
            last = one.round
            ends[last] = number
        elif isinstance(one, EventOpened | PhaseBegan | BankOffered | BankHalted) and last:
            ends[last] = number
    return tuple(Mark(stream, ROUND, order, number) for order, number in ends.items())


def _draft(ask: Ask | None, before: Standing, played: Played) -> Draft:
    return Draft(ask, played, Done(before.version, played.standing.version))


def _chained(after: int, played: Played) -> Iterator[bytes]:
    """What stands in the chain: for events that name hidden cards, commitments to them."""
    for number, one in enumerate(played.recorded, after + 1):
        yield encode(played.hidden.get(number, one))


def _give_all(asks: Sequence[Ask], why: BaseException) -> None:
    for ask in asks:
        _give(ask, why)


def _give(ask: Ask, answer: Accepted | BaseException | None) -> None:
    if ask.answer.done():  # the client has gone; what was done is done
        return
    if isinstance(answer, BaseException):
        ask.answer.set_exception(answer)
    else:
        ask.answer.set_result(answer)


def _accepted(ask: Ask, draft: Draft) -> Accepted | None:
    if ask.watcher and draft.played.recorded:
        return None
    return _answer_of(ask, draft.done, draft.played.recorded, draft.receipt)


def _answer_of(ask: Ask, done: Done, recorded: Sequence[Recorded], receipt: Receipt | None) -> Accepted:
    events, _ = as_written(ask.who, recorded)
    return Accepted(ask.command.id, done.version, Raw(b"[%b]" % events), receipt)


def _kept(stream: str, ask: Ask, done: Done) -> Answer:
    """What is kept of an answer, so that a repetition gets the same."""
    return Answer(ask.person, ask.command.id, digest_of(stream, ask.command), encode(done))


def ledger_of(
    stream: str, version: int, recorded: Sequence[Recorded], ask: Ask | None
) -> tuple[list[Entry], dict[int, int]]:
    """The entries of what happened, and what they do to wallets."""
    entries: list[Entry] = []
    wallets: dict[int, int] = {}
    for number, one in enumerate(recorded, version + 1):
        for account, cents, what in sides_at_table(stream, one, ask.person if ask else None):
            entries.append(Entry(stream, number, account, cents, what))
            if ask and account == wallet_account(ask.person):
                wallets[ask.person] = wallets.get(ask.person, 0) + cents
    return entries, wallets

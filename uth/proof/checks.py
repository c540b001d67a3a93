"""Checks that anybody can make, without the service: of a whole log, and of one round.

A log is replayed from its first event to its last, and the first thing that does not fit ends it. Nothing
that it claims is believed: the chain is computed again, hidden events are opened, commitments must stand
where and as often as they should, the deck is shuffled again, every act is put to the rules again, and what
the log has must be what they answer (``uth.proof.following``).

This code shares the rules (``uth.rules``, ``uth.game``) and the file formats with the service, and nothing
else: neither ``uth.server`` nor ``uth.store`` may import it, nor it them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.events import evolve
from uth.game.table.people import AUTOMATIC_DEALER, Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table, new_table
from uth.game.views.seen import STRANGER, seen_by
from uth.proof.chain import ORIGIN, Written, hiding
from uth.proof.chain import faults as chain_faults
from uth.proof.clocks import Clock
from uth.proof.following import TOLD_ONLY, Misfit, follow
from uth.proof.formats import RoundRecord, TableTerms
from uth.proof.happenings import (
    ClockSet,
    EventHidden,
    EventOpened,
    Happening,
    NumberCommitted,
    NumberRevealed,
    NumberWithheld,
    PlayerBack,
    Recorded,
    ShuffleLost,
    ShuffleRevealed,
    ShuffleSealed,
    decode,
)
from uth.proof.reading import Log, Unreadable
from uth.proof.rounds import round_faults
from uth.proof.shuffles import Broken, Shuffle
from uth.rules.book import Book
from uth.rules.library import unpack_book
from uth.rules.schema import BookError

HOUSE = Who(Role.HOUSE, "")


class Checked(Struct, frozen=True):
    """What was looked at, and the first thing that is wrong with it."""

    events: int
    rounds: int
    sealed: int
    """How many of the rounds had a sealed shuffle that was checked."""
    faults: list[str]
    head: str = ""
    checks: dict[str, int] = {}
    """How often each thing was checked, by what it is."""
    hashes: frozenset[str] = frozenset()
    """Of all events: every head that was ever published is among them."""
    commitments: dict[int, str] = {}
    """By round, what the house committed to."""
    withheld: dict[str, int] = {}
    """By player, how often a number was committed to and not revealed."""


def check(found: RoundRecord | Log) -> Checked:
    """Check a round or a log; raises Unreadable for one that this uth does not understand."""
    return check_log(found) if isinstance(found, Log) else check_round(found)


def check_round(record: RoundRecord) -> Checked:
    """A round as ``GET /api/tables/T/rounds/N`` gives it to one viewer."""
    checks: Counter[str] = Counter()
    faults = list(round_faults(record, checks))[:1]
    sealed = int(bool(record.seed))
    commitments = {record.round: record.commitment}
    return Checked(len(record.events), 1, sealed, faults, checks=dict(checks), commitments=commitments)


def check_log(log: Log) -> Checked:
    """A log as an auditor exports it: a line about the table, then its events."""
    terms = log.opening.about
    replay = Replay(log.opening.id, terms, _book(terms), log.rows)
    faults = []
    try:
        replay.run()
    except Misfit as misfit:
        faults.append(replay.named(misfit))
    return Checked(
        events=replay.counts["event chained to the one before"],
        rounds=replay.rounds,
        sealed=replay.counts["sealed deck shuffled again"],
        faults=faults,
        head=log.rows[-1].hash.hex() if log.rows else "",
        checks=dict(replay.counts),
        hashes=frozenset(row.hash.hex() for row in log.rows),
        commitments=replay.commitments,
        withheld=dict(replay.withheld),
    )


def _book(terms: TableTerms) -> Book:
    try:
        return unpack_book(terms.book)
    except BookError as error:
        raise Unreadable(f"has a book that this uth does not understand ({error.problems[0]})") from None
    except (KeyError, TypeError, AttributeError):
        raise Unreadable("has no book in its first line that this uth understands") from None


class Replay:
    """A log on its way through the rules: how far it has come, and what is known by then."""

    def __init__(self, stream: str, terms: TableTerms, book: Book, rows: Sequence[Written]) -> None:
        self.stream, self.terms, self.rows = stream, terms, rows
        self.table: Table = new_table(book, sealed=terms.sealed)
        self.rounds = 0
        self.counts: Counter[str] = Counter()
        self.commitments: dict[int, str] = {}
        self.withheld: Counter[str] = Counter()
        self._clock = Clock(terms.pace)
        self._shuffle: Shuffle | None = None
        self._covered: set[int] = set()
        """Events that stand in the chain as commitments."""
        self._hidden: set[int] = set()
        """Those of them that are still to be opened."""
        self._hides = terms.hides
        self._openings = _openings(rows)
        self._reshuffle = False
        """A reshuffle was reported just before: earlier versions then committed to another deck."""
        self._people: dict[str, str] = {}
        """By name, whose commands they send."""
        self._sits_out: dict[str, int] = {}

    def named(self, misfit: Misfit) -> str:
        """What does not fit, with the event."""
        row = next((row for row in self.rows if row.number == misfit.number), None)
        kind = _kind(row.body) if row else ""
        return f"{self.stream} {misfit.number}{f' ({kind})' if kind else ''}: {misfit}"

    # ---- from event to event

    def run(self) -> None:
        """Replay it all; raises Misfit for the first thing that does not fit."""
        if self.table.book.digest != self.terms.digest:
            raise Misfit(0, "the book is not the one whose digest is kept with the table")
        self.counts["book as it was when the table opened"] += 1
        place = 0
        while place < len(self.rows):
            batch = list(_batch(self.rows, place))
            self._chain(place, batch)
            if not self._take(batch):
                return  # of a round in play, whose hidden cards are not open yet
            place += len(batch)
        self._no_more()

    def _chain(self, place: int, batch: Sequence[Written]) -> None:
        before = self.rows[place - 1] if place else None
        previous, at, number = (before.hash, before.at, before.number) if before else (ORIGIN, 0, 0)
        for row in batch:
            if row.stream != self.stream:
                raise Misfit(row.number, f"is an event of {row.stream}")
            if wrong := chain_faults([row], number=number, previous=previous, at=at):
                raise Misfit(row.number, wrong[0].partition(": ")[2])
            previous, at, number = row.hash, row.at, row.number
            self.counts["event chained to the one before"] += 1

    def _take(self, batch: Sequence[Written]) -> bool:
        """Everything that was written in one go: what one person asked, and what the house did upon it."""
        recorded: list[Recorded] = []
        for row in batch:
            one = self._open(row)
            if one is None:
                return False
            recorded.append(one)
        place, asked = 0, False
        while place < len(recorded):
            row, one = batch[place], recorded[place]
            if isinstance(one, Happening):
                try:
                    self._happen(row, one, asked)
                except Broken as broken:
                    raise Misfit(broken.number or row.number, str(broken)) from None
                place += 1
            else:
                events = list(_events(recorded[place:]))
                who, length = self._act(row, events, asked)
                asked = asked or _is_person(who)
                place += length
        return True

    def _open(self, row: Written) -> Recorded | None:
        """What happened, opened if it is hidden; None if it is of a round that is still in play."""
        try:
            one = decode(row.body)
        except msgspec.DecodeError:
            raise Misfit(row.number, "no event that this uth knows") from None
        if isinstance(one, e.Event) and one.hides_cards and self._hides:
            raise Misfit(row.number, "names cards that lie face down, and stands in the chain unhidden")
        if not isinstance(one, EventHidden):
            return one
        self._hides = True
        if row.number not in self._openings:
            if any(_kind(later.body) == "round_ended" for later in self.rows if later.number > row.number):
                raise Misfit(row.number, "is hidden and never opened")
            return None
        self._covered.add(row.number)
        return self._unhidden(row.number, one, self._openings[row.number])

    def _unhidden(self, number: int, hidden: EventHidden, opened: EventOpened) -> e.Event:
        if not opened.body:
            raise Misfit(number, "is hidden for ever: the secret that it was hidden with is lost")
        try:
            blinding, event = bytes.fromhex(opened.blinding), decode(opened.body.encode())
        except (ValueError, msgspec.DecodeError):
            raise Misfit(number, "what was hidden is opened with something that is no event") from None
        if hiding(self.stream, number, blinding, opened.body.encode()).hex() != hidden.commitment:
            raise Misfit(number, "what it is opened with is not what was committed to")
        if not isinstance(event, e.Event) or not event.hides_cards:
            raise Misfit(number, "only events that name hidden cards are hidden")
        if seen_by(STRANGER, event) != hidden.shown:
            raise Misfit(number, "what everybody was shown is not what happened")
        self.counts["hidden event opened as committed"] += 1
        return event

    def _no_more(self) -> None:
        last = self.rows[-1].number if self.rows else 0
        if self._shuffle and self._shuffle.over:
            raise Misfit(last, f"the log ends before the seed of round {self._shuffle.round} is revealed")
        if self._hidden and self.table.phase not in _IN_PLAY:
            raise Misfit(last, "the log ends before what was hidden is opened")

    # ---- what people and the house did

    def _act(self, row: Written, events: Sequence[e.Event], asked: bool) -> tuple[Who, int]:
        """The act that these events begin with; raises Misfit."""
        if self._hidden and self.table.phase not in _IN_PLAY:
            raise Misfit(row.number, "the round has ended, and what was hidden in it is not opened")
        if self._shuffle and self._shuffle.over:
            raise Misfit(row.number, f"the seed of round {self._shuffle.round} is not revealed before it")
        if isinstance(events[0], TOLD_ONLY) and not self.terms.hides:
            self.table = evolve(self.table, events[0])
            return HOUSE, 1
        before = self.table
        followed = follow(before, row.number, events)
        self._by_whom(row, followed.who, asked)
        self._with_right(row, followed.who, followed.act)
        if self.terms.sealed:
            self._in_time(row, followed.who, followed.act)
        self.table = followed.table
        for number, event in enumerate(events[: followed.events], row.number):
            self._event(number, event)
        self.counts["act that the rules and the person's rights allow"] += 1
        return followed.who, followed.events

    def _by_whom(self, row: Written, who: Who, asked: bool) -> None:
        """People act by commands of their own, one at a time; the house by nobody's."""
        if not _is_person(who):
            return
        person = row.command.partition("/")[0]
        if not person or asked:
            raise Misfit(row.number, f"{who} did nothing of the kind: no command of theirs stands with it")
        if self._people.setdefault(who.name, person) != person:
            raise Misfit(row.number, f"the command is person {person}'s, not {who.name}'s")

    def _with_right(self, row: Written, who: Who, act: a.Act) -> None:
        """What the service owes beyond the rules: shared meters, staff that does not play, sitting out."""
        if isinstance(act, a.ReadMeters) and self.terms.link is None:
            raise Misfit(row.number, "a table without a link is told no meters")
        if isinstance(act, a.Open) and act.linked and self.terms.link is None:
            raise Misfit(row.number, "the meters start with nothing, and the table has no link")
        table = self.table
        plays = table.seat_of(who.name) or who.name in table.owners.values() or table.chips(who.name)
        if _is_person(who) and who.role is not Role.PLAYER and plays:
            raise Misfit(row.number, f"{who} plays at this table, and so may not work at it")
        if isinstance(act, a.Bet) and self._sits_out.get(who.name, 0) > row.at:
            raise Misfit(row.number, f"{who.name} withheld a number and sits out")

    def _in_time(self, row: Written, who: Who, act: a.Act) -> None:
        """The automatic dealer and the clock do nothing before its time."""
        table = self.table
        if isinstance(act, a.Bet | a.NoMoreBets) and self._shuffle is None:
            raise Misfit(row.number, "no commitment to a deck stands before it")
        if isinstance(act, a.NoMoreBets) and not self._clock.may_close_bets(row.at, table):
            raise Misfit(row.number, "bets are closed before the time is up, and not everybody has bet")
        if isinstance(act, a.TimeOut) and not self._clock.may_time_out(row.at, table):
            raise Misfit(row.number, "the house plays for somebody before the time is up")
        withheld = self._shuffle.withheld if self._shuffle else []
        if isinstance(act, a.Rule) and who.role is Role.HOUSE and not withheld:
            raise Misfit(row.number, "the house voids a round by itself, and no number was withheld")

    def _event(self, number: int, event: e.Event) -> None:
        if number in self._covered:
            self._hidden.add(number)
        self._clock.take(event, self.table)
        self._reshuffle = isinstance(event, e.Happened) and event.effect == "reshuffle"
        self.rounds += isinstance(event, e.RoundEnded)
        if isinstance(event, e.WagerSettled):
            self.counts["wager settled again"] += 1
        self.counts["movement of money computed again"] += len(event.moves)
        if self._shuffle:
            try:
                self._shuffle.take(number, event)
            except Broken as broken:
                raise Misfit(broken.number or number, str(broken)) from None

    # ---- what the service did besides

    def _happen(self, row: Written, one: Happening, asked: bool) -> None:
        match one:
            case ShuffleSealed():
                self._sealed(one)
            case ShuffleRevealed():
                self._revealed(one)
            case ShuffleLost():
                self._lost(one)
            case NumberCommitted() | NumberRevealed() | NumberWithheld():
                self._numbered(row, one)
            case EventOpened():
                self._opened(row, one)
            case ClockSet():
                if short := self._clock.why_too_short(row.at, one):
                    raise Broken(short)
                self.counts["clock set as the terms say"] += 1
        if not isinstance(one, PlayerBack | ClockSet):
            self._reshuffle = False
        self._clock.take(one, self.table)

    def _sealed(self, one: ShuffleSealed) -> None:
        table = self.table
        if not self.terms.sealed:
            raise Broken("this table is dealt by hand: it commits to no deck")
        if table.phase is not Phase.BETTING or one.round != table.round + 1:
            raise Broken(f"a deck for round {one.round} is committed to when round {table.round} is there")
        if self._shuffle:
            if self._shuffle.over:
                raise Broken(f"the seed of round {self._shuffle.round} is not revealed before it")
            if self.terms.hides or not self._reshuffle:
                raise Broken(f"a second deck is committed to for round {one.round}")
        elif table.spots:
            raise Broken("wagers are down before a deck is committed to")
        self._shuffle = Shuffle(self.stream, table.book.digest, one)
        self.commitments[one.round] = one.commitment
        self.counts["deck committed to before bets, once"] += 1

    def _revealed(self, one: ShuffleRevealed) -> None:
        shuffle = self._shuffle
        if shuffle is None or shuffle.round != one.round:
            raise Broken(f"no commitment of round {one.round} stands before the reveal")
        if not shuffle.over:
            raise Broken(f"the seed of round {one.round} is revealed before the round has ended")
        orders = self.table.book.deal.orders
        steps = getattr(orders, shuffle.device or self.table.device, ())
        shuffle.reveal(one.seed, steps)
        self._shuffle = None
        self.counts["sealed deck shuffled again"] += 1

    def _lost(self, one: ShuffleLost) -> None:
        """A deck that nobody can open any more: nobody has bet on it, or its round is void."""
        shuffle = self._shuffle
        if shuffle is None or shuffle.round != one.round:
            raise Broken(f"no deck of round {one.round} is there to be given up")
        unused = self.table.phase is Phase.BETTING and not self.table.spots
        if not (shuffle.void if shuffle.over else unused):
            raise Broken(f"the deck of round {one.round} is given up with wagers on it")
        self._shuffle = None
        self.counts["deck given up unused: its secret was lost"] += 1

    def _numbered(self, row: Written, one: NumberCommitted | NumberRevealed | NumberWithheld) -> None:
        if not self.terms.mixed or self._shuffle is None:
            raise Broken("this table takes no numbers from players")
        if not isinstance(one, NumberWithheld):
            person = row.command.partition("/")[0]
            if not person or self._people.get(one.player) != person:
                raise Broken(f"no command of {one.player} brings this number")
        if isinstance(one, NumberCommitted) and self.table.owners.get(one.seat) != one.player:
            raise Broken(f"{one.player} has no wager in seat {one.seat}")
        if isinstance(one, NumberWithheld):
            if not self._clock.is_up(row.at, f"round {self.table.round}: numbers"):
                raise Broken("a number counts as withheld before the time for it is up")
            self.withheld[one.player] += 1
            self._sits_out[one.player] = one.until
        self._shuffle.take(row.number, one)
        self.counts["player's number committed, revealed or withheld"] += 1

    def _opened(self, row: Written, one: EventOpened) -> None:
        if one.number not in self._hidden:
            raise Broken(f"event {one.number} is not hidden, or is open already")
        if self.table.phase in _IN_PLAY:
            raise Broken("what is hidden is opened when the round has ended")
        self._hidden.remove(one.number)


_IN_PLAY = frozenset(Phase) - {Phase.CLOSED, Phase.BANKING, Phase.BETTING}
"""While a round is played."""


def _is_person(who: Who) -> bool:
    return who.role is not Role.HOUSE and who != AUTOMATIC_DEALER


def _batch(rows: Sequence[Written], place: int) -> Iterator[Written]:
    """The events from there that were written in one go: by one command, at one time."""
    first = rows[place]
    for row in rows[place:]:
        if (row.command, row.at) != (first.command, first.at):
            return
        yield row


def _events(recorded: Sequence[Recorded]) -> Iterator[e.Event]:
    """The game's events up to the next thing that the service did besides."""
    for one in recorded:
        if not isinstance(one, e.Event):
            return
        yield one


def _openings(rows: Sequence[Written]) -> dict[int, EventOpened]:
    """By number of the hidden event, what it is opened with."""
    openings: dict[int, EventOpened] = {}
    for row in rows:
        if b'"event_opened"' in row.body:
            try:
                one = decode(row.body)
            except msgspec.DecodeError:
                continue
            if isinstance(one, EventOpened):
                openings.setdefault(one.number, one)
    return openings


def _kind(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body)["event"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return ""

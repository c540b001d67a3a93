"""Scenarios: a table driven by a text file, line by line. ``docs/scenarios.md`` describes the format.

The whole file is read and checked before anything runs.
"""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from uth.cards import Card, CardError, parse_card, parse_cards
from uth.game.deck.sealed import seed_of, shuffled
from uth.game.files.expecting import Expectation, Outcome, read_expectation, unmet
from uth.game.ledger import Move
from uth.game.round import Choice, Toke
from uth.game.settlement.validation import Refusal, Refused
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.acts import ACTS
from uth.game.table.answering import step
from uth.game.table.course import refuse
from uth.game.table.dealer import Shoe
from uth.game.table.events import Event
from uth.game.table.people import Role, Who
from uth.game.table.phases import IN_ROUND, IN_WORDS, Phase
from uth.game.table.state import Table, new_table
from uth.game.views.script import Step, script
from uth.rules.book import Book
from uth.rules.facts import MONEY_KINDS, NUMBERS
from uth.rules.library import load_book, shipped
from uth.rules.money import parse_money
from uth.rules.schema import BookError

TAKES_THE_REST = {"reason", "what", "says", "cards"}
MONEY = {"cents", "wager", "chips", "offset"}
FLAGS = {"tuck"}
GO_ON = "go on"
ABOUT_BOOK = frozenset({"book", "set"})
FROM_SHOE = {"deal", "flop", "river", "show_bank"}


class Line(Struct, frozen=True):
    """One line of the file: who does what, and the deck he deals from, if a new one is given."""

    number: int
    text: str
    who: Who
    act: Act | None
    """None when the cards come from the deck: for one act, or for all that the dealer does by himself."""
    from_shoe: str | None = None
    deck: tuple[Card, ...] = ()
    expects: tuple[Expectation, ...] = ()


class Scenario(Struct, frozen=True):
    """A scenario that has been read and checked."""

    book: Book
    seed: str
    meters: dict[str, int]
    lines: tuple[Line, ...]


class Played(Struct, frozen=True):
    """What came of one line."""

    line: Line
    before: Table
    script: tuple[Step, ...]
    """What the house dealer had to do before it."""
    events: tuple[Event, ...]
    refusals: tuple[Refusal, ...]
    table: Table
    unmet: tuple[str, ...] = ()
    """What was expected of it and did not happen, with what did."""


class ScenarioError(ValueError):
    """A file that cannot be run: every fault with its line."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def read_scenario(text: str) -> Scenario:
    """The scenario in a text; raises :class:`ScenarioError` with all faults."""
    return _Reading(text).scenario()


class _Reading:
    def __init__(self, text: str) -> None:
        self.text = text
        self.faults: list[str] = []
        self.book_name, self.settings, self.seed = "", list[str](), ""
        self.meters: dict[str, int] = {}
        self.lines: list[Line] = []
        self.deck: tuple[Card, ...] = ()
        self.wagers: Book | None = None

    def scenario(self) -> Scenario:
        lines = [(n, line) for n, text in enumerate(self.text.splitlines(), 1) if (line := _said(text))]
        for about_book in (
            True,
            False,
        ):  # what is bet has the names of the book's wagers, so the book is read first
            for number, line in lines:
                if (line.partition(" ")[0] in ABOUT_BOOK) == about_book:
                    self._try(number, line)
            if about_book:
                book = self._book()
                self.wagers = book
        self.faults.sort(key=_line_number)
        if not self.lines:
            self.faults.append("nothing happens: no line of the form 'WHO: ACT'")
        if self.faults or book is None:
            raise ScenarioError(self.faults)
        return Scenario(book, self.seed, self.meters, tuple(self.lines))

    def _try(self, number: int, line: str) -> None:
        try:
            self._line(number, line)
        except (ValueError, msgspec.ValidationError) as error:
            self.faults.append(f"line {number}: {line!r}: {error}")

    def _book(self) -> Book | None:
        if not self.book_name:
            self.faults.insert(0, "line 1: the book is missing; begin with 'book NAME'")
            return None
        try:
            return load_book(self.book_name, self.settings)
        except BookError as error:
            self.faults[:0] = [f"book: {problem}" for problem in error.problems]
            return None

    def _line(self, number: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word == "book":
            if self.book_name:
                raise ValueError(f"the book is {self.book_name} already")
            self.book_name = rest
        elif word == "set":
            self.settings.append(rest)
        elif word == "seed":
            self.seed = rest
        elif word == "deck":
            self.deck = _deck(rest)
        elif word == "meters":
            self.meters = {
                name: parse_money(cents) for name, _, cents in (m.partition("=") for m in rest.split())
            }
        elif word == "expect":
            self._expectation(rest)
        elif ":" in line:
            self._act(number, line)
        else:
            raise ValueError("a line is 'WHO: ACT', or begins with book, set, seed, deck, meters or expect")

    def _expectation(self, text: str) -> None:
        if not self.lines:
            raise ValueError("nothing has happened yet: an expectation stands after the line it is about")
        players = {line.who.name for line in self.lines if line.who.role is Role.PLAYER}
        expected = read_expectation(text, players)
        self.lines[-1] = replace(self.lines[-1], expects=(*self.lines[-1].expects, expected))

    def _act(self, number: int, line: str) -> None:
        name, _, wish = line.partition(":")
        who, wish = read_who(name.strip()), " ".join(wish.split())
        deck, self.deck = self.deck, ()
        if wish == GO_ON:
            self.lines.append(Line(number, line, who, None, deck=deck))
        elif wish.replace(" ", "_") in FROM_SHOE:
            self.lines.append(Line(number, line, who, None, wish.replace(" ", "_"), deck))
        elif self.wagers is None and wish.startswith("bet "):
            return  # which wagers there are, the book would say: its own faults are enough
        else:
            book = self.wagers or load_book(shipped()[0])
            act = a.Deal() if wish == "deal unseen" else read_act(wish, book)
            act = a.Open(meters=self.meters) if isinstance(act, a.Open) and self.meters else act
            self.lines.append(Line(number, line, who, act, deck=deck))


def read_who(text: str) -> Who:
    """``dealer Dan``, ``supervisor Sue``, ``house``; a name alone is a player."""
    role, _, name = text.partition(" ")
    if role in Role.__members__.values():
        return Who(Role(role), name.strip())
    return Who(Role.PLAYER, text)


def read_act(text: str, book: Book) -> Act:
    """``bet 10 trips=5``, ``no more bets``, ``bet4``: an act as a scenario has it, money in dollars."""
    words = _words(text)
    if words and words[0] in Choice.__members__.values():
        words.insert(0, "decide")
    kind, rest = _kind(words)
    if kind is a.Bet:
        return _bet(rest, book)
    if kind is a.Correct:
        return _correction(rest)
    if kind is a.Did:
        return _fact(rest, book)
    if kind is a.Amend:
        return _amendment(rest)
    fields: dict[str, Any] = {}
    loose: list[str] = []
    for word in rest:
        key, equals, value = word.partition("=")
        if equals and key in kind.__struct_fields__:
            fields[key] = value
        elif word in FLAGS and word in kind.__struct_fields__:
            fields[word] = "true"
        else:
            loose.append(word)
    for n, key in enumerate(kind.written):
        if loose and key not in fields:
            whole = key in TAKES_THE_REST and n == len(kind.written) - 1
            fields[key] = " ".join(loose) if whole else loose[0]
            loose = [] if whole else loose[1:]
    if loose:
        raise ValueError(f"{' '.join(loose)!r} is not understood after {kind.title()}")
    return _convert(kind, {key: _value(key, value) for key, value in fields.items()})


def _bet(words: list[str], book: Book) -> Act:
    """``bet 10 trips=5 progressive toke=blind:1``: a bare amount is the main wager, others have names."""
    stakes: dict[str, Any] = {}
    fields: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key in ("toke", "behind"):
            fields[key] = _value(key, value)
        elif equals and key in book.wagers.rows:
            stakes[key] = parse_money(value)
        elif word in book.wagers.rows:
            stakes[word] = True
        elif not equals and book.main.name not in stakes:
            stakes[book.main.name] = parse_money(word)
        else:
            raise ValueError(f"{word!r} is not understood after bet")
    if not stakes:
        raise ValueError(f"{book.main.name} is missing")
    return _convert(a.Bet, {"stakes": stakes, **fields})


def _fact(words: list[str], book: Book) -> Act:
    """``did call 2 result=wins``: the fact, the seat whose hand it is about, and its fields."""
    if not words:
        raise ValueError("say what is done, as in 'did cut'")
    name, *rest = words
    kinds = {field: kind for fact in book.script.facts if fact.name == name for field, kind in fact.asks}
    seat, details = None, dict[str, Any]()
    for word in rest:
        field, equals, value = word.partition("=")
        if equals:
            details[field] = _detail(kinds.get(field, ""), value)
        elif seat is None and not details:
            seat = _value("seat", word)
        else:
            raise ValueError(f"{word!r} is not understood after did {name}")
    return _convert(a.Did, {"fact": name, "seat": seat, "details": details}, strict=True)


def _detail(kind: str, text: str) -> str | int | bool:
    if kind in MONEY_KINDS:
        return parse_money(text)
    if kind in NUMBERS and text.isdecimal():
        return int(text)
    return {"yes": True, "no": False}.get(text, text) if kind == "flag" else text


def _words(text: str) -> list[str]:
    """Words of a line; double quotes hold some together, an apostrophe is only an apostrophe."""
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split, lexer.quotes, lexer.commenters, lexer.escape = True, '"', "", ""
    return list(lexer)


def _kind(words: list[str]) -> tuple[type[Act], list[str]]:
    for length in range(min(3, len(words)), 0, -1):
        name = "_".join(words[:length]).lower().replace("-", "_")
        if name in ACTS:
            return ACTS[name], words[length:]
    known = ", ".join(["check", "fold", "bet4", GO_ON, *(name.replace("_", " ") for name in ACTS)])
    raise ValueError(f"no such act; known are {known}")


def _convert(kind: type[Act], fields: dict[str, Any], *, strict: bool = False) -> Act:
    try:
        return msgspec.convert(fields | {"do": kind.name()}, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise ValueError(_in_words(str(error))) from None


def _in_words(error: str) -> str:
    """The library's message as a person would say it."""
    if missing := re.search(r"missing required field `(\w+)`", error):
        return f"{missing[1]} is missing"
    kinds = {"int": "a whole number", "bool": "true or false", "str": "a word"}
    if wrong := re.search(r"Expected `(\w+)(?: \| null)?`, got .* at `\$\.(\w+)", error):
        return f"{wrong[2]}: {kinds.get(wrong[1], wrong[1])} is wanted"
    if cards := re.search(r"Expected `array` of length (\d), got (\d)", error):
        return f"{cards[1]} cards are wanted, not {cards[2]}"
    return error


def _said(text: str) -> str:
    return text.partition("#")[0].strip()


def _line_number(fault: str) -> int:
    found = re.match(r"line (\d+):", fault)
    return int(found[1]) if found else 0


def _value(key: str, text: str) -> Any:
    if key in MONEY:
        return parse_money(text)
    if key == "cards":
        try:
            return list(parse_cards(text))
        except CardError as error:
            raise ValueError(str(error)) from None
    if key == "toke":  # on one of the wagers before the deal, or with the Play wager
        on, colon, amount = text.partition(":")
        return msgspec.to_builtins(Toke(on, parse_money(amount))) if colon else parse_money(text)
    if key == "up":
        return {"up": True, "down": False}.get(text, text)
    if key == "seat" and text.isdigit():
        return int(text)
    return text


def _correction(words: list[str]) -> Act:
    """``correct SOURCE TARGET AMOUNT reason``."""
    if len(words) < 4:
        raise ValueError("a correction is 'correct SOURCE TARGET AMOUNT reason'")
    source, target, amount, *reason = words
    return a.Correct(
        moves=(Move(source, target, parse_money(amount), "correction"),), reason=" ".join(reason)
    )


def _amendment(words: list[str]) -> Act:
    """``amend bank Ks Qd reason``, ``amend 2 9h 3c reason``, ``amend board 9s 8d 7c reason``."""
    of, cards = (words[0] if words else ""), list[Card]()
    rest = words[1:]
    while rest and len(cards) < 5:
        try:
            cards.append(parse_card(rest[0]))
        except CardError:
            break
        rest = rest[1:]
    return a.Amend(of=int(of) if of.isdigit() else of, cards=tuple(cards), reason=" ".join(rest))


def _deck(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    twice = {card for card in cards if cards.count(card) > 1}
    if twice:
        raise ValueError("a card is in the deck twice")
    rest = [card for card in range(52) if card not in cards]
    return (*cards, *rest)


def play(scenario: Scenario) -> Iterator[Played]:
    """Run the scenario line by line. A refused line changes nothing, and the next one is tried."""
    table, deck = new_table(scenario.book), tuple[Card, ...]()
    shoe = Shoe(())
    strict = any(line.expects for line in scenario.lines)
    for line in scenario.lines:
        deck = line.deck or deck
        if table.phase is Phase.DEALING and not shoe.deck:
            shoe, deck = Shoe(deck or shuffled(_seed(scenario.seed, table))), ()
        before, steps = table, tuple(script(table))
        events, refusals = list[Event](), list[Refusal]()
        try:
            events, table = _do(table, line, shoe)
        except Refused as refused:
            refusals = refused.refusals
        failed = _unmet(line, Outcome(steps, events, refusals, table)) if strict else ()
        yield Played(line, before, steps, tuple(events), tuple(refusals), table, tuple(failed))
        if not table.order:
            shoe = Shoe(())
        if table.reshuffles > before.reshuffles and table.phase not in IN_ROUND - {Phase.DEALING}:
            shoe, deck = Shoe(()), ()  # what was meant to be dealt is shuffled again


def _unmet(line: Line, outcome: Outcome) -> Iterator[str]:
    """Where anything is expected, so is every refusal."""
    yield from unmet(line.expects, outcome)
    if outcome.refusals and not any(expected.kind == "refused" for expected in line.expects):
        yield f"not expected to be refused: {'; '.join(map(str, outcome.refusals))}"


def _seed(text: str, table: Table) -> bytes:
    again = f"\nshuffled again {table.reshuffles}" if table.reshuffles else ""
    return seed_of(text + again, table.round)


def _do(table: Table, line: Line, shoe: Shoe) -> tuple[list[Event], Table]:
    if line.act is not None:
        return step(table, line.who, line.act)
    if line.from_shoe is not None:
        act = shoe.next_act(table)
        if act is None or act.name() != line.from_shoe:
            name = line.from_shoe.replace("_", " ")
            refuse(f"{name}: not now; the table {IN_WORDS[table.phase]}")
        return step(table, line.who, act)
    events: list[Event] = []
    while (act := shoe.next_act(table)) is not None:
        done, table = step(table, line.who, act)
        events += done
    if not events:
        waits = script(table)[:1]
        refuse(f"the house dealer waits: {waits[0].does if waits else 'for somebody else'}")
    return events, table

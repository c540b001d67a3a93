"""What a scenario expects of a line: ``expect`` in a file, checked when the line has been played."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct

from uth.game.ledger import BANK, CAGE, DROP, FELT, HOUSE, OFFSETS, RESERVE, TOKES, player
from uth.game.settlement.validation import Refusal
from uth.game.table.events import Event, WagerSettled
from uth.game.table.people import Role, Who
from uth.game.table.state import Table
from uth.game.views.script import Step
from uth.game.views.seen import seen_by
from uth.rules.clauses import clauses
from uth.rules.money import dollars, parse_money

ACCOUNTS = frozenset({BANK, CAGE, DROP, FELT, HOUSE, OFFSETS, RESERVE, TOKES})
"""Accounts by their own names; meters and jackpots have a colon, and any other name is a player's."""
_AMOUNT = re.compile(r"(\S+) (-?)(\$[\d,]+(?:\.\d\d)?)")
_SEES = re.compile(r"(\S+) sees (.+)")


class Expectation(Struct, frozen=True):
    """One ``expect`` line: where to look, and what must be there, or must not."""

    text: str
    kind: str
    wants: str
    of: str = ""
    """Whose account, or whose eyes."""
    never: bool = False


class Outcome(Struct, frozen=True):
    """What came of a line, and what the house dealer had to do before it."""

    script: Sequence[Step]
    events: Sequence[Event]
    refusals: Sequence[Refusal]
    table: Table

    def told(self, to: str = "") -> list[str]:
        """The events in words, all of them or what a player hears of them."""
        heard = (seen_by(Who(Role.PLAYER, to), event) if to else event for event in self.events)
        return [event.tell() for event in heard if event is not None]

    def noted(self) -> list[str]:
        """The facts that are noted by now, of this round and of this opening."""
        return [*self.table.posted, *self.table.facts]

    def cited(self) -> list[str]:
        """Every clause that is named: by the script, in settlements, notices and refusals."""
        rows = [event.row for event in self.events if isinstance(event, WagerSettled)]
        said = (*self.script, *self.events, *rows, *self.refusals)
        return list(dict.fromkeys(clause for one in said for clause in getattr(one, "clauses", ())))


LOOK: dict[str, Callable[[Outcome, str], list[str]]] = {
    "told": lambda outcome, _: outcome.told(),
    "sees": lambda outcome, who: outcome.told(who),
    "refused": lambda outcome, _: [str(refusal) for refusal in outcome.refusals],
    "script": lambda outcome, _: [step.does for step in outcome.script],
    "cites": lambda outcome, _: outcome.cited(),
    "fact": lambda outcome, _: outcome.noted(),
    "has": lambda outcome, account: [dollars(outcome.table.accounts.get(account, 0))],
}
"""Where each kind of expectation looks."""
WHOLE = frozenset({"cites", "has", "fact"})
"""Kinds that want all of what is there, not a part of it."""
SAID = frozenset({"refused", "script", "cites", "fact", "then"})
"""Kinds that are named in the line; the others are known by what it says."""


def read_expectation(text: str, players: Collection[str]) -> Expectation:
    """What stands after ``expect``; ``players`` are the people who have acted so far."""
    first, _, rest = text.partition(" ")
    never = first == "not"
    rest = rest.strip() if never else text
    kind, _, wants = rest.partition(" ")
    if amount := _AMOUNT.fullmatch(rest):
        account, sign, money = amount.groups()
        cents = parse_money(money) * (-1 if sign else 1)
        return Expectation(text, "has", dollars(cents), _account(account, players), never)
    if (seen := _SEES.fullmatch(rest)) and seen[1] in players:
        return Expectation(text, "sees", seen[2], seen[1], never)
    if kind not in SAID:
        kind, wants = "told", rest
    if not wants:
        raise ValueError("say what is expected")
    if kind == "then" and never:
        raise ValueError("'not then' is not understood; write 'not TEXT'")
    if kind == "cites" and wants not in {clause.id for clause in clauses()}:
        raise ValueError(f"there is no clause {wants}")
    return Expectation(text, kind, wants, never=never)


def _account(name: str, players: Collection[str]) -> str:
    if name in ACCOUNTS or ":" in name:
        return name
    if name in players:
        return player(name)
    raise ValueError(f"{name} is no account; accounts are {', '.join(sorted(ACCOUNTS))} and the players")


def unmet(expectations: Sequence[Expectation], outcome: Outcome) -> Iterator[str]:
    """The expectations that are not met, each with what there is instead."""
    there, start = outcome.told(), 0
    for expected in expectations:
        if expected.kind != "then":  # which goes on where the one before was found
            there, start = LOOK[expected.kind](outcome, expected.of), 0
        whole = expected.kind in WHOLE
        found = [
            n
            for n, said in enumerate(there)
            if expected.wants == said or (expected.wants in said and not whole)
        ]
        after = [n for n in found if n >= start]
        if bool(after) == expected.never:
            yield f"expected: {expected.text}; instead: {' | '.join(there[start:]) or 'nothing'}"
        start = after[0] + 1 if after else start

"""Write what is drawn from data: pages of docs/, and in README.md the output of commands that is shown whole.

    python scripts/write_pages.py

A test compares the pages with what this would write, so they cannot go stale.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from uth.cli import main as main_command
from uth.game.table.acts import ACTS
from uth.game.table.phases import IN_ROUND, NEXT, Phase
from uth.rules.clauses import SCENARIOS, STATUS_WORDS, Clause, clauses, matrix, questions

README = Path(__file__).resolve().parent.parent / "README.md"
DOCS = README.parent / "docs"

READINGS = """# Readings

Where the four documents are open, contradict themselves or cannot be meant as written, one answer is built.
This page is drawn from `uth/rules/questions.toml` by `make pages`. A *switch* is a key a house may set
differently, in its book or with `--set`; one that is not a key of a section stands under `[readings]`.
"""

CLAUSES = """# Clauses

Every demand of the four documents, in our own words, with the code that carries it and what proves it: a
scenario of its own book that `uth table` plays and checks (`scenarios.md`), and tests. Drawn from
`uth/rules/clauses.toml`, `uth/rules/matrix.toml` and `tests/clauses` by `make pages`; `uth rules clauses`
prints the same.
"""


def readings_page() -> str:
    return "\n".join([READINGS, *_questions()])


def _questions() -> Iterator[str]:
    for question in questions():
        yield f"## {question.id} {question.title}\n"
        yield f"{question.answer}\n"
        if question.costs:
            yield f"The other reading: {question.costs}\n"
        if question.switch:
            yield "Switch: " + ", ".join(f"`{switch}`" for switch in question.switch) + "\n"
        if question.clauses:
            yield f"Clauses: {', '.join(question.clauses)}\n"


def clauses_page() -> str:
    counts = [f"{sum(e.status == s for e in matrix().values())} {word}" for s, word in STATUS_WORDS.items()]
    played = sum(any(_scenarios(clause)) for clause in clauses())
    counted = f"{len(clauses())} clauses: {', '.join(counts)}; {played} have scenarios.\n"
    return "\n".join([CLAUSES, counted, *_clauses()])


def _clauses() -> Iterator[str]:
    book = ""
    for clause in clauses():
        if clause.book != book:
            book = clause.book
            yield f"\n## {book}\n\n| clause | says | carried by | proof |\n|---|---|---|---|"
        entry = matrix()[clause.id]
        proof = [*_scenarios(clause), *(f"`{test}`" for test in entry.tests)]
        yield f"| {clause.id} | {clause.says} | {entry.carried} | {'<br>'.join(proof)} |"
    yield ""


def _scenarios(clause: Clause) -> Iterator[str]:
    """Links to the scenarios that play a clause."""
    for file in _files(clause):
        yield f"[{file.stem}](../{file.relative_to(README.parent).as_posix()})"


def _files(clause: Clause) -> list[Path]:
    """A clause's own scenario, and those named after it for another side of it."""
    folder = README.parent / "tests" / "clauses" / clause.book
    files = [*folder.glob(f"{clause.id}.txt"), *folder.glob(f"{clause.id}.*.txt")]
    return sorted(files, key=lambda file: file.stem)


def scenarios_file() -> str:
    """All scenarios in one file of the package, so that they can be watched where it is installed."""
    texts = {
        clause.id: {file.stem: file.read_text("utf-8") for file in files}
        for clause in clauses()
        if (files := _files(clause))
    }
    return f"{json.dumps(texts, indent=0, ensure_ascii=False)}\n"


TABLE = """# The table

Drawn by `make pages` from `uth/game/table/phases.py`, which says how a table goes from one phase to the next,
and from the permit of each act, which says in which phases it may be done and by whom. Who asks for anything
else is refused, with the reason, and nothing has changed.

    events = decide(table, who, act)        # or Refused
    table = evolve(table, event)            # for each event; the only way a table changes
    legal(table, who)                       # what would be accepted
    view(table, who), seen_by(who, event)   # what he may see of the table, and of an event
    script(table)                           # what the house dealer does and calls now
"""


def table_page() -> str:
    return "\n".join([TABLE, *_course(), *_diagram(), *_permits(), *_held()])


def _course() -> Iterator[str]:
    """A round in the order of its phases."""
    phases = [phase for phase in Phase if phase in IN_ROUND or phase in (Phase.BETTING, Phase.ENDING)]
    yield f"A round: {', '.join(phase.replace('_', ' ') for phase in phases)}."
    yield "Where a player banks, the bank is offered first; a jackpot is reviewed before the round ends.\n"


def _diagram() -> Iterator[str]:
    yield "```mermaid\nstateDiagram-v2\n    [*] --> closed"
    for phase, ways in NEXT.items():
        yield from (f"    {phase} --> {following}: {what}" for following, what in ways.items())
    yield "```\n"


def _permits() -> Iterator[str]:
    yield "| act | by | in |\n|---|---|---|"
    for act in ACTS.values():
        permit = act.permit
        opened = permit.phases == frozenset(Phase) - {Phase.CLOSED}
        where = "any phase of an open table" if opened else _phases(permit.phases)
        where = "any phase" if len(permit.phases) == len(Phase) else where
        yield f"| {act.title()} | {', '.join(sorted(permit.by))} | {where} |"


def _phases(phases: frozenset[Phase]) -> str:
    return ", ".join(phase.replace("_", " ") for phase in Phase if phase in phases)


def _held() -> Iterator[str]:
    held = [act.title() for act in ACTS.values() if act.permit.when_held]
    paused = [act.title() for act in ACTS.values() if act.permit.when_paused]
    for stopped, names in (("waits for a ruling", sorted(held)), ("is paused", sorted(paused))):
        yield f"\nWhile a table {stopped} it takes only: {', '.join(names)}."
    yield ""


def readme() -> str:
    """README.md with what its commands print; an example that leaves lines out (`...`) stays as it is."""

    def printed(example: re.Match[str]) -> str:
        command, shown = example.groups()
        if "...\n" in shown:
            return example.group()
        said = CliRunner(env={"COLUMNS": "160"}).invoke(main_command, command.split()).stdout
        lines = (line.rstrip() + "\n" for line in said.splitlines())
        return f"```console\n$ uth {command}\n{''.join(lines)}```"

    return re.sub(r"```console\n\$ uth (.*?)\n(.*?)```", printed, README.read_text("utf-8"), flags=re.DOTALL)


PAGES = {
    DOCS / "readings.md": readings_page,
    DOCS / "clauses.md": clauses_page,
    DOCS / "table.md": table_page,
    README: readme,
    README.parent / "uth" / "rules" / SCENARIOS: scenarios_file,
}


def main() -> None:
    for file, page in PAGES.items():
        file.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Write the pages of docs/ that are drawn from data: readings.md and clauses.md.

    python scripts/write_pages.py

A test compares the pages with what this would write, so they cannot go stale.
"""

from collections.abc import Iterator
from pathlib import Path

from uth.rules.clauses import STATUS_WORDS, clauses, matrix, questions

DOCS = Path(__file__).resolve().parent.parent / "docs"

READINGS = """# Readings

Where the four documents are open, contradict themselves or cannot be meant as written, one answer is built.
This page is drawn from `uth/rules/questions.toml` by `make pages`. A *switch* is a key a house may set
differently: in its book (under `[readings]`), or with `--set` on the command line.
"""

CLAUSES = """# Clauses

Every demand of the four documents, in our own words, with the code that carries it and the tests that prove
it. Drawn from `uth/rules/clauses.toml` and `uth/rules/matrix.toml` by `make pages`; `uth rules clauses`
prints the same.
"""


def readings_page() -> str:
    return "\n".join([READINGS, *_questions()])


def _questions() -> Iterator[str]:
    for question in questions():
        yield f"## {question.id} {question.title}\n"
        yield f"{question.answer}\n"
        if question.switch:
            yield "Switch: " + ", ".join(f"`{switch}`" for switch in question.switch) + "\n"
        if question.clauses:
            yield f"Clauses: {', '.join(question.clauses)}\n"


def clauses_page() -> str:
    counts = [f"{sum(e.status == s for e in matrix().values())} {word}" for s, word in STATUS_WORDS.items()]
    return "\n".join([CLAUSES, f"{len(clauses())} clauses: {', '.join(counts)}.\n", *_clauses()])


def _clauses() -> Iterator[str]:
    book = ""
    for clause in clauses():
        if clause.book != book:
            book = clause.book
            yield f"\n## {book}\n\n| clause | says | carried by | proof |\n|---|---|---|---|"
        entry = matrix()[clause.id]
        proof = "<br>".join(f"`{test}`" for test in entry.tests)
        yield f"| {clause.id} | {clause.says} | {entry.carried} | {proof} |"
    yield ""


PAGES = {"readings.md": readings_page, "clauses.md": clauses_page}


def main() -> None:
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()

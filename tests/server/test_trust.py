"""The matrix of what the service owes its people names tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_test_of_the_matrix_exists() -> None:
    page = (ROOT / "docs" / "trust.md").read_text("utf-8")
    sources: dict[str, str] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        sources[path.name] = sources.get(path.name, "") + path.read_text("utf-8")
    rows = [line for line in page.splitlines() if re.match(r"\| \d+ \|", line)]
    numbers = [int(line.split("|")[1]) for line in rows]
    assert numbers[:31] == list(range(1, 32))
    assert numbers == sorted(set(numbers))
    for line in rows:
        last = ""
        for file, test in re.findall(r"(test_\w+\.py)?(?:::(test_\w+))?", line):
            last = file or last
            if file:
                assert file in sources, file
            if test:
                assert f"def {test}(" in sources[last], test
        assert "test" in line

"""What docs/engine.md shows runs."""

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "engine.md"


def test_the_example_runs() -> None:
    [example] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)
    exec(compile(example, str(PAGE), "exec"), {})

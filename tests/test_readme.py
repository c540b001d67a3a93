"""What README shows is what the program does."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from uth import __version__
from uth.cli import main
from uth.game.files.scenario import play, read_scenario
from uth.rules import load_book

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def test_console_examples_print_what_is_shown(tmp_path: Path) -> None:
    """Line by line and whole; `...` stands for lines left out."""
    [round_json] = blocks("json")
    (tmp_path / "round.json").write_text(round_json, encoding="utf-8")
    examples = blocks("console")
    assert examples
    for example in examples:
        command, *shown = example.splitlines()
        arguments = command.removeprefix("$ uth ").replace("round.json", str(tmp_path / "round.json")).split()
        said = CliRunner(env={"COLUMNS": "160"}).invoke(main, arguments).stdout
        printed = iter([line.rstrip() for line in said.rstrip().splitlines()])
        skipping = False
        for line in shown:
            if line == "...":
                skipping = True
            else:
                found = next((text for text in printed if text == line or not skipping), None)
                assert found == line, f"{command}: {found!r} is printed, {line!r} is shown"
                skipping = False
        assert skipping or next(printed, None) is None, f"{command}: more is printed than is shown"


@pytest.mark.parametrize("page", ["README.md", "docs/service.md"])
def test_installing_names_the_wheel_of_this_version(page: str) -> None:
    """By its name alone, pip would fetch another project's package from PyPI."""
    text = (ROOT / page).read_text("utf-8")
    named = re.findall(r"pip install '?([^\s'`\[]+)", text)
    assert named
    assert set(named) == {f"dist/uth-{__version__}-py3-none-any.whl"}


def test_the_python_example_runs() -> None:
    for example in blocks("python"):
        exec(example, {})


def test_the_scenario_runs() -> None:
    [scenario] = re.findall(r"```\n(book .*?)```", README, flags=re.DOTALL)
    *_, last = play(read_scenario(scenario))
    assert last.table.phase == "preflop"


def test_the_house_book_is_complete(tmp_path: Path) -> None:
    [book] = blocks("toml")
    (tmp_path / "my-house.toml").write_text(book, encoding="utf-8")
    assert load_book(tmp_path / "my-house.toml").missing() == []

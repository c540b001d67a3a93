"""Golden playthroughs: each scenario gives, line by line, what was read and approved.

``python tests/playthroughs/test_playthroughs.py`` writes the .out files anew; read the difference before
committing it.
"""

from pathlib import Path

import pytest

from uth.cli.table import as_text
from uth.game.files.scenario import play, read_scenario
from uth.game.table.events import replay

HERE = Path(__file__).parent
SCENARIOS = sorted(HERE.glob("*.txt"))


def playthrough(file: Path) -> list[str]:
    return list(as_text(play(read_scenario(file.read_text("utf-8"))), with_script=False))


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    expected = file.with_suffix(".out").read_text("utf-8").splitlines()
    assert playthrough(file) == expected


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_the_log_of_a_playthrough_replays(file: Path) -> None:
    scenario = read_scenario(file.read_text("utf-8"))
    played = list(play(scenario))
    log = [event for one in played for event in one.events]
    assert replay(scenario.book, log) == played[-1].table
    assert sum(played[-1].table.accounts.values()) == 0


def test_there_is_one_for_every_book_and_every_irregularity() -> None:
    names = " ".join(file.stem for file in SCENARIOS)
    for book in ("california-shfl", "california-bally", "florida", "iowa"):
        assert book in names
    for number in range(1, 8):
        assert f"iowa-irr-{number}-" in names


if __name__ == "__main__":
    for scenario in SCENARIOS:
        scenario.with_suffix(".out").write_text("\n".join(playthrough(scenario)) + "\n", encoding="utf-8")

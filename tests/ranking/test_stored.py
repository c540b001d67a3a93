"""The tables in the package's file are those that the list of hands gives."""

import subprocess
import sys

from uth.ranking.layout import BY_PLACE, ROW_DISTANCE
from uth.ranking.making import make_stored, make_tables
from uth.ranking.tables import BY_FLUSH, BY_RANKS, Stored, load_tables, stored


def test_the_file_is_what_would_be_written() -> None:
    kept, made = stored(), make_stored()
    for part in Stored._fields:
        assert getattr(kept, part) == getattr(made, part), f"{part}: run python scripts/write_data.py"


def test_what_is_loaded_is_what_was_made() -> None:
    load_tables()
    assert make_tables() == (BY_RANKS, BY_FLUSH)


def test_every_hand_has_a_place_of_its_own() -> None:
    """Strength 0 is a hand too, but only in one of the sums: seven, five, four, three, two."""
    by_ranks, _ = make_tables()
    weakest = sum(strength == 0 for strength in by_ranks.values())
    assert (BY_PLACE > 0).sum() == len(by_ranks) - weakest
    assert len(ROW_DISTANCE) == 1 << 14


def test_one_hand_needs_no_numpy() -> None:
    script = "import sys; from uth.ranking import strength; "
    script += "print(strength(range(0, 28, 4)), 'numpy' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["7455", "False"]

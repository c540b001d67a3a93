"""Random rounds of several tables on one link: wins, denials, forfeits and void rounds in any order."""

from collections import Counter

import pytest

from tests.link_machine import Links

ACTS = 1500


def played(seed: int, tables: int) -> Links:
    floor = Links(seed, tables)
    for _ in range(ACTS):
        floor.anything()
    floor.finish()
    return floor


@pytest.mark.parametrize("tables", [1, 2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_every_jackpot_is_shared_as_the_document_says(seed: int, tables: int) -> None:
    """IA-MULTI-1, IA-MULTI-2, IA-METER-3: held against an onlooker's notes after every act."""
    played(seed, tables)


def test_these_rounds_are_full_of_jackpots() -> None:
    """They would prove little if nothing was won, shared, denied, owed or given back in them."""
    floors = [played(seed, 3) for seed in range(8)]
    seen = Counter(type(event).__name__ for floor in floors for log in floor.logs.values() for event in log)
    for name in ("JackpotPaid", "JackpotDenied", "JackpotOwed", "EnvyTakenBack", "HandForfeited"):
        assert seen[name] > 5, name
    assert seen["RoundVoided"] > 5
    assert sum(len(tables) > 1 for floor in floors for tables in floor.sharing_tables()) > 5

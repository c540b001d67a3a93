"""A house that the release before left, with a round in play: it opens, checks, and plays on.

``house-0.2.0.db.gz`` is a backup made by uth 0.2.0 while Ann and Bea played; its secret is the tests' own.
"""

import asyncio
import gzip
from pathlib import Path

from tests.server.serving import PASSWORD, Served
from tests.store.making import run_sql
from uth.store import Store, restore

KEPT = Path(__file__).parent.parent / "store" / "kept" / "house-0.2.0.db.gz"


def test_a_house_of_the_release_before_plays_on(database: str, tmp_path: Path) -> None:
    backup = tmp_path / "kept.db"
    backup.write_bytes(gzip.decompress(KEPT.read_bytes()))
    assert asyncio.run(restore(backup, database)) == []
    plays_on(Served(database, tmp_path, "--sign-ins", "1000"))


def test_its_file_is_migrated_where_it_lies(tmp_path: Path) -> None:
    file = tmp_path / "uth.sqlite"
    file.write_bytes(gzip.decompress(KEPT.read_bytes()))
    database = f"sqlite:///{file}"
    [(version,)] = asyncio.run(run_sql(database, "SELECT version_num FROM alembic_version"))
    assert version == "0002"
    plays_on(Served(database, tmp_path, "--sign-ins", "1000"))


def plays_on(served: Served) -> None:
    served.start()
    try:
        finish_the_round(served)
    finally:
        assert served.stop() == 0


def finish_the_round(served: Served) -> None:
    served.wait_until_it_leads()
    sue = served.sign_in()
    assert served.call("GET", "/api/check", token=sue).json()["faults"] == []
    notes = served.call("GET", "/api/notes", token=sue).json()
    assert [note["what"] for note in notes] == ["roles of Dan", "added Dan"]

    async def money() -> dict[str, str]:
        store = await Store.open(served.database)
        try:
            return {person.name: person.money for person in await store.people()}
        finally:
            await store.close()

    # whom the house added plays for cash, everybody else for chips that were given away
    assert asyncio.run(money()) == {
        "Sue": "cash",
        "Dan": "cash",
        "Ann": "play",
        "Bea": "play",
        "operator": "cash",
    }
    bea = served.call("POST", "/api/sessions", {"name": "Bea", "password": PASSWORD}).json()["token"]
    answer = served.do(bea, "T1", {"do": "decide", "choice": "check"})
    assert answer.is_success, answer.text
    picture = served.look(bea, "T1")  # the round that was in play goes on, with the deck that was sealed then
    assert (picture["table"]["phase"], len(picture["table"]["board"])) == ("flop", 3)
    health = served.call("GET", "/health").json()
    assert health["status"] == "ok", health

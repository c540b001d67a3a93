"""What a dealer has noted: an auditor asks for it, and the log with it is proved like any other."""

import csv
import io
import json
import subprocess
from pathlib import Path

from tests.server.serving import PASSWORD, UTH, Served


def test_an_auditor_asks_what_was_noted(served: Served, tmp_path: Path) -> None:
    sue, ann = served.sign_in(), served.guest()
    employed = {"name": "Dan", "password": PASSWORD, "roles": ["dealer"], "reason": "a test"}
    assert served.call("POST", "/api/people", employed, sue).status_code == 201
    dan = served.sign_in("Dan")
    table = served.open(sue, dealing="entered")

    def deals(**act: object) -> None:
        answer = served.do(dan, table, act, **{"as": "dealer"})
        assert answer.status_code == 200, answer.text

    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 50_000}, {"do": "bet", "ante": 1000}):
        assert served.do(ann, table, act).status_code == 200
    early = served.do(
        dan, table, {"do": "did", "fact": "end_of_deal", "details": {"cards": 43}}, **{"as": "dealer"}
    )
    assert early.status_code == 422, early.text
    assert early.json()["says"][0] == {
        "says": "end of deal: not now; the table takes bets",
        "clauses": ["IA-DEAL-9"],
        "field": "",
    }
    deals(do="no_more_bets")
    deals(do="did", fact="decks", details={"back": "red", "other": "blue"})
    deals(do="deal")
    deals(do="did", fact="end_of_deal", details={"cards": 43})
    assert served.do(ann, table, {"do": "decide", "choice": "bet4"}).status_code == 200
    deals(do="flop", cards=[0, 5, 10])
    deals(do="river", cards=[15, 20])
    deals(do="show_bank", cards=[25, 30])
    deals(do="show_hand", seat=1, cards=[35, 40])
    deals(do="settle")
    deals(do="did", fact="game_over")
    deals(do="end_round")

    noted = [json.loads(line) for line in served.admin("facts", table, token=sue).splitlines()]
    assert [(one["round"], one["fact"], one["details"]) for one in noted] == [
        (1, "decks", {"back": "red", "other": "blue"}),
        (1, "end_of_deal", {"cards": 43}),
        (1, "game_over", {}),
    ]
    assert all(one["by"] == "dealer Dan" and one["at"].endswith("+00:00") for one in noted)
    assert served.admin("facts", table, "--round", "2", token=sue) == ""
    [heading, first, *_] = csv.reader(io.StringIO(served.admin("facts", table, "--csv", token=sue)))
    assert heading == ["round", "at", "fact", "seat", "by", "details", "clauses", "undone"]
    assert (first[2], first[5], first[6]) == ("decks", "back=red; other=blue", "IA-SHUF-2")

    (tmp_path / "log.jsonl").write_text(served.admin("log", table, token=sue))
    verify = [*UTH, "verify", str(tmp_path / "log.jsonl")]
    said = subprocess.run(verify, capture_output=True, text=True, check=True).stdout
    assert "16  act that the rules and the person's rights allow" in said  # three of them are facts
    assert "fact_noted" not in said
    assert "fact_noted" not in json.dumps(served.call("GET", f"/api/tables/{table}/events", token=ann).json())

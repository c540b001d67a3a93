"""A house's common work with ``uth admin``, as its staff would do it."""

import csv
import io
import json
import re
import secrets
import subprocess

from tests.server.serving import UTH, Served


def test_a_day_of_work(served: Served, tmp_path: object) -> None:
    sue = served.admin("sign-in", "Sue").strip()
    opened = served.admin("open", "iowa-catfish-bend", "--title", "Table one", token=sue)
    table = opened.split()[1]
    assert "Table one" in served.admin("tables")
    assert served.look("", table)["layout"]["title"] == "Table one"
    ann = served.guest()
    for act in ({"do": "sit", "seat": 1}, {"do": "buy_in", "cents": 20_000}, {"do": "bet", "ante": 500}):
        served.do(ann, table, act)
    for choice in ("check", "check", "fold"):
        assert served.do(ann, table, {"do": "decide", "choice": choice}).is_success

    rows = list(csv.DictReader(io.StringIO(served.admin("rounds", table, "--csv", token=sue))))
    assert sum(int(row["cents"]) for row in rows) == 0
    assert {row["account"] for row in rows} >= {"house"}
    assert json.loads(served.admin("rounds", table, token=sue).splitlines()[0])["round"] == 1
    accounts = list(csv.DictReader(io.StringIO(served.admin("ledger", "--csv", token=sue))))
    assert sum(int(row["cents"]) for row in accounts) == 0

    name = served.look(ann, table)["you"]["name"]
    served.admin("correct", table, "house", f"player:{name}", "250", "--reason", "a chip too few", token=sue)
    assert served.look(ann, table)["you"]["chips"] == 20_000 - 1000 + 250
    served.admin("pause", table, "--reason", "the fire alarm", token=sue)
    assert served.do(ann, table, {"do": "bet", "ante": 500}).status_code == 422
    served.admin("resume", table, "--reason", "a drill", token=sue)
    served.admin("close", table, "--reason", "the day is over", token=sue)
    assert served.look("", table)["table"]["phase"] == "closed"

    heads = served.admin("heads").splitlines()
    assert heads[-1].startswith("all ")
    number = served.look("", table)["version"]
    assert any(line.startswith(f"{table} {number} ") for line in heads)
    assert "Every chain and every balance fits." in served.admin("check", token=sue)
    assert json.loads(served.admin("meters")) == served.call("GET", "/api/links").json()


def test_an_account_is_opened_on_the_database_itself(served: Served) -> None:
    name = f"Dan {secrets.token_hex(3)}"
    said = served.admin("add-person", name, "--role", "dealer", "--role", "auditor", "--wallet", "7.50")
    written = re.fullmatch(rf"{name} may sign in as dealer, auditor\. Written to (\S+)\.\n", said)
    assert written, said
    assert written[1] in served.database
    me = served.call("GET", "/api/me", token=served.sign_in(name)).json()
    assert (sorted(me["roles"]), me["wallet"]) == (["auditor", "dealer"], 750)
    again = [*UTH, "admin", "add-person", name, "--role", "dealer"]
    done = subprocess.run(again, env=served.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == f"somebody is called {name} already\n"


def test_without_a_reason_or_a_service_it_says_so(served: Served) -> None:
    call = [*UTH, "admin", "--server", "http://127.0.0.1:9", "tables"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "is the service running?" in done.stderr
    done = subprocess.run([*UTH, "admin", "pause", "T1"], capture_output=True, text=True, check=False)
    assert "--reason" in done.stderr

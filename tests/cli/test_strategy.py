"""``uth strategy``, as a person or a script calls it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from uth.cli import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["strategy", *arguments], catch_exceptions=False)


def test_list_and_show(tmp_path: Path) -> None:
    assert "Wizard of Odds" in run("list").output
    shown = run("show", "basic").output
    (tmp_path / "copy.toml").write_text(shown)
    assert run("show", str(tmp_path / "copy.toml")).output == shown


def test_value_as_json() -> None:
    answer = json.loads(run("value", "basic", "california-shfl", "--json").output)
    assert answer["house_edge"] == {"numerator": 668_292_056_928, "denominator": 27_813_810_024_000}
    assert list(answer["deals"]) == ["4", "2", "1", "0"]
    assert sum(answer["deals"].values()) == 27_813_810_024_000
    costs = [loss["cost"] for loss in answer["losses"]]
    assert costs == sorted(costs, reverse=True)


def test_explain() -> None:
    assert run("explain", "basic", "--hole", "Ks 5d").output == "bet4: K5o+ bets 4x\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("value", "basik", "california-shfl"),
        ("value", "missing.toml", "california-shfl"),
        ("value", "missing.py", "california-shfl"),
        ("value", "basic", "nevada"),
        ("explain", "basic", "--hole", "Ks"),
        ("explain", "basic", "--hole", "Ks Zz"),
        ("explain", "optimal", "--hole", "Ks 5d"),
        ("search", "california-shfl", "--rules", "0"),
    ],
)
def test_bad_input_is_refused(arguments: tuple[str, ...]) -> None:
    refused = run(*arguments)
    assert refused.exit_code == 2
    assert "Traceback" not in refused.output

"""The configuration file: read after the command line and the environment, refused with all its faults."""

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from uth.cli import configuring, main
from uth.cli.serve import command as serve

EXAMPLE = Path(__file__).resolve().parents[2] / "deploy" / "uth.toml"


def given(monkeypatch: pytest.MonkeyPatch, *words: str, **environment: str) -> dict[str, Any]:
    """What ``uth serve`` would be started with."""
    seen: dict[str, Any] = {}
    monkeypatch.setattr(serve, "callback", lambda **values: seen.update(values))
    done = CliRunner().invoke(main, ["serve", *words], env=environment)
    assert done.exit_code == 0, done.output
    return seen


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_the_command_line_comes_before_the_environment_before_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "uth.toml"
    file.write_text('database = "sqlite:///file.db"\n[serve]\nport = 81\nopen = ["florida"]\nguest-chips = 5')
    found = given(monkeypatch, "--config", str(file))
    assert (found["database"], found["port"], found["books"]) == ("sqlite:///file.db", 81, ("florida",))
    assert found["guest_chips"] == 500
    assert found["bots"] == 0, "what the file does not say is as always"
    named = {"UTH_CONFIG": str(file), "UTH_DATABASE": "sqlite:///named.db"}
    assert given(monkeypatch, **named)["database"] == "sqlite:///named.db"
    assert given(monkeypatch, "--database", "sqlite:///said.db", **named)["database"] == "sqlite:///said.db"
    assert given(monkeypatch, "--port", "82", **named)["port"] == 82


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    file = tmp_path / "uth.toml"
    file.write_text(
        'port = 8000\ndatabse = "x"\n[serve]\nprot = 1\nport = "8000"\nhttps = "yes"\nopen = "florida"\n'
        'secret = "00"\n[admin]\ntoken = "x"\n'
    )
    for words in (("serve", "--config", str(file)), ("admin", "--config", str(file), "tables")):
        done = run(*words)
        assert done.exit_code == 2
        says = [line.removeprefix(f"{file}: ") for line in done.output.splitlines()]
        assert says[:6] == [
            "port is unknown; it belongs under [serve]",
            "databse is unknown; did you mean database?",
            "[serve] prot is unknown; did you mean port?",
            "[serve] port: a whole number is wanted",
            "[serve] https: true or false is wanted",
            "[serve] open: a list of texts is wanted",
        ]
        assert says[6].startswith("[serve] secret is unknown; ")
        assert says[7].startswith("[admin] token is unknown; ")
        assert len(says) == 8


@pytest.mark.parametrize(
    ("text", "says"), [("serve = 3", "serve is a section"), ("=", "is no TOML file"), (None, "cannot read")]
)
def test_a_file_that_cannot_be_read(tmp_path: Path, text: str | None, says: str) -> None:
    file = tmp_path / "uth.toml"
    if text is not None:
        file.write_text(text)
    done = run("serve", "--config", str(file))
    assert done.exit_code == 2
    assert says in done.output


def test_admin_reads_it_for_its_commands(tmp_path: Path) -> None:
    file = tmp_path / "uth.toml"
    file.write_text(f'database = "sqlite:///{tmp_path}/none.db"\n[admin]\nserver = "http://127.0.0.1:9"')
    done = run("admin", "--config", str(file), "backup", str(tmp_path / "copy"))
    assert "none.db" in done.output
    done = run("admin", "--config", str(file), "tables")
    assert "http://127.0.0.1:9 does not answer" in done.output


def test_the_example_has_every_key_with_its_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = given(monkeypatch, "--config", str(EXAMPLE))
    assert found["trusted_proxies"] == ("127.0.0.1",)
    lines = EXAMPLE.read_text().splitlines()
    whole = tmp_path / "whole.toml"
    whole.write_text(
        "\n".join(
            line.removeprefix("# ") if " = " in line and line.startswith("# ") else line for line in lines
        )
    )
    import tomllib

    every = tomllib.loads(whole.read_text())
    options = {key: configuring._options(key) for key in ("serve", "admin")}
    for section, known in options.items():
        assert set(every[section]) >= set(known) - {"heads", "backups"}, section
        for name, value in every[section].items():
            option = known[name]
            if f"# {name} = " in EXAMPLE.read_text() and name not in ("second-factor", "heads") and value:
                default = option.get_default(click.Context(serve))
                assert default == value, name

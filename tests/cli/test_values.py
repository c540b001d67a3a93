"""Values of options as they are understood."""

import click
import pytest

from uth.cli.values import web_address, web_origins

OPTION = click.Option(["--option"])
CONTEXT = click.Context(click.Command("uth"))


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("https://House.Example/", "https://house.example"),
        ("https://house.example:443", "https://house.example"),
        ("http://house.example:80", "http://house.example"),
        ("http://house.example:8080", "http://house.example:8080"),
        ("https://house.example:80", "https://house.example:80"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_origin_is_what_a_browser_sends(written: str, understood: str) -> None:
    assert web_origins(CONTEXT, OPTION, [written]) == (understood,)


def test_an_address_may_have_a_path() -> None:
    assert web_address(CONTEXT, OPTION, "https://house.example/uth/") == "https://house.example/uth"
    assert web_address(CONTEXT, OPTION, "") == ""

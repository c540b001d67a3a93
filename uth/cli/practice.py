"""What a shipped book needs before a table of it can open: the house's choices, made for practice."""

import tomllib
from importlib import resources


def practice_settings(name: str) -> list[str]:
    """Settings for a book of this name; none where it is complete."""
    text = resources.files("uth.cli").joinpath("practice.toml").read_text("utf-8")
    options: dict[str, list[str]] = tomllib.loads(text)
    return options.get(name, [])

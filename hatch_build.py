"""Packing: refuses a wheel or an sdist without the browser pages, and adds the commit."""

import re
from pathlib import Path
from runpy import run_path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = Path("uth", "server", "pages")
COMMIT = Path("uth", "commit.txt")


class Packing(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling before it packs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if missing := missing_pages(root / PAGES):
            raise RuntimeError(
                f"browser pages are missing ({', '.join(missing)}): build them first, with `make web`"
            )
        if version != "editable" and not (root / COMMIT).exists():  # an sdist has it already
            note = Path(mkdtemp()) / COMMIT.name
            note.write_text(run_path(str(root / "uth" / "commit.py"))["commit"](), "ascii")
            build_data["force_include"][str(note)] = COMMIT.as_posix()


def missing_pages(folder: Path) -> list[str]:
    """Files of the browser app that are not there, though the page or one of its scripts names them."""
    page = folder / "index.html"
    if not page.exists():
        return ["index.html"]
    texts = [file.read_text("utf-8") for file in (page, *folder.glob("assets/*.js"))]
    named = {name for text in texts for name in re.findall(r"[\w./-]+-[\w-]{8}\.(?:js|css)", text)}
    here = {file.name for file in folder.glob("assets/*")}
    return sorted({Path(name).name for name in named} - here)

"""Pages drawn from data are up to date."""

from pathlib import Path

import pytest

from scripts.write_pages import PAGES


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_page_is_what_the_data_says(file: Path) -> None:
    assert file.read_text("utf-8") == PAGES[file](), "stale: run `make pages`"

"""Pages drawn from data are up to date, and what README shows is what the program does."""

import pytest

from scripts.write_pages import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_page_is_what_the_data_says(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "stale: run `make pages`"

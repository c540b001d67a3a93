"""Starting the browser that tests, pictures and benchmarks drive."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserType, sync_playwright

from scripts.browser import find
from scripts.web import node


def launch(kind: BrowserType, *options: str) -> Browser:
    """The browser that `scripts/browser.py` finds."""
    return kind.launch(executable_path=find(), args=["--no-sandbox", "--disable-dev-shm-usage", *options])


@contextmanager
def driven() -> Iterator[Browser]:
    """A browser and its driver. The Node that Playwright brings wants a library that not every system has."""
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node()))
    with sync_playwright() as driver, launch(driver.chromium) as started:
        yield started

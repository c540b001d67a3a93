"""A real browser, and a real service for it: pages that people use, as they use them."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Room
from tests.server.serving import Served
from uth.server.pages import FOLDER

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def browser_path() -> str | None:
    """The browser of the system; UTH_BROWSER names another."""
    return os.environ.get("UTH_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module only: while its driver runs, no other test of this process can run a loop of its own."""
    path = browser_path()
    if path is None:
        pytest.skip("no browser: python3 scripts/browser.py installs one, or name one in UTH_BROWSER")
    assert (FOLDER / "index.html").exists(), "the pages are not built: make web"
    with sync_playwright() as driver:
        started = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield started
        started.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with a supervisor, Sue; shared by all tests of this folder but those that stop it."""
    folder = tmp_path_factory.mktemp("service")
    service = Served(f"sqlite:///{folder}/uth.sqlite", folder, "--sign-ins", "1000")
    service.staff("Sue")
    service.start()
    yield service
    service.stop()


@pytest.fixture
def room(browser: Browser, served: Served) -> Iterator[Room]:
    """People with browsers of their own at the shared service."""
    found = Room(browser, served)
    yield found
    found.close()


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Served]:
    """A service of one test, which may kill it."""
    service = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, "--sign-ins", "1000")
    service.staff("Sue")
    service.start()
    yield service
    service.stop()

"""A real browser, and a real service for it: pages that people use, as they use them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scripts.browser import MISSING, find
from tests.browser.driving import driven
from tests.browser.people import Room
from tests.server.serving import Served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module only: while its driver runs, no other test of this process can run a loop of its own."""
    if find() is None:
        pytest.skip(MISSING)
    with driven() as started:
        yield started


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

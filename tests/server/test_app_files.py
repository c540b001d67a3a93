"""The browser app as it is served: types, how long it is kept, how small it is, and when it is not built."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from tests.server.serving import Served
from uth.rules import load_book
from uth.rules.library import shipped
from uth.server.app import HEADERS
from uth.server.pages import FOLDER, Pages, load

WEB = Path(__file__).resolve().parents[2] / "web"


class Client:
    """Asks the app's own routes, without a service around them."""

    def __init__(self, folder: Path) -> None:
        self.app = FastAPI()
        self.app.include_router(Pages(folder).routes())

    def get(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://uth") as client:
                return await client.get(path, headers=headers)

        return asyncio.run(ask())


@pytest.fixture
def client(tmp_path: Path) -> Client:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>uth</title>" + " " * 2000)
    (tmp_path / "assets" / "index-abc.js").write_text("export {}\n" * 200)
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path.parent / "secret").write_text("secret")
    return Client(tmp_path)


@pytest.mark.parametrize("path", ["/", "/table/T1", "/table/T1/rounds/7", "/rules", "/rules/florida"])
def test_every_address_of_the_app_shows_the_app(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-encoding"] == "gzip"
    assert "<title>uth</title>" in answer.text
    again = client.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_with_their_hash_in_their_name_are_kept_for_ever(client: Client) -> None:
    answer = client.get("/assets/index-abc.js", headers={"accept-encoding": "identity"})
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert "content-encoding" not in answer.headers
    assert client.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/%2e%2e/%2e%2e/secret", "/other", "/secret"])
def test_nothing_else_is_served(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/nowhere", "/rounds", "/favicon.ico"])
def test_an_address_that_leads_nowhere_shows_a_person_the_app_and_a_program_a_fault(
    served: Served, path: str
) -> None:
    answer = served.call("GET", path, headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert '<script type="module"' in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    answer = served.call("GET", path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/api/nowhere"), ("GET", "/assets/old.js"), ("POST", "/nowhere")]
)
def test_what_is_no_page_gets_no_page(served: Served, method: str, path: str) -> None:
    answer = served.call(method, path, headers={"accept": "text/html"})
    assert answer.status_code in (404, 405)
    assert answer.headers["content-type"] == "application/json"


def test_an_app_that_was_not_built_says_so(tmp_path: Path) -> None:
    answer = Client(tmp_path).get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text


def test_the_app_is_small() -> None:
    files = load(FOLDER)
    assert files, "the pages are not built: make web"
    weight = sum(len(file.squeezed or file.body) for file in files.values())
    assert weight <= 250_000


def test_the_page_needs_nothing_that_the_policy_forbids() -> None:
    files = load(FOLDER)
    assert files, "the pages are not built: make web"
    page = files["index.html"].body.decode()
    assert (
        b"script-src" not in HEADERS[b"content-security-policy"]
    )  # so scripts fall under default-src 'self'
    assert page.count("<script") == page.count('<script type="module" crossorigin src="/assets/')
    assert "http" not in page.replace("http-equiv", "")


def test_what_a_book_leaves_to_the_house_has_words_on_the_pages() -> None:
    told = (WEB / "src" / "words.ts").read_text("utf-8")
    left = {key for name in shipped() for key in load_book(name).missing()}
    by_wager = {key for key in left if "." not in key or key.startswith("limits.")}
    assert {key for key in left - by_wager if f"\n  '{key}': '" not in told} == set()


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text("utf-8"))
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    wanted = json.loads((WEB / "package.json").read_text("utf-8"))["devDependencies"]
    assert all(version[0].isdigit() for version in wanted.values()), "exact versions"
    assert all(
        lock["packages"][f"node_modules/{name}"]["version"] == version for name, version in wanted.items()
    )

"""The browser app: what ``make web`` built into the folder ``pages`` beside this file.

It is small, so it is read once, squeezed once, and served from memory. Files under ``assets`` have the hash
of their content in their name and are kept for ever; the page that names them is asked for anew each time.
"""

import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response
from msgspec import Struct

FOLDER = Path(__file__).with_suffix("")
PAGES = (
    *("/", "/table/{rest:path}", "/rules", "/rules/{rest:path}"),
    *(
        "/trainer",
        "/mathematics",
        "/console/{rest:path}",
        "/floor",
        "/floor/players",
        "/statement",
        "/account",
    ),
)
"""The addresses that the app itself knows what to show for: `web/src/routing.svelte.ts`."""
NOT_BUILT = b"The pages are not built yet: `make web` builds them. The API is described at /openapi.json.\n"
FOR_EVER, ASK_ANEW = "public, max-age=31536000, immutable", "no-cache"
WORTH_SQUEEZING = ("text/", "application/json", "image/svg+xml")


class File(Struct, frozen=True):
    """One file of the app, as it is sent."""

    body: bytes
    squeezed: bytes | None
    kind: str
    cache: str
    tag: str


def load(folder: Path) -> dict[str, File]:
    """The files of the app by their place; none if it was not built."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _file(folder, path) for path in paths}


def _file(folder: Path, path: Path) -> File:
    body = path.read_bytes()
    # the machine's own list of types may be wrong or missing, and a script of the wrong type does not run
    known = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
    kind = known.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    squeezed = gzip.compress(body, mtime=0) if kind.startswith(WORTH_SQUEEZING) else None
    cache = FOR_EVER if path.relative_to(folder).parts[0] == "assets" else ASK_ANEW
    return File(body, squeezed, kind, cache, f'"{sha256(body).hexdigest()[:32]}"')


class Pages:
    """The app's own addresses, and its files."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files = load(folder)

    def routes(self) -> APIRouter:
        router = APIRouter(include_in_schema=False)
        for path in PAGES:
            router.add_api_route(path, self.page, methods=["GET", "HEAD"])
        for path in ("/assets/{rest:path}", "/icon.svg"):
            router.add_api_route(path, self.asset, methods=["GET", "HEAD"])
        return router

    async def page(self, request: Request) -> Response:
        if "index.html" not in self.files:
            return Response(NOT_BUILT, 503, media_type="text/plain")
        return _send(request, self.files["index.html"])

    async def asset(self, request: Request) -> Response:
        file = self.files.get(request.url.path.lstrip("/"))
        if file is None:
            raise HTTPException(404, "no such file: the app was built anew, load the page again")
        return _send(request, file)

    def lost(self, request: Request) -> Response | None:
        """What a browser shows at an address that leads nowhere: the app, which says so."""
        page = self.files.get("index.html")
        by_hand = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if page is None or not by_hand or request.url.path.startswith(("/api/", "/assets/")):
            return None
        return Response(page.body, 404, {"cache-control": ASK_ANEW}, page.kind)


def _send(request: Request, file: File) -> Response:
    headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.squeezed and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.squeezed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=file.kind)

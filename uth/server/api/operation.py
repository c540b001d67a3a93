"""For those who run the service and those who check it."""

import shutil
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import Field

from uth import __version__
from uth.server import measures
from uth.server.api.asking import Asking, Serving
from uth.server.api.people import Body
from uth.server.program import program_digest
from uth.server.service import Service, needs_role
from uth.store import PublishedHead

router = APIRouter(tags=["operation"])


@router.get("/health")
async def health(service: Serving, response: Response) -> dict[str, Any]:
    """Whether this process can serve: 200 if so, 503 with the reason if anything is wrong."""
    rooms, failed = list(service.rooms), await _problems(service)
    state = "stopping" if service.stopping else "failed" if failed else "ok"
    response.status_code = 200 if state == "ok" else 503
    return {
        "status": state,
        "why": "; ".join(failed),
        "tables": len(rooms),
        "led_here": sum(room.leading for room in rooms),
        "checked": service.checks.checked,
        "version": __version__,
    }


async def _problems(service: Service) -> list[str]:
    failed = await service.checks.problems()
    if out := sorted(service.rooms.out_of_service):
        failed.append(f"out of service: {', '.join(out)}")
    if shut := service.rooms.shut():
        failed.append(f"the secret that sealed them is lost: rounds at {', '.join(shut)}; void them")
    return failed


@router.get("/metrics")
async def metrics(service: Serving) -> Response:
    """Counters and times for Prometheus."""
    rooms = list(service.rooms)
    measures.TABLES.set(len(rooms))
    measures.LED.set(sum(room.leading for room in rooms))
    measures.PROBLEMS.set(len(await _problems(service)))
    measures.CHECKED.set(service.checks.checked or 0)
    if file := service.store.file:
        with suppress(OSError):  # /health says so
            measures.DISK_FREE.set(shutil.disk_usage(file.absolute().parent).free)
            measures.DATABASE.set(file.stat().st_size)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/api/chain")
async def chain(service: Serving) -> dict[str, Any]:
    """The head of every stream's hash chain: whoever kept it can tell later that nothing was changed.

    Nothing in a head depends on cards that lie face down, so it may be published at any time. Each comes with
    a receipt, signed with the service's key.
    """
    heads, signer = await service.store.heads(), service.rooms.receipts_of
    told = {
        stream: {
            "number": number,
            "hash": head.hex(),
            "receipt": msgspec.to_builtins(signer(stream).head(stream, number, head)),
        }
        for stream, (number, head) in sorted(heads.items())
    }
    text = "".join(f"{stream} {head['number']} {head['hash']}\n" for stream, head in told.items())
    return {"streams": told, "digest": sha256(text.encode()).hexdigest(), "key": signer("").key}


class KeptHead(Body):
    """A head that somebody kept, as ``uth admin heads`` printed it."""

    stream: str = Field(max_length=200)
    number: int = Field(ge=1, le=2**62)
    hash: str = Field(pattern="^[0-9a-f]{64}$")


class Kept(Body):
    heads: list[KeptHead] = Field(default=[], max_length=500)


@router.get("/api/check")
async def check(service: Serving, person: Asking) -> dict[str, Any]:
    """Recompute every chain and balance, derive the ledger again; and the digest of the program itself."""
    return await check_against(service, person, Kept())


@router.post("/api/check")
async def check_against(service: Serving, person: Asking, body: Kept) -> dict[str, Any]:
    """The same, and whether the chains still hold heads that somebody kept."""
    needs_role(person, "auditor", "admin")
    published = [PublishedHead(head.stream, head.number, head.hash) for head in body.heads]
    return {"faults": await service.checks.everything(published), "program": program_digest()}


@router.get("/api/ledger")
async def ledger(service: Serving, person: Asking) -> dict[str, int]:
    """The balance of every account; together they are nothing."""
    needs_role(person, "auditor", "admin")
    return await service.store.sums()


@router.get("/api/notes")
async def notes(service: Serving, person: Asking) -> list[dict[str, Any]]:
    """What staff did outside of tables, with reasons; the newest first."""
    needs_role(person, "auditor", "admin")
    return [
        {
            "at": note.at,
            "by": note.by,
            "what": note.what,
            "reason": note.reason,
            "before": note.before,
            "after": note.after,
        }
        for note in await service.store.notes(limit=100)
    ]

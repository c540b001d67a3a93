"""For those who run the service and those who check it."""

from hashlib import sha256
from typing import Any

import msgspec
from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from uth import __version__
from uth.server.api.asking import Asking, Serving
from uth.server.program import program_digest
from uth.server.service import needs_role

router = APIRouter(tags=["operation"])


@router.get("/health")
async def health(service: Serving, response: Response) -> dict[str, Any]:
    """Whether this process can serve: 200 if so, 503 if it is stopping or cannot write."""
    failed = service.store.failed
    state = "failed" if failed else "stopping" if service.stopping else "ok"
    response.status_code = 200 if state == "ok" else 503
    rooms = list(service.rooms)
    return {
        "status": state,
        "why": failed or "",
        "tables": len(rooms),
        "led_here": sum(room.leading for room in rooms),
        "version": __version__,
    }


@router.get("/metrics")
async def metrics() -> Response:
    """Counters and times for Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/api/chain")
async def chain(service: Serving) -> dict[str, Any]:
    """The head of every stream's hash chain: whoever kept it can tell later that nothing was changed.

    Nothing in a head depends on cards that lie face down, so it may be published at any time. Each comes with
    a receipt, signed with the service's key.
    """
    heads, receipts = await service.store.heads(), service.rooms.receipts
    told = {
        stream: {
            "number": number,
            "hash": head.hex(),
            "receipt": msgspec.to_builtins(receipts.head(stream, number, head)),
        }
        for stream, (number, head) in sorted(heads.items())
    }
    text = "".join(f"{stream} {head['number']} {head['hash']}\n" for stream, head in told.items())
    return {"streams": told, "digest": sha256(text.encode()).hexdigest(), "key": receipts.key}


@router.get("/api/check")
async def check(service: Serving, person: Asking) -> dict[str, Any]:
    """Recompute every chain and every balance, and the digest of the program itself."""
    needs_role(person, "auditor", "admin")
    return {"faults": await service.store.check(), "program": program_digest()}


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

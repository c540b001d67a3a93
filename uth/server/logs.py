"""Log lines: JSON for programs, plain ones for people. Never a card, a token or a person's name."""

import json
import logging
import sys
import time
from typing import Any, Literal

Form = Literal["text", "json"]

_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "color_message"}


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """What was given with a record."""
    return {name: value for name, value in record.__dict__.items() if name not in _PLAIN}


class JsonLines(logging.Formatter):
    """Time, level, what happened, and the fields given with it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= _fields(record)
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class PlainLines(logging.Formatter):
    """``14:03:22 warning: seat not freed, table T1 (why)``; where a program broke stands in JSON only."""

    def format(self, record: logging.LogRecord) -> str:
        fields = _fields(record)
        why = fields.pop("why", "")
        if record.exc_info and record.exc_info[0]:
            why = f"{record.exc_info[0].__name__}: {record.exc_info[1]}; --log json tells where"
        first, *_ = record.getMessage().strip().splitlines() or [""]
        said = ", ".join([first, *(f"{name} {value}" for name, value in fields.items())])
        line = f"{time.strftime('%H:%M:%S')} {record.levelname.lower()}: {said}"
        return f"{line} ({why})".replace("\n", " ") if why else line


def set_up(form: Form) -> None:
    """Everything goes to standard error in one form, uvicorn's lines too; requests are not logged.

    People are told what is wrong, programs also what goes on.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    level = logging.INFO if form == "json" else logging.WARNING
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = name != "uvicorn.access"
    for name in ("httpx", "uvicorn.error", "alembic", "websockets"):
        logging.getLogger(name).setLevel(logging.WARNING)

"""Logs as one JSON object a line, or as text for a person at a terminal. They name tables and
codes, never seeds, cards or tokens."""

import json
import logging
import sys
import time
from typing import Any

PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {k: v for k, v in vars(record).items() if k not in PLAIN and k != "color_message"}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """A time, how bad it is, and what happened."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = f"{at} {record.levelname.lower()}: {record.getMessage()}"
        if record.exc_info:
            line += f"\n{self.formatException(record.exc_info)}"
        return line


def set_up_logs(form: str = "json", level: str = "info") -> None:
    """Only we ourselves say more than usual: the libraries' details would be headers and rows."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    if form == "text":
        handler.setLevel("WARNING")
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel("INFO")
    logging.getLogger("carrozza").setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = name != "uvicorn.access"  # http/guard.py logs requests
    logging.getLogger("sqlalchemy").setLevel("WARNING")  # its statements would show seeds
    logging.getLogger("alembic").setLevel("WARNING")
    logging.getLogger("httpx2").setLevel("WARNING")

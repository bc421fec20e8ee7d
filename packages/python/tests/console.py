"""A console that answers over HTTP, for tests."""

from __future__ import annotations

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

BY = {"by": "Ada", "how": "operator", "at": "2026-11-29T10:00:00.000Z"}
OPEN = {"id": "q/1", "status": "open", "url": "http://console/inbox/q"}


def answered(kind: str, **more: Any) -> dict[str, Any]:
    return {**OPEN, "status": "answered", "outcome": {"type": kind, **more, **BY}}


class Console:
    """Answers as docs/http.md describes: each reply once, in order; None = the connection is lost."""

    def __init__(self, *replies: dict[str, Any] | tuple[int, dict[str, Any]] | None) -> None:
        self.calls: list[tuple[str, str, Any, str | None]] = []
        waiting = list(replies)
        console = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def answer(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                body = json.loads(self.rfile.read(length)) if length else None
                console.calls.append((self.command, self.path, body, self.headers.get("idempotency-key")))
                reply = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                if reply is None:
                    self.connection.close()
                    return
                status, content = reply if isinstance(reply, tuple) else (200, reply)
                text = json.dumps(content).encode()
                self.send_response(status)
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_DELETE = answer

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Asking(unittest.TestCase):
    def console(self, *replies: Any) -> Console:
        console = Console(*replies)
        self.addCleanup(console.close)
        return console

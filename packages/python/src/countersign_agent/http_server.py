"""A small HTTP/1.1 server for one ASGI application, for agents without a server of their own. Loopback by default."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
from http import HTTPStatus
from typing import Any

from .problems import Problem

_MAX_HEAD_BYTES = 64 * 1024
_log = logging.getLogger("countersign_agent")
#: Idle ones too: since Python 3.12 a server that closes waits for them.
_open_connections: set[asyncio.StreamWriter] = set()


def serve_forever(app: Any, *, host: str, port: int, max_body_bytes: int) -> None:
    """Serves until SIGINT or SIGTERM; then the runs are stopped and their ends sent."""
    try:
        asyncio.run(_main(app, host, port, max_body_bytes))
    except KeyboardInterrupt:
        pass


async def _main(app: Any, host: str, port: int, max_body_bytes: int) -> None:
    async with await start(app, host=host, port=port, max_body_bytes=max_body_bytes) as server:
        address = server.sockets[0].getsockname()
        name = f"[{address[0]}]" if ":" in address[0] else address[0]
        print(json.dumps(app.descriptor(f"http://{name}:{address[1]}")), flush=True)
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, ended.set)
        await ended.wait()
        await app.close()
        # The last events are on their way to their readers.
        await asyncio.sleep(0.1)
        for writer in list(_open_connections):
            writer.close()


async def start(app: Any, *, host: str, port: int, max_body_bytes: int) -> asyncio.Server:
    """Listens; port 0 = any free one."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _open_connections.add(writer)
        try:
            while await _exchange(app, reader, writer, max_body_bytes):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        except Exception:
            _log.exception("A request failed")
        finally:
            _open_connections.discard(writer)
            writer.close()

    return await asyncio.start_server(connected, host, port, limit=_MAX_HEAD_BYTES)


async def _exchange(
    app: Any, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, max_body_bytes: int
) -> bool:
    """One request and its response. Returns whether the connection is kept."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return False
    try:
        method, target, headers = _read_head(head)
        body = await _read_body(reader, headers, max_body_bytes)
    except Problem as problem:
        content = json.dumps(problem.body()).encode()
        fields = [
            (b"content-type", b"application/problem+json"),
            (b"content-length", str(len(content)).encode()),
            (b"connection", b"close"),
        ]
        writer.write(_head(problem.status, fields) + content)
        await writer.drain()
        await _discard(reader)
        return False
    keeps = headers.get("connection", "").lower() != "close"
    await _call(app, reader, writer, (method, target, headers, body), keeps)
    return keeps


async def _discard(reader: asyncio.StreamReader) -> None:
    """Reads what is still being sent: a connection that is closed before loses the response."""
    try:
        async with asyncio.timeout(1):
            while await reader.read(_MAX_HEAD_BYTES):
                pass
    except TimeoutError:
        pass


def _read_head(head: bytes) -> tuple[str, str, dict[str, str]]:
    lines = head.decode("latin-1").split("\r\n")
    parts = lines[0].split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        raise Problem("invalid-request", "This is not an HTTP/1.1 request.")
    headers: dict[str, str] = {}
    for line in lines[1:]:
        if line == "":
            continue
        name, separator, value = line.partition(":")
        if not separator or name != name.strip():
            raise Problem("invalid-request", "A header cannot be read.")
        headers[name.lower()] = value.strip()
    return parts[0], parts[1], headers


async def _read_body(reader: asyncio.StreamReader, headers: dict[str, str], limit: int) -> bytes:
    too_large = Problem("too-large", f"At most {limit} bytes.")
    if "transfer-encoding" in headers:
        if headers["transfer-encoding"].lower() != "chunked":
            raise Problem("invalid-request", "Only chunked bodies are read.")
        body = b""
        while True:
            line = await reader.readuntil(b"\r\n")
            try:
                size = int(line.split(b";")[0], 16)
            except ValueError:
                raise Problem("invalid-request", "A chunk has no size.") from None
            if size < 0 or len(body) + size > limit:
                raise too_large
            chunk = await reader.readexactly(size + 2)
            if size == 0:
                return body
            body += chunk[:-2]
    length = headers.get("content-length", "0")
    if not length.isdecimal():
        raise Problem("invalid-request", "Content-Length is not a number.")
    if int(length) > limit:
        raise too_large
    return await reader.readexactly(int(length))


def _head(status: int, headers: list[tuple[bytes, bytes]]) -> bytes:
    lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {_phrase(status)}\r\n".encode() + lines + b"\r\n"


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Status"


async def _call(
    app: Any,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    request: tuple[str, str, dict[str, str], bytes],
    keeps: bool,
) -> None:
    method, target, headers, body = request
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": target.split("?")[0],
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()],
    }
    pending = [{"type": "http.request", "body": body, "more_body": False}]
    is_chunked = False

    async def receive() -> dict[str, Any]:
        if pending:
            return pending.pop()
        # While a stream is sent the client says nothing: bytes or an end mean that it has gone.
        await reader.read(1)
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        nonlocal is_chunked
        if message["type"] == "http.response.start":
            fields = list(message["headers"])
            is_chunked = not any(name == b"content-length" for name, _ in fields)
            if is_chunked:
                fields.append((b"transfer-encoding", b"chunked"))
            if not keeps:
                fields.append((b"connection", b"close"))
            writer.write(_head(message["status"], fields))
            return
        chunk = message.get("body", b"")
        if not is_chunked:
            writer.write(chunk)
        elif chunk:
            writer.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
        if is_chunked and not message.get("more_body"):
            writer.write(b"0\r\n\r\n")
        await writer.drain()

    await app(scope, receive, send)

"""The agent as an ASGI 3 application."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from .problems import Problem
from .requests import Request

if TYPE_CHECKING:
    from .agent import Agent


async def respond(agent: Agent, scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(agent, receive, send)
        return
    if scope["type"] != "http":
        raise ValueError(f"This agent speaks HTTP, not {scope['type']}.")
    received = await _body(receive, agent.limits.max_body_bytes)
    if received is None:
        problem = Problem("too-large", f"At most {agent.limits.max_body_bytes} bytes.")
        content = json.dumps(problem.body()).encode()
        await _start(send, problem.status, "application/problem+json", len(content))
        await send({"type": "http.response.body", "body": content})
        return
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    request = Request(scope["method"], scope["path"], headers, received)
    status, media_type, content = await agent.handle(request)
    if isinstance(content, bytes):
        await _start(send, status, media_type, len(content))
        await send({"type": "http.response.body", "body": content})
        return
    await _start(send, status, media_type, None)
    gone = asyncio.create_task(_disconnected(receive))
    try:
        while True:
            # A reader that has gone is noticed at once, not with the next event.
            chunk = asyncio.ensure_future(anext(content, None))
            await asyncio.wait({chunk, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not chunk.done():
                chunk.cancel()
                await asyncio.gather(chunk, return_exceptions=True)
                return
            body = chunk.result()
            if body is None:
                break
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()
        # The connection is read by the next request only after this one has released it.
        await asyncio.gather(gone, return_exceptions=True)
        await content.aclose()  # type: ignore[attr-defined]


async def _start(send: Any, status: int, media_type: str, length: int | None) -> None:
    headers = [
        (b"content-type", media_type.encode()),
        (b"cache-control", b"no-store"),
    ]
    if length is None:
        headers += [(b"hai-resume", b"last-event-id"), (b"x-accel-buffering", b"no")]
    else:
        headers.append((b"content-length", str(length).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def _body(receive: Any, max_bytes: int) -> bytes | None:
    """The whole body; None if it is larger than the limit."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return body
        body += message.get("body", b"")
        if len(body) > max_bytes:
            return None
        if not message.get("more_body"):
            return body


async def _disconnected(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _lifespan(agent: Agent, receive: Any, send: Any) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await agent.close()
            await send({"type": "lifespan.shutdown.complete"})
            return

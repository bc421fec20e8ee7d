"""An agent served over real HTTP in a thread, and a client for it."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
import uuid
from typing import Any

from countersign_agent import Agent, Limits
from countersign_agent.http_server import start


class Served:
    def __init__(self, work: Any, limits: Limits | None = None, **options: Any) -> None:
        self.agent = Agent(id="tested", name="Tested", limits=limits, **options)
        self.agent.run(work)
        ready = threading.Event()

        async def main() -> None:
            self._ended = asyncio.Event()
            server = await start(self.agent, host="127.0.0.1", port=0, max_body_bytes=1_000_000)
            async with server:
                self.port = server.sockets[0].getsockname()[1]
                ready.set()
                await self._ended.wait()
                await self.agent.close()

        def serve() -> None:
            with asyncio.Runner() as runner:
                self._loop = runner.get_loop()
                runner.run(main())

        self._streams: list[Stream] = []
        self._thread = threading.Thread(target=serve, daemon=True)
        self._thread.start()
        ready.wait(10)

    def close(self) -> None:
        for stream in self._streams:
            stream.close()
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(10)

    def call(self, path: str, body: Any, method: str = "POST", **headers: str) -> tuple[int, Any]:
        """Status and body of a request. A body of bytes is sent as it is."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        fields = {"content-type": "application/json", **{n.replace("_", "-"): v for n, v in headers.items()}}
        connection.request(method, path, None if method == "GET" else content, fields)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return response.status, json.loads(text) if text else None

    def run(self, run_id: str | None = None, **members: Any) -> Stream:
        return Stream(self, {"threadId": "t-1", "runId": run_id or str(uuid.uuid4()), "messages": [], **members})


class Stream:
    """The events of a run as they come."""

    def __init__(self, served: Served, body: dict[str, Any], after: int | None = None) -> None:
        self.served = served
        self.body = body
        self._connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
        headers = {"content-type": "application/json"}
        if after is not None:
            headers["last-event-id"] = str(after)
        self._connection.request("POST", "/", json.dumps(body), headers)
        self.response = self._connection.getresponse()
        self.last_id = 0
        served._streams.append(self)

    def next(self) -> dict[str, Any] | None:
        """The next event; None at the end."""
        while line := self.response.readline():
            if line.startswith(b"id: "):
                self.last_id = int(line[4:])
            if line.startswith(b"data: "):
                return json.loads(line[6:])
        return None

    def until(self, kind: str) -> list[dict[str, Any]]:
        """The events up to the first of a type, or of a name."""
        events: list[dict[str, Any]] = []
        while (event := self.next()) is not None:
            events.append(event)
            if kind in (event["type"], event.get("name")):
                return events
        raise AssertionError(f"no {kind} in {[event['type'] for event in events]}")

    def rest(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = []
        while (event := self.next()) is not None:
            events.append(event)
        return events

    def question(self) -> dict[str, Any]:
        return self.until("upformat.message")[-1]["value"]

    def rejoin(self) -> Stream:
        self._connection.close()
        return Stream(self.served, self.body, self.last_id)

    def close(self) -> None:
        self.response.close()
        self._connection.close()

    def answer(self, question: dict[str, Any], feedback: dict[str, Any], message_id: str = "a-1") -> tuple[int, Any]:
        message = {
            "messageId": message_id,
            "parentMessageId": question["messageId"],
            "state": "submitted",
            "agentId": "operator:ada",
            "upFeedback": feedback,
        }
        return self.send("/feedback", message=message)

    def send(self, path: str, **members: Any) -> tuple[int, Any]:
        ids = {"threadId": "t-1", "runId": self.body["runId"]}
        return self.served.call(path, {**ids, **members})

"""An agent made of one function, as an ASGI application."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from .answers import Expired, Instruction, Withdrawn
from .asking import Question, checked, read_answer, read_end
from .gate import Stopped
from .lifecycle import RunFunction, run_to_end
from .models import schema_of
from .problems import Problem
from .requests import Request, guard, read_json
from .run import Run

_log = logging.getLogger("countersign_agent")


@dataclass(frozen=True)
class Limits:
    """Times in seconds. The defaults suit a service on the same machine as the console."""

    max_body_bytes: int = 4 * 1024 * 1024
    max_active_runs: int = 200
    max_finished_runs: int = 100
    finished_for: float = 30 * 60
    #: A run without readers is stopped after this.
    abandoned_after: float = 10 * 60
    #: A run further ahead of its reader than this waits.
    max_unread_events: int = 1_024
    max_kept_chars: int = 32 * 1024 * 1024
    max_instructions: int = 100
    #: Sent in this interval, so that a quiet connection is not taken for a lost one.
    ping_every: float = 15.0


class Agent:
    """Streams HAI, asks, and obeys control, as specified in docs/protocol.

    >>> agent = Agent(id="greeter", name="Greeter")
    >>> @agent.run
    ... async def run(ctx):
    ...     await ctx.say(f"Hello, {ctx.user_text}")

    Serve it with `agent.serve(port=4500)`, or give the agent to any ASGI server.
    """

    def __init__(
        self,
        *,
        id: str,
        name: str,
        description: str | None = None,
        input_model: Any = None,
        comments_are_answers: bool = False,
        allowed_hosts: tuple[str, ...] = (),
        limits: Limits | None = None,
    ) -> None:
        self.id = id
        self.name = name
        self.description = description
        self.limits = limits or Limits()
        self._input_schema = None if input_model is None else schema_of(input_model)
        self._comments_are_answers = comments_are_answers
        self._allowed_hosts = frozenset(allowed_hosts)
        self._work: RunFunction | None = None
        self._runs: dict[str, Run] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._delivered: dict[tuple[str, str], asyncio.Future[dict[str, Any] | None]] = {}
        self._controls: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {}

    def run(self, work: RunFunction) -> RunFunction:
        """Decorator: the function that is the agent. A coroutine gets a RunContext, any other a BlockingContext."""
        self._work = work
        return work

    def descriptor(self, base_url: str) -> dict[str, Any]:
        """What a console needs to know to add the agent when it is served at `base_url`."""
        base = base_url.rstrip("/")
        return {
            "id": self.id,
            "name": self.name,
            "protocol": "hai",
            "url": f"{base}/",
            **({} if self.description is None else {"description": self.description}),
            "control": {"url": f"{base}/control", "actions": ["pause", "resume", "stop", "status"]},
            "feedback": {"url": f"{base}/feedback"},
            **({"commentsAreAnswers": True} if self._comments_are_answers else {}),
            **({} if self._input_schema is None else {"inputSchema": self._input_schema}),
        }

    def serve(self, *, port: int, host: str = "127.0.0.1") -> None:
        """Serves the agent until it is interrupted."""
        from .http_server import serve_forever

        serve_forever(self, host=host, port=port, max_body_bytes=self.limits.max_body_bytes)

    async def close(self) -> None:
        """Stops every run, and waits for their ends."""
        for run in list(self._runs.values()):
            self._stop(run, "The agent shuts down")
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def handle(self, request: Request) -> tuple[int, str, bytes | AsyncIterator[bytes]]:
        """Status, content type and body of the response to a request."""
        try:
            guard(request, self._allowed_hosts)
            return await self._route(request)
        except Problem as problem:
            refused = problem
        except Exception:
            _log.exception("%s %s failed", request.method, request.path)
            refused = Problem("internal")
        return refused.status, "application/problem+json", json.dumps(refused.body()).encode()

    async def _route(self, request: Request) -> tuple[int, str, bytes | AsyncIterator[bytes]]:
        routes: dict[str, tuple[str, Callable[[Request], Any]]] = {
            "/": ("POST", self._post_run),
            "/control": ("POST", self._post_control),
            "/feedback": ("POST", self._post_feedback),
            "/check": ("POST", self._post_check),
            "/card": ("GET", self._get_card),
        }
        found = routes.get(request.path)
        if found is None:
            raise Problem("not-found")
        if request.method != found[0]:
            raise Problem("method-not-allowed")
        reply = await found[1](request)
        if isinstance(reply, dict):
            return 200, "application/json", json.dumps(reply).encode()
        return 200, "text/event-stream; charset=utf-8", reply

    async def _get_card(self, request: Request) -> dict[str, Any]:
        return self.descriptor(request.origin)

    async def _post_run(self, request: Request) -> AsyncIterator[bytes]:
        body = read_json(request, ("threadId", "runId"))
        messages = body.get("messages")
        if not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
            raise Problem("invalid-request", "messages is not a list of objects.")
        if not isinstance(body.get("forwardedProps") or {}, dict):
            raise Problem("invalid-request", "forwardedProps is not an object.")
        last_id = request.headers.get("last-event-id", "")
        if last_id and not (last_id.isdecimal() and len(last_id) <= 15):
            raise Problem("invalid-request", "Last-Event-ID is not a number.")
        run = self._runs.get(body["runId"])
        if run is not None and run.thread_id != body["threadId"]:
            raise Problem("idempotency-conflict", "This run belongs to another thread.")
        if run is None:
            if last_id:
                raise Problem("run-unknown")
            run = self._begin(body)
        after = int(last_id or 0)
        if after > run.log.last_number:
            raise Problem("invalid-request", "Last-Event-ID lies ahead of the run.")
        if after < run.log.first_after:
            raise Problem("events-gone")
        return self._frames(run, after)

    def _begin(self, body: dict[str, Any]) -> Run:
        if self._work is None:
            raise Problem("internal", "The agent has no run function.")
        if sum(not run.is_over for run in self._runs.values()) >= self.limits.max_active_runs:
            raise Problem("busy")
        self._forget_finished()
        run = Run(self.id, body, self.limits)
        self._runs[run.run_id] = run
        for work in (run_to_end(run, self._work), self._watch(run)):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return run

    def _forget_finished(self) -> None:
        finished = sorted(
            (run for run in self._runs.values() if run.ended_at is not None),
            key=lambda run: run.ended_at or 0.0,
        )
        old = time.monotonic() - self.limits.finished_for
        too_many = max(0, len(finished) - self.limits.max_finished_runs + 1)
        for index, run in enumerate(finished):
            if index < too_many or (run.ended_at or 0.0) < old:
                del self._runs[run.run_id]
                for book in (self._delivered, self._controls):
                    for key in [key for key in book if key[0] == run.run_id]:
                        del book[key]

    async def _watch(self, run: Run) -> None:
        """Stops a run that nobody has read for too long."""
        while not run.is_over:
            limit = self.limits.abandoned_after
            unread_for = 0.0 if run.log.readers else time.monotonic() - run.last_read_at
            if unread_for >= limit:
                self._stop(run, "Nobody has read this run for too long")
                return
            try:
                await asyncio.wait_for(run.over.wait(), max(0.05, limit - unread_for))
            except TimeoutError:
                continue

    async def _frames(self, run: Run, after: int) -> AsyncIterator[bytes]:
        yield b": hai\n\n"
        async for entries in run.log.read(after, self.limits.ping_every):
            frames = "".join(f"id: {entry.number}\ndata: {entry.data}\n\n" for entry in entries)
            yield (frames or ": ping\n\n").encode()

    def _find(self, body: dict[str, Any]) -> Run:
        run = self._runs.get(body["runId"])
        if run is None or run.thread_id != body["threadId"]:
            raise Problem("run-unknown")
        return run

    def _stop(self, run: Run, reason: str) -> None:
        if run.is_over or run.is_stopping:
            return
        run.gate.stop(reason)
        run.stop_requested.set()

    async def _post_control(self, request: Request) -> dict[str, Any]:
        body = read_json(request, ("threadId", "runId", "action"))
        run = self._find(body)
        action = body["action"]
        if action not in ("pause", "resume", "stop", "status"):
            raise Problem("invalid-request", f"There is no action {action!r}.")
        key = _key_of(body, request)
        known = self._controls.get((run.run_id, key)) if key else None
        if known is not None:
            if known[0] != action:
                raise Problem("idempotency-conflict")
            return known[1]
        if action != "status":
            self._control(run, action, body)
        reply = {"runId": run.run_id, "status": run.status}
        if key:
            self._controls[run.run_id, key] = (action, reply)
        return reply

    def _control(self, run: Run, action: str, body: dict[str, Any]) -> None:
        refused = {"runId": run.run_id, "runStatus": run.status}
        if run.is_over:
            raise Problem("control-not-possible", "The run has already ended.", **refused)
        if action == "stop":
            if not run.is_stopping:
                # Confirmed before the work learns of it, because its closing events follow.
                run.confirm("stop", "stopping", body)
                by = body.get("operator")
                self._stop(run, f"Stopped by {by}" if by else "Stopped")
            return
        if run.is_stopping:
            raise Problem("control-not-possible", "The run is stopping.", **refused)
        if action == "pause" and not run.is_paused:
            run.is_paused = True
            run.confirm("pause", "paused", body)
        elif action == "resume" and run.is_paused:
            run.confirm("resume", "running", body)
            run.is_paused = False
        run.gate.update()

    async def _post_feedback(self, request: Request) -> dict[str, Any]:
        body = read_json(request, ("threadId", "runId"))
        message = body.get("message")
        if not isinstance(message, dict) or not isinstance(message.get("messageId"), str):
            raise Problem("invalid-request", "There is no message with an id.")
        run = self._find(body)
        place = (run.run_id, _key_of(body, request) or message["messageId"])
        known = self._delivered.get(place)
        reply = None if known is None else await asyncio.shield(known)
        if reply is not None:
            return reply
        self._delivered[place] = asyncio.get_running_loop().create_future()
        try:
            self._take(run, message)
        except BaseException:
            # A refusal changed nothing: the same key may be tried again.
            self._delivered.pop(place).set_result(None)
            raise
        reply = {"runId": run.run_id, "messageId": message["messageId"], "status": "delivered"}
        self._delivered[place].set_result(reply)
        return reply

    def _take(self, run: Run, message: dict[str, Any]) -> None:
        if run.is_over:
            raise Problem("run-ended")
        question = run.questions.get(str(message.get("parentMessageId")))
        feedback = message.get("upFeedback")
        if not isinstance(feedback, dict):
            end = read_end(message)
            if end is not None:
                self._end(run, question, end)
                return
            prompt = message.get("upPrompt")
            expires_at = prompt.get("expiresAt") if isinstance(prompt, dict) else None
            if question is None or expires_at is None:
                raise Problem("invalid-request", "The message carries no upFeedback.")
            _must_be_open(question)
            question.message["upPrompt"]["expiresAt"] = expires_at
            return
        if question is None:
            self._instruct(run, message, feedback)
            return
        _must_be_open(question)
        answer = read_answer(question, message)
        allowed = question.message["upPrompt"].get("allowed")
        if feedback.get("type") == "comment" and not (
            self._comments_are_answers or allowed == ["comment"]
        ):
            if question.on_comment is not None:
                question.on_comment(answer)
            return
        question.state = "answered"
        self._acknowledge(run, message, "Answer received.")
        if not question.answered.done():
            question.answered.set_result(answer)

    def _end(self, run: Run, question: Question | None, end: Expired | Withdrawn) -> None:
        """Nobody will answer any more: `ask()` returns without an answer."""
        if question is None:
            raise Problem("prompt-unknown")
        _must_be_open(question)
        question.state = "ended"
        self._acknowledge(run, end.message, "The question has ended.")
        if not question.answered.done():
            question.answered.set_result(end)

    def _instruct(self, run: Run, message: dict[str, Any], feedback: dict[str, Any]) -> None:
        content = feedback.get("content")
        text = content.get("text") if isinstance(content, dict) else None
        if feedback.get("type") not in ("instruction", "comment") or not isinstance(text, str):
            raise Problem("prompt-unknown")
        if run.is_stopping:
            raise Problem("run-ended", "The run is stopping.")
        try:
            run.instructions.put_nowait(Instruction(text, str(message.get("agentId", "")), message))
        except asyncio.QueueFull:
            raise Problem("busy") from None
        self._acknowledge(run, message, "Instruction received.")

    def _acknowledge(self, run: Run, message: dict[str, Any], explanation: str) -> None:
        """Confirms in the stream that it was received; while paused this waits like any other event."""
        run.last_message_id = message["messageId"]
        value = run.up_message({"state": "submitted", "explanation": explanation})

        async def send() -> None:
            try:
                await run.emit({"type": "CUSTOM", "name": "upformat.message", "value": value})
            except Stopped:
                # The run ends without it.
                pass

        task = asyncio.create_task(send())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _post_check(self, request: Request) -> dict[str, Any]:
        body = read_json(request, ("threadId", "runId", "messageId"))
        question = self._find(body).questions.get(body["messageId"])
        if question is None:
            raise Problem("prompt-unknown")
        _must_be_open(question)
        return await checked(question, body.get("value"))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """ASGI."""
        from .asgi import respond

        await respond(self, scope, receive, send)


def _must_be_open(question: Question) -> None:
    if question.state == "answered":
        raise Problem("prompt-answered")
    if question.state == "withdrawn":
        raise Problem("prompt-withdrawn")
    if question.state == "ended":
        raise Problem("prompt-ended")


def _key_of(body: dict[str, Any], request: Request) -> str | None:
    key = body.get("idempotencyKey") or request.headers.get("idempotency-key")
    if key is not None and not isinstance(key, str):
        raise Problem("invalid-request", "idempotencyKey is not a text.")
    return key

"""The state of one run: its events, its questions, and whether it works, is paused or is being stopped."""

from __future__ import annotations

import asyncio
import time
import uuid
from datetime import datetime, timezone
from typing import Any

from .answers import Instruction
from .asking import Question
from .gate import Gate, Stopped
from .run_log import RunLog


class Run:
    def __init__(self, agent_id: str, request: dict[str, Any], limits: Any) -> None:
        self.agent_id = agent_id
        self.request = request
        self.thread_id: str = request["threadId"]
        self.run_id: str = request["runId"]
        self.limits = limits
        self.is_paused = False
        self.is_over = False
        self.stop_requested = asyncio.Event()
        self.over = asyncio.Event()
        self.ended_at: float | None = None
        self.last_read_at = time.monotonic()
        self.questions: dict[str, Question] = {}
        self.instructions: asyncio.Queue[Instruction] = asyncio.Queue(limits.max_instructions)
        self.open_items: dict[tuple[str, str], dict[str, Any]] = {}
        self.last_message_id: str | None = (request.get("forwardedProps") or {}).get("parentMessageId")
        self.log = RunLog(
            max_unread_events=limits.max_unread_events,
            max_kept_chars=limits.max_kept_chars,
            on_change=self._on_readers,
        )
        self.gate = Gate(lambda: self.is_paused or self.log.is_stalled)

    def _on_readers(self) -> None:
        self.last_read_at = time.monotonic()
        self.gate.update()

    @property
    def is_stopping(self) -> bool:
        return self.gate.stop_reason is not None

    @property
    def status(self) -> str:
        if self.is_over:
            return "stopped" if self.is_stopping else "finished"
        if self.is_stopping:
            return "stopping"
        return "paused" if self.is_paused else "running"

    def emit_now(self, event: dict[str, Any]) -> None:
        """Past the gate: for the lifecycle of the run and the confirmation of controls."""
        if self.is_over:
            return
        self.log.append({"timestamp": int(time.time() * 1000), **event})
        self._track(event)

    async def emit(self, event: dict[str, Any]) -> None:
        await self.gate.wait()
        self.emit_now(event)

    async def emit_closing(self, event: dict[str, Any]) -> None:
        """Waits while the run is paused; during a stop it is sent at once, so that nothing is left open."""
        try:
            await self.gate.wait()
        except Stopped:
            pass
        self.emit_now(event)

    def _track(self, event: dict[str, Any]) -> None:
        """Remembers what is open, so that it can be ended with the run."""
        kind = event["type"]
        if kind == "BUSINESS_DATA_START":
            self.open_items["message", event["messageId"]] = {
                "type": "BUSINESS_DATA_END",
                "messageId": event["messageId"],
            }
        elif kind == "BUSINESS_DATA_END":
            self.open_items.pop(("message", event["messageId"]), None)
        elif kind == "TOOL_CALL_START":
            self.open_items["call", event["toolCallId"]] = {
                "type": "TOOL_CALL_END",
                "toolCallId": event["toolCallId"],
            }
        elif kind == "TOOL_CALL_END":
            self.open_items.pop(("call", event["toolCallId"]), None)
        elif kind == "STEP_STARTED":
            self.open_items["step", event["stepName"]] = {
                "type": "STEP_FINISHED",
                "stepName": event["stepName"],
            }
        elif kind == "STEP_FINISHED":
            self.open_items.pop(("step", event["stepName"]), None)

    def close_items(self) -> None:
        for event in reversed(list(self.open_items.values())):
            self.emit_now(event)

    def confirm(self, action: str, status: str, request: dict[str, Any]) -> None:
        said = {name: request[name] for name in ("reason", "operator") if request.get(name)}
        value = {"action": action, "status": status, **said}
        self.emit_now({"type": "CUSTOM", "name": "hai.control", "value": value})

    def up_message(self, part: dict[str, Any]) -> dict[str, Any]:
        """A whole UpFormat message; its parent is the last one of the run."""
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        message = {
            "messageId": str(uuid.uuid4()),
            "threadId": self.thread_id,
            "timestamp": now,
            "agentId": self.agent_id,
            **part,
        }
        if self.last_message_id not in (None, message["messageId"]):
            message.setdefault("parentMessageId", self.last_message_id)
        self.last_message_id = message["messageId"]
        return message

    def end(self) -> None:
        if self.is_over:
            return
        self.is_over = True
        self.ended_at = time.monotonic()
        for question in self.questions.values():
            if not question.answered.done():
                question.answered.cancel()
        self.log.close()
        self.over.set()

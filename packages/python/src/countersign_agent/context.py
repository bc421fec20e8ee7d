"""What a run function works with. Await everything that sends: it waits while the run is paused."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar, overload

from .answers import Answer, Commented, Instruction
from .asking import Check, Question, QuestionWithdrawn, payload_of, prompt_of
from .gate import Stopped
from .models import is_model, json_of, schema_of, up_context
from .run import Run

T = TypeVar("T")

_LANGUAGE = "Language the operator reads (BCP 47)"


class Message:
    """Writes one message in pieces."""

    def __init__(self, run: Run, message_id: str) -> None:
        self._run = run
        self.message_id = message_id

    async def text(self, chunk: str) -> None:
        """A piece of text, as small as a token."""
        if chunk:
            await self._content(chunk)

    async def output(self, output: dict[str, Any], *, block_id: str | None = None) -> None:
        """Any output of docs/protocol/events.md, such as `{"type": "table", …}`."""
        await self._content({"output": output}, **({"blockId": block_id} if block_id else {}))

    async def _content(self, delta: Any, **more: Any) -> None:
        await self._run.emit(
            {"type": "BUSINESS_DATA_CONTENT", "messageId": self.message_id, "delta": delta, **more}
        )


class RunContext:
    def __init__(self, run: Run) -> None:
        self._run = run
        self._state: Any = run.request.get("state")

    @property
    def request(self) -> dict[str, Any]:
        """The request that started the run, as received."""
        return self._run.request

    @property
    def thread_id(self) -> str:
        return self._run.thread_id

    @property
    def run_id(self) -> str:
        return self._run.run_id

    @property
    def user_text(self) -> str:
        """The text of the newest message of a person; '' if there is none."""
        for message in reversed(self._run.request["messages"]):
            if message.get("role") == "user":
                content = message.get("content")
                if isinstance(content, str):
                    return content
                parts = content if isinstance(content, list) else []
                return "".join(
                    str(part.get("text", "")) for part in parts if isinstance(part, dict)
                )
        return ""

    @property
    def language(self) -> str | None:
        """The language that the operator reads (BCP 47), if it was said."""
        for entry in self._run.request.get("context") or []:
            if isinstance(entry, dict) and entry.get("description") == _LANGUAGE:
                return str(entry.get("value"))
        return None

    async def emit(self, event: dict[str, Any]) -> None:
        """Any event of docs/protocol/events.md."""
        await self._run.emit(event)

    @asynccontextmanager
    async def message(self, *, role: str = "assistant") -> AsyncIterator[Message]:
        """A message in pieces: `async with ctx.message() as message: await message.text("Hello")`."""
        message_id = str(uuid.uuid4())
        await self._run.emit({"type": "BUSINESS_DATA_START", "messageId": message_id, "role": role})
        try:
            yield Message(self._run, message_id)
        finally:
            await self._run.emit_closing({"type": "BUSINESS_DATA_END", "messageId": message_id})

    async def say(self, text: str) -> None:
        """A whole message of text."""
        async with self.message() as message:
            await message.text(text)

    async def show(self, output: dict[str, Any]) -> None:
        """A message of one output."""
        async with self.message() as message:
            await message.output(output)

    @asynccontextmanager
    async def step(self, name: str) -> AsyncIterator[None]:
        await self._run.emit({"type": "STEP_STARTED", "stepName": name})
        try:
            yield
        finally:
            await self._run.emit_closing({"type": "STEP_FINISHED", "stepName": name})

    async def tool(self, name: str, arguments: Any, call: Callable[[], Any]) -> Any:
        """Runs a call of a tool and shows its arguments and its result; `call` may be a coroutine function."""
        call_id = await self.begin_tool(name, arguments)
        try:
            value = call()
            if asyncio.iscoroutine(value):
                value = await value
        except Exception as error:
            if not isinstance(error, Stopped):
                await self.end_tool(call_id, error=error)
            raise
        await self.end_tool(call_id, value)
        return value

    async def begin_tool(self, name: str, arguments: Any) -> str:
        """Shows a call whose result is sent with `end_tool`; returns its id."""
        call_id = str(uuid.uuid4())
        delta = json.dumps(json_of(arguments), default=str)
        await self._run.emit({"type": "TOOL_CALL_START", "toolCallId": call_id, "toolCallName": name})
        await self._run.emit({"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": delta})
        await self._run.emit({"type": "TOOL_CALL_END", "toolCallId": call_id})
        return call_id

    async def end_tool(self, call_id: str, value: Any = None, *, error: Exception | None = None) -> None:
        """Shows the result of a call, or the reason of its failure."""
        result = {"type": "TOOL_CALL_RESULT", "toolCallId": call_id, "role": "tool"}
        if error is None:
            await self._run.emit({**result, "content": json_of(value)})
        else:
            await self._run.emit_closing({**result, "error": str(error) or type(error).__name__})

    @property
    def state(self) -> Any:
        """The shared state; change it with `set_state` or `patch_state`."""
        return self._state

    async def set_state(self, state: Any) -> None:
        await self._run.emit({"type": "STATE_SNAPSHOT", "snapshot": json_of(state)})
        self._state = state

    async def patch_state(self, operations: list[dict[str, Any]]) -> None:
        """Sends JSON Patch operations (RFC 6902). `state` is not changed by it: keep your own copy, or use `set_state`."""
        await self._run.emit({"type": "STATE_DELTA", "delta": operations})

    async def upformat(self, state: str, **members: Any) -> dict[str, Any]:
        """Declares a state: `await ctx.upformat("completed", payload={…}, explanation="…")`."""
        await self._run.gate.wait()
        message = self._run.up_message({"state": state, **members})
        self._run.emit_now({"type": "CUSTOM", "name": "upformat.message", "value": message})
        return message

    @overload
    async def ask(self, question: str, *, proposal: T, **options: Any) -> Answer[T]: ...
    @overload
    async def ask(self, question: str, *, model: type[T], **options: Any) -> Answer[T]: ...
    @overload
    async def ask(self, question: str, **options: Any) -> Answer[Any]: ...

    async def ask(
        self,
        question: str,
        *,
        proposal: Any = None,
        model: Any = None,
        state: str = "needsHumanDecision",
        explanation: str | None = None,
        thought: dict[str, Any] | None = None,
        effect: str | None = None,
        severity: str | None = None,
        priority: str | None = None,
        allowed: list[str] | None = None,
        answers: dict[str, dict[str, Any]] | None = None,
        expires_in: float | None = None,
        default: dict[str, Any] | None = None,
        outputs: list[dict[str, Any]] | None = None,
        check: Check | None = None,
        on_comment: Callable[[Commented], Any] | None = None,
    ) -> Answer[Any]:
        """Asks the operators and waits for the answer of a person.

        `proposal` is a Pydantic model or an object: what is approved or edited. `model` is its class, or a JSON
        Schema; by default the class of the proposal. An answer whose value does not fit a model is refused, and the
        operator is told why; a JSON Schema makes the form, which the console checks. `expires_in` is in seconds; `default` is the feedback that applies then.
        The answer is Expired or Withdrawn if there will be none. Raises QuestionWithdrawn if the agent withdraws the
        question, and Stopped if the run is stopped.
        """
        if model is None and is_model(type(proposal)):
            model = type(proposal)
        prompt = prompt_of(
            question,
            effect=effect,
            severity=severity,
            priority=priority,
            allowed=allowed,
            answers=answers,
            expires_in=expires_in,
            default=default,
            outputs=outputs,
            has_check=check is not None,
        )
        part: dict[str, Any] = {"state": state, "payload": payload_of(proposal), "upPrompt": prompt}
        if is_model(model):
            part["upContext"] = up_context(model)
        elif model is not None:
            part["upContext"] = {"schema": schema_of(model)}
        if explanation is not None:
            part["explanation"] = explanation
        if thought is not None:
            part["upThought"] = thought
        await self._run.gate.wait()
        message = self._run.up_message(part)
        asked = Question(
            message=message,
            model=model,
            proposal=proposal if proposal is not None else {},
            answered=asyncio.get_running_loop().create_future(),
            check=check,
            on_comment=on_comment,
        )
        # Known before it is sent: an answer may arrive at once.
        self._run.questions[asked.message_id] = asked
        self._run.emit_now({"type": "CUSTOM", "name": "upformat.message", "value": message})
        answer = await self._or_stop(asked.answered)
        await self._run.gate.wait()
        return answer

    async def _or_stop(self, answered: asyncio.Future[Any]) -> Any:
        stop = asyncio.ensure_future(self._run.stop_requested.wait())
        try:
            await asyncio.wait({answered, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
        if not answered.done() or answered.cancelled():
            raise Stopped(self._run.gate.stop_reason or "The run has ended")
        return answered.result()

    async def withdraw(self, explanation: str) -> None:
        """Withdraws every open question; their `ask()` raise QuestionWithdrawn."""
        for question in [each for each in self._run.questions.values() if each.state == "open"]:
            question.state = "withdrawn"
            await self.upformat(
                "cancelled", messageId=question.message_id, explanation=explanation
            )
            if not question.answered.done():
                question.answered.set_exception(QuestionWithdrawn(explanation))

    async def instruction(self) -> Instruction:
        """The next message of an operator to the run; waits for one."""
        getting = asyncio.ensure_future(self._run.instructions.get())
        try:
            return await self._or_stop(getting)
        finally:
            getting.cancel()

    async def checkpoint(self) -> None:
        """Waits while the run is paused; raises Stopped when it is being stopped."""
        await self._run.gate.wait()

    async def sleep(self, seconds: float) -> None:
        """Waits, but no longer than until a stop."""
        try:
            await asyncio.wait_for(self._run.stop_requested.wait(), seconds)
        except TimeoutError:
            pass
        await self._run.gate.wait()

"""The context of a run function that is not a coroutine: it runs in a thread, and its calls block."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from .answers import Answer
from .context import RunContext


class BlockingContext:
    """The same calls as those of RunContext, for `def run(ctx)`. Everything else is on `ctx.context`."""

    def __init__(self, context: RunContext, loop: asyncio.AbstractEventLoop) -> None:
        self.context = context
        self._loop = loop

    def wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Runs a coroutine of the context and waits for its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    @property
    def user_text(self) -> str:
        return self.context.user_text

    @property
    def language(self) -> str | None:
        return self.context.language

    def say(self, text: str) -> None:
        self.wait(self.context.say(text))

    def show(self, output: dict[str, Any]) -> None:
        self.wait(self.context.show(output))

    def ask(self, question: str, **options: Any) -> Answer[Any]:
        """As `RunContext.ask`."""
        return self.wait(self.context.ask(question, **options))

    def upformat(self, state: str, **members: Any) -> dict[str, Any]:
        return self.wait(self.context.upformat(state, **members))

    def tool(self, name: str, arguments: Any, call: Callable[[], Any]) -> Any:
        """Runs `call` in this thread, and shows its arguments and its result."""
        call_id = self.wait(self.context.begin_tool(name, arguments))
        try:
            value = call()
        except Exception as error:
            self.wait(self.context.end_tool(call_id, error=error))
            raise
        self.wait(self.context.end_tool(call_id, value))
        return value

    def set_state(self, state: Any) -> None:
        self.wait(self.context.set_state(state))

    def checkpoint(self) -> None:
        self.wait(self.context.checkpoint())

    def sleep(self, seconds: float) -> None:
        self.wait(self.context.sleep(seconds))

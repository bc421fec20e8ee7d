"""Tools of the OpenAI Agents SDK that need approval. Not run against the package: tested with objects of its shape."""

from __future__ import annotations

import asyncio
from typing import Any

from .asker import Asker
from .tool_calls import ToolCall, Verdict, arguments_of


async def run_with_approvals(
    ctx: Asker, agent: Any, value: Any, *, runner: Any = None, **options: Any
) -> Any:
    """Runs an agent to its end and returns the result; each tool call that needs approval is a question.

    The SDK knows yes and no: arguments are not edited. A reason is the message that the model gets in place of the
    result. `runner` is `agents.Runner`; `options` are given to its `run`.
    """
    if runner is None:
        from agents import Runner as runner  # type: ignore[import-not-found,no-redef]
    result = await runner.run(agent, value, **options)
    while result.interruptions:
        state = result.to_state()
        verdicts = await asyncio.gather(*(_ask(ctx, item) for item in result.interruptions))
        for item, verdict in zip(result.interruptions, verdicts, strict=True):
            if verdict.arguments is not None:
                state.approve(item)
            else:
                state.reject(item, rejection_message=verdict.words)
        result = await runner.run(agent, state, **options)
    return result


async def _ask(ctx: Asker, item: Any) -> Verdict:
    name = getattr(item, "name", None) or getattr(item, "tool_name", None) or "a tool"
    by = getattr(getattr(item, "agent", None), "name", None)
    arguments = arguments_of(getattr(item, "arguments", None) or {})
    return await ToolCall(name, arguments, by=by, can_edit=False).ask(ctx)

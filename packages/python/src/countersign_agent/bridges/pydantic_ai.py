"""Deferred tools of Pydantic AI. Not run against the package: tested with objects of its shape."""

from __future__ import annotations

import asyncio
from typing import Any

from .asker import Asker
from .tool_calls import ToolCall, Verdict, arguments_of


async def run_with_approvals(
    ctx: Asker, agent: Any, prompt: Any, *, library: Any = None, **options: Any
) -> Any:
    """Runs an agent to its end and returns the result; each call of a tool with `requires_approval` is a question.

    The agent needs `DeferredToolRequests` among its output types. A run that also waits for tools that are executed
    elsewhere is returned as it is, unanswered. `library` is `pydantic_ai`; `options` are given to `agent.run`.
    """
    if library is None:
        import pydantic_ai as library  # type: ignore[import-not-found,no-redef]
    result = await agent.run(prompt, **options)
    while isinstance(result.output, library.DeferredToolRequests) and not result.output.calls:
        approvals = await answer_approvals(ctx, result.output, library=library)
        given = {**options, "message_history": result.all_messages()}
        result = await agent.run(deferred_tool_results=approvals, **given)
    return result


async def answer_approvals(ctx: Asker, requests: Any, *, library: Any = None) -> Any:
    """The `DeferredToolResults` of `DeferredToolRequests`: each approval is a question, its arguments can be edited."""
    if library is None:
        import pydantic_ai as library  # type: ignore[import-not-found,no-redef]
    verdicts = await asyncio.gather(*(_ask(ctx, part) for part in requests.approvals))
    approvals = {
        part.tool_call_id: (
            library.ToolDenied(verdict.words)
            if verdict.arguments is None
            else library.ToolApproved(override_args=verdict.arguments)
        )
        for part, verdict in zip(requests.approvals, verdicts, strict=True)
    }
    return library.DeferredToolResults(approvals=approvals)


async def _ask(ctx: Asker, part: Any) -> Verdict:
    return await ToolCall(part.tool_name, arguments_of(part.args_as_dict())).ask(ctx)

"""Tools of the OpenAI Agents SDK that need approval."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from ..answers import Answer, Approved
from ..context import RunContext
from .interrupt_shapes import words_of


async def run_with_approvals(
    ctx: RunContext, agent: Any, value: Any, *, runner: Any = None, **options: Any
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
        answers = await asyncio.gather(*(_ask(ctx, item) for item in result.interruptions))
        for item, answer in zip(result.interruptions, answers, strict=True):
            if isinstance(answer, Approved):
                state.approve(item)
            else:
                state.reject(item, rejection_message=words_of(answer))
        result = await runner.run(agent, state, **options)
    return result


async def _ask(ctx: RunContext, item: Any) -> Answer[Any]:
    name = getattr(item, "name", None) or getattr(item, "tool_name", None) or "a tool"
    by = getattr(getattr(item, "agent", None), "name", None)
    return await ctx.ask(
        f"May {by or 'the agent'} run {name}?",
        proposal=_arguments(getattr(item, "arguments", None)),
        effect=f"{name} runs with these arguments.",
        severity="major",
        allowed=["approve", "reject", "instruction"],
    )


def _arguments(given: Any) -> dict[str, Any]:
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            return {"arguments": given}
    return given if isinstance(given, dict) else {"arguments": given}

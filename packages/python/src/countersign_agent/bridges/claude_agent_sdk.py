"""Permissions of the Claude Agent SDK. Not run against the package: tested with objects of its shape."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from ..once import QuestionFault
from .asker import Asker
from .tool_calls import ToolCall, arguments_of


def can_use_tool(ctx: Asker, *, sdk: Any = None) -> Callable[..., Awaitable[Any]]:
    """For `ClaudeAgentOptions(can_use_tool=can_use_tool(OverHttp()))`: each call that needs a permission is a question.

    It is made with its input as approved or edited. Without a yes, and if it cannot be asked, it is denied with the
    reason. `sdk` is `claude_agent_sdk`.
    """
    if sdk is None:
        import claude_agent_sdk as sdk  # type: ignore[import-not-found,no-redef]

    async def decide(tool_name: str, tool_input: dict[str, Any], context: Any) -> Any:
        explanation = getattr(context, "description", None)
        try:
            call = ToolCall(tool_name, arguments_of(tool_input), "Claude", explanation)
            verdict = await call.ask(ctx)
        except (QuestionFault, TypeError) as fault:
            return sdk.PermissionResultDeny(message=str(fault))
        if verdict.arguments is None:
            return sdk.PermissionResultDeny(message=verdict.words)
        return sdk.PermissionResultAllow(updated_input=verdict.arguments)

    return decide

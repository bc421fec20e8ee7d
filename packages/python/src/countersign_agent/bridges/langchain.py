"""A middleware of LangChain agents. Not run against the package: tested with objects of its shape."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from ..over_http import OverHttp
from .tool_calls import ToolCall, Verdict, arguments_of


def approval_middleware(
    http: OverHttp, tools: Collection[str] | None = None, *, base: Any = None, message: Any = None
) -> Any:
    """For `create_agent(…, middleware=[approval_middleware(OverHttp(), ["refund"])])`: each call of these tools is a question.

    Without `tools` it is each call of every tool. Unlike `HumanInTheLoopMiddleware` it needs no checkpointer, as the
    call waits where it is; with that one, use `run_graph`. `base` is `langchain.agents.middleware.AgentMiddleware`,
    `message` is `langchain_core.messages.ToolMessage`.
    """
    if base is None:
        from langchain.agents.middleware import AgentMiddleware as base  # type: ignore[import-not-found,no-redef]
    if message is None:
        from langchain_core.messages import ToolMessage as message  # type: ignore[import-not-found,no-redef]

    def asked(request: Any) -> ToolCall | None:
        call = request.tool_call
        if tools is not None and call["name"] not in tools:
            return None
        about = getattr(request.tool, "description", None)
        return ToolCall(call["name"], arguments_of(call["args"]), explanation=about or None)

    def approved(request: Any, verdict: Verdict) -> Any:
        """The request as approved or edited; None = it must not be made."""
        if verdict.arguments is None:
            return None
        return request.override(tool_call={**request.tool_call, "args": verdict.arguments})

    def refused(request: Any, verdict: Verdict) -> Any:
        call = request.tool_call
        return message(
            content=verdict.words, name=call["name"], tool_call_id=call["id"], status="error"
        )

    class ApprovalMiddleware(base):  # type: ignore[misc,valid-type]
        def wrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
            call = asked(request)
            if call is None:
                return handler(request)
            verdict = call.ask_now(http.blocking.ask)
            allowed = approved(request, verdict)
            return refused(request, verdict) if allowed is None else handler(allowed)

        async def awrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
            call = asked(request)
            if call is None:
                return await handler(request)
            verdict = await call.ask(http)
            allowed = approved(request, verdict)
            return refused(request, verdict) if allowed is None else await handler(allowed)

    return ApprovalMiddleware()

"""A LangGraph graph whose `interrupt()` asks a person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from .asker import Asker, GraphAsker
from .interrupt_shapes import shape_of


async def run_graph(
    ctx: GraphAsker,
    graph: Any,
    value: Any,
    *,
    config: dict[str, Any] | None = None,
    command: Callable[..., Any] | None = None,
) -> Any:
    """Runs a compiled graph to its end and returns its last values.

    Each node is shown as a step, and each interrupt is a question: a text, a choice, an action to be approved, also
    one of LangChain's `HumanInTheLoopMiddleware`. `ctx` is the context of a run, or `OverHttp()`.
    The graph needs a checkpointer. `config` gets the thread of the run; `command` is `langgraph.types.Command`.
    """
    if command is None:
        from langgraph.types import Command as command  # type: ignore[import-not-found,no-redef]
    settings = dict(config or {})
    settings["configurable"] = {"thread_id": ctx.thread_id, **settings.get("configurable", {})}
    while True:
        interrupts: list[Any] = []
        async for update in graph.astream(value, settings, stream_mode="updates"):
            for node, _ in update.items():
                if node == "__interrupt__":
                    interrupts += list(update[node])
                else:
                    async with ctx.step(node):
                        pass
        if not interrupts:
            return (await graph.aget_state(settings)).values
        answers = await asyncio.gather(*(_answer(ctx, each.value) for each in interrupts))
        if len(interrupts) == 1:
            value = command(resume=answers[0])
        else:
            ids = [getattr(each, "id", None) or each.interrupt_id for each in interrupts]
            value = command(resume=dict(zip(ids, answers, strict=True)))


async def _answer(ctx: Asker, value: Any) -> Any:
    shape = shape_of(value)
    answers = await asyncio.gather(
        *(ctx.ask(asked.question, **asked.options) for asked in shape.questions)
    )
    pairs = zip(shape.questions, answers, strict=True)
    return shape.assemble([asked.answer(answer) for asked, answer in pairs])

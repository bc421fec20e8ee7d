"""CrewAI: tasks with `human_input=True`, and flows with `@human_feedback`.

`ctx` is the context of a run that is not a coroutine, or `OverHttp().blocking`. Not run against the package: tested with
objects of its shape.
"""

from __future__ import annotations

import asyncio
from typing import Any

from ..answers import Approved, Edited
from .asker import BlockingAsker
from .interrupt_shapes import words_of


class TaskReview:
    """A provider for tasks with `human_input=True`.

    >>> from crewai.core.providers.human_input import set_provider
    >>> set_provider(TaskReview(ctx))
    >>> crew.kickoff()

    The result of the task is the proposal: approving accepts it, and words send the agent back to work with them.
    """

    def __init__(self, ctx: BlockingAsker) -> None:
        self._ctx = ctx

    def setup_messages(self, context: Any) -> bool:
        return False

    def post_setup_messages(self, context: Any) -> None:
        return None

    def handle_feedback(self, formatted_answer: Any, context: Any) -> Any:
        answer = formatted_answer
        while context.ask_for_human_input:
            words = self._ask(answer, context)
            if words is None:
                context.ask_for_human_input = False
            else:
                context.messages.append(context._format_feedback_message(words))
                answer = context._invoke_loop()
        return answer

    async def handle_feedback_async(self, formatted_answer: Any, context: Any) -> Any:
        answer = formatted_answer
        while context.ask_for_human_input:
            words = await asyncio.to_thread(self._ask, answer, context)
            if words is None:
                context.ask_for_human_input = False
            else:
                context.messages.append(context._format_feedback_message(words))
                answer = await context._ainvoke_loop()
        return answer

    def _ask(self, answer: Any, context: Any) -> str | None:
        """The words that the agent gets; None = the result is accepted."""
        output = answer.output
        text = output if isinstance(output, str) else output.model_dump_json()
        task = getattr(getattr(context, "task", None), "description", None)
        given = self._ctx.ask(
            "Is this result good?",
            proposal={"result": text},
            explanation=task,
            allowed=["approve", "instruction"],
            answers={
                "approve": {"label": "Accept", "effect": "The result is used as it is."},
                "instruction": {"effect": "The agent works on it again with your words."},
            },
        )
        return None if isinstance(given, Approved) else words_of(given)


class FlowFeedback:
    """A provider for flows: `@human_feedback(…, provider=FlowFeedback(ctx))`."""

    def __init__(self, ctx: BlockingAsker) -> None:
        self._ctx = ctx

    def request_feedback(self, context: Any, flow: Any) -> str:
        """The feedback as text; of a method with outcomes, one of them where a person chose it."""
        output = context.method_output
        proposal = {"output": output if isinstance(output, (dict, list, str)) else str(output)}
        if not context.emit:
            answer = self._ctx.ask(
                context.message, proposal=proposal, allowed=["approve", "instruction"]
            )
            return "" if isinstance(answer, Approved) else words_of(answer)
        outcome = {"title": "Outcome", "type": "string", "enum": list(context.emit)}
        schema = {
            "type": "object",
            "properties": {"outcome": outcome, "output": {"readOnly": True}},
            "required": ["outcome"],
        }
        answer = self._ctx.ask(
            context.message,
            proposal={"outcome": context.default_outcome or context.emit[0], **proposal},
            model=schema,
            allowed=["edit", "instruction"],
            answers={"edit": {"label": "Choose"}},
        )
        if isinstance(answer, Edited) and isinstance(answer.value, dict):
            return str(answer.value.get("outcome"))
        return words_of(answer)

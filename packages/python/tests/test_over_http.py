"""The bridges without an agent. The stand-ins have the shape of what each framework documents; none was run against it."""

from __future__ import annotations

import asyncio
import json
import unittest
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from console import OPEN, Asking, Console, answered
from countersign_agent import OverHttp, QuestionFault
from countersign_agent.bridges.autogen import input_func
from countersign_agent.bridges.claude_agent_sdk import can_use_tool
from countersign_agent.bridges.crewai import TaskReview
from countersign_agent.bridges.langchain import approval_middleware
from countersign_agent.bridges.langgraph import run_graph
from countersign_agent.bridges.openai_agents import run_with_approvals as run_openai
from countersign_agent.bridges.pydantic_ai import run_with_approvals as run_pydantic

REFUSALS: list[dict[str, Any]] = [
    answered("reject", reason="Too much"),
    answered("instruction", reason="Too much"),
    {**OPEN, "status": "expired", "reason": "Too much"},
]


def http(console: Console, **options: Any) -> OverHttp:
    return OverHttp(console.url, "t", away_seconds=0.1, **options)


class LangGraph(Asking):
    async def graph(self, console: Console, value: Any) -> Any:
        received: list[Any] = []

        class Graph:
            async def astream(self, given: Any, config: Any, *, stream_mode: str) -> Any:
                received.append(given)
                if len(received) == 1:
                    yield {"__interrupt__": (SimpleNamespace(value=value, id="a" * 32),)}

            async def aget_state(self, config: Any) -> Any:
                return SimpleNamespace(values=received[-1])

        return await run_graph(http(console, task="Trip"), Graph(), {}, command=lambda resume: resume)

    def test_an_interrupt_is_a_question(self) -> None:
        console = self.console(answered("instruction", reason="Lyon"))
        self.assertEqual(asyncio.run(self.graph(console, "Which city?")), "Lyon")
        self.assertEqual(console.calls[0][2]["ask"], "Which city?")
        self.assertEqual(console.calls[0][2]["allowed"], ["instruction", "reject"])
        self.assertEqual(console.calls[0][2]["task"], "Trip")

    def test_the_middleware_of_langchain_gets_its_decisions(self) -> None:
        review = {
            "action_requests": [{"name": "refund", "args": {"amount": 30}}],
            "review_configs": [{"action_name": "refund", "allowed_decisions": ["approve", "edit", "reject"]}],
        }
        console = self.console(answered("edit", value={"amount": 25}))
        edited = {"type": "edit", "edited_action": {"name": "refund", "args": {"amount": 25}}}
        self.assertEqual(asyncio.run(self.graph(console, review)), {"decisions": [edited]})
        self.assertIn("The agent runs refund with these arguments", console.calls[0][2]["explanation"])


@dataclass
class ToolMessage:
    content: str
    name: str
    tool_call_id: str
    status: str


@dataclass
class ToolCallRequest:
    tool_call: dict[str, Any]
    tool: Any

    def override(self, **changes: Any) -> ToolCallRequest:
        return replace(self, **changes)


class LangChain(Asking):
    def both(self, console: Console, name: str = "refund") -> list[Any]:
        """What the middleware makes of a call, blocking and not."""
        tool = SimpleNamespace(description="Pays money back")
        request = ToolCallRequest({"name": name, "args": {"amount": 30}, "id": "c-1"}, tool)
        made = approval_middleware(http(console), ["refund"], base=object, message=ToolMessage)

        async def handler(asked: ToolCallRequest) -> Any:
            return asked.tool_call["args"]

        blocking = made.wrap_tool_call(request, lambda asked: asked.tool_call["args"])
        return [blocking, asyncio.run(made.awrap_tool_call(request, handler))]

    def test_a_call_is_made_as_approved_and_as_edited(self) -> None:
        console = self.console(answered("approve", value={"amount": 30}))
        self.assertEqual(self.both(console), [{"amount": 30}] * 2)
        self.assertIn("Pays money back", console.calls[0][2]["explanation"])
        edited = self.console(answered("edit", value={"amount": 25}))
        self.assertEqual(self.both(edited), [{"amount": 25}] * 2)

    def test_a_call_is_not_made_without_a_yes(self) -> None:
        for reply in REFUSALS:
            message = ToolMessage("Too much", "refund", "c-1", "error")
            self.assertEqual(self.both(self.console(reply)), [message] * 2)
        with self.assertRaises(QuestionFault):
            self.both(self.console(None))

    def test_other_tools_are_not_asked_about(self) -> None:
        console = self.console(None)
        self.assertEqual(self.both(console, "search"), [{"amount": 30}] * 2)
        self.assertEqual(console.calls, [])


class OpenAiAgents(Asking):
    def run_it(self, console: Console) -> list[Any]:
        decided: list[Any] = []
        state = SimpleNamespace(
            approve=lambda item: decided.append("approved"),
            reject=lambda item, rejection_message: decided.append(rejection_message),
        )
        item = SimpleNamespace(name="refund", arguments='{"amount": 30}', agent=SimpleNamespace(name="Shop"))
        results = [
            SimpleNamespace(interruptions=[item], to_state=lambda: state),
            SimpleNamespace(interruptions=[]),
        ]

        class Runner:
            @staticmethod
            async def run(agent: Any, value: Any, **options: Any) -> Any:
                return results.pop(0)

        asyncio.run(run_openai(http(console), object(), "Refund it", runner=Runner))
        return decided

    def test_a_tool_that_needs_approval_is_a_question(self) -> None:
        console = self.console(answered("approve", value={"amount": 30}))
        self.assertEqual(self.run_it(console), ["approved"])
        self.assertEqual(console.calls[0][2]["ask"], "May Shop run refund?")
        self.assertEqual(console.calls[0][2]["allowed"], ["approve", "reject", "instruction"])
        for reply in REFUSALS:
            self.assertEqual(self.run_it(self.console(reply)), ["Too much"])


class ClaudeAgentSdk(Asking):
    SDK = SimpleNamespace(
        PermissionResultAllow=lambda updated_input: ("allow", updated_input),
        PermissionResultDeny=lambda message: ("deny", message),
    )

    def decide(self, console: Console) -> tuple[str, Any]:
        decide = can_use_tool(http(console), sdk=self.SDK)
        context = SimpleNamespace(suggestions=[], signal=None)
        given = {"command": "ls"}

        async def main() -> Any:
            asked = asyncio.ensure_future(decide("Bash", given, context))
            await asyncio.sleep(0)
            given["command"] = "rm -r"
            return await asked

        return asyncio.run(main())

    def test_a_permission_is_a_question(self) -> None:
        approved = self.console(answered("approve", value={"command": "ls"}))
        self.assertEqual(self.decide(approved), ("allow", {"command": "ls"}))
        edited = self.console(answered("edit", value={"command": "ls -l"}))
        self.assertEqual(self.decide(edited), ("allow", {"command": "ls -l"}))
        for reply in REFUSALS:
            self.assertEqual(self.decide(self.console(reply)), ("deny", "Too much"))

    def test_what_cannot_be_asked_is_denied(self) -> None:
        for reply in (None, (401, {"title": "Unauthorized"})):
            self.assertEqual(self.decide(self.console(reply))[0], "deny")


@dataclass
class DeferredToolRequests:
    approvals: list[Any] = field(default_factory=list)
    calls: list[Any] = field(default_factory=list)


@dataclass
class ToolDenied:
    message: str


@dataclass(kw_only=True)
class ToolApproved:
    override_args: dict[str, Any] | None = None


@dataclass(kw_only=True)
class DeferredToolResults:
    approvals: dict[str, Any]


class PydanticAi(Asking):
    LIBRARY = SimpleNamespace(
        DeferredToolRequests=DeferredToolRequests,
        DeferredToolResults=DeferredToolResults,
        ToolApproved=ToolApproved,
        ToolDenied=ToolDenied,
    )

    def run_it(self, console: Console, calls: list[Any]) -> tuple[Any, list[Any]]:
        part = SimpleNamespace(tool_name="refund", tool_call_id="c-1", args_as_dict=lambda: {"amount": 30})
        outputs = [DeferredToolRequests([part], calls), "Done"]
        received: list[Any] = []

        class Agent:
            async def run(self, prompt: Any = None, **options: Any) -> Any:
                received.append((prompt, options))
                return SimpleNamespace(output=outputs.pop(0), all_messages=lambda: ["history"])

        result = asyncio.run(run_pydantic(http(console), Agent(), "Refund", library=self.LIBRARY, deps=1))
        return result.output, received

    def test_an_approval_is_a_question(self) -> None:
        for reply, expected in [
            (answered("approve", value={"amount": 30}), ToolApproved(override_args={"amount": 30})),
            (answered("edit", value={"amount": 25}), ToolApproved(override_args={"amount": 25})),
            *((refusal, ToolDenied("Too much")) for refusal in REFUSALS),
        ]:
            output, received = self.run_it(self.console(reply), [])
            self.assertEqual(output, "Done")
            self.assertEqual(received[0], ("Refund", {"deps": 1}))
            given = {"deps": 1, "message_history": ["history"]}
            results = DeferredToolResults(approvals={"c-1": expected})
            self.assertEqual(received[1], (None, {**given, "deferred_tool_results": results}))

    def test_tools_that_run_elsewhere_are_left_to_the_program(self) -> None:
        console = self.console(None)
        output, received = self.run_it(console, ["elsewhere"])
        self.assertEqual(output.calls, ["elsewhere"])
        self.assertEqual((len(received), console.calls), (1, []))


class CrewAi(Asking):
    def test_a_task_is_worked_on_until_it_is_accepted(self) -> None:
        console = self.console(answered("instruction", reason="Shorter"), answered("approve", value={}))
        executor = SimpleNamespace(
            ask_for_human_input=True,
            messages=[],
            task=SimpleNamespace(description="Write it"),
            _format_feedback_message=lambda words: words,
            _invoke_loop=lambda: SimpleNamespace(output="short"),
        )
        review = TaskReview(http(console).blocking)
        answer = review.handle_feedback(SimpleNamespace(output="long"), executor)
        self.assertEqual((answer.output, executor.messages), ("short", ["Shorter"]))


class AutoGen(Asking):
    def test_the_user_answers_in_words(self) -> None:
        for reply, words in [
            (answered("approve"), "APPROVE"),
            (answered("instruction", reason="Once more"), "Once more"),
            *((refusal, "Too much") for refusal in REFUSALS),
        ]:
            console = self.console(reply)
            ask = input_func(http(console))
            self.assertTrue(asyncio.iscoroutinefunction(ask))
            self.assertEqual(asyncio.run(ask("Enter your response: ", None)), words)
            self.assertEqual(console.calls[0][2]["ask"], "Enter your response")

    def test_a_cancelled_token_withdraws_the_question(self) -> None:
        console = self.console(OPEN)
        linked: list[Any] = []

        async def main() -> None:
            token = SimpleNamespace(link_future=linked.append)
            asking = asyncio.create_task(input_func(http(console))("Go on?", token))
            while len(console.calls) < 2:
                await asyncio.sleep(0.01)
            linked[0].cancel()
            with self.assertRaises(asyncio.CancelledError):
                await asking

        asyncio.run(main())
        self.assertEqual(console.calls[-1][0], "DELETE")


class Place(unittest.TestCase):
    def test_a_program_without_a_token_is_told(self) -> None:
        with self.assertRaisesRegex(QuestionFault, "COUNTERSIGN_TOKEN"):
            asyncio.run(OverHttp(url="http://127.0.0.1:1").ask(json.dumps({})))


if __name__ == "__main__":
    unittest.main()

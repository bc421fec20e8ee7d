from __future__ import annotations

import json
import unittest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from countersign_agent import Approved, Edited, Expired, Instructed, Rejected, Withdrawn
from countersign_agent.bridges.crewai import FlowFeedback, TaskReview
from countersign_agent.bridges.interrupt_shapes import shape_of
from countersign_agent.bridges.langgraph import run_graph
from countersign_agent.bridges.openai_agents import run_with_approvals

TAPES = Path(__file__).parents[2] / "testkit" / "tapes" / "langgraph"
COMMON: dict[str, Any] = {"by": "operator:ada", "message": {}}
MAIL = {"to": "grace@example.test", "subject": "Your invoice", "body": "Dear Grace, the invoice is attached."}


def recorded(name: str) -> tuple[Any, Any]:
    """What a real graph asked, and the answer that it accepted."""
    exchanges = json.loads((TAPES / f"{name}-default.json").read_text())["exchanges"]
    frames = exchanges[0]["response"]["text"].split("\n\n")
    events = [json.loads(frame[6:]) for frame in frames if frame.startswith("data: ")]
    asked = next(event for event in events if event.get("name") == "on_interrupt")
    return asked["rawEvent"]["value"], exchanges[1]["request"]["body"]["forwardedProps"]["command"]["resume"]


class Recorded(unittest.TestCase):
    def test_the_answers_are_those_that_a_real_graph_accepted(self) -> None:
        flight = recorded("options")[1]
        for name, answers in {
            "text": [Instructed("Amsterdam", **COMMON)],
            "inbox-edit": [Edited(MAIL, **COMMON)],
            "review-approve": [Approved({}, **COMMON)],
            "review-edit": [Edited(MAIL, **COMMON)],
            "review-reject": [Rejected("Not before the audit.", **COMMON)],
            "review-two": [Edited(MAIL, **COMMON), Rejected("Not before the audit.", **COMMON)],
            "options": [Edited({"answer": None}, **COMMON)],
        }.items():
            with self.subTest(name):
                value, accepted = recorded(name)
                shape = shape_of(value)
                self.assertEqual(len(shape.questions), len(answers))
                if name == "options":
                    label = next(iter(shape.questions[0].options["model"]["properties"]["answer"]["enum"]))
                    options = {json.dumps(option, sort_keys=True) for option in value["options"]}
                    chosen = shape.questions[0].answer(Edited({"answer": label}, **COMMON))
                    self.assertIn(json.dumps(chosen, sort_keys=True), options)
                    self.assertEqual(type(chosen), type(flight))
                    continue
                pairs = zip(shape.questions, answers, strict=True)
                self.assertEqual(shape.assemble([asked.answer(given) for asked, given in pairs]), accepted)

    def test_the_allowed_answers_are_those_of_the_graph(self) -> None:
        asked = shape_of(recorded("review-two")[0]).questions
        self.assertEqual(asked[0].options["allowed"], ["approve", "edit", "reject"])
        self.assertEqual(asked[1].options["allowed"], ["approve", "reject"])


class Context:
    """A context whose person answers what is given."""

    thread_id = "t-1"

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.steps: list[str] = []

    async def ask(self, question: str, **options: Any) -> Any:
        self.asked.append((question, options))
        return self.answers.pop(0)

    def step(self, name: str) -> Any:
        steps = self.steps

        class Step:
            async def __aenter__(self) -> None:
                steps.append(name)

            async def __aexit__(self, *_: Any) -> None:
                return None

        return Step()


class Graph:
    """The part of a compiled graph that the bridge uses: updates with interrupts, then the last values."""

    def __init__(self, *turns: list[dict[str, Any]]) -> None:
        self.turns = list(turns)
        self.received: list[Any] = []

    async def astream(self, value: Any, config: Any, *, stream_mode: str) -> Any:
        self.received.append((value, config["configurable"]["thread_id"], stream_mode))
        for update in self.turns.pop(0):
            yield update

    async def aget_state(self, config: Any) -> Any:
        return SimpleNamespace(values={"done": True})


class Frameworks(unittest.IsolatedAsyncioTestCase):
    async def test_a_graph_is_resumed_with_the_answer(self) -> None:
        interrupt = SimpleNamespace(value="Which city?", id="a" * 32)
        graph = Graph([{"plan": {}}, {"__interrupt__": (interrupt,)}], [{"book": {}}])
        ctx = Context(Instructed("Lyon", **COMMON))
        values = await run_graph(ctx, graph, {"trip": 1}, command=lambda resume: ("resume", resume))  # type: ignore[arg-type]
        self.assertEqual(values, {"done": True})
        self.assertEqual(ctx.steps, ["plan", "book"])
        self.assertEqual(graph.received[1], (("resume", "Lyon"), "t-1", "updates"))

    async def test_several_interrupts_are_answered_by_their_ids(self) -> None:
        both = tuple(SimpleNamespace(value=text, id=text[0] * 32) for text in ("a?", "b?"))
        graph = Graph([{"__interrupt__": both}], [])
        ctx = Context(Instructed("1", **COMMON), Instructed("2", **COMMON))
        await run_graph(ctx, graph, {}, command=lambda resume: resume)  # type: ignore[arg-type]
        self.assertEqual(graph.received[1][0], {"a" * 32: "1", "b" * 32: "2"})

    async def test_a_graph_whose_question_has_ended_continues_and_is_allowed_nothing(self) -> None:
        reason = "Nobody answered in time."
        for name, refused in {
            "inbox-edit": [{"type": "ignore", "args": None}],
            "review-two": {"decisions": [{"type": "reject", "message": reason}] * 2},
            "text": reason,
        }.items():
            for ended in (Expired, Withdrawn):
                with self.subTest(f"{name} {ended.__name__}"):
                    interrupt = SimpleNamespace(value=recorded(name)[0], id="a" * 32)
                    graph = Graph([{"__interrupt__": (interrupt,)}], [])
                    ctx = Context(*[ended(reason, **COMMON)] * 2)
                    values = await run_graph(ctx, graph, {}, command=lambda resume: resume)  # type: ignore[arg-type]
                    self.assertEqual(values, {"done": True})
                    self.assertEqual(graph.received[1][0], refused)

    async def test_an_approval_whose_question_has_ended_is_no_approval(self) -> None:
        decided: list[Any] = []
        item = SimpleNamespace(name="refund", arguments="{}", agent=None)
        state = SimpleNamespace(
            approve=lambda one: decided.append(one.name),
            reject=lambda one, rejection_message: decided.append((one.name, rejection_message)),
        )
        results = [
            SimpleNamespace(interruptions=[item], to_state=lambda: state),
            SimpleNamespace(interruptions=[], final_output="Kept"),
        ]

        class Runner:
            @staticmethod
            async def run(agent: Any, value: Any, **options: Any) -> Any:
                return results.pop(0)

        ctx = Context(Expired("Nobody answered in time.", **COMMON))
        result = await run_with_approvals(ctx, object(), "Refund it", runner=Runner)  # type: ignore[arg-type]
        self.assertEqual(result.final_output, "Kept")
        self.assertEqual(decided, [("refund", "Nobody answered in time.")])

    async def test_each_approval_of_the_agents_sdk_is_a_question(self) -> None:
        decided: list[Any] = []
        items = [
            SimpleNamespace(name="cancel_order", arguments='{"order_id": 7}', agent=SimpleNamespace(name="Support")),
            SimpleNamespace(name="refund", arguments="not json", agent=None),
        ]
        state = SimpleNamespace(
            approve=lambda item: decided.append(item.name),
            reject=lambda item, rejection_message: decided.append((item.name, rejection_message)),
        )
        results = [
            SimpleNamespace(interruptions=items, to_state=lambda: state),
            SimpleNamespace(interruptions=[], final_output="Cancelled"),
        ]
        received: list[Any] = []

        class Runner:
            @staticmethod
            async def run(agent: Any, value: Any, **options: Any) -> Any:
                received.append(value)
                return results.pop(0)

        ctx = Context(Approved({}, **COMMON), Rejected("Too late", **COMMON))
        result = await run_with_approvals(ctx, object(), "Cancel it", runner=Runner)  # type: ignore[arg-type]
        self.assertEqual(result.final_output, "Cancelled")
        self.assertEqual(decided, ["cancel_order", ("refund", "Too late")])
        self.assertEqual(received, ["Cancel it", state])
        self.assertEqual(ctx.asked[0][0], "May Support run cancel_order?")
        self.assertEqual(ctx.asked[0][1]["proposal"], {"order_id": 7})
        self.assertEqual(ctx.asked[1][1]["proposal"], {"arguments": "not json"})

    async def test_a_task_of_a_crew_is_worked_on_until_it_is_accepted(self) -> None:
        class Blocking:
            answers = [Instructed("Shorter", **COMMON), Approved({}, **COMMON)]

            def ask(self, question: str, **options: Any) -> Any:
                asked.append(options["proposal"]["result"])
                return self.answers.pop(0)

        asked: list[str] = []
        executor = SimpleNamespace(
            ask_for_human_input=True,
            messages=[],
            task=SimpleNamespace(description="Write it"),
            _format_feedback_message=lambda words: {"role": "user", "content": words},
            _invoke_loop=lambda: SimpleNamespace(output="short"),
        )
        answer = TaskReview(Blocking()).handle_feedback(SimpleNamespace(output="long"), executor)  # type: ignore[arg-type]
        self.assertEqual(answer.output, "short")
        self.assertEqual(asked, ["long", "short"])
        self.assertEqual(executor.messages, [{"role": "user", "content": "Shorter"}])
        self.assertFalse(executor.ask_for_human_input)

    async def test_a_flow_gets_one_of_its_outcomes(self) -> None:
        class Blocking:
            def ask(self, question: str, **options: Any) -> Any:
                asked.append(options)
                return Edited({"outcome": "rejected", "output": "x"}, **COMMON)

        asked: list[Any] = []
        context = SimpleNamespace(
            message="Review it", method_output="x", emit=["approved", "rejected"], default_outcome=None
        )
        given = FlowFeedback(Blocking()).request_feedback(context, None)  # type: ignore[arg-type]
        self.assertEqual(given, "rejected")
        self.assertEqual(asked[0]["model"]["properties"]["outcome"]["enum"], ["approved", "rejected"])


if __name__ == "__main__":
    unittest.main()

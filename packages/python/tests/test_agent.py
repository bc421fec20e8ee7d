from __future__ import annotations

import asyncio
import unittest
from typing import Any

from countersign_agent import (
    Approved,
    Commented,
    Edited,
    Fault,
    Instructed,
    Limits,
    QuestionWithdrawn,
    Ranked,
    Rejected,
)
from harness import Served, Stream


class AgentTest(unittest.TestCase):
    def serve(self, work: Any, **options: Any) -> Served:
        served = Served(work, **options)
        self.addCleanup(served.close)
        return served

    def start(self, work: Any, **options: Any) -> Stream:
        return self.serve(work, **options).run()


class Streaming(AgentTest):
    def test_a_run_is_a_sequence_of_events_that_ends_what_it_starts(self) -> None:
        async def work(ctx: Any) -> dict[str, int]:
            async with ctx.step("add"):
                await ctx.tool("add", {"a": 1, "b": 2}, lambda: 3)
            async with ctx.message() as message:
                await message.text("3")
                await message.output({"type": "progress", "value": 1})
            await ctx.set_state({"sum": 3})
            await ctx.patch_state([{"op": "replace", "path": "/sum", "value": 4}])
            return {"sum": 3}

        events = self.start(work).rest()
        self.assertEqual(
            [event["type"] for event in events],
            ["RUN_STARTED", "STEP_STARTED", "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END",
             "TOOL_CALL_RESULT", "STEP_FINISHED", "BUSINESS_DATA_START", "BUSINESS_DATA_CONTENT",
             "BUSINESS_DATA_CONTENT", "BUSINESS_DATA_END", "STATE_SNAPSHOT", "STATE_DELTA", "RUN_FINISHED"],
        )  # fmt: skip
        self.assertEqual(events[-1]["result"], {"sum": 3})

    def test_a_failure_is_an_event_and_leaves_nothing_open(self) -> None:
        async def work(ctx: Any) -> None:
            async with ctx.message() as message:
                await message.text("so far")
                raise RuntimeError("The disk is full")

        with self.assertLogs("countersign_agent", "ERROR"):
            events = self.start(work).rest()
        self.assertEqual([event["type"] for event in events[-2:]], ["BUSINESS_DATA_END", "RUN_ERROR"])
        self.assertEqual(events[-1]["message"], "The disk is full")

    def test_a_result_that_is_no_json_is_a_failure_and_ends_the_run(self) -> None:
        async def work(ctx: Any) -> Any:
            return {"at": object()}

        with self.assertLogs("countersign_agent", "ERROR"):
            events = self.start(work).rest()
        self.assertEqual(events[-1]["type"], "RUN_ERROR")
        self.assertIn("not JSON serializable", events[-1]["message"])

    def test_half_a_character_of_an_operator_does_not_break_the_stream(self) -> None:
        async def work(ctx: Any) -> None:
            await ctx.say("cut \ud83d")

        events = self.start(work).rest()
        self.assertEqual(events[-1]["type"], "RUN_FINISHED")

    def test_many_functions_that_block_wait_side_by_side(self) -> None:
        def work(ctx: Any) -> str:
            return ctx.tool("add", {}, lambda: type(ctx.ask("Go on?")).__name__)

        served = self.serve(work)
        streams = [served.run(f"r-{number}") for number in range(60)]
        questions = [stream.question() for stream in streams]
        for stream, question in zip(streams, questions, strict=True):
            stream.answer(question, {"type": "approve"})
        self.assertEqual({stream.rest()[-1]["result"] for stream in streams}, {"Approved"})

    def test_a_lost_connection_gets_the_rest_exactly_once_and_no_second_run(self) -> None:
        started = 0

        async def work(ctx: Any) -> None:
            nonlocal started
            started += 1
            for number in range(50):
                await ctx.say(str(number))
                await ctx.sleep(0.002)

        stream = self.start(work)
        seen = [stream.next() for _ in range(20)]
        again = stream.rejoin()
        self.assertEqual(again.response.headers["hai-resume"], "last-event-id")
        texts = [event["delta"] for event in [*seen, *again.rest()] if event and "delta" in event]
        self.assertEqual(texts, [str(number) for number in range(50)])
        whole = stream.served.run(stream.body["runId"]).rest()
        self.assertEqual(len(whole), 152)
        self.assertEqual(started, 1)

    def test_a_run_waits_for_a_reader_that_does_not_read(self) -> None:
        sent = 0

        async def work(ctx: Any) -> None:
            nonlocal sent
            for number in range(3_000):
                await ctx.emit({"type": "RAW", "event": "x" * 1000})
                sent = number

        stream = self.start(work, limits=Limits(max_unread_events=50))
        stream.until("RAW")
        status, reply = stream.send("/control", action="status")
        self.assertEqual((status, reply["status"]), (200, "running"))
        self.assertLess(sent, 2_000)
        self.assertEqual(len(stream.rest()), 3_000)

    def test_a_run_that_nobody_reads_is_stopped(self) -> None:
        async def work(ctx: Any) -> None:
            await ctx.sleep(60)

        stream = self.start(work, limits=Limits(abandoned_after=0.2))
        stream.until("RUN_STARTED")
        stream.close()
        # Rejoining is reading: what it did meanwhile is known from its log.
        run = stream.served.agent._runs[stream.body["runId"]]
        asyncio.run_coroutine_threadsafe(asyncio.wait_for(run.over.wait(), 20), stream.served._loop).result()
        self.assertEqual(run.status, "stopped")

    def test_a_function_that_blocks_runs_in_a_thread(self) -> None:
        def work(ctx: Any) -> str:
            ctx.say("one")
            answer = ctx.ask("Go on?", allowed=["approve", "reject"])
            ctx.say(type(answer).__name__)
            return ctx.user_text

        stream = self.start(work)
        question = stream.question()
        self.assertEqual(stream.answer(question, {"type": "approve"})[0], 200)
        texts = [event["delta"] for event in stream.rest() if "delta" in event]
        self.assertEqual(texts, ["Approved"])

    def test_the_request_can_be_read(self) -> None:
        async def work(ctx: Any) -> list[Any]:
            return [ctx.user_text, ctx.language, ctx.state]

        served = self.serve(work)
        messages = [
            {"id": "1", "role": "user", "content": [{"type": "text", "text": "Hello"}]},
            {"id": "2", "role": "assistant", "content": "Hi"},
        ]
        context = [{"description": "Language the operator reads (BCP 47)", "value": "zh-CN"}]
        events = served.run(messages=messages, context=context, state={"a": 1}).rest()
        self.assertEqual(events[-1]["result"], ["Hello", "zh-CN", {"a": 1}])


class Asking(AgentTest):
    def asked(self, feedback: dict[str, Any], **options: Any) -> Any:
        answers: list[Any] = []

        async def work(ctx: Any) -> None:
            answers.append(await ctx.ask("Pay?", **{"proposal": {"amount": 1}, **options}))

        stream = self.start(work)
        status, _ = stream.answer(stream.question(), feedback)
        self.assertEqual(status, 200)
        self.assertEqual(stream.rest()[-1]["type"], "RUN_FINISHED")
        return answers[0]

    def test_every_kind_of_answer_is_a_class_of_its_own(self) -> None:
        self.assertIsInstance(self.asked({"type": "approve"}), Approved)
        self.assertEqual(self.asked({"type": "approve"}).value, {"amount": 1})
        self.assertEqual(self.asked({"type": "reject", "content": {"reason": "Too much"}}).reason, "Too much")
        edited = self.asked({"type": "edit", "content": {"value": {"amount": 2}}})
        self.assertEqual((type(edited), edited.value), (Edited, {"amount": 2}))
        ranked = self.asked({"type": "rank", "content": {"order": ["b", "a"]}})
        self.assertEqual((type(ranked), ranked.order), (Ranked, ["b", "a"]))
        words = self.asked({"type": "instruction", "content": {"text": "Ask Bo"}})
        self.assertEqual((type(words), words.text, words.by), (Instructed, "Ask Bo", "operator:ada"))
        self.assertIsInstance(self.asked({"type": "reject"}), Rejected)

    def test_an_answer_is_delivered_again_without_effect_and_another_one_is_refused(self) -> None:
        async def work(ctx: Any) -> None:
            await ctx.ask("One?")
            await ctx.ask("Two?")

        stream = self.start(work)
        question = stream.question()
        first = stream.answer(question, {"type": "approve"})
        self.assertEqual(first, stream.answer(question, {"type": "approve"}))
        self.assertEqual(stream.answer(question, {"type": "reject"}, "a-2")[0], 409)
        acknowledged, second = stream.question(), stream.question()
        self.assertEqual((acknowledged["state"], acknowledged["parentMessageId"]), ("submitted", "a-1"))
        self.assertEqual(second["upPrompt"]["ask"], "Two?")

    def test_an_answer_that_does_not_fit_is_refused_and_the_question_stays_open(self) -> None:
        async def work(ctx: Any) -> None:
            await ctx.ask("Pay?", allowed=["approve", "edit"])

        stream = self.start(work)
        question = stream.question()
        for feedback in (
            {"type": "reject"},
            {"type": "edit", "content": {}},
            {"type": "shrug"},
        ):
            self.assertEqual(stream.answer(question, feedback)[0], 422, feedback)
        self.assertEqual(stream.answer({"messageId": "other"}, {"type": "approve"})[0], 404)
        self.assertEqual(stream.answer(question, {"type": "approve"})[0], 200)

    def test_a_deadline_has_its_default_and_can_be_extended(self) -> None:
        async def work(ctx: Any) -> None:
            await ctx.ask("Pay?", expires_in=60, default={"type": "reject"})

        stream = self.start(work)
        question = stream.question()
        self.assertEqual(question["upPrompt"]["defaultFeedback"], {"type": "reject"})
        extended = {
            "messageId": "e-1",
            "parentMessageId": question["messageId"],
            "upPrompt": {"expiresAt": "2030-01-01T00:00:00Z"},
        }
        self.assertEqual(stream.send("/feedback", message=extended)[0], 200)
        self.assertEqual(stream.answer(question, {"type": "approve"})[0], 200)

    def test_an_edit_is_checked_before_it_is_sent(self) -> None:
        def check(value: dict[str, Any]) -> list[Fault]:
            return [Fault("Too much", "/amount", "error")] if value["amount"] > 5 else []

        async def work(ctx: Any) -> None:
            await ctx.ask("Pay?", proposal={"amount": 1}, check=check)

        stream = self.start(work)
        question = stream.question()
        self.assertEqual(question["upPrompt"]["check"], {"endpoint": "check"})
        status, reply = stream.send("/check", messageId=question["messageId"], value={"amount": 9})
        self.assertEqual(status, 200)
        self.assertEqual(reply["faults"], [{"path": "/amount", "message": "Too much", "severity": "error"}])
        _, reply = stream.send("/check", messageId=question["messageId"], value={"amount": 2})
        self.assertEqual(reply, {"faults": []})

    def test_a_check_that_fails_is_a_problem(self) -> None:
        def check(value: Any) -> list[Fault]:
            raise KeyError("amount")

        async def work(ctx: Any) -> None:
            await ctx.ask("Pay?", check=check)

        stream = self.start(work)
        question = stream.question()
        with self.assertLogs("countersign_agent", "ERROR"):
            status, reply = stream.send("/check", messageId=question["messageId"], value={})
        self.assertEqual((status, reply["status"]), (500, 500))

    def test_comments_and_instructions_reach_the_run(self) -> None:
        said: list[Any] = []

        async def work(ctx: Any) -> None:
            await ctx.ask("Pay?", on_comment=said.append)
            said.append(await ctx.instruction())

        stream = self.start(work)
        question = stream.question()
        stream.answer(question, {"type": "comment", "content": {"text": "Why?"}}, "c-1")
        stream.answer(question, {"type": "approve"})
        attached = {"context": [{"description": "Attached: a", "value": "b"}], "parts": [{"type": "image"}]}
        content = {"text": "Faster", "attached": attached}
        words = {"messageId": "i-1", "agentId": "operator:bo", "upFeedback": {"type": "instruction", "content": content}}
        self.assertEqual(stream.send("/feedback", message=words)[0], 200)
        stream.until("RUN_FINISHED")
        self.assertEqual({"context": said[1].context, "parts": said[1].parts}, attached)
        self.assertEqual([type(said[0]), said[0].text, said[1].text], [Commented, "Why?", "Faster"])

    def test_a_question_can_be_withdrawn(self) -> None:
        async def work(ctx: Any) -> str:
            asking = asyncio.create_task(ctx.ask("Pay?"))
            await ctx.instruction()
            await ctx.withdraw("It was paid by someone else.")
            try:
                await asking
            except QuestionWithdrawn as withdrawn:
                return str(withdrawn)
            return "answered"

        stream = self.start(work)
        question = stream.question()
        words = {"messageId": "i-1", "upFeedback": {"type": "instruction", "content": {"text": "Paid"}}}
        stream.send("/feedback", message=words)
        self.assertEqual(stream.rest()[-1]["result"], "It was paid by someone else.")
        self.assertEqual(stream.answer(question, {"type": "approve"})[0], 410)

    def test_a_question_that_ends_without_an_answer_settles_what_asked_it(self) -> None:
        async def work(ctx: Any) -> list[Any]:
            ended = [await ctx.ask("Pay?"), await ctx.ask("And now?"), await ctx.ask("Or tomorrow?")]
            return [[type(one).__name__, one.reason] for one in ended]

        stream = self.start(work)
        for number, ended in enumerate(["expired", "default-refused", "withdrawn"]):
            question = stream.question()
            end = {
                "messageId": f"e-{number}",
                "parentMessageId": question["messageId"],
                "state": "cancelled",
                "explanation": f"It has {ended}.",
                "agentId": "countersign",
                "upPrompt": {"ended": ended},
            }
            self.assertEqual(stream.send("/feedback", message=end)[0], 200)
            # Delivered at least once: a repetition has no second effect.
            self.assertEqual(stream.send("/feedback", message=end)[0], 200)
            confirmed = stream.until("upformat.message")[-1]["value"]
            self.assertEqual([confirmed["state"], confirmed["parentMessageId"]], ["submitted", f"e-{number}"])
            self.assertEqual(stream.answer(question, {"type": "approve"}, f"a-{number}")[0], 410)
        self.assertEqual(
            stream.rest()[-1]["result"],
            [
                ["Expired", "It has expired."],
                ["Expired", "It has default-refused."],
                ["Withdrawn", "It has withdrawn."],
            ],
        )
        unknown = {"messageId": "e-9", "parentMessageId": "nothing", "state": "cancelled"}
        self.assertIn(stream.send("/feedback", message=unknown)[0], (404, 410))


class Control(AgentTest):
    def test_pause_holds_every_event_until_resume_and_both_are_confirmed(self) -> None:
        async def work(ctx: Any) -> None:
            for number in range(200):
                await ctx.say(str(number))
                await ctx.sleep(0.001)

        stream = self.start(work)
        stream.until("BUSINESS_DATA_END")
        status, reply = stream.send("/control", action="pause", idempotencyKey="k", operator="Ada")
        self.assertEqual((status, reply["status"]), (200, "paused"))
        self.assertEqual(stream.send("/control", action="pause", idempotencyKey="k")[1], reply)
        self.assertEqual(stream.send("/control", action="stop", idempotencyKey="k")[0], 409)
        confirmation = stream.until("hai.control")[-1]["value"]
        self.assertEqual(confirmation, {"action": "pause", "status": "paused", "operator": "Ada"})
        run = stream.served.agent._runs[stream.body["runId"]]
        count = run.log.last_number
        self.assertEqual(stream.send("/control", action="status")[1]["status"], "paused")
        self.assertEqual(run.log.last_number, count)
        stream.send("/control", action="resume")
        self.assertEqual(stream.next()["value"]["status"], "running")  # type: ignore[index]
        self.assertEqual(stream.rest()[-1]["type"], "RUN_FINISHED")

    def test_a_stop_is_confirmed_when_it_is_accepted_and_when_it_is_done(self) -> None:
        async def work(ctx: Any) -> None:
            await ctx.ask("Pay?")

        stream = self.start(work)
        question = stream.question()
        self.assertEqual(stream.send("/control", action="stop", operator="Ada")[1]["status"], "stopping")
        events = stream.rest()
        self.assertEqual(
            [event.get("value", {}).get("status") or event.get("code") for event in events],
            ["stopping", "stopped", "stopped"],
        )
        self.assertEqual(events[-1]["message"], "Stopped by Ada")
        self.assertEqual(stream.answer(question, {"type": "approve"})[0], 410)
        self.assertEqual(stream.send("/control", action="stop")[0], 409)
        self.assertEqual(stream.send("/control", action="status")[1]["status"], "stopped")

    def test_work_that_ignores_a_stop_is_ended(self) -> None:
        async def work(ctx: Any) -> None:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                await asyncio.sleep(60)

        stream = self.start(work)
        stream.until("RUN_STARTED")
        stream.send("/control", action="stop")
        self.assertEqual(stream.rest()[-1]["code"], "stopped")


class Refusing(AgentTest):
    def test_bad_requests_are_problems_with_a_reason(self) -> None:
        async def work(ctx: Any) -> None:
            await ctx.say("never")

        served = self.serve(work)
        body = {"threadId": "t", "runId": "r", "messages": []}
        for expected, reply in [
            (404, served.call("/nowhere", {})),
            (405, served.call("/", None, "GET")),
            (415, served.call("/", body, content_type="text/plain")),
            (400, served.call("/", b"{")),
            (400, served.call("/", [])),
            (400, served.call("/", {"threadId": "t"})),
            (400, served.call("/", {**body, "messages": "Hello"})),
            (400, served.call("/", body, last_event_id="x")),
            (404, served.call("/", body, last_event_id="3")),
            (413, served.call("/", b" " * 1_000_001)),
            (403, served.call("/", body, origin="https://elsewhere.example")),
            (421, served.call("/", body, host="elsewhere.example")),
            (400, served.call("/", {**body, "forwardedProps": [1]})),
            (400, served.call("/", {**body, "messages": ["Hello"]})),
            (400, served.call("/", b"[" * 100_000)),
            (404, served.call("/control", {**body, "action": "stop"})),
            (404, served.call("/feedback", {**body, "message": {"messageId": "m"}})),
            (404, served.call("/check", {**body, "messageId": "m"})),
        ]:
            self.assertEqual(reply[0], expected, reply)
            self.assertIn("title", reply[1])
        self.assertEqual(served.call("/card", None, "GET")[1]["id"], "tested")

    def test_what_is_no_http_is_refused(self) -> None:
        import socket

        async def work(ctx: Any) -> None:
            await ctx.say("never")

        served = self.serve(work)
        for sent in (b"hello\r\n\r\n", b"POST / HTTP/1.1\r\ncontent-length: x\r\n\r\n", b"GET / HTTP/1.1\r\n bad\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", served.port), 10) as connection:
                connection.sendall(sent)
                self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 4"), sent)


if __name__ == "__main__":
    unittest.main()

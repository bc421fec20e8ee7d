from __future__ import annotations

import asyncio
import unittest
from typing import Any
from unittest import mock

from console import OPEN, Asking, Console, answered
from countersign_agent import NotApproved, QuestionFault, ask_once, ask_once_async, with_approval
from countersign_agent import approval as approval_module
from countersign_agent.models import InvalidValue
from pydantic import BaseModel


class Refund(BaseModel):
    amount: int


class Once(Asking):
    def test_waits_over_lost_connections_under_one_key(self) -> None:
        console = self.console(None, (503, {}), OPEN, None, OPEN, answered("edit", value={"amount": 25}))
        answer = ask_once(console.url, "t", "Refund?", payload=Refund(amount=30), schema=Refund, expires_in=60)
        self.assertEqual((answer.type, answer.value, answer.by), ("edit", Refund(amount=25), "Ada"))
        posts = [call for call in console.calls if call[0] == "POST"]
        self.assertEqual(len(posts), 3)
        self.assertEqual(len({key for *_, key in posts}), 1)
        self.assertEqual(posts[0][2]["payload"], {"amount": 30})
        self.assertEqual(posts[0][2]["expiresIn"], 60)
        self.assertEqual(console.calls[-1][1], "/api/questions/q%2F1?wait=50")

    def test_is_settled_by_every_end(self) -> None:
        for status in ("expired", "withdrawn"):
            console = self.console(OPEN, {**OPEN, "status": status, "reason": "It ended."})
            answer = ask_once(console.url, "t", "Deploy?")
            self.assertEqual((answer.type, answer.reason, answer.by), (status, "It ended.", None))
        failed = self.console({**OPEN, "status": "failed", "reason": "It is gone."})
        with self.assertRaisesRegex(QuestionFault, "It is gone"):
            ask_once(failed.url, "t", "Deploy?")

    def test_refuses_what_cannot_be_meant_and_says_what_the_server_refuses(self) -> None:
        problem = {"title": "Invalid", "errors": [{"path": "/default", "message": "Needs a deadline."}]}
        console = self.console((422, problem))
        with self.assertRaises(InvalidValue):
            ask_once(console.url, "t", "Refund?", payload={"amount": "much"}, schema=Refund)
        with self.assertRaises(ValueError):
            ask_once(console.url, "t", "Refund?", expires_in=float("nan"))
        self.assertEqual(console.calls, [])
        with self.assertRaisesRegex(QuestionFault, "/default: Needs a deadline"):
            ask_once(console.url, "t", "Refund?", default="reject")
        self.assertEqual(len(console.calls), 1)

    def test_withdraws_when_it_is_cancelled(self) -> None:
        console = self.console(OPEN)

        async def main() -> None:
            asked = asyncio.create_task(ask_once_async(console.url, "t", "Deploy?"))
            while len(console.calls) < 2:
                await asyncio.sleep(0.01)
            asked.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await asked

        asyncio.run(main())
        self.assertEqual(console.calls[-1][:2], ("DELETE", "/api/questions/q%2F1"))


class Approval(Asking):
    def tools(self, console: Console, **options: Any) -> tuple[list[Any], Any, Any]:
        ran: list[Any] = []
        approval = with_approval(url=console.url, token="t", away_seconds=0.1, **options)

        @approval
        def refund(amount: int, to: str = "Ada") -> str:
            """Pays money back."""
            ran.append((amount, to))
            return "refunded"

        @approval
        async def refund_async(amount: int, to: str = "Ada") -> str:
            ran.append((amount, to))
            return "refunded"

        return ran, refund, lambda amount: asyncio.run(refund_async(amount))

    def test_runs_with_the_arguments_as_approved_and_as_edited(self) -> None:
        for at in (1, 2):
            console = self.console(answered("approve", value={"amount": 30, "to": "Ada"}))
            got = self.tools(console, ask=lambda amount, to: f"Refund {amount} to {to}?")
            self.assertEqual((got[at](30), got[0]), ("refunded", [(30, "Ada")]))
            self.assertEqual(console.calls[0][2]["ask"], "Refund 30 to Ada?")
            self.assertEqual(console.calls[0][2]["payload"], {"amount": 30, "to": "Ada"})
            console = self.console(answered("edit", value={"amount": 25, "to": "Ada"}))
            got = self.tools(console)
            self.assertEqual((got[at](30), got[0]), ("refunded", [(25, "Ada")]))

    def test_does_not_run_without_a_yes(self) -> None:
        replies = [
            (answered("reject", reason="Too much"), NotApproved),
            (answered("instruction", reason="Ask Bo"), NotApproved),
            ({**OPEN, "status": "expired", "reason": "Nobody."}, NotApproved),
            (answered("edit", value={"amount": 25}), QuestionFault),
            (answered("edit", value={"amount": 25, "to": "Bo", "all": True}), QuestionFault),
            ((401, {"title": "Unauthorized"}), QuestionFault),
            (None, QuestionFault),
        ]
        for reply, error in replies:
            for at in (1, 2):
                got = self.tools(self.console(reply))
                with self.assertRaises(error):
                    got[at](30)
                self.assertEqual(got[0], [])

    def test_does_not_run_with_what_was_changed_after_it_was_shown(self) -> None:
        for kind in ("approve", "edit"):
            console = self.console(answered(kind, value={"orders": [30], "note": "late"}))
            orders = [30]
            ran: list[Any] = []

            def refund(orders: list[int], note: str = "") -> None:
                ran.append(list(orders))

            place = {"url": console.url, "token": "t", "away_seconds": 0.1}
            tool = with_approval(**place)(refund)
            unpatched = approval_module.ask_once

            def slow(*args: Any, **options: Any) -> Any:
                answer = unpatched(*args, **options)
                orders.append(3_000)
                return answer

            with mock.patch.object(approval_module, "ask_once", slow):
                with self.assertRaisesRegex(QuestionFault, "changed after they were shown"):
                    tool(orders)
            self.assertEqual(ran, [])

    def test_refuses_arguments_that_nobody_could_approve(self) -> None:
        with self.assertRaises(TypeError):
            with_approval()(lambda *names: names)
        got = self.tools(self.console(answered("approve")))
        with self.assertRaises(TypeError):
            got[1](object())
        self.assertEqual(got[0], [])


if __name__ == "__main__":
    unittest.main()

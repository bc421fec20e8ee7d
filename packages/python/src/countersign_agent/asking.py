"""Questions of a run: how they are written, and how answers to them are read."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

from .answers import (
    Answer,
    Approved,
    Commented,
    Edited,
    Expired,
    Instructed,
    Ranked,
    Rejected,
    Withdrawn,
)
from .models import InvalidValue, is_model, json_of, value_of
from .problems import Problem

_KINDS = ("approve", "reject", "edit", "rank", "comment", "instruction")


class QuestionWithdrawn(Exception):
    """The agent itself withdrew the question before there was an answer."""


@dataclass(frozen=True)
class Fault:
    """What the agent says about one place of an edited value; `path` is a JSON Pointer, '' = the whole."""

    message: str
    path: str = ""
    severity: str = "warning"


Check = Callable[[Any], list[Fault] | Awaitable[list[Fault]]]


@dataclass
class Question:
    """An open or closed question of a run."""

    message: dict[str, Any]
    model: Any
    proposal: Any
    answered: asyncio.Future[Any]
    state: str = "open"
    check: Check | None = None
    on_comment: Callable[[Commented], Any] | None = None

    @property
    def message_id(self) -> str:
        return self.message["messageId"]


def iso_after(seconds: float) -> str:
    """The time in so many seconds, ISO 8601 in UTC."""
    moment = datetime.now(timezone.utc) + timedelta(seconds=seconds)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def prompt_of(
    question: str,
    *,
    effect: str | None,
    severity: str | None,
    priority: str | None,
    allowed: list[str] | None,
    answers: dict[str, dict[str, Any]] | None,
    expires_in: float | None,
    default: dict[str, Any] | None,
    outputs: list[dict[str, Any]] | None,
    has_check: bool,
) -> dict[str, Any]:
    """The member upPrompt of a question."""
    for kind in [*(allowed or []), *(answers or {})]:
        if kind not in _KINDS:
            raise ValueError(f"{kind!r} is not a kind of answer: use {', '.join(_KINDS)}")
    if default is not None and expires_in is None:
        raise ValueError("A default needs a deadline: give expires_in, in seconds")
    given = {
        "effect": effect,
        "severity": severity,
        "priority": priority,
        "allowed": allowed,
        "answers": answers,
        "expiresAt": None if expires_in is None else iso_after(expires_in),
        "defaultFeedback": default,
        "outputs": outputs,
        "check": {"endpoint": "check"} if has_check else None,
    }
    return {
        "ask": question,
        "revision": 1,
        **{name: value for name, value in given.items() if value is not None},
    }


def read_answer(question: Question, message: dict[str, Any]) -> Answer[Any]:
    """The answer in a delivered message. Raises Problem if it does not fit the question."""
    feedback = message.get("upFeedback")
    if not isinstance(feedback, dict):
        raise Problem("invalid-request", "The message carries no upFeedback.")
    kind = feedback.get("type")
    content = feedback.get("content")
    content = content if isinstance(content, dict) else {}
    allowed = question.message["upPrompt"].get("allowed") or list(_KINDS)
    if kind not in _KINDS or kind not in allowed:
        raise Problem("invalid-feedback", f"This prompt takes {', '.join(allowed)}.")
    common: dict[str, Any] = {"by": str(message.get("agentId", "")), "message": message}
    reason = content.get("reason")
    reason = reason if isinstance(reason, str) and reason.strip() else None
    text = content.get("text")
    text = text if isinstance(text, str) else None
    if kind == "approve":
        return Approved(_fitting(question, question.proposal, "/payload"), reason, **common)
    if kind == "reject":
        return Rejected(reason, **common)
    if kind == "rank":
        order = content.get("order")
        if not isinstance(order, list) or not order or not all(isinstance(item, str) for item in order):
            raise Problem("invalid-feedback", "A ranking needs an order of ids.")
        return Ranked(order, **common)
    if kind in ("comment", "instruction"):
        if text is None or not text.strip():
            raise Problem("invalid-feedback", "There are no words.")
        return Commented(text, **common) if kind == "comment" else Instructed(text, **common)
    if "value" not in content and (text is None or is_model(question.model)):
        raise Problem("invalid-feedback", "An edit needs a value.")
    value = _fitting(question, content["value"], "/content/value") if "value" in content else text
    patch = content.get("patch")
    return Edited(value, patch if isinstance(patch, list) else None, text, **common)


def read_end(message: dict[str, Any]) -> Expired | Withdrawn | None:
    """Why a question has ended without an answer; None = the message does not say that."""
    if message.get("state") != "cancelled":
        return None
    prompt = message.get("upPrompt")
    ended = prompt.get("ended") if isinstance(prompt, dict) else None
    said = message.get("explanation")
    reason = said if isinstance(said, str) else "The question was withdrawn."
    outcome = Expired if ended in ("expired", "default-refused") else Withdrawn
    return outcome(reason, by=str(message.get("agentId", "")), message=message)


def _fitting(question: Question, value: Any, place: str) -> Any:
    """The value as the model of the question; without one as it is. Raises Problem with the places that do not fit."""
    if is_model(question.model) and isinstance(value, question.model):
        return value
    try:
        return value_of(question.model, value)
    except InvalidValue as invalid:
        faults = [{**fault, "path": f"{place}{fault['path']}"} for fault in invalid.faults]
        raise Problem("invalid-feedback", str(invalid), errors=faults) from invalid


async def checked(question: Question, value: Any) -> dict[str, Any]:
    """The reply to a check of an edit: the faults of the model, then those of the agent's own check."""
    try:
        read = value_of(question.model, value)
    except InvalidValue as invalid:
        return {"faults": [{**fault, "severity": "error"} for fault in invalid.faults]}
    if question.check is None:
        raise Problem("not-found", "This prompt offers no check.")
    faults = question.check(read)
    if inspect.isawaitable(faults):
        faults = await faults
    return {
        "faults": [
            {"path": fault.path, "message": fault.message, "severity": fault.severity}
            for fault in faults
        ]
    }


def payload_of(proposal: Any) -> dict[str, Any]:
    """The payload of a question: a model or an object."""
    value = json_of(proposal)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError("A proposal is an object or a model: put a single value into a field of one")
    return value

"""Asks as a run does, over HTTP and without an agent: for the bridges, in a program that does not stream."""

from __future__ import annotations

import os
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
from .models import is_model
from .once import OnceAnswer, QuestionFault, ask_once, ask_once_async


class OverHttp:
    """In place of the context of a run: `await run_graph(OverHttp(), graph, value)`.

    `url` and `token` may stand in COUNTERSIGN_URL and COUNTERSIGN_TOKEN. The other options are those of `ask_once`, for all its
    questions. Nothing is shown but questions. QuestionFault is raised if one cannot be asked.
    """

    def __init__(self, url: str | None = None, token: str | None = None, **options: Any) -> None:
        self._url = url or os.environ.get("COUNTERSIGN_URL")
        self._token = token or os.environ.get("COUNTERSIGN_TOKEN")
        self._options = options
        #: A graph keeps its state under it.
        self.thread_id = str(uuid.uuid4())
        #: The same with calls that block.
        self.blocking = BlockingOverHttp(self)

    async def ask(self, question: str, **options: Any) -> Answer[Any]:
        """As `RunContext.ask`. `by` is the name of who answered; labels of answers are not shown."""
        return answer_of(await ask_once_async(*self.place(), question, **self.asked(options)))

    def place(self) -> tuple[str, str]:
        if not self._url or not self._token:
            raise QuestionFault("Set url and token, or COUNTERSIGN_URL and COUNTERSIGN_TOKEN.")
        return self._url, self._token

    def asked(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options of `RunContext.ask` as those of `ask_once`."""
        proposal, model = options.get("proposal"), options.get("model")
        notes = [options.get("explanation"), options.get("effect")]
        given = {
            "payload": proposal,
            "schema": type(proposal) if model is None and is_model(type(proposal)) else model,
            "allowed": options.get("allowed"),
            "severity": options.get("severity"),
            "explanation": "\n\n".join(note for note in notes if note) or None,
            "expires_in": options.get("expires_in"),
        }
        return {**self._options, **{name: value for name, value in given.items() if value is not None}}

    @asynccontextmanager
    async def step(self, _name: str) -> AsyncIterator[None]:
        """Steps of a run are not shown."""
        yield


class BlockingOverHttp:
    """In place of the context of a run that is not a coroutine."""

    def __init__(self, http: OverHttp) -> None:
        self._http = http

    def ask(self, question: str, **options: Any) -> Answer[Any]:
        return answer_of(ask_once(*self._http.place(), question, **self._http.asked(options)))


def answer_of(once: OnceAnswer) -> Answer[Any]:
    """The answer as a class to match on."""
    common: dict[str, Any] = {"by": once.by or "", "message": {}}
    words = once.reason or ""
    match once.type:
        case "approve":
            return Approved(once.value, once.reason, **common)
        case "edit":
            return Edited(once.value, **common)
        case "reject":
            return Rejected(once.reason, **common)
        case "rank":
            return Ranked(once.value, **common)
        case "comment":
            return Commented(words, **common)
        case "instruction":
            return Instructed(words, **common)
        case "expired":
            return Expired(words or "Nobody answered in time.", **common)
    return Withdrawn(words or "The question was withdrawn.", **common)

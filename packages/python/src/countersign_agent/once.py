"""Asks a person over HTTP, without an agent (docs/http.md of the Countersign repository)."""

from __future__ import annotations

import asyncio
import json
import math
import threading
import time
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.parse import quote

from .models import is_model, json_of, schema_of, value_of
from .receipts import receipt_objection

_WAIT_SECONDS = 50
_ATTEMPT_SECONDS = 15.0
#: The server is away, starts, or has too much to do. Every other status is its answer.
_FOR_NOW = {408, 425, 429, 500, 502, 503, 504}


class QuestionFault(Exception):
    """The server refused a question, or was away for too long. `problem` as the server sent it (RFC 9457)."""

    def __init__(self, text: str, status: int | None = None, problem: Any = None) -> None:
        super().__init__(text)
        self.status = status
        self.problem = problem
        #: Seconds after which it may be tried again, as the server said.
        self.after = 0.0


class Cancelled(Exception):
    """The wait was given up by `cancel`; the question is withdrawn."""


@dataclass(frozen=True)
class OnceAnswer:
    """What became of a question. The value of `approve` is the proposal, of `edit` what a person made of it."""

    #: `approve`, `edit`, `reject`, `rank`, `comment`, `instruction`; `expired` or `withdrawn` = there is no answer.
    type: str
    value: Any = None
    reason: str | None = None
    by: str | None = None
    #: `operator`, `bulk` (a person, several questions at once), `rule`, `default` or `escalation`.
    how: str | None = None
    #: ISO 8601.
    at: str | None = None
    #: The signed receipt of the decision; None = there is none.
    receipt: Any = None


class _Lost(Exception):
    """There was no response."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The token is for this server only."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Calls:
    def __init__(self, url: str, token: str, away_seconds: float, cancel: threading.Event) -> None:
        self._base = f"{url.rstrip('/')}/api/questions"
        self._token = token
        self._away_seconds = away_seconds
        self._cancel = cancel
        self._opener = urllib.request.build_opener(_NoRedirects)

    def once(self, method: str, path: str, seconds: float, body: Any = None, key: str | None = None) -> Any:
        headers = {"authorization": f"Bearer {self._token}"}
        if body is not None:
            headers["content-type"] = "application/json"
        if key is not None:
            headers["idempotency-key"] = key
        content = None if body is None else json.dumps(body, allow_nan=False).encode()
        request = urllib.request.Request(f"{self._base}{path}", content, headers, method=method)
        try:
            with self._opener.open(request, timeout=seconds) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (OSError, HTTPException, ValueError) as error:
            raise _Lost(str(getattr(error, "reason", error))) from error

    def repeated(self, method: str, path: str, seconds: float, body: Any = None, key: str | None = None) -> Any:
        since = time.monotonic()
        pause = 0.25
        while True:
            after = 0.0
            try:
                return self.once(method, path, seconds, body, key)
            except _Lost as lost:
                fault = QuestionFault(f"The server cannot be reached: {lost}")
            except QuestionFault as refused:
                if refused.status not in _FOR_NOW:
                    raise
                fault, after = refused, refused.after
            pause = max(min(pause * 2, 10.0), after)
            if time.monotonic() + pause - since > self._away_seconds:
                raise fault
            self.rest(pause)

    def rest(self, seconds: float) -> None:
        if self._cancel.wait(seconds):
            raise Cancelled("The question is not asked any more.")


def _refusal(error: urllib.error.HTTPError) -> QuestionFault:
    try:
        problem = json.loads(error.read())
    except (OSError, HTTPException, ValueError):
        problem = None
    read = problem if isinstance(problem, dict) else {}
    faults = [one for one in read.get("errors") or [] if isinstance(one, dict)]
    listed = "; ".join(f"{one.get('path')}: {one.get('message')}" for one in faults)
    said = listed or read.get("detail") or read.get("title") or f"HTTP {error.code}"
    fault = QuestionFault(f"The server refuses: {said}", error.code, problem)
    after = error.headers.get("retry-after") or ""
    fault.after = float(after) if after.isdigit() else 0.0
    return fault


def ask_once(
    url: str,
    token: str,
    ask: str,
    *,
    payload: Any = None,
    schema: Any = None,
    allowed: list[str] | None = None,
    severity: str | None = None,
    confidence: float | None = None,
    explanation: str | None = None,
    reasoning: list[str] | None = None,
    expires_in: float | None = None,
    default: str | None = None,
    task: str | None = None,
    links: list[dict[str, str]] | None = None,
    hold_ms: int | None = None,
    key: str | None = None,
    away_seconds: float = 300.0,
    cancel: threading.Event | None = None,
    receipt_keys: dict[str, Any] | None = None,
) -> OnceAnswer:
    """Asks a person and waits for the answer, over lost connections and restarts of the server.

    `schema` is a JSON Schema or a Pydantic model, of which the value then is an instance. The same `key` asks the same question once,
    also from another process. `receipt_keys` are the keys of the server (`/.well-known/jwks.json`), kept with the program: an approval
    or edit without a receipt of one of them, for exactly its value, raises QuestionFault. `cancel`, an interrupt of the keyboard, or a cancelled `ask_once_async` withdraw the question.

    Raises QuestionFault if the server refuses it or is away for `away_seconds`, InvalidValue if the payload does not fit the model.
    """
    if expires_in is not None and not (expires_in > 0 and math.isfinite(expires_in)):
        raise ValueError(f"expires_in must be a number of seconds above 0, not {expires_in}")
    proposal = json_of(payload)
    if payload is not None and is_model(schema):
        value_of(schema, proposal)
    members = {
        "ask": ask,
        "payload": proposal,
        "schema": None if schema is None else schema_of(schema),
        "allowed": allowed,
        "severity": severity,
        "confidence": confidence,
        "explanation": explanation,
        "reasoning": reasoning,
        "expiresIn": expires_in,
        "default": default,
        "task": task,
        "links": links,
        "holdMs": hold_ms,
    }
    body = {name: value for name, value in members.items() if value is not None}
    calls = _Calls(url, token, away_seconds, cancel or threading.Event())
    settled = _settled(calls, body, key or str(uuid.uuid4()), is_cancellable=cancel is not None)
    return _answer_of(settled, schema, receipt_keys)


def _settled(calls: _Calls, body: Any, key: str, is_cancellable: bool) -> Any:
    # A call that waits cannot be interrupted.
    wait = 2 if is_cancellable else _WAIT_SECONDS
    state: Any = None
    try:
        state = calls.repeated("POST", "", _ATTEMPT_SECONDS, body, key)
        path = f"/{quote(state['id'], safe='')}"
        while state["status"] == "open":
            since = time.monotonic()
            state = calls.repeated("GET", f"{path}?wait={wait}", wait + _ATTEMPT_SECONDS)
            if state["status"] == "open":
                # A server that cannot hold more requests returns at once.
                calls.rest(max(0.0, 1.0 - (time.monotonic() - since)))
    except (Cancelled, KeyboardInterrupt, SystemExit):
        _withdraw(calls, state, body, key)
        raise
    return state


def _withdraw(calls: _Calls, state: Any, body: Any, key: str) -> None:
    try:
        # It may have been stored although the response was lost: the key finds it.
        found = state or calls.once("POST", "", 3.0, body, key)
        calls.once("DELETE", f"/{quote(found['id'], safe='')}", 3.0)
    except (_Lost, QuestionFault):
        pass


def _answer_of(state: Any, schema: Any, receipt_keys: dict[str, Any] | None) -> OnceAnswer:
    status = state["status"]
    if status in ("expired", "withdrawn"):
        return OnceAnswer(status, reason=state.get("reason"))
    outcome = state.get("outcome")
    if status != "answered" or not isinstance(outcome, dict):
        raise QuestionFault(state.get("reason") or "The question failed.")
    kind, value = outcome["type"], outcome.get("value")
    if kind in ("approve", "edit") and receipt_keys is not None:
        objection = receipt_objection(outcome.get("receipt"), value, receipt_keys)
        if objection is not None:
            raise QuestionFault(f"The answer is not acted on. Its receipt does not allow it: {objection}.")
    if kind in ("approve", "edit") and value is not None:
        value = value_of(schema, value)
    rest = {name: outcome.get(name) for name in ("reason", "by", "how", "at", "receipt")}
    return OnceAnswer(kind, value, **rest)


async def ask_once_async(url: str, token: str, ask: str, **options: Any) -> OnceAnswer:
    """As `ask_once`, without blocking the event loop. Cancelling it withdraws the question."""
    cancel = threading.Event()
    work = asyncio.ensure_future(asyncio.to_thread(ask_once, url, token, ask, cancel=cancel, **options))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        cancel.set()
        await asyncio.gather(work, return_exceptions=True)
        raise

"""Functions that run only after a person approved their arguments."""

from __future__ import annotations

import functools
import inspect
import json
import os
from collections.abc import Callable
from typing import Any, TypeVar

from .models import json_of
from .once import OnceAnswer, QuestionFault, ask_once, ask_once_async

Function = TypeVar("Function", bound=Callable[..., Any])


class NotApproved(Exception):
    """Nobody approved the call: it is not made. The text is a sentence for the model."""

    def __init__(self, name: str, answer: OnceAnswer) -> None:
        who = f"{answer.by} did not approve it" if answer.by else "Nobody approved it"
        said = "Nobody answered in time" if answer.type == "expired" else who
        why = f": {answer.reason}" if answer.reason else ""
        super().__init__(f"{name} was not called. {said}{why}")
        self.answer = answer


def with_approval(
    *,
    url: str | None = None,
    token: str | None = None,
    ask: str | Callable[..., str] | None = None,
    schema: Any = None,
    editable: bool = True,
    expires_in: float | None = None,
    severity: str | None = None,
    task: str | None = None,
    away_seconds: float = 300.0,
    receipt_keys: dict[str, Any] | None = None,
) -> Callable[[Function], Function]:
    """A decorator: each call is a question, with the arguments as its proposal. The function runs with them as approved or edited.

    In every other case it raises, and the function does not run: NotApproved, or QuestionFault if it could not be asked. `url` and
    `token` may stand in COUNTERSIGN_URL and COUNTERSIGN_TOKEN. `ask` is the question, or makes it of the arguments.
    With `receipt_keys` (`/.well-known/jwks.json` of the server) the function runs only if the signed receipt allows exactly its arguments.
    """

    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)
        if any(one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in signature.parameters.values()):
            raise TypeError(f"{function.__name__} has arguments without names: nobody could approve them.")
        name = function.__name__

        def question(bound: inspect.BoundArguments) -> tuple[tuple[str, str, str], dict[str, Any]]:
            at = url or os.environ.get("COUNTERSIGN_URL")
            key = token or os.environ.get("COUNTERSIGN_TOKEN")
            if not at or not key:
                raise QuestionFault("Set url and token, or COUNTERSIGN_URL and COUNTERSIGN_TOKEN.")
            asked = ask(*bound.args, **bound.kwargs) if callable(ask) else ask
            options = {
                "payload": _proposed(bound),
                "schema": schema,
                "allowed": ["approve", "edit", "reject"] if editable else ["approve", "reject"],
                "explanation": inspect.getdoc(function) or None,
                "expires_in": expires_in,
                "severity": severity,
                "task": task,
                "away_seconds": away_seconds,
                "receipt_keys": receipt_keys,
            }
            return (at, key, asked or f"May {name} be called?"), options

        def bind(args: Any, kwargs: Any) -> inspect.BoundArguments:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            return bound

        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def approved_async(*args: Any, **kwargs: Any) -> Any:
                bound = bind(args, kwargs)
                place, options = question(bound)
                answer = await ask_once_async(*place, **options)
                _apply(name, bound, options["payload"], answer, editable)
                return await function(*bound.args, **bound.kwargs)

            return approved_async  # type: ignore[return-value]

        @functools.wraps(function)
        def approved(*args: Any, **kwargs: Any) -> Any:
            bound = bind(args, kwargs)
            place, options = question(bound)
            answer = ask_once(*place, **options)
            _apply(name, bound, options["payload"], answer, editable)
            return function(*bound.args, **bound.kwargs)

        return approved  # type: ignore[return-value]

    return decorate


def _proposed(bound: inspect.BoundArguments) -> dict[str, Any]:
    """The arguments as JSON. Raises TypeError for one that is none."""
    proposed = {name: json_of(value) for name, value in bound.arguments.items()}
    read: dict[str, Any] = json.loads(json.dumps(proposed, allow_nan=False))
    return read


def _apply(
    name: str, bound: inspect.BoundArguments, before: dict[str, Any], answer: OnceAnswer, editable: bool
) -> None:
    """Replaces the arguments by what a person made of them. `before`: as shown. Raises NotApproved without a yes."""
    if answer.type not in ("approve", "edit") or (answer.type == "edit" and not editable):
        raise NotApproved(name, answer)
    # The program may have changed one while a person read what it was.
    if _proposed(bound) != before:
        raise QuestionFault(f"{name} was not called: its arguments changed after they were shown.")
    if answer.type == "approve":
        return
    edited = json_of(answer.value)
    if not isinstance(edited, dict) or set(edited) - set(before):
        raise QuestionFault(f"The edited arguments are not those of {name}.")
    # One that a person took away cannot be the old one.
    if gone := set(before) - set(edited):
        raise QuestionFault(f"The edited arguments lack {', '.join(sorted(gone))}.")
    for argument, value in edited.items():
        if value != before[argument]:
            bound.arguments[argument] = value

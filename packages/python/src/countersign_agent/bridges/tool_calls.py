"""A tool call that a person approves, for frameworks that ask before they make one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..answers import Answer, Approved, Edited
from .asker import Asker
from .interrupt_shapes import words_of


@dataclass(frozen=True)
class ToolCall:
    """A call as it is shown. The arguments are a copy: what a person approves cannot change meanwhile."""

    name: str
    arguments: dict[str, Any]
    by: str | None = None
    explanation: str | None = None
    can_edit: bool = True

    async def ask(self, asker: Asker) -> Verdict:
        return self._verdict(await asker.ask(self._question, **self._options))

    def ask_now(self, ask: Callable[..., Answer[Any]]) -> Verdict:
        """The same with a call that blocks."""
        return self._verdict(ask(self._question, **self._options))

    @property
    def _question(self) -> str:
        return f"May {self.by or 'the agent'} run {self.name}?"

    @property
    def _options(self) -> dict[str, Any]:
        return {
            "proposal": self.arguments,
            "explanation": self.explanation,
            "effect": f"{self.name} runs with these arguments.",
            "severity": "major",
            "allowed": ["approve", *(["edit"] if self.can_edit else []), "reject", "instruction"],
        }

    def _verdict(self, answer: Answer[Any]) -> Verdict:
        match answer:
            case Approved():
                return Verdict(self.arguments)
            case Edited(value) if self.can_edit and isinstance(value, dict):
                return Verdict(value, is_edited=True)
        return Verdict(None, words=words_of(answer))


@dataclass(frozen=True)
class Verdict:
    """`arguments`: as approved or edited; None = the tool must not run, and the model gets `words` in place of its result."""

    arguments: dict[str, Any] | None
    is_edited: bool = False
    words: str = ""


def arguments_of(given: Any) -> dict[str, Any]:
    """A copy of the arguments of a call, given as JSON text or as an object. Raises TypeError for what is no JSON."""
    try:
        read = json.loads(given if isinstance(given, str) else json.dumps(given, allow_nan=False))
    except ValueError:
        return {"arguments": str(given)}
    return read if isinstance(read, dict) else {"arguments": read}

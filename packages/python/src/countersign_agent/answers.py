"""The answer of a person as a class to match on, or that there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class _Common:
    #: Who answered: `operator:<id>`, or `countersign:default` for a default at the deadline.
    by: str = field(kw_only=True)
    #: The UpFormat message as received.
    message: dict[str, Any] = field(kw_only=True, repr=False)


@dataclass(frozen=True)
class Approved(_Common, Generic[T]):
    """The proposal is accepted as shown; `value` is the proposal."""

    value: T
    reason: str | None = None


@dataclass(frozen=True)
class Edited(_Common, Generic[T]):
    """The proposal is accepted as edited. `patch` is JSON Patch (RFC 6902) against it, if given."""

    value: T
    patch: list[dict[str, Any]] | None = None
    text: str | None = None


@dataclass(frozen=True)
class Rejected(_Common):
    """The proposal is not accepted."""

    reason: str | None = None


@dataclass(frozen=True)
class Ranked(_Common):
    """The items in order, by their ids, the best first."""

    order: list[str]


@dataclass(frozen=True)
class Commented(_Common):
    """A remark. Only an agent with `comments_are_answers` receives it as the answer."""

    text: str


@dataclass(frozen=True)
class Instructed(_Common):
    """Words in place of an answer: what to do instead."""

    text: str


@dataclass(frozen=True)
class Expired(_Common):
    """There is no answer: nobody gave one in time. `reason` is a sentence."""

    reason: str


@dataclass(frozen=True)
class Withdrawn(_Common):
    """There is no answer: the console does not ask the question any more. `reason` is a sentence."""

    reason: str


Answer = Approved[T] | Edited[T] | Rejected | Ranked | Commented | Instructed | Expired | Withdrawn


@dataclass(frozen=True)
class Instruction:
    """Words of an operator to the run, not to a question."""

    text: str
    by: str
    message: dict[str, Any] = field(repr=False)

    @property
    def context(self) -> list[dict[str, Any]]:
        """Texts that the operator attached, as entries of the context of a run."""
        return self._attached("context")

    @property
    def parts(self) -> list[dict[str, Any]]:
        """Files that the operator attached, as parts of a message."""
        return self._attached("parts")

    def _attached(self, name: str) -> list[dict[str, Any]]:
        attached = self.message["upFeedback"]["content"].get("attached")
        values = attached.get(name) if isinstance(attached, dict) else None
        return [one for one in values if isinstance(one, dict)] if isinstance(values, list) else []

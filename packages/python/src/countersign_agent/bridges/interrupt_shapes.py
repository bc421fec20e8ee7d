"""What graphs ask with `interrupt(value)`, by the shape of the value, and the answer in the same shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..answers import Answer, Approved, Edited, Expired, Instructed, Rejected, Withdrawn

#: Members under which a graph puts the text of its question.
_TEXTS = ("question", "message", "prompt", "text", "description", "title")

_INBOX_KINDS = {
    "allow_accept": "approve",
    "allow_ignore": "reject",
    "allow_edit": "edit",
    "allow_respond": "instruction",
}
_REVIEW_KINDS = {"approve": "approve", "edit": "edit", "reject": "reject", "respond": "instruction"}


@dataclass(frozen=True)
class Asked:
    """One question: the arguments of `ctx.ask`, and its answer as the graph expects it."""

    question: str
    options: dict[str, Any] = field(default_factory=dict)
    answer: Callable[[Answer[Any]], Any] = lambda answer: words_of(answer)


@dataclass(frozen=True)
class Shape:
    """The questions of one interrupt, and their answers as one value."""

    questions: list[Asked]
    assemble: Callable[[list[Any]], Any] = lambda answers: answers[0]


def words_of(answer: Answer[Any]) -> str:
    """An answer as text."""
    match answer:
        case Instructed(text) | Edited(text=str(text)):
            return text
        case Rejected(reason):
            return reason or "Rejected."
        case Approved(_, reason):
            return reason or "Approved."
        case Expired(reason) | Withdrawn(reason):
            return reason
        case Edited(value):
            return str(value)
    return str(getattr(answer, "text", ""))


def shape_of(value: Any) -> Shape:
    """Any value is a question: one that is not known is shown as it is, and answered by its members or in words."""
    if isinstance(value, str):
        return Shape([Asked(value, {"allowed": ["instruction", "reject"]})])
    inbox = _inbox(value)
    if inbox is not None:
        return inbox
    if isinstance(value, dict):
        review = _review(value)
        if review is not None:
            return review
        if isinstance(value.get("options"), list) and value["options"]:
            return Shape([_choice(value)])
        return Shape([_open(value)])
    return Shape([_open({"value": value})])


def _text_in(value: dict[str, Any], otherwise: str) -> str:
    for name in _TEXTS:
        if isinstance(value.get(name), str) and value[name].strip():
            return value[name].strip()
    return otherwise


def _open(value: dict[str, Any]) -> Asked:
    def answered(answer: Answer[Any]) -> Any:
        match answer:
            case Approved(proposal):
                return proposal
            case Edited(edited):
                return edited
        return words_of(answer)

    allowed = ["approve", "edit", "instruction", "reject"]
    question = _text_in(value, "The graph waits for an answer.")
    return Asked(question, {"proposal": value, "allowed": allowed}, answered)


def _choice(value: dict[str, Any]) -> Asked:
    options = value["options"]
    by_label = {_label(option, index): option for index, option in enumerate(options)}
    schema = {
        "type": "object",
        "properties": {"answer": {"title": "Answer", "type": "string", "enum": list(by_label)}},
        "required": ["answer"],
    }

    def answered(answer: Answer[Any]) -> Any:
        if isinstance(answer, Edited) and isinstance(answer.value, dict):
            return by_label.get(answer.value.get("answer"), answer.value.get("answer"))
        return words_of(answer)

    given = {"model": schema, "allowed": ["edit", "reject"], "answers": {"edit": {"label": "Choose"}}}
    return Asked(_text_in(value, "Which one?"), given, answered)


def _label(option: Any, index: int) -> str:
    if isinstance(option, str):
        return option
    if isinstance(option, dict):
        for name in ("label", "name", "title", "value"):
            if isinstance(option.get(name), str):
                return option[name]
    return f"{index + 1}: {option}"


def _inbox(value: Any) -> Shape | None:
    """LangGraph's prebuilt HumanInterrupt and Agent Inbox: one or a list, answered by a list of `{type, args}`."""
    items = value if isinstance(value, list) else [value]
    asked = [_inbox_item(item) for item in items]
    if not asked or any(one is None for one in asked):
        return None
    return Shape([one for one in asked if one is not None], lambda answers: answers)


def _inbox_item(item: Any) -> Asked | None:
    if not isinstance(item, dict):
        return None
    request = item.get("action_request") or item.get("actionRequest")
    config = item.get("config")
    if not isinstance(request, dict) or not isinstance(config, dict):
        return None
    name, args = request.get("action"), request.get("args") or {}
    allowed = [kind for allow, kind in _INBOX_KINDS.items() if config.get(allow) is True]
    if not isinstance(name, str) or not allowed or not isinstance(args, dict):
        return None

    def answered(answer: Answer[Any]) -> dict[str, Any]:
        match answer:
            case Approved():
                changed = {**request, "args": args} if "edit" in allowed else None
                return {"type": "accept", "args": changed}
            case Edited(edited) if isinstance(edited, dict):
                return {"type": "edit", "args": {**request, "args": edited}}
            case Rejected() | Expired() | Withdrawn():
                return {"type": "ignore", "args": None}
        return {"type": "response", "args": words_of(answer)}

    return Asked(
        _text_in(item, f"May the agent run {name}?").split("\n")[0],
        {"proposal": args, "allowed": allowed, "explanation": item.get("description")},
        answered,
    )


#: The spelling of LangChain in Python, and in JavaScript.
_SPELLINGS = (
    ("action_requests", "review_configs", "action_name", "allowed_decisions", "edited_action"),
    ("actionRequests", "reviewConfigs", "actionName", "allowedDecisions", "editedAction"),
)


def _review(value: dict[str, Any]) -> Shape | None:
    """LangChain's human-in-the-loop middleware: one decision for each action, in order."""
    for requests, configs, name, allowed, edited in _SPELLINGS:
        actions = value.get(requests)
        if not isinstance(actions, list) or not actions:
            continue
        listed = [each for each in value.get(configs) or [] if isinstance(each, dict)]
        decisions = {each.get(name): each.get(allowed) for each in listed}
        asked = [_review_item(action, decisions, edited) for action in actions]
        return Shape(asked, lambda answers: {"decisions": answers})
    return None


def _review_item(action: dict[str, Any], configs: dict[Any, Any], edited_name: str) -> Asked:
    name = str(action.get("name"))
    args = action.get("args") or action.get("arguments") or {}
    decisions = configs.get(name) or ["approve", "edit", "reject"]
    allowed = [_REVIEW_KINDS[kind] for kind in decisions if kind in _REVIEW_KINDS]

    def answered(answer: Answer[Any]) -> dict[str, Any]:
        match answer:
            case Approved():
                return {"type": "approve"}
            case Edited(edited) if isinstance(edited, dict):
                return {"type": "edit", edited_name: {"name": name, "args": edited}}
            case Instructed(text) if "instruction" in allowed:
                return {"type": "respond", "message": text}
            case Rejected(None):
                return {"type": "reject"}
        return {"type": "reject", "message": words_of(answer)}

    options = {
        "proposal": args if isinstance(args, dict) else {"arguments": args},
        "allowed": allowed,
        "explanation": action.get("description"),
        "effect": f"The agent runs {name} with these arguments.",
    }
    return Asked(f"May the agent run {name}?", options, answered)

"""Pydantic models (1.10 and 2) and JSON Schemas, without requiring Pydantic."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "pattern": "matches {}",
    "format": "{}",
}


class InvalidValue(Exception):
    """A value does not fit the model; `faults` have a JSON Pointer and a message each."""

    def __init__(self, faults: list[dict[str, str]]) -> None:
        super().__init__("; ".join(fault["message"] for fault in faults))
        self.faults = faults


def is_model(value: Any) -> bool:
    """Whether it is a Pydantic model class."""
    return isinstance(value, type) and (
        hasattr(value, "model_json_schema") or hasattr(value, "__fields__")
    )


def schema_of(model: Any) -> dict[str, Any]:
    """The JSON Schema of a model class; a schema is returned as it is."""
    if not is_model(model):
        return model
    if hasattr(model, "model_json_schema"):
        return model.model_json_schema()
    return model.schema()


def json_of(value: Any) -> Any:
    """A value as JSON: of a model its members, of anything else itself."""
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if hasattr(value, "__fields__") and hasattr(value, "json"):
        return json.loads(value.json())
    return value


def value_of(model: Any, value: Any) -> Any:
    """The value as an instance of the model. Raises InvalidValue; without a model it is returned as it is."""
    if not is_model(model):
        return value
    try:
        if hasattr(model, "model_validate"):
            return model.model_validate(value)
        return model.parse_obj(value)
    except ValueError as error:
        listed = error.errors() if hasattr(error, "errors") else []
        faults = [
            {"path": _pointer(fault.get("loc", ())), "message": str(fault.get("msg", ""))}
            for fault in listed
        ]
        raise InvalidValue(faults or [{"path": "", "message": str(error)}]) from error


def _pointer(parts: Any) -> str:
    return "".join(
        "/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts if part != "__root__"
    )


def up_context(model: Any) -> dict[str, Any]:
    """upContext of a Pydantic model or a JSON Schema: entity, fields, constraints, and the schema itself."""
    schema = schema_of(model)
    root = _resolved(schema, schema)
    fields: dict[str, str] = {}
    constraints: dict[str, str] = {}
    concepts: list[str] = _concepts(root)
    for path, node, required in _walk(schema, root, "", 0):
        description = node.get("description") or node.get("title")
        if isinstance(description, str) and description.strip():
            fields[path] = description.strip()
        hint = _hint(node, required)
        if hint:
            constraints[path] = hint
        concepts += _concepts(node)
    context: dict[str, Any] = {"fields": fields, "constraints": constraints, "schema": schema}
    title, about = root.get("title"), root.get("description")
    if title or about:
        context["entity"] = f"{title}: {about}" if title and about else title or about
    if concepts:
        context["concepts"] = list(dict.fromkeys(concepts))
    return context


def _resolved(schema: dict[str, Any], node: Any) -> dict[str, Any]:
    """The node behind a reference within the schema, with its own members on top."""
    for _ in range(20):
        if not isinstance(node, dict):
            return {}
        parts = node.get("allOf")
        if "$ref" not in node and isinstance(parts, list) and len(parts) == 1:
            rest = {name: value for name, value in node.items() if name != "allOf"}
            node = {**_resolved(schema, parts[0]), **rest}
            continue
        reference = node.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return node
        target: Any = schema
        for part in reference[2:].split("/"):
            target = target.get(part) if isinstance(target, dict) else None
        rest = {name: value for name, value in node.items() if name != "$ref"}
        node = {**target, **rest} if isinstance(target, dict) else rest
    return {}


def _walk(
    schema: dict[str, Any], node: dict[str, Any], path: str, depth: int
) -> Iterator[tuple[str, dict[str, Any], bool]]:
    if depth > 8:
        return
    required = node.get("required", [])
    for name, member in (node.get("properties") or {}).items():
        child = _resolved(schema, member)
        place = f"{path}.{name}" if path else name
        yield place, child, name in required
        if child.get("type") == "array":
            yield from _walk(schema, _resolved(schema, child.get("items")), f"{place}[]", depth + 1)
        else:
            yield from _walk(schema, child, place, depth + 1)


def _hint(node: dict[str, Any], required: bool) -> str:
    parts = ["required"] if required else []
    options = node.get("enum")
    if isinstance(options, list):
        parts.append("one of " + ", ".join(str(option) for option in options))
    parts += [words.format(node[name]) for name, words in _LIMITS.items() if name in node]
    return ", ".join(parts)


def _concepts(node: dict[str, Any]) -> list[str]:
    given = node.get("x-concepts", [])
    return [given] if isinstance(given, str) else [text for text in given if isinstance(text, str)]

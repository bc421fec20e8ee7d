"""What the endpoints accept: JSON of a limited size, from hosts that are ours."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .problems import Problem

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_JSON = re.compile(r"^application/([a-z0-9.+-]+\+)?json\b", re.IGNORECASE)


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def origin(self) -> str:
        return f"http://{self.headers.get('host', 'localhost')}"


def guard(request: Request, allowed_hosts: frozenset[str]) -> None:
    """Refuses what a page of another site could send: a host name that is not ours, or a foreign Origin."""
    if _host_name(f"//{request.headers.get('host', '')}") not in _LOOPBACK | allowed_hosts:
        raise Problem("misdirected-request")
    origin = request.headers.get("origin")
    if origin is not None and _host_name(origin) not in _LOOPBACK | allowed_hosts:
        raise Problem("forbidden")


def _host_name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def read_json(request: Request, required: tuple[str, ...]) -> dict[str, Any]:
    """The body as an object with the required texts. Raises Problem."""
    if not _JSON.match(request.headers.get("content-type", "")):
        raise Problem("unsupported-media-type")
    try:
        value = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise Problem("invalid-request", "The body is not JSON.") from error
    if not isinstance(value, dict):
        raise Problem("invalid-request", "The body is not an object.")
    faults = [
        {"path": f"/{name}", "message": "Required"}
        for name in required
        if not isinstance(value.get(name), str) or value[name] == ""
    ]
    if faults:
        raise Problem("invalid-request", "The body does not have the expected form.", errors=faults)
    return value

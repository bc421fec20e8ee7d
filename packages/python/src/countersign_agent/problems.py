"""Refusals as problem+json (RFC 9457)."""

from __future__ import annotations

from typing import Any

_PROBLEMS: dict[str, tuple[int, str, bool]] = {
    "invalid-request": (400, "The request is not valid", False),
    "forbidden": (403, "Not allowed", False),
    "not-found": (404, "Not found", False),
    "run-unknown": (404, "The agent does not know this run", False),
    "prompt-unknown": (404, "The run has no such prompt", False),
    "method-not-allowed": (405, "Method not allowed", False),
    "control-not-possible": (409, "Not possible now", False),
    "prompt-answered": (409, "The prompt has been answered", False),
    "idempotency-conflict": (409, "The key was used for something else", False),
    "run-ended": (410, "The run has ended", False),
    "prompt-withdrawn": (410, "The prompt was withdrawn", False),
    "prompt-ended": (410, "The prompt has ended without an answer", False),
    "events-gone": (410, "The first events of the run are no longer kept", False),
    "too-large": (413, "The request is too large", False),
    "unsupported-media-type": (415, "Send application/json", False),
    "misdirected-request": (421, "This host name is not served here", False),
    "invalid-feedback": (422, "The feedback does not fit the prompt", False),
    "internal": (500, "The agent failed", True),
    "busy": (503, "Too many runs", True),
}


class Problem(Exception):
    """A refusal. Raised by the endpoints, sent as problem+json."""

    def __init__(self, slug: str, detail: str | None = None, **more: Any) -> None:
        super().__init__(detail or slug)
        self.slug = slug
        self.detail = detail
        self.more = more

    @property
    def status(self) -> int:
        return _PROBLEMS[self.slug][0]

    def body(self) -> dict[str, Any]:
        status, title, retryable = _PROBLEMS[self.slug]
        body: dict[str, Any] = {
            "type": f"urn:problem-type:countersign:{self.slug}",
            "title": title,
            "status": status,
            "retryable": retryable,
            **self.more,
        }
        if self.detail is not None:
            body["detail"] = self.detail
        return body

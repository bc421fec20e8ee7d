"""Refuses an answer that its receipt does not allow (docs/receipts.md of the Countersign repository)."""

from __future__ import annotations

import threading
import time
from typing import Any

from .verify_receipt import digest, verify


class UsedReceipts:
    """Which receipts were used, until they expire. Give a subclass that is shared by instances which share their work."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._lock = threading.Lock()

    def take(self, nonce: str, expires: float) -> bool:
        """False for one that was used before. Of several calls at once, one gets True."""
        now = time.time()
        with self._lock:
            if nonce in self._used:
                return False
            self._used = {known: until for known, until in self._used.items() if until > now}
            self._used[nonce] = expires
            return True


_used_here = UsedReceipts()

#: In an answer to a question whose value is no object, the value is in this member.
_ANSWER = "answer"


def receipt_objection(
    receipt: Any, value: Any, keys: dict[str, Any], *, audience: str | None = None, used: UsedReceipts = _used_here
) -> str | None:
    """Why an answer must not be acted on; None = its receipt allows exactly this value, for the first time."""
    fault = verify(keys, receipt, now=time.time())
    if fault != "ok":
        return fault
    payload = receipt["payload"]
    if payload.get("decision") not in ("approve", "edit"):
        return "not allowed"
    if audience is not None and payload.get("audience") != audience:
        return "for another audience"
    if payload.get("decided") not in (digest(value), digest({_ANSWER: value})):
        return "for another value"
    return None if used.take(payload["nonce"], payload["expires"]) else "used twice"

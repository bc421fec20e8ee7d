"""The events of one run: appended once, replayed to any number of readers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class LogEntry:
    """One event as sent. `number` counts from 1 within the run, `data` is its JSON text."""

    number: int
    data: str


class RunLog:
    """Keeps at most `max_kept_chars`; a run that is too far ahead of its readers has to wait."""

    def __init__(
        self,
        *,
        max_unread_events: int,
        max_kept_chars: int,
        on_change: Callable[[], None],
    ) -> None:
        self._entries: list[LogEntry] = []
        self._changed = asyncio.Event()
        self._max_unread_events = max_unread_events
        self._max_kept_chars = max_kept_chars
        self._on_change = on_change
        self._kept_chars = 0
        self._read_up_to = 0
        self.last_number = 0
        self.readers = 0
        self.is_closed = False

    @property
    def first_after(self) -> int:
        """The smallest number after which the run can still be read."""
        return self._entries[0].number - 1 if self._entries else self.last_number

    @property
    def is_stalled(self) -> bool:
        return self.last_number - self._read_up_to >= self._max_unread_events

    def append(self, event: dict[str, Any]) -> None:
        if self.is_closed:
            return
        data = json.dumps(event, separators=(",", ":"), allow_nan=False)
        self.last_number += 1
        self._entries.append(LogEntry(self.last_number, data))
        self._kept_chars += len(data)
        while self._kept_chars > self._max_kept_chars and self._entries[0].number <= self._read_up_to:
            self._kept_chars -= len(self._entries.pop(0).data)
        self._wake()

    def close(self) -> None:
        self.is_closed = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def read(self, after: int, idle_seconds: float) -> AsyncIterator[list[LogEntry]]:
        """Everything after a number, then live until the run ends. An empty list after each idle interval."""
        self.readers += 1
        self._on_change()
        try:
            while True:
                entries = self._entries[max(0, after - self.first_after) :][:200]
                if entries:
                    yield entries
                    # Only now they have been accepted by the connection.
                    after = entries[-1].number
                    self._read_up_to = max(self._read_up_to, after)
                    self._on_change()
                elif self.is_closed:
                    return
                else:
                    changed = self._changed
                    try:
                        await asyncio.wait_for(changed.wait(), idle_seconds)
                    except TimeoutError:
                        yield []
        finally:
            self.readers -= 1
            self._on_change()

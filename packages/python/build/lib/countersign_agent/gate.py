"""Where a run waits while it is paused, and learns that it is being stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Stopped(Exception):
    """The run is being stopped. Let it pass: the run ends by itself."""


class Gate:
    """Opens and closes with `is_shut`; call `update` whenever that may have changed."""

    def __init__(self, is_shut: Callable[[], bool]) -> None:
        self._is_shut = is_shut
        self._open = asyncio.Event()
        self._open.set()
        self.stop_reason: str | None = None

    def update(self) -> None:
        if self._is_shut() and self.stop_reason is None:
            self._open.clear()
        else:
            self._open.set()

    def stop(self, reason: str) -> None:
        self.stop_reason = reason
        self.update()

    async def wait(self) -> None:
        while True:
            if self.stop_reason is not None:
                raise Stopped(self.stop_reason)
            if not self._is_shut():
                return
            self._open.clear()
            await self._open.wait()

"""Who asks for a bridge: the context of a run, or `OverHttp`."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from ..answers import Answer


class Asker(Protocol):
    async def ask(self, question: str, **options: Any) -> Answer[Any]: ...


class GraphAsker(Asker, Protocol):
    @property
    def thread_id(self) -> str: ...

    def step(self, name: str) -> AbstractAsyncContextManager[Any]: ...


class BlockingAsker(Protocol):
    def ask(self, question: str, **options: Any) -> Answer[Any]: ...

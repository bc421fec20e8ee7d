"""The user of an AutoGen team. Not run against the package: tested with objects of its shape."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ..answers import Approved
from .asker import Asker
from .interrupt_shapes import words_of


def input_func(ctx: Asker, *, approve: str = "APPROVE", **options: Any) -> Callable[..., Awaitable[str]]:
    """For `UserProxyAgent("user", input_func=input_func(OverHttp()))`: each turn of the user is a question, answered in words.

    Approving it says `approve`, for `TextMentionTermination("APPROVE")`. `options` are those of `ctx.ask`. A token that
    is cancelled withdraws the question.
    """
    given = {"allowed": ["approve", "reject", "instruction"], **options}

    # UserProxyAgent looks whether it is a coroutine function.
    async def answered(prompt: str, cancellation_token: Any = None) -> str:
        asking = asyncio.ensure_future(ctx.ask(prompt.strip().rstrip(":"), **given))
        if cancellation_token is not None:
            cancellation_token.link_future(asking)
        answer = await asking
        return approve if isinstance(answer, Approved) else words_of(answer)

    return answered

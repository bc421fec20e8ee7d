"""A run from RUN_STARTED to RUN_FINISHED or RUN_ERROR."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
from typing import Any

from .blocking import BlockingContext
from .context import RunContext
from .gate import Stopped
from .models import json_of
from .run import Run

#: How long a run function may take to end after a stop, in seconds.
STOP_GRACE_SECONDS = 3.0

_MAX_ERROR_CHARS = 500
_log = logging.getLogger("countersign_agent")

RunFunction = Callable[[Any], Any]


async def run_to_end(run: Run, work: RunFunction) -> None:
    """Never raises: how the work ends is an event of the run."""
    ids = {"threadId": run.thread_id, "runId": run.run_id}
    parent = run.request.get("parentRunId")
    run.emit_now(
        {"type": "RUN_STARTED", **ids, **({"parentRunId": parent} if parent else {})}
    )
    task = asyncio.create_task(_call(work, RunContext(run)))
    stopping = asyncio.create_task(run.stop_requested.wait())
    await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not task.done():
        await asyncio.wait({task}, timeout=STOP_GRACE_SECONDS)
        if not task.done():
            task.cancel()
    error = await _error_of(task)
    if not run.is_stopping:
        await _unpaused(run)
    run.close_items()
    if run.is_stopping:
        run.confirm("stop", "stopped", {})
        reason = run.gate.stop_reason or "Stopped"
        run.emit_now({"type": "RUN_ERROR", **ids, "message": reason, "code": "stopped"})
    elif error is not None:
        _log.error("The run %s failed", run.run_id, exc_info=error)
        message = (str(error) or type(error).__name__)[:_MAX_ERROR_CHARS]
        run.emit_now({"type": "RUN_ERROR", **ids, "message": message, "code": "agent-error"})
    else:
        result = json_of(task.result())
        run.emit_now(
            {"type": "RUN_FINISHED", **ids, **({} if result is None else {"result": result})}
        )
    run.end()


async def _call(work: RunFunction, context: RunContext) -> Any:
    if inspect.iscoroutinefunction(work):
        return await work(context)
    blocking = BlockingContext(context, asyncio.get_running_loop())
    return await asyncio.to_thread(work, blocking)


async def _error_of(task: asyncio.Task[Any]) -> BaseException | None:
    await asyncio.wait({task}, timeout=0.5)
    if not task.done():
        # A thread cannot be cancelled: what it still sends is dropped.
        return Stopped("It did not end after the stop")
    return asyncio.CancelledError("The work was cancelled") if task.cancelled() else task.exception()


async def _unpaused(run: Run) -> None:
    """A paused run has not finished for its readers."""
    try:
        await run.gate.wait()
    except Stopped:
        pass

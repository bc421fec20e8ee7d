"""A run from RUN_STARTED to RUN_FINISHED or RUN_ERROR."""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
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
    try:
        error = await _error_of(task)
        if not run.is_stopping:
            await _unpaused(run)
        run.close_items()
        _emit_end(run, ids, task, error)
    finally:
        run.end()


def _emit_end(
    run: Run, ids: dict[str, str], task: asyncio.Task[Any], error: BaseException | None
) -> None:
    if run.is_stopping:
        run.confirm("stop", "stopped", {})
        reason = run.gate.stop_reason or "Stopped"
        run.emit_now({"type": "RUN_ERROR", **ids, "message": reason, "code": "stopped"})
        return
    if error is None:
        try:
            result = json_of(task.result())
            run.emit_now(
                {"type": "RUN_FINISHED", **ids, **({} if result is None else {"result": result})}
            )
            return
        except (TypeError, ValueError, RecursionError) as unsendable:
            # The result is not JSON.
            error = unsendable
    _log.error("The run %s failed", run.run_id, exc_info=error)
    message = (str(error) or type(error).__name__)[:_MAX_ERROR_CHARS]
    run.emit_now({"type": "RUN_ERROR", **ids, "message": message, "code": "agent-error"})


async def _call(work: RunFunction, context: RunContext) -> Any:
    if inspect.iscoroutinefunction(work):
        return await work(context)
    blocking = BlockingContext(context, asyncio.get_running_loop())
    return await _in_own_thread(lambda: work(blocking))


async def _in_own_thread(work: Callable[[], Any]) -> Any:
    """Not in a pool: a run may wait for a person for days, and must not keep others from beginning."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as raised:  # noqa: BLE001 - reported as the end of the run
            error = raised
        try:
            loop.call_soon_threadsafe(settle, result, error)
        except RuntimeError:
            # The server has ended.
            pass

    threading.Thread(target=run, daemon=True, name="countersign-run").start()
    return await done


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

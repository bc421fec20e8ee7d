import type { Cause } from './cause.ts';
import type { Draft } from './fold/draft.ts';
import type { ThreadRunStatus as Status } from './thread.ts';

const ended: ReadonlySet<Status> = new Set(['stopped', 'cancelled', 'finished', 'failed']);

/** Whether the run has ended by its own events. A lost or cut-off stream does not count: the run may be rejoined. */
export const hasEnded = (status: Status): boolean => ended.has(status);

/** Whether the run has no connection any more: it or its stream has ended. */
export const isOver = (status: Status): boolean =>
  hasEnded(status) || status === 'lost' || status === 'cut-off';

/** Sets what the current run is doing; a run that has ended stays so. */
export function setRunStatus(draft: Draft, cause: Cause, status: Status): void {
  const { run } = draft.thread;
  if (run.status === status || hasEnded(run.status)) return;
  const over = isOver(status);
  draft.thread.run = {
    ...run,
    status,
    endedAt: over ? (run.endedAt ?? cause.envelope.receivedAt) : null,
  };
  if (over) closeItemsOfRun(draft, cause);
}

/** Whether a run may replace the current one: there is none, or it has ended and this is another. */
export function isNewRun(draft: Draft, runId: string | null): boolean {
  const { run } = draft.thread;
  if (run.status === 'idle') return true;
  return isOver(run.status) && runId !== null && runId !== run.runId;
}

/** An agent that never sends RUN_STARTED runs from its first event. */
export function beginRun(draft: Draft, { envelope }: Cause, runId: string | null): void {
  draft.thread.run = {
    runId,
    status: 'running',
    startedAt: envelope.receivedAt,
    endedAt: null,
    error: null,
  };
}

/** Open items are closed with their run: a START without END would be shown as in progress for ever. */
export function closeItemsOfRun(draft: Draft, cause: Cause): void {
  const { envelope, relayed, speaker } = cause;
  for (const position of draft.index.open) {
    const item = draft.anyItem(position);
    if (item === undefined || item.runId === null) continue;
    if (relayed ? item.agentId !== speaker : !belongs(item.runId, envelope.runId, item.kind))
      continue;
    close(draft, position, cause);
  }
}

/** Runs of relayed agents carry their own id and end with the run that relays them. */
const belongs = (runId: string, current: string | null, kind: string): boolean =>
  runId === current || kind === 'run';

function close(draft: Draft, position: number, { envelope }: Cause): void {
  const kind = draft.anyItem(position)?.kind;
  if (kind === 'message' || kind === 'exchange') {
    const item = draft.edit(position, kind);
    if (item === undefined) return;
    item.open = false;
    item.endedAt = envelope.receivedAt;
  } else if (kind === 'step' || kind === 'run') {
    const item = draft.edit(position, kind);
    if (item === undefined) return;
    item.status = 'finished';
    item.endedAt = envelope.receivedAt;
  } else if (kind === 'tool-call') {
    // Not its status: a result may still come, with the next run.
    const item = draft.edit(position, kind);
    if (item === undefined) return;
    item.endedAt ??= envelope.receivedAt;
  }
  draft.index.open.delete(position);
}

/** An operator stopped this run. */
export function markStopped(draft: Draft, position: number | undefined): void {
  const run = position === undefined ? undefined : draft.edit(position, 'run');
  if (run !== undefined) run.stopped = true;
}

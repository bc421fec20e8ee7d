import type { HaiEventOf } from '@countersign/hai/event';
import type { Cause } from './cause.ts';
import type { Draft } from './draft.ts';
import { closeItemsOfRun, isOver, markStopped } from './run-status.ts';
import { stated } from './stated.ts';
import { lookup } from './thread-index.ts';
import { addUsage } from './usage.ts';

type Started = HaiEventOf<'RUN_STARTED'>;
type Ended = HaiEventOf<'RUN_FINISHED'> | HaiEventOf<'RUN_ERROR'>;

/** The run an event is about. */
const runIdOf = ({ runId }: Cause, event: Started | Ended): string | null =>
  runId ?? event.runId ?? null;

export function foldRunStarted(draft: Draft, cause: Cause, event: Started): void {
  const runId = runIdOf(cause, event);
  const known = draft.item(draft.find(lookup.run(cause.speaker, runId)), 'run');
  if (known?.status !== 'running') {
    draft.append(cause, { kind: 'run', runId, status: 'running' });
  }
  if (cause.relayed) return;
  const { run } = draft.thread;
  const again = known?.status === 'running' && run.runId === runId;
  draft.thread.run = {
    runId,
    status: 'running',
    startedAt: again ? run.startedAt : cause.envelope.receivedAt,
    endedAt: null,
    error: null,
  };
}

export function foldRunEnded(draft: Draft, cause: Cause, event: Ended): void {
  const position = endRunItem(draft, cause, event);
  closeItemsOfRun(draft, cause);
  addUsage(draft, 'usage' in event || event.type === 'RUN_ERROR' ? event : event.result);
  if (cause.relayed) return;
  const { run } = draft.thread;
  // An older release could leave a second run next to the active one: its end does not end the active one.
  if (run.runId !== null && run.runId !== runIdOf(cause, event) && isGoing(run.status)) return;
  const asked = run.status === 'stopping' || run.status === 'stopped';
  if (asked && endOfServer(event) === null) markStopped(draft, position);
  if (asked && endOfServer(event) === null) cancelWork(draft, cause);
  const failed = event.type === 'RUN_ERROR';
  draft.thread.run = {
    runId: runIdOf(cause, event),
    status: endOfServer(event) ?? (asked ? 'stopped' : failed ? 'failed' : 'finished'),
    startedAt: run.startedAt,
    endedAt: cause.envelope.receivedAt,
    error: failed ? event.message : null,
    ...(failed ? statedByServer(event) : {}),
  };
}

const isGoing = (status: Parameters<typeof isOver>[0]): boolean =>
  status !== 'idle' && !isOver(status);

const ends: ReadonlySet<string> = new Set(['completed', 'followup', 'failed', 'cancelled']);

/** A stopped run is cancelled, unless the agent itself has reported how its work ended. */
function cancelWork(draft: Draft, { speaker }: Cause): void {
  const own = draft.thread.upStates[speaker];
  if (own === undefined || !ends.has(own)) draft.thread.upState = 'cancelled';
}

/** Only the server may mark an event so: the mark is removed from what agents send. */
const isOfServer = ({ metadata }: Ended): boolean => metadata?.['source'] === 'countersign';

/** The sentence of an error, in the language of the reader: an agent cannot speak in the words of the server. */
const statedByServer = (event: Ended) =>
  isOfServer(event) ? stated(event.metadata?.['statement']) : {};

/**
 * The server reports the end of a run that the agent does not report: the stream was lost, or closed for an operator.
 * Earlier versions reported the latter as a stop.
 */
function endOfServer(event: Ended): 'cut-off' | 'lost' | null {
  if (event.type !== 'RUN_ERROR' || !isOfServer(event)) return null;
  if (event.code === 'cut-off' || event.code === 'stopped') return 'cut-off';
  return event.code === 'agent-lost' ? 'lost' : null;
}

function endRunItem(draft: Draft, cause: Cause, event: Ended): number {
  const runId = runIdOf(cause, event);
  const position =
    draft.find(lookup.run(cause.speaker, runId)) ??
    draft.append(cause, { kind: 'run', runId, status: 'running' });
  const item = draft.edit(position, 'run');
  if (item === undefined) return position;
  item.lastSequence = cause.envelope.sequence;
  item.endedAt = cause.envelope.receivedAt;
  draft.index.open.delete(position);
  if (event.type === 'RUN_ERROR') {
    item.status = 'failed';
    item.error = event.message;
    Object.assign(item, statedByServer(event));
    const code = endOfServer(event) === 'cut-off' ? 'cut-off' : event.code;
    if (code !== undefined) item.code = code;
    return position;
  }
  item.status = 'finished';
  if (event.result !== undefined) item.result = event.result;
  if (event.outcome !== undefined) item.outcome = event.outcome;
  return position;
}

import type { HaiEventOf } from '@countersign/hai/event';
import { isMarkedByServer } from '@countersign/hai/sender';
import type { Cause } from '../cause.ts';
import { endOf, type StopReached, statusAtEnd } from '../end-of-run.ts';
import { closeItemsOfRun, hasEnded, isOver, markStopped } from '../run-status.ts';
import { stated } from '../stated.ts';
import { lookup } from '../thread-index.ts';
import { addUsage } from '../usage.ts';
import type { Draft } from './draft.ts';

type Started = HaiEventOf<'RUN_STARTED'>;
type Ended = HaiEventOf<'RUN_FINISHED'> | HaiEventOf<'RUN_ERROR'>;

/** The run an event is about. */
const runIdOf = ({ runId }: Cause, event: Started | Ended): string | null =>
  runId ?? event.runId ?? null;

export function foldRunStarted(draft: Draft, cause: Cause, event: Started): void {
  const runId = runIdOf(cause, event);
  const known = draft.item(draft.find(lookup.run(cause.speaker, runId)), 'run');
  if (known?.status !== 'running') {
    draft.append(cause, { kind: 'run', runId, status: 'running', ...versionIn(event) });
  }
  if (cause.relayed) return;
  const { run } = draft.thread;
  // What starts again under the id of a run that has ended does not undo its end.
  if (run.runId === runId && hasEnded(run.status)) return;
  const again = known?.status === 'running' && run.runId === runId;
  draft.thread.run = {
    runId,
    status: 'running',
    startedAt: again ? run.startedAt : cause.envelope.receivedAt,
    endedAt: null,
    error: null,
  };
}

/** A version is a short word: anything longer is none. */
function versionIn({ protocolVersion }: Started): { protocolVersion?: string } {
  const isVersion = typeof protocolVersion === 'string' && /^[\w.+-]{1,40}$/.test(protocolVersion);
  return isVersion ? { protocolVersion } : {};
}

export function foldRunEnded(draft: Draft, cause: Cause, event: Ended): void {
  const position = endRunItem(draft, cause, event);
  closeItemsOfRun(draft, cause);
  addUsage(draft, 'usage' in event || event.type === 'RUN_ERROR' ? event : event.result);
  if (cause.relayed) return;
  const { run } = draft.thread;
  // An older release could leave a second run next to the active one: its end does not end the active one.
  if (run.runId !== null && run.runId !== runIdOf(cause, event) && isGoing(run.status)) return;
  const end = endOf(event);
  const before = run.runId === runIdOf(cause, event) ? run.status : 'running';
  const status = statusAtEnd(before, end, before === 'stopping' ? stopReached(draft) : 'none');
  if (status === 'stopped') markStopped(draft, position);
  if (status === 'stopped' || status === 'cancelled') cancelWork(draft, cause);
  if (status === before && status !== 'stopped' && hasEnded(status)) return;
  const failed = event.type === 'RUN_ERROR';
  draft.thread.run = {
    runId: runIdOf(cause, event),
    status,
    startedAt: run.startedAt,
    endedAt: cause.envelope.receivedAt,
    error: failed ? event.message : null,
    ...(failed ? statedByServer(event) : {}),
  };
}

/** A run is stopping because its agent says so, or because a stop was delivered to it, without a word of the agent or without effect. */
function stopReached({ thread }: Draft): StopReached {
  const isOnlyDelivered = thread.controls.some(
    ({ action, runId, state, notObeyedAt }) =>
      action === 'stop' &&
      runId === thread.run.runId &&
      (state === 'delivered' || notObeyedAt !== undefined),
  );
  return isOnlyDelivered ? 'agent' : 'followed';
}

const isGoing = (status: Parameters<typeof isOver>[0]): boolean =>
  status !== 'idle' && !isOver(status);

const ends: ReadonlySet<string> = new Set(['completed', 'followup', 'failed', 'cancelled']);

/** The work of a stopped or cancelled run is cancelled, unless the agent itself has reported how its work ended. */
function cancelWork(draft: Draft, { speaker }: Cause): void {
  const own = draft.thread.upStates[speaker];
  if (own === undefined || !ends.has(own)) draft.thread.upState = 'cancelled';
}

/** The sentence of an error, in the language of the reader: an agent cannot speak in the words of the server. */
const statedByServer = (event: HaiEventOf<'RUN_ERROR'>) =>
  isMarkedByServer(event) ? stated(event.metadata?.['statement']) : {};

function endRunItem(draft: Draft, cause: Cause, event: Ended): number {
  const runId = runIdOf(cause, event);
  const position =
    draft.find(lookup.run(cause.speaker, runId)) ??
    draft.append(cause, { kind: 'run', runId, status: 'running' });
  const item = draft.edit(position, 'run');
  if (item === undefined) return position;
  item.lastSequence = cause.envelope.sequence;
  item.endedAt ??= cause.envelope.receivedAt;
  draft.index.open.delete(position);
  // An error is final for its run: LangGraph's bridge sends RUN_FINISHED after it.
  if (item.status === 'failed') return position;
  if (event.type === 'RUN_ERROR') {
    item.status = 'failed';
    item.error = event.message;
    Object.assign(item, statedByServer(event));
    const code = endOf(event) === 'cut-off' ? 'cut-off' : event.code;
    if (code !== undefined) item.code = code;
    return position;
  }
  item.status = 'finished';
  if (event.result !== undefined) item.result = event.result;
  if (event.outcome !== undefined) item.outcome = event.outcome;
  return position;
}

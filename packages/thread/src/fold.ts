import type { Envelope } from '@countersign/hai/envelope';
import { defaultBudget, type FoldBudget } from './budget.ts';
import { type Cause, causeOf, isReserved } from './cause.ts';
import { Draft } from './fold/draft.ts';
import { addDerivedAnomaly, foldRefusedName } from './fold/fold-anomaly.ts';
import { foldEvent } from './fold/fold-event.ts';
import { removeOldest } from './fold/remove-oldest.ts';
import { beginRun, isNewRun } from './run-status.ts';
import type { Thread } from './thread.ts';
import { buildIndex, type ThreadIndex } from './thread-index.ts';
import { weightOfEvent } from './weight.ts';

/** An empty thread. `budget`: the limits of it and of all threads folded from it. */
export function emptyThread(threadId: string, budget: FoldBudget = defaultBudget): Thread {
  return {
    ...(budget === defaultBudget ? {} : { budget }),
    threadId,
    sequence: 0,
    items: [],
    state: undefined,
    stateChanges: [],
    failedOperations: [],
    prompts: {},
    controls: [],
    waiting: [],
    upStates: {},
    agents: [],
    run: { runId: null, status: 'idle', startedAt: null, endedAt: null, error: null },
    anomalyCount: 0,
    tokens: null,
  };
}

/** The index belongs to the newest thread of a line; it is rebuilt for an older one that is folded again. */
const indexes = new WeakMap<Thread, ThreadIndex>();

/**
 * Folds a batch into a thread. Envelopes of other threads and those at or before `thread.sequence` are skipped.
 * The given thread is never changed; each touched branch is copied once; the same reference comes back when nothing applied.
 * Never throws: an event that cannot be folded becomes an anomaly. What is beyond the budget of the thread
 * ({@link FoldBudget}) is left out, or removed if it is old, and an anomaly reports it.
 *
 * @example foldThread(emptyThread('t'), envelopes).items
 */
export function foldThread(thread: Thread, envelopes: readonly Envelope[]): Thread {
  let draft: Draft | null = null;
  let { sequence } = thread;
  for (const envelope of envelopes) {
    if (!isNext(envelope, thread.threadId, sequence)) continue;
    sequence = envelope.sequence;
    if (draft === null) {
      draft = new Draft(thread, indexes.get(thread) ?? buildIndex(thread));
      indexes.delete(thread);
    }
    foldEnvelope(draft, envelope);
  }
  if (draft === null) return thread;
  draft.thread.sequence = sequence;
  const folded = draft.finish();
  indexes.set(folded, draft.index);
  return folded;
}

function isNext(envelope: Envelope, threadId: string, sequence: number): boolean {
  return (
    typeof envelope === 'object' &&
    envelope !== null &&
    envelope.threadId === threadId &&
    Number.isSafeInteger(envelope.sequence) &&
    envelope.sequence > sequence
  );
}

function foldEnvelope(draft: Draft, envelope: Envelope): void {
  // All members at once: V8 takes fifty times as long to add one to a copy.
  let cause: Cause = {
    envelope,
    speaker: String(envelope.agentId),
    relayed: false,
    runId: null,
    refused: null,
  };
  try {
    cause = causeOf(envelope);
    noteSpeaker(draft, cause);
    if (cause.refused !== null) foldRefusedName(draft, cause, cause.refused);
    foldEvent(draft, cause);
    draft.thread.chars = (draft.thread.chars ?? 0) + weightOfEvent(envelope.event);
    removeOldest(draft, cause);
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'the event could not be read';
    addDerivedAnomaly(draft, cause, { anomaly: 'frame-rejected', detail });
  }
}

/** The maximum number of senders listed with a thread; events of further senders are still shown. */
const maxSpeakers = 200;

function noteSpeaker(draft: Draft, cause: Cause): void {
  const { speaker, envelope } = cause;
  if (isReserved(speaker)) return;
  if (!draft.index.agents.has(speaker) && draft.index.agents.size < maxSpeakers) {
    draft.index.agents.add(speaker);
    draft.thread.agents = [...draft.thread.agents, speaker];
  }
  const speaks = envelope.event.type !== 'CUSTOM' && !cause.relayed;
  if (speaks && isNewRun(draft, envelope.runId)) beginRun(draft, cause, envelope.runId);
}

import type { RunStatus } from '@countersign/api/task';
import type { HaiEventOf } from '@countersign/hai/event';
import { isMarkedByServer } from '@countersign/hai/sender';
import { memberOf } from '@countersign/json/json-object';

/** How a run ended, by the event that says so. `lost`, `cut-off`: an event of the server, because the agent sent none. */
export type EndOfRun = 'finished' | 'cancelled' | 'failed' | 'lost' | 'cut-off';

/** What a stop had reached when the run ended; `followed`: the agent has said that it stops, or has stopped. */
export type StopReached = 'none' | 'agent' | 'followed';

/** AG-UI 1.0: the run was stopped before it completed, by the one who ran it, and did not fail. */
const isCancelled = (outcome: unknown): boolean => memberOf(outcome, 'type') === 'cancelled';

/** What the last event of a run says about its end. */
export function endOf(event: HaiEventOf<'RUN_FINISHED'> | HaiEventOf<'RUN_ERROR'>): EndOfRun {
  if (event.type === 'RUN_FINISHED') return isCancelled(event.outcome) ? 'cancelled' : 'finished';
  if (!isMarkedByServer(event)) return 'failed';
  // Earlier versions reported a stream that an operator had closed as a stop.
  if (event.code === 'cut-off' || event.code === 'stopped') return 'cut-off';
  return event.code === 'agent-lost' ? 'lost' : 'failed';
}

/**
 * The status of a run after an event that ends it, for the page of a task and for the list. An error is final, whatever is sent after
 * it; a run that ends normally although a stop had reached its agent has finished; one that breaks off then was stopped.
 */
export function statusAtEnd(
  before: RunStatus | 'idle',
  end: EndOfRun,
  stop: StopReached = 'none',
): EndOfRun | 'stopped' {
  if (before === 'stopped' || before === 'failed') return before;
  if (before === 'cancelled' && end !== 'failed') return before;
  if (before === 'finished') return end === 'failed' ? 'failed' : before;
  if (stop === 'followed') return 'stopped';
  return stop === 'agent' && (end === 'failed' || end === 'cancelled') ? 'stopped' : end;
}

import type { RunStatus } from '@countersign/api/task';
import { withdrawPrompts } from '../decisions/close-prompt.ts';
import { cancelTask } from '../decisions/declared-state.ts';
import type { Transaction } from '../journal/transaction.ts';
import { advanceQueue } from '../outbox/queue.ts';
import { reroutePrompts } from '../outbox/reroute.ts';
import { concludeControls } from './control-progress.ts';

export interface RunEnd {
  runId: string;
  how: 'finished' | 'failed' | 'lost' | 'cut-off';
  /** Sequence of the event that ended it. */
  sequence: number;
}

/** All consequences of the end of a run. Does nothing if it had already ended. */
export function endRun(transaction: Transaction, end: RunEnd): void {
  const run = transaction.get<{ thread: string; ended: number | null }>(
    'SELECT thread, ended FROM runs WHERE id = ?',
    end.runId,
  );
  if (run === undefined || run.ended !== null) return;
  const stopped = concludeControls(transaction, end.runId, end.how);
  const status: RunStatus = stopped ? 'stopped' : end.how;
  transaction.run(
    'UPDATE runs SET status = ?, ended = ?, ended_place = ? WHERE id = ?',
    status,
    transaction.now,
    transaction.place(),
    end.runId,
  );
  if (status === 'stopped') takeAway(transaction, end.runId);
  if (status === 'cut-off') {
    const reason = 'The stream of the run was closed before an answer was given.';
    withdrawPrompts(transaction, end.runId, reason);
  }
  // Everything else outlives its run: followups are offered by completed work, and questions stay open until they are answered.
  reroutePrompts(transaction, end.runId, end.sequence);
  advanceQueue(transaction, run.thread);
}

/** The agent has reported that it stopped, after its stream had ended. */
export function markRunStopped(transaction: Transaction, runId: string): void {
  transaction.run(`UPDATE runs SET status = 'stopped' WHERE id = ?`, runId);
  takeAway(transaction, runId);
}

/** The questions of a stopped run are withdrawn, and its task is cancelled. */
function takeAway(transaction: Transaction, runId: string): void {
  withdrawPrompts(transaction, runId, 'The run was stopped before an answer was given.');
  cancelTask(transaction, runId);
}

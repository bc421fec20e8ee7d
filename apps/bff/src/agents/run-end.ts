import type { RunStatus } from '@countersign/api/task';
import { concludeControls } from '../controls/progress.ts';
import { withdrawPrompts } from '../decisions/prompt-intake.ts';
import type { Transaction } from '../journal/transaction.ts';

export interface RunEnd {
  runId: string;
  how: 'finished' | 'failed' | 'lost' | 'cut-off';
  /** The agent has no feedback endpoint: what it asked can only be answered by a new run, so it stays open. */
  keepPrompts: boolean;
}

/** Everything that becomes true when a run is over. Does nothing when it already was. */
export function endRun(transaction: Transaction, end: RunEnd): void {
  const run = transaction.get<{ ended: number | null }>(
    'SELECT ended FROM runs WHERE id = ?',
    end.runId,
  );
  if (run === undefined || run.ended !== null) return;
  const stopped = concludeControls(transaction, end.runId, end.how);
  const status: RunStatus = stopped ? 'stopped' : end.how;
  transaction.run(
    'UPDATE runs SET status = ?, ended = ? WHERE id = ?',
    status,
    transaction.now,
    end.runId,
  );
  if (end.how === 'finished' && !stopped && end.keepPrompts) return;
  withdrawPrompts(transaction, {
    runId: end.runId,
    sourceRun: null,
    // What ends well may have ended in order to ask, and whoever was lost can be called again: a new run takes the answer.
    ownWords: status === 'finished' || status === 'lost',
    reason: {
      finished: 'The run finished before an answer was given.',
      failed: 'The run failed before an answer was given.',
      lost: 'The agent was lost before an answer was given.',
      stopped: 'The run was stopped before an answer was given.',
      'cut-off': 'The stream of the run was closed before an answer was given.',
    }[status === 'stopped' ? 'stopped' : end.how],
  });
}

/** The agent's word that it has stopped came after its stream was over. */
export function markRunStopped(transaction: Transaction, runId: string): void {
  transaction.run(`UPDATE runs SET status = 'stopped' WHERE id = ?`, runId);
  const reason = 'The run was stopped before an answer was given.';
  withdrawPrompts(transaction, { runId, sourceRun: null, ownWords: false, reason });
}

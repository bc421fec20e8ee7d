import { say } from '@countersign/api/statements';
import type { Transaction } from '@countersign/server/store/transaction';
import { type EndOfRun, statusAtEnd } from '@countersign/thread/end-of-run';
import { withdrawPrompts } from '../decisions/questions/close-prompt.ts';
import { cancelTask } from '../decisions/questions/declared-state.ts';
import { advanceQueue } from '../outbox/queue.ts';
import { reroutePrompts } from '../outbox/reroute.ts';
import { endRunRow, markStoppedRun, readRun, setEndedRunStatus } from '../rows/runs.ts';
import { concludeControls } from './control-progress.ts';

export interface RunEnd {
  runId: string;
  how: EndOfRun;
  /** Sequence of the event that ended it. */
  sequence: number;
}

/** All consequences of the end of a run. Of one that has ended already, only its status may change: an error is final. */
export async function endRun(transaction: Transaction, end: RunEnd): Promise<void> {
  const run = await readRun(transaction, end.runId);
  if (run === undefined) return;
  if (run.ended !== null) {
    const { status } = run;
    const isNormal = status === 'finished' || status === 'cancelled';
    const after = isNormal ? statusAtEnd(status, end.how) : status;
    if (after !== status) await setEndedRunStatus(transaction, after, end.runId);
    return;
  }
  const stop = await concludeControls(transaction, end.runId, end.how);
  const status = statusAtEnd('running', end.how, stop);
  await endRunRow(transaction, { status, place: await transaction.place(), id: end.runId });
  if (status === 'stopped') await takeAway(transaction, end.runId);
  if (status === 'cancelled') {
    await withdrawPrompts(transaction, end.runId, say('closed.run-cancelled'));
    await cancelTask(transaction, end.runId);
  }
  if (status === 'cut-off') {
    await withdrawPrompts(transaction, end.runId, say('closed.stream-closed'), 'withdrawn');
  }
  // Everything else outlives its run: followups are offered by completed work, and questions stay open until they are answered.
  await reroutePrompts(transaction, end.runId, end.sequence);
  await advanceQueue(transaction, run.thread);
}

/** The agent has reported that it stopped, after its stream had ended. */
export async function markRunStopped(transaction: Transaction, runId: string): Promise<void> {
  await markStoppedRun(transaction, runId);
  await takeAway(transaction, runId);
}

/** The questions of a stopped run are withdrawn, and its task is cancelled. */
async function takeAway(transaction: Transaction, runId: string): Promise<void> {
  await withdrawPrompts(transaction, runId, say('closed.run-stopped'));
  await cancelTask(transaction, runId);
}

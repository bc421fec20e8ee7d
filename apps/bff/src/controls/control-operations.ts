import type { Control } from '@countersign/api/task';
import { markRunStopped } from '../agents/run-end.ts';
import type { RunRow } from '../agents/run-operations.ts';
import type { Operation } from '../journal/operation.ts';
import { advanceControl, controlFact } from './progress.ts';
import { readControl } from './records.ts';

export interface RequestControlInput {
  controlId: string;
  threadId: string;
  action: Control['action'];
  means: Control['means'];
  reason: string | null;
  operatorId: string;
  key: string;
  bodyHash: string;
}

export type RequestControlOutcome =
  | { kind: 'requested'; control: Control; repeated: boolean }
  | { kind: 'impossible'; reason: string }
  | { kind: 'key-conflict' }
  | { kind: 'unknown' };

function objection(action: Control['action'], status: string): string | null {
  if (action === 'pause' && (status === 'paused' || status === 'held'))
    return 'It is paused already.';
  if (action === 'pause' && status === 'stopping') return 'It is being stopped.';
  if (action === 'resume' && status !== 'paused' && status !== 'held') return 'It is not paused.';
  return null;
}

/** Journals what an operator asks for, before anything is sent. */
export const requestControl: Operation<RequestControlInput, RequestControlOutcome> = (
  transaction,
  input,
) => {
  const scope = `control:${input.operatorId}`;
  const used = transaction.get<{ body: string; answer: string }>(
    'SELECT body, answer FROM keys WHERE scope = ? AND key = ?',
    scope,
    input.key,
  );
  if (used !== undefined) {
    const control = readControl(transaction, used.answer);
    if (used.body !== input.bodyHash || control === null) return { kind: 'key-conflict' };
    return { kind: 'requested', control, repeated: true };
  }
  const run = transaction.get<RunRow>(
    'SELECT r.* FROM tasks t JOIN runs r ON r.id = t.run WHERE t.id = ?',
    input.threadId,
  );
  if (run === undefined) return { kind: 'unknown' };
  if (run.ended !== null)
    return { kind: 'impossible', reason: `The run is ${run.status} already.` };
  const reason = objection(input.action, run.status);
  if (reason !== null) return { kind: 'impossible', reason };
  transaction.run(
    `INSERT INTO controls(id, thread, run, action, means, reason, by_id, state, requested)
     VALUES(?,?,?,?,?,?,?,'requested',?)`,
    input.controlId,
    input.threadId,
    run.id,
    input.action,
    input.means,
    input.reason,
    input.operatorId,
    transaction.now,
  );
  transaction.run(
    'INSERT INTO keys(scope, key, body, answer, at) VALUES(?,?,?,?,?)',
    scope,
    input.key,
    input.bodyHash,
    input.controlId,
    transaction.now,
  );
  if (input.action === 'stop') {
    transaction.run(`UPDATE runs SET status = 'stopping' WHERE id = ?`, run.id);
  }
  controlFact(transaction, input.controlId, 'requested');
  transaction.audit({
    operator: input.operatorId,
    action: `control:${input.action}`,
    threadId: input.threadId,
    detail: { controlId: input.controlId, runId: run.id, means: input.means, reason: input.reason },
  });
  const control = readControl(transaction, input.controlId);
  if (control === null) throw new Error('the control was not written');
  return { kind: 'requested', control, repeated: false };
};

export interface StepControlInput {
  controlId: string;
  to: 'delivered' | 'acknowledged' | 'settled' | 'failed';
  failure: string | null;
  /** What the run is doing from now on, when the server did it itself. */
  runStatus: 'held' | 'running' | null;
}

/**
 * The next rung: the agent's endpoint took it or says that it is done, the server did it itself, or it failed. A run may
 * have ended while its agent was being asked to stop: then it was stopped after all.
 */
export const stepControl: Operation<StepControlInput, null> = (transaction, input) => {
  const before = readControl(transaction, input.controlId);
  if (before === null) return null;
  advanceControl(transaction, input.controlId, input.to, input.failure);
  if (before.action === 'stop' && before.means === 'agent' && input.to !== 'failed') {
    const run = transaction.get<RunRow>('SELECT * FROM runs WHERE id = ?', before.runId);
    if (run !== undefined && run.ended !== null) {
      advanceControl(transaction, input.controlId, 'settled');
      markRunStopped(transaction, before.runId);
    }
  }
  const status =
    input.runStatus ??
    // A stop that failed has not stopped anything.
    (input.to === 'failed' && before.action === 'stop' ? 'running' : null);
  if (status !== null) {
    transaction.run(
      'UPDATE runs SET status = ? WHERE id = ? AND ended IS NULL',
      status,
      before.runId,
    );
  }
  return null;
};

/** Tells counts that have grown since they were last told. */
export const tellCounts: Operation<null, null> = (transaction) => {
  const behind = transaction.all<{ id: string }>(
    `SELECT id FROM controls WHERE events_since > told_count AND state <> 'failed' AND (state <> 'settled' OR action = 'stop')`,
  );
  for (const { id } of behind) controlFact(transaction, id, 'counted');
  return null;
};

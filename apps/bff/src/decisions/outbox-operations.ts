import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpMessage } from '@countersign/upformat/message';
import { insertRun, type RunRow } from '../agents/run-operations.ts';
import type { Operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { markDelivered, markUndeliverable } from './delivery.ts';
import { dropDrafts } from './drafts-operations.ts';
import { readDecision } from './records.ts';

/** One thing to hand to an agent. `message` is the very same at every attempt. */
export interface Parcel {
  id: string;
  /** A `notice` tells an open run something and never starts one. */
  kind: 'decision' | 'message' | 'notice';
  message: UpMessage;
  attempts: number;
  run: { id: string; threadId: string; agentId: string; status: string; ended: boolean };
}

interface OutboxRow {
  id: string;
  kind: Parcel['kind'];
  run: string;
  body: string;
  attempts: number;
}

/** Takes what is due, for `leaseMs`: a server that dies with a parcel in hand gives it back by doing nothing. */
export const leaseOutbox: Operation<{ limit: number; leaseMs: number }, Parcel[]> = (
  transaction,
  input,
) => {
  const rows = transaction.all<OutboxRow>(
    `SELECT * FROM outbox WHERE state = 'pending' AND due <= ? ORDER BY due LIMIT ?`,
    transaction.now,
    input.limit,
  );
  return rows.flatMap((row) => {
    const run = transaction.get<RunRow>('SELECT * FROM runs WHERE id = ?', row.run);
    if (run === undefined) return [];
    transaction.run(
      'UPDATE outbox SET due = ?, attempts = attempts + 1 WHERE id = ?',
      transaction.now + input.leaseMs,
      row.id,
    );
    transaction.run('UPDATE decisions SET attempts = attempts + 1 WHERE id = ?', row.id);
    leaveBehind(transaction, row);
    return [
      {
        id: row.id,
        kind: row.kind,
        message: JSON.parse(row.body),
        attempts: row.attempts + 1,
        run: {
          id: run.id,
          threadId: run.thread,
          agentId: run.agent,
          status: run.status,
          ended: run.ended !== null,
        },
      },
    ];
  });
};

export type DeliveryOutcome =
  | { kind: 'delivered' }
  | { kind: 'retry'; afterMs: number; reason: string }
  | { kind: 'undeliverable'; reason: string };

/** Writes down how an attempt went. */
export const settleDelivery: Operation<{ id: string; outcome: DeliveryOutcome }, null> = (
  transaction,
  { id, outcome },
) => {
  if (outcome.kind === 'delivered') markDelivered(transaction, id);
  else if (outcome.kind === 'undeliverable') markUndeliverable(transaction, id, outcome.reason);
  else {
    const due = transaction.now + outcome.afterMs;
    transaction.run(`UPDATE outbox SET due = ? WHERE id = ? AND state = 'pending'`, due, id);
    transaction.run(
      `UPDATE decisions SET failure = ? WHERE id = ? AND state = 'recorded'`,
      outcome.reason,
      id,
    );
  }
  return null;
};

/** The answer travels in a new run of the thread, because the old one cannot take it any more. */
export const carryByNewRun: Operation<
  { parcelId: string; agentId: string; input: RunAgentInput },
  { started: boolean }
> = (transaction, carry) => {
  const taken = transaction.run(
    `UPDATE outbox SET state = 'carried' WHERE id = ? AND state = 'pending'`,
    carry.parcelId,
  );
  if (taken === 0) return { started: false };
  insertRun(transaction, { input: carry.input, agentId: carry.agentId, carries: carry.parcelId });
  return { started: true };
};

/** An answer that leaves can not be recalled any more: nobody needs his draft again. */
function leaveBehind(transaction: Transaction, { id, kind, attempts }: OutboxRow): void {
  const decision = kind === 'decision' && attempts === 0 ? readDecision(transaction, id) : null;
  if (decision !== null) dropDrafts(transaction, decision.promptId);
}

/**
 * At the start nobody else can hold a lease: what the last server had in hand is due at once. What has never been in
 * hand keeps its time: it can still be recalled until then.
 */
export const reclaimOutbox: Operation<null, null> = (transaction) => {
  transaction.run(
    `UPDATE outbox SET due = ? WHERE state = 'pending' AND attempts > 0`,
    transaction.now,
  );
  return null;
};

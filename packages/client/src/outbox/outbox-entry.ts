import type { Problem } from '@countersign/api/problem';

/**
 * Something the operator sent. `id` is its idempotency key. `sending`: a request is in flight; `waiting`: there was no
 * response, it will be retried; `recorded`: the server has it (`result` is its response); `refused`: retrying cannot succeed
 * (`problem` has the reason).
 */
export interface OutboxEntry {
  id: string;
  kind: 'decision' | 'control' | 'message';
  taskId: string | null;
  promptId: string | null;
  body: unknown;
  /** Epoch ms on this machine's clock. */
  createdAt: number;
  state: 'sending' | 'waiting' | 'recorded' | 'refused';
  attempt: number;
  problem: Problem | null;
  result: unknown;
  /** The author; null until the client knows who is signed in. Never sent for another operator. */
  operatorId: string | null;
}

/** Entries of one lane are sent one after the other, so that messages keep their order. A stop does not wait. */
export function laneOf(entry: OutboxEntry): string {
  if (entry.kind === 'decision') return entry.id;
  const isStop =
    entry.kind === 'control' &&
    typeof entry.body === 'object' &&
    entry.body !== null &&
    'action' in entry.body &&
    entry.body.action === 'stop';
  return isStop ? entry.id : `${entry.kind} ${entry.taskId}`;
}

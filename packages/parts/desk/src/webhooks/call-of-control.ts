import type { ControlCall } from '@countersign/api/webhook';
import type { Reading } from '@countersign/server/store/port';
import type { Transaction } from '@countersign/server/store/transaction';
import { readControl } from '../records/control-records.ts';
import { readRun } from '../rows/runs.ts';
import { type CallRow, type ControlCallBody, insertCall } from '../rows/webhook-calls.ts';
import { listWebhooks } from '../rows/webhooks.ts';
import { callIdOf } from './call-of-prompt.ts';

/** Creates the calls about an agent that does not follow a control: one for each webhook, whatever the severity it asks for. */
export async function queueControlCalls(
  transaction: Transaction,
  controlId: string,
): Promise<void> {
  const webhooks = await transaction.pastDamage('webhooks', () => listWebhooks(transaction), []);
  const body: ControlCallBody = { type: 'task.not-obeying', turn: 0, controlId };
  for (const { id: webhook, enabled } of webhooks) {
    if (!enabled) continue;
    const id = callIdOf(webhook, controlId, 0);
    const call = { id, webhook, prompt: controlId, body, due: transaction.now };
    await transaction.pastDamage('calls', () => insertCall(transaction, call), undefined);
  }
}

/** What is sent of it; null = it is followed by now. */
export async function callOfControl(
  reading: Reading,
  { prompt: controlId, created }: Pick<CallRow, 'prompt' | 'created'>,
  origin: string,
): Promise<ControlCall | null> {
  const control = await readControl(reading, controlId);
  if (control?.notObeyedAt === undefined) return null;
  const run = await readRun(reading, control.runId);
  const { taskId, action, eventsSince } = control;
  return {
    type: 'task.not-obeying',
    timestamp: new Date(created).toISOString(),
    data: {
      ...{ taskId, controlId, action, eventsSince },
      agentId: run?.agent ?? '',
      requestedAt: new Date(control.requestedAt).toISOString(),
      url: `${origin}/tasks/${encodeURIComponent(taskId)}`,
    },
  };
}

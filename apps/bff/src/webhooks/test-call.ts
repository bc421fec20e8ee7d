import type { WebhookCall } from '@countersign/api/webhook';

/** A call of the type `test`: for no prompt, to check whether it arrives. */
export function testCall(now: number, origin: string): WebhookCall {
  const timestamp = new Date(now).toISOString();
  return {
    type: 'test',
    timestamp,
    data: {
      promptId: 'test',
      taskId: 'test',
      agentId: 'test',
      severity: 'info',
      openedAt: timestamp,
      expiresAt: null,
      url: `${origin}/inbox`,
    },
  };
}

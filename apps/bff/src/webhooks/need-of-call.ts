import type { Prompt } from '@countersign/api/prompt';
import type { CallBody } from '../store/webhook-calls.ts';
import type { KnownWebhook } from '../store/webhooks.ts';

/** Whether a created call is still needed; with a time, it is postponed until then. */
export function needOfCall(call: {
  type: CallBody['type'];
  webhook: KnownWebhook | null;
  prompt: Pick<Prompt, 'state' | 'seen' | 'snooze'> | null;
  now: number;
}): 'send' | 'drop' | number {
  const { type, webhook, prompt, now } = call;
  if (webhook === null || !webhook.enabled || prompt?.state !== 'open') return 'drop';
  if (type === 'prompt.opened') return 'send';
  if (prompt.seen !== null || webhook.repeatMs === null) return 'drop';
  const until = prompt.snooze?.until ?? 0;
  return until > now ? until : 'send';
}

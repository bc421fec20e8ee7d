import type { WebhookCall } from '@countersign/api/webhook';
import type { SecretBox } from '../agents/secrets.ts';
import { OutsideFailure, type SafeFetch } from '../http/safe-fetch.ts';
import type { Clock } from '../runtime/clock.ts';
import type { KnownWebhook } from '../store/webhooks.ts';
import { signCall } from './signature.ts';

/** The result of one attempt; `detail` is a message that an administrator can act on. */
export interface Attempt {
  ok: boolean;
  status: number | null;
  detail: string | null;
}

/** Sends a call once, signed. Never rejects. */
export type DeliverCall = (
  webhook: KnownWebhook,
  id: string,
  call: WebhookCall,
) => Promise<Attempt>;

const maxAnswerBytes = 4_000;

export function createDeliverCall(options: {
  fetch: SafeFetch;
  secrets: SecretBox;
  clock: Clock;
  timeoutMs: number;
}): DeliverCall {
  const { fetch, secrets, clock, timeoutMs } = options;
  return async (webhook, id, call) => {
    try {
      const body = JSON.stringify(call);
      // Of this attempt, not of the event: receivers refuse old timestamps.
      const timestamp = Math.floor(clock.now() / 1000);
      const answer = await fetch({
        method: 'POST',
        url: webhook.url,
        headers: { 'content-type': 'application/json', 'user-agent': 'Countersign-Webhooks/1' },
        credentials: {
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signCall(secrets.open(webhook.secret), { id, timestamp, body }),
        },
        body,
        timeoutMs,
        maxBytes: maxAnswerBytes,
        beyond: 'cut',
      });
      return judge(answer);
    } catch (error) {
      const detail =
        error instanceof OutsideFailure ? error.message : 'Its secret cannot be read any more.';
      return { ok: false, status: null, detail };
    }
  };
}

function judge({ status, method }: { status: number; method: string }): Attempt {
  if (method !== 'POST') {
    // Followed to the end it may return 200, although the call did not arrive.
    const detail = 'It redirects in a way that loses the call. Give the address it leads to.';
    return { ok: false, status, detail };
  }
  const ok = status >= 200 && status < 300;
  return { ok, status, detail: ok ? null : `It answered with HTTP ${status}.` };
}

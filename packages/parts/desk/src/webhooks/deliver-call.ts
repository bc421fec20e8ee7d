import type { QuestionCall } from '@countersign/api/prompts/question';
import { say } from '@countersign/api/statements';
import type { WebhookCall } from '@countersign/api/webhook';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { WrittenStatement } from '@countersign/json/statement';
import { OutsideFailure, type SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { Clock } from '@countersign/server/runtime/clock';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
import type { KnownWebhook } from '../rows/webhooks.ts';
import { signCall } from './signature.ts';

/** The result of one attempt; `said` is a message that an administrator can act on, null if it is ok. */
export interface Attempt {
  ok: boolean;
  status: number | null;
  said: WrittenStatement | null;
}

/** Sends a call once, signed. Never rejects. */
export type DeliverCall = (
  /** `secret`: sealed. */
  receiver: Pick<KnownWebhook, 'url' | 'secret'>,
  id: string,
  call: WebhookCall | QuestionCall,
) => Promise<Attempt>;

const maxAnswerBytes = 4_000;

export function createDeliverCall(options: {
  fetch: SafeFetch;
  secrets: SecretBox;
  clock: Clock;
  timeoutMs: number;
}): DeliverCall {
  const { fetch, secrets, clock, timeoutMs } = options;
  return async (receiver, id, call) => {
    try {
      const body = withExactNumbers(JSON.stringify(call));
      // Of this attempt, not of the event: receivers refuse old timestamps.
      const timestamp = Math.floor(clock.now() / 1000);
      const answer = await fetch({
        method: 'POST',
        url: receiver.url,
        headers: { 'content-type': 'application/json', 'user-agent': 'Countersign-Webhooks/1' },
        credentials: {
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signCall(secrets.open(receiver.secret), { id, timestamp, body }),
        },
        body,
        timeoutMs,
        maxBytes: maxAnswerBytes,
        beyond: 'cut',
      });
      return judge(answer);
    } catch (error) {
      const said = error instanceof OutsideFailure ? error.said : say('webhook.secret-lost');
      return { ok: false, status: null, said };
    }
  };
}

function judge({ status, method }: { status: number; method: string }): Attempt {
  if (method !== 'POST') {
    // Followed to the end it may return 200, although the call did not arrive.
    return { ok: false, status, said: say('webhook.redirect-loses') };
  }
  const ok = status >= 200 && status < 300;
  return { ok, status, said: ok ? null : say('call.status', { status }) };
}

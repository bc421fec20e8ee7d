import type { Operator } from '@countersign/api/operator';
import type { CreatedWebhook, CreateWebhook, PromptCall, Webhook } from '@countersign/api/webhook';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Journal } from '@countersign/server/journal/journal';
import { createOutsideAddresses } from '@countersign/server/outgoing/outside-address';
import { createSafeFetch, type SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
import { listWebhooks, readWebhook } from '../rows/webhooks.ts';
import { detailOf, keepTest, queueCalls } from './call-operations.ts';
import { type CallQueue, createCallQueue, type EndOfQuestion } from './call-queue.ts';
import { createDeliverCall } from './deliver-call.ts';
import { queueNewPrompts } from './queue-new-prompts.ts';
import { createWebhookSecret } from './signature.ts';
import { addWebhook, changeWebhook, removeWebhook } from './webhook-operations.ts';

/** A call of the type `test`: for no prompt, to check whether it arrives. */
function testCall(now: number, origin: string): PromptCall {
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

export interface WebhookSettings {
  /** The origin of the console, without a path, as the person called would open it. */
  origin: () => string;
  /** Hosts on private networks that may be called, `host` or `host:port`. */
  allowed: readonly string[];
  maxAttempts: number;
  timeoutMs: number;
  backoff: { baseMs: number; capMs: number };
  /** Replaces the HTTP client, for tests. */
  fetch?: SafeFetch;
}

export const defaultWebhookSettings: WebhookSettings = {
  origin: () => 'http://127.0.0.1:4400',
  allowed: [],
  maxAttempts: 8,
  timeoutMs: 10_000,
  backoff: { baseMs: 5_000, capMs: 15 * 60_000 },
};

/** The addresses that are notified of blocking prompts, and the calls. */
export interface Webhooks {
  list(): Promise<Webhook[]>;
  /** The origin of the console, as people open it. */
  origin(): string;
  /** Why an address is not called, or null. */
  objectionTo(url: string): WrittenStatement | null;
  /** With the secret, this time only; null = there are too many. */
  add(webhook: CreateWebhook, by: Operator): Promise<CreatedWebhook | null>;
  change(id: string, webhook: CreateWebhook, by: Operator): Promise<Webhook | null>;
  remove(id: string, by: Operator): Promise<boolean>;
  /** Sends a call of the type `test`, once, and returns how it went; null = there is no such webhook. */
  test(id: string): Promise<Webhook | null>;
  /** Checks for due calls: another server may have changed something. */
  wake(): void;
  /** Continues with what the last server had not done. */
  recover(): Promise<void>;
  /** Resolves when no call is in progress. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createWebhooks(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  random: () => number;
  secrets: SecretBox;
  settings: WebhookSettings;
  /** Resolves when the rules have been tried: there are no calls for what a rule has answered. */
  rulesIdle: () => Promise<void>;
  endOfQuestion: EndOfQuestion;
  report: Report;
}): Webhooks {
  const { journal, clock, createId, secrets, settings } = options;
  const { allowed, timeoutMs } = settings;
  const addresses = createOutsideAddresses(allowed);
  const fetch = settings.fetch ?? createSafeFetch({ clock, allowed });
  const deliver = createDeliverCall({ fetch, secrets, clock, timeoutMs });
  const queue: CallQueue = createCallQueue({ ...options, deliver });
  const asked = queueNewPrompts({ ...options, wake: queue.wake });

  return {
    list: () => listWebhooks(journal.read),
    origin: settings.origin,
    objectionTo: addresses.objectionToUrl,
    async add(webhook, by) {
      const secret = createWebhookSecret();
      const added = await journal.commit(addWebhook, {
        id: createId(),
        webhook,
        secret: secrets.seal(secret),
        by,
      });
      return added === null ? null : { ...added, secret };
    },
    async change(id, webhook, by) {
      const changed = await journal.commit(changeWebhook, { id, webhook, by });
      queue.wake();
      return changed;
    },
    remove: (id, by) => journal.commit(removeWebhook, { id, by }),
    async test(id) {
      const webhook = await readWebhook(journal.read, id);
      if (webhook === null) return null;
      const call = testCall(clock.now(), settings.origin());
      const { said, ...attempt } = await deliver(
        webhook,
        `msg_${createId().replaceAll('-', '')}`,
        call,
      );
      const delivery = { promptId: null, attempts: 1, ...attempt, ...detailOf(said) };
      await journal.commit(keepTest, { webhookId: id, delivery });
      return readWebhook(journal.read, id);
    },
    wake: queue.wake,
    async recover() {
      await journal.commit(queueCalls, { promptIds: null });
      queue.wake();
    },
    async idle() {
      await asked.idle();
      await queue.idle();
    },
    async close() {
      await asked.close();
      await queue.close();
    },
  };
}

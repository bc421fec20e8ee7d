import type { Operator } from '@countersign/api/operator';
import type { CreatedWebhook, CreateWebhook, Webhook } from '@countersign/api/webhook';
import type { SecretBox } from '../agents/secrets.ts';
import { askedPrompts } from '../decisions/asked-prompts.ts';
import { createOutsideAddresses } from '../http/outside-address.ts';
import { createSafeFetch, type SafeFetch } from '../http/safe-fetch.ts';
import type { Journal } from '../journal/journal.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { keepTest, queueCalls } from './call-operations.ts';
import { type CallQueue, createCallQueue } from './call-queue.ts';
import { createDeliverCall } from './deliver-call.ts';
import { listWebhooks, readWebhook } from './records.ts';
import { createWebhookSecret } from './signature.ts';
import { addWebhook, changeWebhook, removeWebhook } from './webhook-operations.ts';

export interface WebhookSettings {
  /** Where the console is found, without a path, as a receiver's reader would open it. */
  origin: () => string;
  /** Hosts on private networks that may be called, `host` or `host:port`. */
  allowed: readonly string[];
  maxAttempts: number;
  timeoutMs: number;
  backoff: { baseMs: number; capMs: number };
  /** Another way out, for tests. */
  fetch?: SafeFetch;
}

export const defaultWebhookSettings: WebhookSettings = {
  origin: () => 'http://127.0.0.1:4400',
  allowed: [],
  maxAttempts: 8,
  timeoutMs: 10_000,
  backoff: { baseMs: 5_000, capMs: 15 * 60_000 },
};

/** The addresses that are told of prompts that block, and the telling. */
export interface Webhooks {
  list(): Webhook[];
  /** Why an address is not called, or null. */
  objectionTo(url: string): string | null;
  /** With the secret, for this once; null when there are too many. */
  add(webhook: CreateWebhook, by: Operator): Promise<CreatedWebhook | null>;
  change(id: string, webhook: CreateWebhook, by: Operator): Promise<Webhook | null>;
  remove(id: string, by: Operator): Promise<boolean>;
  /** Sends a call of the type `test`, once, and tells how it went; null = there is no such webhook. */
  test(id: string): Promise<Webhook | null>;
  /** Takes up what the last server had no time for. */
  recover(): Promise<void>;
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const rulesPatienceMs = 2_000;

export function createWebhooks(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  random: () => number;
  secrets: SecretBox;
  settings: WebhookSettings;
  /** Resolves when the rules have been asked: nobody is called for what a rule has answered. */
  rulesIdle: () => Promise<void>;
  report: Report;
}): Webhooks {
  const { journal, clock, createId, secrets, settings } = options;
  const { allowed, timeoutMs } = settings;
  const addresses = createOutsideAddresses(allowed);
  const fetch = settings.fetch ?? createSafeFetch({ clock, allowed });
  const deliver = createDeliverCall({ fetch, secrets, clock, timeoutMs });
  const queue: CallQueue = createCallQueue({ ...options, deliver });
  let asked: string[] = [];
  let working: Promise<void> | null = null;
  let closed = false;

  /** Not for ever: rules that are held up must not keep people from being called. */
  const rulesAsked = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.schedule(resolve, rulesPatienceMs);
      void options.rulesIdle().then(() => {
        cancel();
        resolve();
      });
    });
  const put = async () => {
    await rulesAsked();
    const promptIds = asked;
    asked = [];
    if (closed) return;
    // Not put down now, it is put down at the next start.
    await journal.commit(queueCalls, { promptIds }).catch(() => {});
    queue.kick();
  };
  const undo = journal.onCommit((rows) => {
    const sql = 'SELECT 1 FROM webhooks LIMIT 1';
    const any = journal.read.pastDamage('webhooks', () => journal.read.get(sql), undefined);
    if (any === undefined) return;
    asked.push(...askedPrompts(rows));
    if (asked.length === 0 || working !== null || closed) return;
    working = again().finally(() => {
      working = null;
    });
  });
  const again = async () => {
    while (asked.length > 0 && !closed) await put();
  };

  return {
    list: () => listWebhooks(journal.read),
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
      queue.kick();
      return changed;
    },
    remove: (id, by) => journal.commit(removeWebhook, { id, by }),
    async test(id) {
      const webhook = readWebhook(journal.read, id);
      if (webhook === null) return null;
      const now = new Date(clock.now()).toISOString();
      const attempt = await deliver(webhook, `msg_${createId().replaceAll('-', '')}`, {
        type: 'test',
        timestamp: now,
        data: {
          promptId: 'test',
          taskId: 'test',
          agentId: 'test',
          severity: 'info',
          openedAt: now,
          expiresAt: null,
          url: `${settings.origin()}/inbox`,
        },
      });
      const delivery = { promptId: null, attempts: 1, ...attempt };
      await journal.commit(keepTest, { webhookId: id, delivery });
      return readWebhook(journal.read, id);
    },
    async recover() {
      await journal.commit(queueCalls, { promptIds: null });
      queue.kick();
    },
    async idle() {
      while (working !== null) await working;
      await queue.idle();
    },
    async close() {
      closed = true;
      undo();
      await working;
      await queue.close();
    },
  };
}

import type { WebhookCall } from '@countersign/api/webhook';
import type { Journal } from '../journal/journal.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { createAlarm, type Report } from '../runtime/alarm.ts';
import { backoffMs, type Clock } from '../runtime/clock.ts';
import { holdCall, settleCall } from './call-operations.ts';
import type { DeliverCall } from './deliver-call.ts';
import { type CallBody, type CallRow, type KnownWebhook, readWebhook } from './records.ts';

/** Sends the calls that are due: kept until they have arrived or are given up, each receiver for itself. */
export interface CallQueue {
  /** Looks for what is due: after something was put down. */
  kick(): void;
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** A receiver that hangs holds up this many calls, its own. */
const perReceiver = 2;
/** Calls looked at in one go where some cannot be read. */
const lookedAt = 200;
const gone = 410;

export function createCallQueue(options: {
  journal: Journal;
  clock: Clock;
  random: () => number;
  deliver: DeliverCall;
  report: Report;
  settings: {
    origin: () => string;
    maxAttempts: number;
    backoff: { baseMs: number; capMs: number };
  };
}): CallQueue {
  const { journal, clock, random, deliver, settings } = options;
  const sending = new Map<string, { webhook: string; done: Promise<void> }>();
  let closed = false;

  const untilNext = () => {
    const next = journal.read.get<{ at: number | null }>(
      `SELECT MIN(due) AS at FROM webhook_calls WHERE state = 'pending' AND due > ?`,
      clock.now(),
    )?.at;
    return next == null ? Number.POSITIVE_INFINITY : next - clock.now();
  };

  /** As many for each receiver as it could take. */
  const dueOfEach = (now: number): CallRow[] =>
    journal.read
      .all<{ webhook: string }>(
        `SELECT DISTINCT webhook FROM webhook_calls WHERE state = 'pending' AND due <= ?`,
        now,
      )
      .flatMap(({ webhook }) =>
        journal.read.all<CallRow>(
          `SELECT * FROM webhook_calls WHERE state = 'pending' AND webhook = ? AND due <= ? ORDER BY due, id LIMIT ?`,
          webhook,
          now,
          2 * perReceiver,
        ),
      );

  /** Past pages of the disk that cannot be read: which calls there are is told by an index. */
  const dueOneByOne = (now: number): CallRow[] =>
    journal.read
      .all<{ id: string }>(
        `SELECT id FROM webhook_calls INDEXED BY webhook_calls_due WHERE state = 'pending' AND due <= ?
         ORDER BY due LIMIT ${lookedAt}`,
        now,
      )
      .flatMap(({ id }) => {
        const read = () =>
          journal.read.get<CallRow>('SELECT * FROM webhook_calls WHERE id = ?', id);
        return journal.read.pastDamage('calls', read, undefined) ?? [];
      });

  const look = () => {
    // Were the clock set forward, everything would look due.
    if (closed || journal.noticeTime()) return;
    const now = clock.now();
    const due = journal.read.pastDamage('calls', () => dueOfEach(now), null) ?? dueOneByOne(now);
    const busy = new Map<string, number>();
    for (const { webhook } of sending.values()) busy.set(webhook, (busy.get(webhook) ?? 0) + 1);
    for (const row of due) {
      const count = busy.get(row.webhook) ?? 0;
      // What is on its way is still pending, and so is among them.
      if (sending.has(row.id) || count >= perReceiver) continue;
      busy.set(row.webhook, count + 1);
      take(row);
    }
    alarm.arm();
  };
  const alarm = createAlarm({ clock, untilNext, ring: look, report: options.report });
  /** Also where nobody would catch what it throws. */
  const kick = () => alarm.ring();

  const take = (row: CallRow) => {
    const done = handle(row)
      // The store could not take it: it is still pending, and is found again by the timer.
      .then(() => true)
      .catch(() => false)
      .then((kept) => {
        sending.delete(row.id);
        if (kept) kick();
      });
    sending.set(row.id, { webhook: row.webhook, done });
  };

  /** What became of the need for a call since it was put down. */
  const needOf = (row: CallRow, webhook: KnownWebhook | null): 'send' | 'drop' | number => {
    const prompt = readPrompt(journal.read, row.prompt);
    if (webhook === null || !webhook.enabled || prompt?.state !== 'open') return 'drop';
    const { type }: CallBody = JSON.parse(row.body);
    if (type === 'prompt.opened') return 'send';
    if (prompt.seen !== null || webhook.repeatMs === null) return 'drop';
    const until = prompt.snooze?.until ?? 0;
    return until > clock.now() ? until : 'send';
  };

  const handle = async (row: CallRow): Promise<void> => {
    const webhook = readWebhook(journal.read, row.webhook);
    const need = needOf(row, webhook);
    if (need !== 'send' || webhook === null) {
      const until = typeof need === 'number' ? need : null;
      await journal.commit(holdCall, { id: row.id, until });
      return;
    }
    const attempt = await deliver(webhook, row.id, callOf(row, settings.origin()));
    const attempts = row.attempts + 1;
    const isLast = attempts >= settings.maxAttempts || attempt.status === gone;
    const tries = attempts === 1 ? 'one try' : `${attempts} tries`;
    await journal.commit(settleCall, {
      id: row.id,
      ...attempt,
      detail: !attempt.ok && isLast ? `${attempt.detail} Given up after ${tries}.` : attempt.detail,
      retryAt:
        attempt.ok || isLast
          ? null
          : clock.now() + backoffMs(attempts - 1, settings.backoff, random),
    });
  };

  const idle = async () => {
    while (sending.size > 0) await Promise.all([...sending.values()].map((call) => call.done));
  };

  const undo = journal.onTimeSet(kick);

  return {
    kick,
    idle,
    async close() {
      closed = true;
      undo();
      alarm.stop();
      await idle();
    },
  };
}

function callOf(row: CallRow, origin: string): WebhookCall {
  const { type, data }: CallBody = JSON.parse(row.body);
  const url = `${origin}/inbox/${encodeURIComponent(data.promptId)}`;
  return { type, timestamp: new Date(row.created).toISOString(), data: { ...data, url } };
}

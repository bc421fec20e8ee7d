import type { Prompt } from '@countersign/api/prompt';
import type { QuestionCall } from '@countersign/api/prompts/question';
import { say } from '@countersign/api/statements';
import type { PromptCall, WebhookCall } from '@countersign/api/webhook';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Journal } from '@countersign/server/journal/journal';
import { createAlarm, type Report } from '@countersign/server/runtime/alarm';
import { backoffMs, type Clock } from '@countersign/server/runtime/clock';
import { oneAtATime } from '@countersign/server/runtime/one-at-a-time';
import type { Reading } from '@countersign/server/store/port';
import { readPrompt } from '../records/prompt-records.ts';
import {
  type CallBody,
  type CallRow,
  dueCalls,
  nextCallAt,
  type PromptCallBody,
} from '../rows/webhook-calls.ts';
import { type KnownWebhook, readWebhook } from '../rows/webhooks.ts';
import { callOfControl } from './call-of-control.ts';
import { holdCall, settleCall } from './call-operations.ts';
import type { Attempt, DeliverCall } from './deliver-call.ts';

/** A call that can be sent. */
export interface ReadyCall {
  receiver: Parameters<DeliverCall>[0];
  call: WebhookCall | QuestionCall;
}

/** The end of a question over HTTP as a call; null = there is nothing to say to its program (any more). */
export type EndOfQuestion = (
  reading: Reading,
  row: CallRow,
  origin: string,
) => Promise<ReadyCall | null>;

/** Whether a created call is still needed; with a time, it is postponed until then. */
function needOfCall(call: {
  type: PromptCallBody['type'];
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

const gone = 410;

/** What follows an attempt, the `attempts`th: the time until the next one (null = there is none), and what is reported of it. */
function afterAttempt(
  attempts: number,
  { ok, status, said }: Attempt,
  {
    maxAttempts,
    backoff,
    random,
  }: {
    maxAttempts: number;
    backoff: { baseMs: number; capMs: number };
    random: () => number;
  },
): { retryInMs: number | null; said: WrittenStatement | null } {
  if (ok || said === null) return { retryInMs: null, said };
  if (attempts < maxAttempts && status !== gone) {
    return { retryInMs: backoffMs(attempts - 1, backoff, random), said };
  }
  return { retryInMs: null, said: say('webhook.given-up', { why: said, tries: attempts }) };
}

/** Sends due calls: kept until they have arrived or are abandoned, independently for each receiver. */
export interface CallQueue {
  /** Checks for due calls: after some were created. */
  wake(): void;
  /** Resolves when no call is in progress. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** A receiver that hangs blocks so many calls, only its own. */
const perReceiver = 2;

export function createCallQueue(options: {
  journal: Journal;
  clock: Clock;
  random: () => number;
  deliver: DeliverCall;
  endOfQuestion: EndOfQuestion;
  report: Report;
  settings: {
    origin: () => string;
    maxAttempts: number;
    backoff: { baseMs: number; capMs: number };
  };
}): CallQueue {
  const { journal, clock, random, deliver, endOfQuestion, settings } = options;
  const sending = new Map<string, { webhook: string; done: Promise<void> }>();
  /** Handled since the last look began: what it has read of them is out of date. */
  const handled = new Set<string>();
  let lookedAt = 0;
  let closed = false;

  /** Later than the last look, not than now: what became due in between has not been looked at. */
  const untilNext = async () => {
    const next = await nextCallAt(journal.read, lookedAt);
    return next === null ? Number.POSITIVE_INFINITY : next - clock.now();
  };

  const looks = oneAtATime(async () => {
    // If the clock were set forward, everything would look due.
    // Another server makes the calls: it finds them in the log, or when it looks next.
    if (closed || !journal.duty.isOn() || journal.noticeTime()) return;
    lookedAt = clock.now();
    handled.clear();
    const due = await dueCalls(journal.read, lookedAt, 2 * perReceiver);
    if (closed) return;
    // Calls in progress are still pending, and so are among them.
    const news = due.filter(({ id }) => !sending.has(id) && !handled.has(id));
    for (const row of withinLimits(news, [...sending.values()])) take(row);
    await alarm.arm();
  });
  const alarm = createAlarm({ clock, untilNext, ring: looks.ask, report: options.report });
  /** Never throws, so it can be called without a handler. */
  const wake = () => alarm.ring();

  const take = (row: CallRow) => {
    const done = handle(row)
      // If the store could not record it, it is still pending, and is found again by the timer.
      .then(() => true)
      .catch((error) => {
        const about = { webhookId: row.webhook, promptId: row.prompt };
        options.report('A call of a webhook was not recorded; it is made again.', error, about);
        return false;
      })
      .then((kept) => {
        sending.delete(row.id);
        handled.add(row.id);
        if (kept) wake();
      });
    sending.set(row.id, { webhook: row.webhook, done });
  };

  /** Where a call goes and what it says; else null (it is not needed any more), or until when it is held, epoch ms. */
  const readyCall = async (row: CallRow): Promise<ReadyCall | number | null> => {
    const body: CallBody = JSON.parse(row.body);
    if (body.type === 'question') return endOfQuestion(journal.read, row, settings.origin());
    const webhook = await readWebhook(journal.read, row.webhook);
    if (body.type === 'task.not-obeying') {
      const call = await callOfControl(journal.read, row, settings.origin());
      return call !== null && webhook?.enabled === true ? { receiver: webhook, call } : null;
    }
    const prompt = await readPrompt(journal.read, row.prompt);
    const need = needOfCall({ type: body.type, webhook, prompt, now: clock.now() });
    if (need !== 'send') return need === 'drop' ? null : need;
    return webhook && { receiver: webhook, call: callOf(row, body, settings.origin()) };
  };

  const handle = async (row: CallRow): Promise<void> => {
    const ready = await readyCall(row);
    if (ready === null || typeof ready === 'number') {
      await journal.commit(holdCall, { id: row.id, until: ready });
      return;
    }
    const attempt = await deliver(ready.receiver, row.id, ready.call);
    const next = afterAttempt(row.attempts + 1, attempt, { ...settings, random });
    const retryAt = next.retryInMs === null ? null : clock.now() + next.retryInMs;
    await journal.commit(settleCall, { id: row.id, ...attempt, said: next.said, retryAt });
  };

  const idle = async () => {
    await looks.idle();
    while (sending.size > 0) {
      await Promise.all([...sending.values()].map((call) => call.done));
      await looks.idle();
    }
  };

  const undo = journal.onTimeSet(wake);

  return {
    wake,
    idle,
    async close() {
      closed = true;
      undo();
      alarm.stop();
      await idle();
    },
  };
}

/** Those that may be sent beside the calls in progress. */
function withinLimits(due: readonly CallRow[], inProgress: readonly { webhook: string }[]) {
  const busy = new Map<string, number>();
  const count = (webhook: string) => {
    busy.set(webhook, (busy.get(webhook) ?? 0) + 1);
    return busy.get(webhook) ?? 0;
  };
  for (const { webhook } of inProgress) count(webhook);
  return due.filter(({ webhook }) => count(webhook) <= perReceiver);
}

function callOf(row: CallRow, { type, data }: PromptCallBody, origin: string): PromptCall {
  const url = `${origin}/inbox/${encodeURIComponent(data.promptId)}`;
  return { type, timestamp: new Date(row.created).toISOString(), data: { ...data, url } };
}

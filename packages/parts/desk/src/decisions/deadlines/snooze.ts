import type { Prompt, Snooze } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { isDue } from '@countersign/desk/deadline';
import {
  cappedSnooze,
  isToWake,
  type SnoozeRefusal,
  snoozeRefusal,
} from '@countersign/desk/snooze';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { aboutPrompt } from '../../records/about-prompt.ts';
import { promptFact } from '../../records/prompt-fact.ts';
import { readPrompt } from '../../records/prompt-records.ts';
import { endSnoozeOf, keepSnooze, snoozedPrompts } from '../../rows/questions/prompts.ts';
import { releaseClaim } from '../claim-operations.ts';

/** Why it cannot be snoozed until then, for the problem. */
const sentences: Record<SnoozeRefusal, WrittenStatement> = {
  over: say('snooze.over'),
  'after-deadline': say('snooze.after-deadline'),
  'too-far': say('snooze.too-far'),
  'too-far-for-critical': say('snooze.too-far-for-critical'),
};

export type SnoozeOutcome =
  | { kind: 'done' | 'closed'; prompt: Prompt }
  | { kind: 'refused'; reason: WrittenStatement }
  | { kind: 'unknown' };

export interface SnoozeInput {
  promptId: string;
  operatorId: string;
  name: string;
  /** Epoch ms. */
  until: number;
  reason: string;
}

/** Snoozes an open prompt for everyone, until a time; its deadline and its escalation continue. */
export const snoozePrompt = operation<SnoozeInput, SnoozeOutcome>(
  'snoozePrompt',
  async (transaction, input) => {
    const { promptId, operatorId, name, until, reason } = input;
    const { now } = transaction;
    const prompt = await readPrompt(transaction, promptId);
    if (prompt === null) return { kind: 'unknown' };
    if (prompt.state !== 'open' || isDue(prompt, now)) return { kind: 'closed', prompt };
    const refusal = snoozeRefusal(prompt, until, now);
    if (refusal !== null) return { kind: 'refused', reason: sentences[refusal] };
    const snooze: Snooze = { operator: operatorId, name, at: now, until, reason };
    await keep(transaction, promptId, snooze);
    // An operator who snoozes it is not working on it any more.
    if (prompt.claim?.operator === operatorId) {
      await releaseClaim.run(transaction, { promptId, operatorId });
    }
    await promptFact(transaction, promptId, 'snoozed');
    await transaction.audit({
      operator: operatorId,
      action: 'snooze',
      threadId: prompt.taskId,
      detail: { ...aboutPrompt(prompt), until, reason },
    });
    return { kind: 'done', prompt: (await readPrompt(transaction, promptId)) ?? prompt };
  },
);

/** An operator wakes it before its time; nothing happens if it is not snoozed. */
export const wakePrompt = operation<{ promptId: string; operatorId: string }, SnoozeOutcome>(
  'wakePrompt',
  async (transaction, { promptId, operatorId }) => {
    const prompt = await readPrompt(transaction, promptId);
    if (prompt === null) return { kind: 'unknown' };
    if (prompt.state !== 'open') return { kind: 'closed', prompt };
    if (prompt.snooze === null) return { kind: 'done', prompt };
    await wake(transaction, prompt);
    const detail = aboutPrompt(prompt);
    await transaction.audit({
      operator: operatorId,
      action: 'wake',
      threadId: prompt.taskId,
      detail,
    });
    return { kind: 'done', prompt: (await readPrompt(transaction, promptId)) ?? prompt };
  },
);

/** Run by the server's timer at the end of the snooze; does nothing if it was ended before. */
export const endSnooze = operation<{ promptId: string }, null>(
  'endSnooze',
  async (transaction, { promptId }) => {
    const prompt = await readPrompt(transaction, promptId);
    if (prompt !== null && isToWake(prompt, transaction.now)) await wake(transaction, prompt);
    return null;
  },
  { waits: true },
);

/** The clock was set: no snooze lasts longer than its maximum. Otherwise the named time stays. */
export async function capSnoozes(transaction: Transaction): Promise<void> {
  const aside = await snoozedPrompts(transaction);
  for (const { id } of aside) {
    const prompt = await readPrompt(transaction, id);
    if (prompt === null || prompt.snooze === null) continue;
    const capped = cappedSnooze(prompt.snooze, prompt, transaction.now);
    if (capped === null) continue;
    await keep(transaction, id, capped);
    await promptFact(transaction, id, 'snoozed');
  }
}

async function keep(transaction: Transaction, promptId: string, snooze: Snooze): Promise<void> {
  await keepSnooze(transaction, {
    snooze: JSON.stringify(snooze),
    wakeAt: snooze.until,
    id: promptId,
  });
}

async function wake(transaction: Transaction, prompt: Prompt): Promise<void> {
  await endSnoozeOf(transaction, prompt.id);
  await promptFact(transaction, prompt.id, 'woken');
}

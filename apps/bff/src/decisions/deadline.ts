import type { Prompt } from '@countersign/api/prompt';
import { defaultFeedbackOf } from '@countersign/desk/default-feedback';
import { operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { mayActAlone } from '../records/way.ts';
import { closePrompt } from './close-prompt.ts';
import { recordDecision } from './record-decision.ts';

/** Whether the time of an open prompt is over, its timer having run or not. */
export const isDue = (prompt: Prompt, now: number): boolean =>
  prompt.state === 'open' && prompt.expiresAt !== null && prompt.expiresAt <= now;

/** The deadline of a prompt: its default goes out in nobody's name, or it lapses. Once. */
export function applyDeadline(transaction: Transaction, prompt: Prompt, decisionId: string): void {
  const planned = defaultFeedbackOf(prompt.message);
  if (planned.kind === 'allowed' && mayActAlone(prompt)) {
    const by = { kind: 'default', id: 'countersign:default', name: 'Default at deadline' } as const;
    recordDecision(transaction, prompt, { decisionId, by, feedback: planned.feedback });
    return;
  }
  const reason =
    planned.kind === 'none'
      ? 'Nobody answered in time.'
      : planned.kind === 'allowed'
        ? `Nobody answered in time, and the default was not sent: ${whyNot(prompt)}`
        : `Nobody answered in time, and the default was not sent because it does not fit what is asked: ${planned.reason}`;
  closePrompt(transaction, prompt.id, 'expired', { runId: prompt.runId, reason });
}

const whyNot = ({ way }: Prompt): string =>
  way?.by === 'none' ? 'the agent is not there any more.' : 'the run that asked has failed.';

/** What the server's timer does at a deadline; nothing when an answer was first. */
export const expire = operation<{ promptId: string; decisionId: string }, null>(
  'expire',
  (transaction, input) => {
    const prompt = readPrompt(transaction, input.promptId);
    if (prompt !== null && isDue(prompt, transaction.now)) {
      applyDeadline(transaction, prompt, input.decisionId);
    }
    return null;
  },
  { waits: true },
);

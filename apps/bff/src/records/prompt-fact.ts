import type { PromptFact } from '@countersign/api/fact';
import { customName } from '@countersign/hai/event';
import type { Transaction } from '../journal/transaction.ts';
import { readPrompt } from './prompt-records.ts';

/** Publishes the complete prompt in its thread. */
export function promptFact(
  transaction: Transaction,
  promptId: string,
  change: PromptFact['change'],
  runId: string,
): void {
  const prompt = readPrompt(transaction, promptId);
  if (prompt === null) return;
  const fact: PromptFact = { change, prompt };
  transaction.fact({ threadId: prompt.taskId, runId }, customName.prompt, fact);
}

import type { Transaction } from '@countersign/server/store/transaction';
import { promptFact } from '../records/prompt-fact.ts';
import { openPromptsOfAgent, openPromptsOfRun } from '../rows/questions/prompts.ts';

/**
 * Publishes for the open questions of a run that an answer is sent in another way now. Questions of the event at `endedAt`, which
 * ended the run, are published here for the first time.
 */
export async function reroutePrompts(
  transaction: Transaction,
  runId: string,
  endedAt: number | null,
): Promise<void> {
  const open = await openPromptsOfRun(transaction, runId);
  for (const { id, run, sequence } of open)
    await promptFact(transaction, id, sequence === endedAt ? 'opened' : 'rerouted', run);
}

/** The same for all open questions of an agent, when it is removed from the registry or added again. */
export async function rerouteAgent(transaction: Transaction, agentId: string): Promise<void> {
  const open = await openPromptsOfAgent(transaction, agentId);
  for (const { id, run } of open) await promptFact(transaction, id, 'rerouted', run);
}

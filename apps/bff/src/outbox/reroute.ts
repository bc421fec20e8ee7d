import { promptFact } from '../records/prompt-fact.ts';
import type { Transaction } from '../store/transaction.ts';

/**
 * Publishes for the open questions of a run that an answer is sent in another way now. Questions of the event at `endedAt`, which
 * ended the run, are published here for the first time.
 */
export async function reroutePrompts(
  transaction: Transaction,
  runId: string,
  endedAt: number | null,
): Promise<void> {
  const open = await transaction.all<{ id: string; run: string; sequence: number }>(
    `SELECT id, run, sequence FROM prompts WHERE run = ? AND state = 'open' ORDER BY sequence, place`,
    runId,
  );
  for (const { id, run, sequence } of open)
    await promptFact(transaction, id, sequence === endedAt ? 'opened' : 'rerouted', run);
}

/** The same for all open questions of an agent, when it is removed from the registry or added again. */
export async function rerouteAgent(transaction: Transaction, agentId: string): Promise<void> {
  const open = await transaction.all<{ id: string; run: string }>(
    `SELECT p.id, p.run FROM prompts p JOIN runs r ON r.id = p.run
     WHERE p.state = 'open' AND r.agent = ? ORDER BY p.thread, p.sequence, p.place`,
    agentId,
  );
  for (const { id, run } of open) await promptFact(transaction, id, 'rerouted', run);
}

import type { Transaction } from '../journal/transaction.ts';
import { promptFact } from '../records/prompt-fact.ts';

/**
 * Says of what a run still asks that an answer travels in another way now. What the event at `endedAt`, which ended it, has asked
 * is told here for the first time.
 */
export function reroutePrompts(
  transaction: Transaction,
  runId: string,
  endedAt: number | null,
): void {
  const open = transaction.all<{ id: string; run: string; sequence: number }>(
    `SELECT id, run, sequence FROM prompts WHERE run = ? AND state = 'open' ORDER BY sequence, place`,
    runId,
  );
  for (const { id, run, sequence } of open)
    promptFact(transaction, id, sequence === endedAt ? 'opened' : 'rerouted', run);
}

/** The same for everything an agent still asks, when it leaves the registry or comes back. */
export function rerouteAgent(transaction: Transaction, agentId: string): void {
  const open = transaction.all<{ id: string; run: string }>(
    `SELECT p.id, p.run FROM prompts p JOIN runs r ON r.id = p.run
     WHERE p.state = 'open' AND r.agent = ? ORDER BY p.thread, p.sequence, p.place`,
    agentId,
  );
  for (const { id, run } of open) promptFact(transaction, id, 'rerouted', run);
}

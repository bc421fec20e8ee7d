import type { Transaction } from '../journal/transaction.ts';
import { promptFact } from './prompt-fact.ts';

/** Says of what a run still asks that an answer travels in another way now. */
export function reroutePrompts(transaction: Transaction, runId: string): void {
  const open = transaction.all<{ id: string; run: string }>(
    `SELECT id, run FROM prompts WHERE run = ? AND state = 'open' ORDER BY sequence, place`,
    runId,
  );
  for (const { id, run } of open) promptFact(transaction, id, 'rerouted', run);
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

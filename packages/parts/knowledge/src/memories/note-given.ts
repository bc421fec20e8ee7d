import { recalledIn } from '@countersign/hai/recalled';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { readStatement } from '@countersign/json/statement';
import type { Transaction } from '@countersign/server/store/transaction';
import type { KnowledgeKind, KnowledgeRow } from '../rows/knowledge-entries.ts';
import { keepEntries } from './keep-operation.ts';
import type { StoredGivenRun } from './stored.ts';

/** Notes what a run is given: read from what it is sent, in the transaction that records the run. */
export async function noteGiven(
  transaction: Transaction,
  { input, agentId }: { input: RunAgentInput; agentId: string },
): Promise<void> {
  const recalled = recalledIn(input.context);
  if (recalled === null || recalled.memories.length === 0) return;
  const { runId, threadId: taskId } = input;
  const given: StoredGivenRun = {
    ...{ taskId, agentId, at: transaction.now, query: recalled.query },
    memories: recalled.memories.map((memory) => ({
      ...{ id: memory.id, version: memory.version, type: memory.type, score: memory.score },
      name: memory.title,
      isCorrection: memory.correction !== undefined,
      why: {
        text: memory.why,
        statement: readStatement(memory['whyStatement']) ?? { code: 'memory.given' },
      },
      approvedBy: memory.approvedBy,
    })),
  };
  const uses = recalled.memories.map(({ id }): { kind: KnowledgeKind } & KnowledgeRow => ({
    ...{ kind: 'use', id: `${id}/${runId}`, state: '', about: id },
    body: JSON.stringify({ runId, taskId }),
  }));
  const row = { id: runId, state: agentId, about: taskId, body: JSON.stringify(given) };
  await keepEntries(transaction, [{ kind: 'given', ...row }, ...uses]);
}

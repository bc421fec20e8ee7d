import type { AgentAddress } from '@countersign/agent/child-run';
import type { RunContext } from '@countersign/agent/run-context';
import type { FindAgents, FoundAgent } from '../../registry/find-agents.ts';
import { radioTextFor } from '../../words/radio-text.ts';

/** What the Radio Master needs others for, in the words in which agents say what they can do. */
const needs = {
  cause: 'root cause of a slow radio cell',
  plan: 'physical identities of cells, PCI planning',
} as const;

/** Below this, a hit shares some words and does other work. */
const leastScore = 0.5;

/**
 * Finds an agent in the registry by what it can do. The search, and why its result was chosen, is a tool call of the task. Returns
 * the reason as text if there is none.
 */
export async function findHelper(
  context: RunContext,
  { findAgents, ownId }: { findAgents: FindAgents | null; ownId: string },
  need: keyof typeof needs,
): Promise<{ helper: AgentAddress } | { reason: string }> {
  const words = radioTextFor(context.language);
  const what = words.needs[need];
  if (findAgents === null) return { reason: words.noRegistry(what) };
  const query = needs[need];
  const answer: { found: FoundAgent[] } = { found: [] };
  try {
    await context.tool('find_agent', { query }, async (signal) => {
      const all = await findAgents(query, signal);
      answer.found = all.filter(
        ({ address, score }) => address.id !== ownId && (score === null || score >= leastScore),
      );
      return answer.found.map(({ address, name, score, why }) => ({
        ...{ id: address.id, name, why },
        ...(score === null ? {} : { score: Number(score.toFixed(2)) }),
      }));
    });
  } catch (error) {
    context.signal.throwIfAborted();
    return { reason: words.registryAway(error instanceof Error ? error.message : String(error)) };
  }
  const [best] = answer.found;
  return best === undefined ? { reason: words.noHelper(what) } : { helper: best.address };
}

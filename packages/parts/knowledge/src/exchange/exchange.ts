import { randomUUID } from 'node:crypto';
import { RelayRefusal, type RelayTask } from '@countersign/adapters/relay/neutral';
import type { fetchedKnowledgeSchema } from '@countersign/api/knowledge-exchange';
import type { Operator } from '@countersign/api/operator';
import { say } from '@countersign/api/statements';
import { memberOf } from '@countersign/json/json-object';
import type { Gateway } from '@countersign/part-gateway/gateway';
import type { Journal } from '@countersign/server/journal/journal';
import type { Snapshots } from '@countersign/server/journal/snapshots';
import type { Thread, ToolCallItem } from '@countersign/thread/thread';
import type { z } from 'zod';
import type { Knowledge } from '../memories/knowledge.ts';
import { readEntry } from '../memories/stored.ts';
import { refusedKnowledge } from '../problems.ts';
import type { Incoming } from './incoming.ts';

/** The tool of our MCP server that returns what is shared, a page at a time. */
export const sharedTool = 'shared_knowledge';

/** Fetches what other servers share: a call through the gateway, by the name of their service in the registry. */
export interface Exchange {
  fetch(
    service: string,
    by: Operator,
    signal: AbortSignal,
  ): Promise<z.input<typeof fetchedKnowledgeSchema>>;
}

/** The limit of one fetch; the next one continues from there. */
const maxPages = 20;
const pageItems = 100;

export function createExchange({
  gateway,
  incoming,
  snapshots,
  knowledge,
  journal: { read },
}: {
  gateway: Pick<Gateway, 'call' | 'rested'>;
  incoming: Incoming;
  snapshots: Pick<Snapshots, 'threadAt'>;
  knowledge: Knowledge;
  journal: Pick<Journal, 'read'>;
}): Exchange {
  const page = async (
    { service, by, after }: { service: string; by: Operator; after: string | null },
    signal: AbortSignal,
  ): Promise<RelayTask> => {
    const calling = { caller: by, protocol: 'mcp' as const };
    const data = { limit: pageItems, ...(after === null ? {} : { after }) };
    const begun = await gateway.call(calling, {
      ...{ do: 'start', agent: service, messageId: randomUUID(), contextId: null },
      ...{ parts: [{ kind: 'data', data }], mode: 'sync', acceptedTypes: [], skill: sharedTool },
    });
    return gateway.rested(calling, begun, signal);
  };
  /**
   * A place is kept only until the end is reached, then it begins again: the items may have been withdrawn that had the last places, and
   * another server may be there by now.
   */
  const keepPlace = (id: string, after: string | null) =>
    knowledge.change(async () => ({
      plan:
        after === null
          ? { gone: [{ kind: 'fetch', id }] }
          : { entries: [{ kind: 'fetch', id, body: { after } }] },
      value: undefined,
    }));
  return {
    async fetch(service, by, signal) {
      const kept = (await readEntry(read, 'fetch', service))?.body.after ?? null;
      const total = { taskId: '', held: 0, known: 0, refused: 0 };
      let after = kept;
      try {
        for (let count = 0; count < maxPages; count += 1) {
          const task = await refusing(service, () => page({ service, by, after }, signal));
          total.taskId = task.taskId;
          const answer = answerIn(task, await snapshots.threadAt(task.taskId));
          if (answer === null) {
            // A place that leads nowhere is not tried again.
            if (count === 0) after = null;
            const reason = task.error?.message ?? `its task is ${task.state}`;
            throw refusedKnowledge(say('knowledge.not-fetched', { service, reason }));
          }
          const { items, next } = answer;
          const from = { kind: 'server' as const, id: service.slice(0, 200), name: service };
          const { held, known, refused } = await incoming.hold(items, from);
          total.held += held;
          total.known += known;
          total.refused += refused.length;
          after = items.length === 0 ? null : next;
          if (after === null) break;
        }
      } finally {
        if (after !== kept) await keepPlace(service, after);
      }
      return { ...total, hasMore: after !== null };
    },
  };
}

async function refusing<Value>(service: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error;
    throw refusedKnowledge(say('knowledge.not-fetched', { service, reason: error.message }));
  }
}

/** The items that the call of a task has returned; null = it has returned none. */
function answerIn(
  task: RelayTask,
  thread: Thread,
): { items: unknown[]; next: string | null } | null {
  if (task.state !== 'completed') return null;
  const call = thread.items.findLast(
    (item): item is ToolCallItem => item.kind === 'tool-call' && item.name === sharedTool,
  );
  const items = memberOf(call?.result, 'items');
  if (!Array.isArray(items)) return null;
  const next = memberOf(call?.result, 'next');
  return {
    items: items.slice(0, 1_000),
    next: typeof next === 'string' && next.length <= 1_000 ? next : null,
  };
}

import type { JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';

/** How many subagents' names are remembered; beyond it the oldest is forgotten. */
const maxNames = 1000;
const maxNameChars = 512;

/** Who is who among the subagents of one AG-UI stream. */
export interface Subagents {
  learn(subagentRunId: unknown, name: unknown): void;
  /** The name of a subagent run, of the main agent when there is none. */
  nameOf(subagentRunId: unknown): string;
}

export function createSubagents(mainAgent: string): Subagents {
  const names = new Map<string, string>();
  return {
    learn(subagentRunId, name) {
      const id = textOf(subagentRunId);
      const given = textOf(name ?? subagentRunId);
      if (id.length + given.length > maxNameChars) return;
      const oldest = names.keys().next();
      if (names.size >= maxNames && !oldest.done) names.delete(oldest.value);
      names.set(id, given);
    },
    nameOf(subagentRunId) {
      if (typeof subagentRunId !== 'string') return mainAgent;
      return names.get(subagentRunId) ?? subagentRunId;
    },
  };
}

/** Says in HAI's way who spoke: `metadata.agentId` and `metadata.runId` from AG-UI's `subagentRunId`. */
export function attribute(event: JsonObject, subagents: Subagents): JsonObject {
  const runId = event['subagentRunId'];
  if (typeof runId !== 'string') return event;
  const metadata = typeof event['metadata'] === 'object' ? event['metadata'] : {};
  return { ...event, metadata: { agentId: subagents.nameOf(runId), runId, ...metadata } };
}

import type { JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';

/** The number of remembered subagent names; beyond it the oldest is forgotten. */
const maxNames = 1000;
const maxNameChars = 512;

/** The names of the subagents in one AG-UI stream. */
export interface Subagents {
  learn(subagentRunId: unknown, name: unknown): void;
  /** The name of a subagent run; without one, the name of the main agent. */
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

/** Adds the sender in the form of HAI: `metadata.agentId` and `metadata.runId` from AG-UI's `subagentRunId`. */
export function attribute(event: JsonObject, subagents: Subagents): JsonObject {
  const runId = event['subagentRunId'];
  if (typeof runId !== 'string') return event;
  const metadata = typeof event['metadata'] === 'object' ? event['metadata'] : {};
  return { ...event, metadata: { agentId: subagents.nameOf(runId), runId, ...metadata } };
}

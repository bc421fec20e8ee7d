import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { Agent } from '@countersign/api/agent';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { Journal } from '@countersign/server/journal/journal';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
import { mapInOrder } from '@countersign/server/store/in-order';
import { type AgentDirectory, type AgentSource, directoryOf } from '../agents/agent-directory.ts';
import type { KnownAgent } from '../agents/secret-headers.ts';
import { dismissedToolsOf } from '../decisions/dismissed-tools.ts';
import {
  type AgentRow,
  listAgents,
  readAgent,
  readAgentOf,
  type StoredAgent,
} from '../rows/agents.ts';
import { agentOf, knownAgentOf, type OpenedHeaders } from './agent-row.ts';
import { addAgent, changeAgent, removeAgent, syncConfigAgents } from './registry-operations.ts';

/** The agents of this server. Their headers are sealed at rest and never returned by `list`. */
export interface Registry extends AgentDirectory {
  find(id: string): Promise<Agent | null>;
  list(): Promise<Agent[]>;
  /** False if the id is in use. */
  add(descriptor: AgentDescriptor, operatorId: string): Promise<boolean>;
  /**
   * Changes an agent to what `change` makes of it, which is asked again if the agent was changed meanwhile. Without headers it keeps its
   * current ones. false = there is no such agent.
   */
  change(
    id: string,
    change: (before: KnownAgent) => AgentDescriptor,
    operatorId: string,
  ): Promise<boolean>;
  /** false = there is no such agent that was added here. */
  remove(id: string, operatorId: string): Promise<boolean>;
  syncConfig(descriptors: readonly AgentDescriptor[]): Promise<void>;
}

export function createRegistry(
  journal: Journal,
  secrets: SecretBox,
  protocols: Protocols,
): Registry {
  const capabilitiesIn = (descriptor: AgentDescriptor) =>
    protocols.of(descriptor.protocol)?.capabilities(descriptor) ?? { actions: [], answers: false };
  const nameOf = (protocol: string) => protocols.of(protocol)?.describe().name ?? protocol;
  const store = (descriptor: AgentDescriptor): StoredAgent => {
    const { headers, ...rest } = descriptor;
    return {
      id: descriptor.id,
      name: descriptor.name,
      // Stored, because the writer's thread, which reads them, has no protocols.
      descriptor: JSON.stringify({ ...rest, capabilities: capabilitiesIn(descriptor) }),
      headers:
        headers === undefined || Object.keys(headers).length === 0
          ? null
          : secrets.seal(JSON.stringify(headers)),
    };
  };
  const headersOf = ({ headers }: AgentRow): OpenedHeaders => {
    if (headers === null) return {};
    try {
      return JSON.parse(secrets.open(headers));
    } catch {
      return null;
    }
  };
  const shown = async (row: AgentRow): Promise<Agent> => {
    const dismissedTools = await dismissedToolsOf(journal.read, row.id);
    return agentOf(row, { headers: headersOf(row), dismissedTools, nameOf });
  };
  const sourceOf = (name: Agent['source']): AgentSource => ({
    name,
    async descriptor(id) {
      const row = await readAgentOf(journal.read, name, id);
      return row === null ? null : knownAgentOf(row, headersOf(row));
    },
  });
  return {
    ...directoryOf([sourceOf('config'), sourceOf('api'), sourceOf('mcp'), sourceOf('http')]),
    async find(id) {
      const row = await readAgent(journal.read, id);
      return row === null ? null : await shown(row);
    },
    list: async () => mapInOrder(await listAgents(journal.read), shown),
    async add(descriptor, operatorId) {
      return (await journal.commit(addAgent, { ...store(descriptor), operatorId })).added;
    },
    async change(id, change, operatorId) {
      for (;;) {
        const seen = await readAgent(journal.read, id);
        if (seen === null) return false;
        const { descriptor: before, headers, source } = seen;
        const after = change(knownAgentOf(seen, headersOf(seen)));
        const outcome = await journal.commit(changeAgent, {
          ...{ agent: store(after), keepHeaders: after.headers === undefined, operatorId },
          seen: { descriptor: before, headers, source },
        });
        if (outcome === 'changed') return true;
      }
    },
    remove: (id, operatorId) => journal.commit(removeAgent, { id, operatorId }),
    async syncConfig(descriptors) {
      await journal.commit(syncConfigAgents, descriptors.map(store));
    },
  };
}

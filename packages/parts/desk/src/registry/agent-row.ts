import type { Agent } from '@countersign/api/agent';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { storedJson } from '@countersign/server/store/stored-json';
import { capabilitiesOf, type StoredDescriptor } from '../agents/capabilities.ts';
import type { KnownAgent } from '../agents/secret-headers.ts';
import type { AgentRow } from '../rows/agents.ts';

/** Headers of an agent, opened; null = they were sealed with another key. */
export type OpenedHeaders = Record<string, string> | null;

/** An agent as shown to operators: only the names of its headers. */
export function agentOf(
  row: AgentRow,
  beside: {
    headers: OpenedHeaders;
    dismissedTools: Agent['dismissedTools'];
    /** The name of a protocol. */
    nameOf: (protocol: string) => string;
  },
): Agent {
  const { headers, dismissedTools, nameOf } = beside;
  const stored: StoredDescriptor = JSON.parse(row.descriptor);
  const { control, startedBy, ...descriptor } = agentDescriptorSchema.parse(stored);
  const { actions, answers } = capabilitiesOf(stored);
  return {
    id: descriptor.id,
    name: descriptor.name,
    protocol: descriptor.protocol,
    spoke: row.contact_spoke,
    protocolNames: {
      protocol: nameOf(descriptor.protocol),
      spoke: row.contact_spoke === null ? null : nameOf(row.contact_spoke),
    },
    ...(control?.template === undefined ? {} : { controlTemplate: control.template }),
    url: descriptor.url,
    description: descriptor.description ?? null,
    headerNames: Object.keys(headers ?? {}),
    ...(headers === null ? { secretLost: true } : {}),
    headersAlsoTo: descriptor.headersAlsoTo ?? [],
    controlActions: actions,
    takesFeedback: answers,
    ...(startedBy === undefined ? {} : { startedBy }),
    inputSchema: descriptor.inputSchema,
    tools: descriptor.tools,
    ...(descriptor.mcp === undefined ? {} : { mcp: descriptor.mcp }),
    dismissedTools,
    source: row.source,
    lastContact:
      row.contact_at === null
        ? null
        : {
            at: row.contact_at,
            ok: row.contact_ok === 1,
            detail: row.contact_detail,
            ...(row.contact_statement === null
              ? {}
              : { statement: storedJson(row.contact_statement) }),
          },
  };
}

/** An agent as it is called. */
export function knownAgentOf(row: AgentRow, headers: OpenedHeaders): KnownAgent {
  const { capabilities: _, ...said }: StoredDescriptor = JSON.parse(row.descriptor);
  const descriptor = agentDescriptorSchema.parse(said);
  if (row.headers === null) return descriptor;
  return headers === null ? { ...descriptor, secretLost: true } : { ...descriptor, headers };
}

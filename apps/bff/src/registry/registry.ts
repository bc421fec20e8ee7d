import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { Agent } from '@countersign/api/agent';
import { type AgentDescriptor, agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { type AgentDirectory, type AgentSource, directoryOf } from '../agents/agent-directory.ts';
import { capabilitiesOf, type StoredDescriptor } from '../agents/capabilities.ts';
import type { KnownAgent } from '../agents/secret-headers.ts';
import type { SecretBox } from '../agents/secrets.ts';
import { dismissedToolsOf } from '../decisions/dismissed-tools.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoredAgent } from './registry-operations.ts';
import { addAgent, changeAgent, removeAgent, syncConfigAgents } from './registry-operations.ts';

interface AgentRow {
  id: string;
  descriptor: string;
  headers: string | null;
  source: Agent['source'];
  contact_at: number | null;
  contact_ok: number | null;
  contact_detail: string | null;
  contact_spoke: string | null;
}

/** The agents this server knows. Their headers are sealed at rest and never leave through `list`. */
export interface Registry extends AgentDirectory {
  find(id: string): Agent | null;
  list(): Agent[];
  /** False when the id is taken. */
  add(descriptor: AgentDescriptor, operatorId: string): Promise<boolean>;
  /** Without headers it keeps those it has. */
  change(descriptor: AgentDescriptor, operatorId: string): Promise<void>;
  remove(id: string, operatorId: string): Promise<void>;
  syncConfig(descriptors: readonly AgentDescriptor[]): Promise<void>;
}

const select = `SELECT a.id, a.descriptor, a.headers, a.source, c.at AS contact_at, c.ok AS contact_ok,
  c.detail AS contact_detail, c.spoke AS contact_spoke FROM agents a LEFT JOIN contacts c ON c.agent = a.id`;
/** The same without how they were met last, which nobody needs to reach them. */
const selectAlone = `SELECT id, descriptor, headers, source, NULL AS contact_at, NULL AS contact_ok, NULL AS contact_detail,
  NULL AS contact_spoke FROM agents a`;

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
      // Read where no protocol is at hand, in the thread that writes.
      descriptor: JSON.stringify({ ...rest, capabilities: capabilitiesIn(descriptor) }),
      headers:
        headers === undefined || Object.keys(headers).length === 0
          ? null
          : secrets.seal(JSON.stringify(headers)),
    };
  };
  /** Null when they were sealed with another key. */
  const headersOf = (row: AgentRow): Record<string, string> | null => {
    if (row.headers === null) return {};
    try {
      return JSON.parse(secrets.open(row.headers));
    } catch {
      return null;
    }
  };
  const rowsOf = (where: string, ...values: string[]): AgentRow[] =>
    journal.read.pastDamage(
      'contacts',
      () => journal.read.all<AgentRow>(`${select} ${where}`, ...values),
      null,
    ) ?? journal.read.all<AgentRow>(`${selectAlone} ${where}`, ...values);
  const toAgent = (row: AgentRow): Agent => {
    const stored: StoredDescriptor = JSON.parse(row.descriptor);
    const descriptor = agentDescriptorSchema.parse(stored);
    const { actions, answers } = capabilitiesOf(stored);
    const headers = headersOf(row);
    return {
      id: descriptor.id,
      name: descriptor.name,
      protocol: descriptor.protocol,
      spoke: row.contact_spoke,
      protocolNames: {
        protocol: nameOf(descriptor.protocol),
        spoke: row.contact_spoke === null ? null : nameOf(row.contact_spoke),
      },
      ...(descriptor.control?.template === undefined
        ? {}
        : { controlTemplate: descriptor.control.template }),
      url: descriptor.url,
      description: descriptor.description ?? null,
      headerNames: Object.keys(headers ?? {}),
      ...(headers === null ? { secretLost: true } : {}),
      headersAlsoTo: descriptor.headersAlsoTo ?? [],
      controlActions: actions,
      takesFeedback: answers,
      ...(descriptor.startedBy === undefined ? {} : { startedBy: descriptor.startedBy }),
      inputSchema: descriptor.inputSchema,
      tools: descriptor.tools,
      dismissedTools: dismissedToolsOf(journal.read, descriptor.id),
      source: row.source,
      lastContact:
        row.contact_at === null
          ? null
          : { at: row.contact_at, ok: row.contact_ok === 1, detail: row.contact_detail },
    };
  };
  const toKnown = (row: AgentRow): KnownAgent => {
    const { capabilities: _, ...said }: StoredDescriptor = JSON.parse(row.descriptor);
    const descriptor = agentDescriptorSchema.parse(said);
    if (row.headers === null) return descriptor;
    const headers = headersOf(row);
    return headers === null ? { ...descriptor, secretLost: true } : { ...descriptor, headers };
  };
  const sourceOf = (name: Agent['source']): AgentSource => ({
    name,
    async descriptor(id) {
      const where = 'WHERE a.id = ? AND a.source = ?';
      const row = journal.read.get<AgentRow>(`${selectAlone} ${where}`, id, name);
      return row === undefined ? null : toKnown(row);
    },
  });
  return {
    ...directoryOf([sourceOf('config'), sourceOf('api')]),
    find(id) {
      const [row] = rowsOf('WHERE a.id = ?', id);
      return row === undefined ? null : toAgent(row);
    },
    list: () => rowsOf('ORDER BY a.name, a.id').map(toAgent),
    async add(descriptor, operatorId) {
      return (await journal.commit(addAgent, { ...store(descriptor), operatorId })).added;
    },
    async change(descriptor, operatorId) {
      const keepHeaders = descriptor.headers === undefined;
      await journal.commit(changeAgent, { ...store(descriptor), keepHeaders, operatorId });
    },
    async remove(id, operatorId) {
      await journal.commit(removeAgent, { id, operatorId });
    },
    async syncConfig(descriptors) {
      await journal.commit(syncConfigAgents, descriptors.map(store));
    },
  };
}

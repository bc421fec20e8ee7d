import type { Agent } from '@countersign/api/agent';
import type { TestAgent } from '@countersign/api/agents/agent-test';
import type { ControlDescription } from '@countersign/api/agents/protocol';
import {
  type AgentDescriptor,
  type ControlAction,
  type McpSettings,
  mcpSettingsSchema,
} from '@countersign/hai/agent-descriptor';
import { commandIn, commandScheme, commandWords } from '@countersign/hai/command-url';
import { agentsText } from '../../text/texts.ts';
import { recordOf } from '../../ui/json/record-of.ts';
import { readTools, toolsText } from './agent-tools.ts';
import { serverOfConfig } from './mcp-config.ts';
import { type McpText, mcpTextOf, readMcp } from './mcp-settings.ts';

const words = agentsText.form;

export interface AgentForm {
  id: string;
  name: string;
  protocol: string;
  url: string;
  description: string;
  /** Empty = not said. */
  startedBy: '' | NonNullable<AgentDescriptor['startedBy']>;
  controlUrl: string;
  /** How it is controlled. `hai`: by the control endpoint of HAI; else the id of a control template of its protocol. */
  controlBy: string;
  actions: readonly ControlAction[];
  feedbackUrl: string;
  headers: string;
  /** Origins other than the one of `url` that also receive the headers. */
  headersAlsoTo: readonly string[];
  /** The headers that the server keeps are to be removed. */
  dropHeaders: boolean;
  schema: string;
  /** Front-end tools, as the JSON list of a descriptor. */
  tools: string;
  /** It had tools when the form was opened: if they were removed, an empty list is sent. */
  hadTools: boolean;
  /** What an MCP server may do without asking. */
  mcp: McpText;
  /** The settings from which `mcp` was made; absent = it had none. */
  mcpBefore: McpSettings | undefined;
  /** Members of a pasted descriptor that have no field here. */
  more: Readonly<Record<string, unknown>>;
}
export type AgentFormErrors = Partial<Record<keyof AgentForm | 'mcpDirect' | 'mcpRoots', string>>;

export const controlActions: readonly ControlAction[] = ['pause', 'resume', 'stop', 'status'];

/** The form of an agent as the browser knows it: addresses of control and feedback are not read back. */
export function formOf(agent: Agent | null): AgentForm {
  return {
    id: agent?.id ?? '',
    name: agent?.name ?? '',
    protocol: protocolOf(agent?.protocol),
    url: agent?.url ?? '',
    description: agent?.description ?? '',
    startedBy: agent?.startedBy ?? '',
    controlUrl: '',
    controlBy: agent?.controlTemplate ?? 'hai',
    actions: agent && agent.controlActions.length > 0 ? agent.controlActions : controlActions,
    feedbackUrl: '',
    headers: '',
    headersAlsoTo: agent?.headersAlsoTo ?? [],
    dropHeaders: false,
    schema: agent?.inputSchema === undefined ? '' : JSON.stringify(agent.inputSchema, null, 2),
    tools: toolsText(agent?.tools),
    hadTools: (agent?.tools ?? []).length > 0,
    mcp: mcpTextOf(agent?.mcp),
    mcpBefore: agent?.mcp,
    more: {},
  };
}

export const startedByOf = (text: unknown): AgentForm['startedBy'] =>
  text === 'people' || text === 'agents' ? text : '';

export const protocolOf = (text: unknown): string =>
  typeof text === 'string' && text !== '' ? text : 'detect';

/**
 * A URL as people write it: without a scheme it is http on this machine and in a local network, https elsewhere. Several words are
 * a command line.
 */
export function fullUrl(text: string): string {
  const url = text.trim();
  if (/^(?!stdio:)[^\s:]+\s/.test(url)) return `${commandScheme}${url}`;
  if (url === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  const host = /^(localhost|\[[\da-f:.]+\]|[\w-]+(?=:\d)|[\w-]+(?:\.[\w-]+)+)(?=[:/?#]|$)/i.exec(
    url,
  )?.[1];
  if (host === undefined) return url;
  const isNear =
    !host.includes('.') || /^[\d.]+$/.test(host) || /\.(local|internal|lan)$/i.test(host);
  return `${isNear ? 'http' : 'https'}://${url}`;
}

/** An id made from a name, unlike those that are taken. */
export function idFromName(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 56)
    .replace(/-+$/, '');
  if (plain === '') return '';
  const used = new Set(taken);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? plain : `${plain}-${number}`;
    if (!used.has(id)) return id;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The form filled from a pasted descriptor, or null when the text is none. Fields missing in it stay as they were. */
export function formOfPasted(pasted: string, before: AgentForm): AgentForm | null {
  let value: unknown;
  try {
    value = JSON.parse(pasted);
  } catch {
    return null;
  }
  const one = Array.isArray(value) ? value[0] : value;
  const said = serverOfConfig(one) ?? recordOf(one);
  if (text(said['url']) === '') return null;
  const { id, name, url, protocol, description, headers, control, feedback, ...others } = said;
  // Where secrets are sent is chosen in the form, never taken from a pasted descriptor.
  const { inputSchema, tools, startedBy, mcp, headersAlsoTo: _ignored, ...more } = others;
  const settings = mcpSettingsSchema.optional().catch(undefined).parse(mcp) ?? before.mcpBefore;
  const controlled = recordOf(control);
  const actions = Array.isArray(controlled['actions']) ? controlled['actions'] : [];
  const template = controlled['template'];
  return {
    id: text(id) || before.id,
    name: text(name) || before.name,
    url: text(url),
    protocol: protocolOf(protocol),
    description: text(description),
    startedBy: startedByOf(startedBy),
    controlUrl: text(controlled['url']),
    controlBy: text(template) || 'hai',
    actions: controlActions.filter((action) => actions.length === 0 || actions.includes(action)),
    feedbackUrl: text(recordOf(feedback)['url']),
    headers: Object.entries(recordOf(headers))
      .map(([header, content]) => `${header}: ${text(content)}`)
      .join('\n'),
    headersAlsoTo: [],
    dropHeaders: false,
    schema: inputSchema === undefined ? '' : JSON.stringify(inputSchema, null, 2),
    tools: toolsText(Array.isArray(tools) ? tools : tools ? [tools] : []),
    hadTools: before.hadTools,
    mcp: mcp === undefined ? before.mcp : mcpTextOf(settings),
    mcpBefore: settings,
    more,
  };
}

export function isUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol) || commandWords(commandIn(text) ?? '') !== null;
  } catch {
    return false;
  }
}

/** Whether the address is a command, which this machine starts. */
export const isCommand = ({ url }: Pick<AgentForm, 'url'>): boolean =>
  commandIn(fullUrl(url)) !== null;

/** `Name: value` per line; null when a line is something else. */
export function headersOf(text: string): Record<string, string> | null {
  const headers = new Map<string, string>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const match = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(\S.*?)\s*$/.exec(line);
    if (!match?.[1] || !match[2]) return null;
    headers.set(match[1], match[2]);
  }
  return Object.fromEntries(headers);
}

function schemaOf(text: string): { ok: true; schema: unknown } | { ok: false } {
  if (text.trim() === '') return { ok: true, schema: undefined };
  try {
    return { ok: true, schema: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function errorsOf(form: AgentForm): AgentFormErrors {
  return {
    ...(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(form.id) ? {} : { id: words.idBad }),
    ...(form.name.trim() === '' ? { name: words.nameBad } : {}),
    ...(isUrl(fullUrl(form.url)) ? {} : { url: words.urlBad }),
    ...(form.controlUrl === '' || isUrl(fullUrl(form.controlUrl))
      ? {}
      : { controlUrl: words.urlBad }),
    ...(form.feedbackUrl === '' || isUrl(fullUrl(form.feedbackUrl))
      ? {}
      : { feedbackUrl: words.urlBad }),
    ...(headersOf(form.headers) === null ? { headers: words.headersBad } : {}),
    ...(schemaOf(form.schema).ok ? {} : { schema: words.schemaBad }),
    ...toolsFault(form.tools),
    ...mcpFaults(form),
  };
}

function toolsFault(text: string): AgentFormErrors {
  const read = readTools(text);
  return read.ok ? {} : { tools: read.fault };
}

function mcpFaults(form: AgentForm): AgentFormErrors {
  const read = readMcp(form.mcp, form.mcpBefore);
  if (form.protocol !== 'mcp' || read.ok) return {};
  const { direct, roots } = read.faults;
  return {
    ...(direct === undefined ? {} : { mcpDirect: direct }),
    ...(roots === undefined ? {} : { mcpRoots: roots }),
  };
}

/** The settings to save; none for an agent that has never had any. */
function mcpOf({ protocol, mcp, mcpBefore }: AgentForm): Pick<AgentDescriptor, 'mcp'> {
  const read = readMcp(mcp, mcpBefore);
  if (protocol !== 'mcp' || !read.ok) return {};
  const { direct = [], roots, ...others } = read.settings;
  const isNone = direct.length === 0 && roots === undefined && Object.keys(others).length === 0;
  return isNone && mcpBefore === undefined ? {} : { mcp: read.settings };
}

/** The descriptor of a filled form, or what is wrong with it. */
export function descriptorOf(
  form: AgentForm,
): { ok: true; body: AgentDescriptor } | { ok: false; errors: AgentFormErrors } {
  const errors = errorsOf(form);
  const schema = schemaOf(form.schema);
  const headers = headersOf(form.headers) ?? {};
  const tools = readTools(form.tools);
  if (Object.keys(errors).length > 0 || !schema.ok || !tools.ok) return { ok: false, errors };
  return {
    ok: true,
    body: {
      ...form.more,
      id: form.id,
      name: form.name.trim(),
      protocol: form.protocol,
      url: fullUrl(form.url),
      ...(form.description.trim() === '' ? {} : { description: form.description.trim() }),
      ...(form.startedBy === '' ? {} : { startedBy: form.startedBy }),
      ...(form.controlUrl === '' ? {} : { control: controlOf(form) }),
      ...(form.feedbackUrl === '' ? {} : { feedback: { url: fullUrl(form.feedbackUrl) } }),
      ...(Object.keys(headers).length === 0 && !form.dropHeaders ? {} : { headers }),
      headersAlsoTo: [...form.headersAlsoTo],
      ...(tools.tools.length === 0 && !form.hadTools ? {} : { tools: tools.tools }),
      ...mcpOf(form),
      ...(schema.schema === undefined ? {} : { inputSchema: schema.schema }),
    },
  };
}

const controlOf = ({ controlBy, controlUrl, actions }: AgentForm) => ({
  url: fullUrl(controlUrl),
  ...(controlBy === 'hai' ? { actions: [...actions] } : { actions: [], template: controlBy }),
});

const originOf = (url: string): string | null =>
  URL.canParse(fullUrl(url)) ? new URL(fullUrl(url)).origin : null;

/** The origins of control and feedback other than the agent's: headers are sent there only when chosen in the form. */
export function otherOrigins({ url, controlUrl, feedbackUrl, headersAlsoTo }: AgentForm): string[] {
  const all = [...headersAlsoTo, originOf(controlUrl), originOf(feedbackUrl)];
  const others = all.filter((origin) => origin !== null && origin !== originOf(url));
  return [...new Set(others)].filter((origin) => origin !== null);
}

/** The part of the address before the ending that the control description defines; '' = it has no such ending. */
export function controlBase(url: string, way: ControlDescription | undefined): string {
  if (way?.agentUrlEnds === undefined) return '';
  const ends = way.agentUrlEnds
    .split('{id}')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^(.*)${ends}/?$`).exec(url)?.[1] ?? '';
}

/** What a test of this form sends. Headers that are not given are those stored with the agent. */
export function testBodyOf(form: AgentForm, agent: Agent | null): TestAgent {
  const headers = headersOf(form.headers) ?? {};
  return {
    url: fullUrl(form.url),
    protocol: form.protocol,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(agent === null ? {} : { id: agent.id }),
  };
}

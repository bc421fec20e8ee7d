import type { IncomingHttpHeaders } from 'node:http';
import type { AgentSuggestion } from '@countersign/api/agents/agent-test';
import { say } from '@countersign/api/statements';
import { isObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import {
  callAgent,
  discardBody,
  limitBody,
  readText,
} from '@countersign/server/outgoing/transport';
import type { Clock } from '@countersign/server/runtime/clock';

/** Servers of MCP let browsers send or read these headers (Streamable HTTP, revision 2025-03-26 and later). */
const ownHeader = /\bmcp-(session-id|protocol-version)\b/i;

/**
 * Whether the headers of an address that refused a GET are possibly those of an MCP server: one that opens no stream of its own
 * answers HTTP 405. A POST would show it, but at another kind of address it could start a run.
 */
function maySpeakMcp(headers: IncomingHttpHeaders): boolean {
  const allowed = String(headers.allow ?? '');
  // Only a protocol with sessions has something to delete where it takes a POST.
  const hasSessions = /\bPOST\b/i.test(allowed) && /\bDELETE\b/i.test(allowed);
  const crossOrigin = [
    headers['access-control-allow-headers'],
    headers['access-control-expose-headers'],
  ];
  return hasSessions || ownHeader.test(crossOrigin.join(' '));
}

/** Whether it is at the usual path of MCP, and does not say that it takes no POST. */
function isMcpPath(url: string, headers: IncomingHttpHeaders): boolean {
  const takesPost = /\bPOST\b/i.test(headers.allow ?? 'POST');
  return takesPost && /\/mcp\/?$/i.test(new URL(url).pathname);
}

interface RecognizeOptions {
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  clock: Clock;
  timeoutMs: number;
}

/** What can be named, by what it sends as the answer to a GET. */
type Named = 'mcp' | 'maybe-mcp' | 'openapi' | 'utcp' | 'acp' | 'acp-agent' | 'agent';

interface Seen {
  /** `refusal`: it refuses GET, and may be anything. */
  kind: Named | 'page' | 'refusal';
  suggestion?: AgentSuggestion;
}

/** One thing that was found. */
export interface Recognized {
  said: WrittenStatement;
  suggestion?: AgentSuggestion | undefined;
  /** It answers in the protocol of the suggestion, so it can be asked for its name. */
  speaks: boolean;
}

/** More of an answer is not read to recognise it (bytes). */
const maxBytes = 500_000;
const maxNameChars = 200;
const maxDescriptionChars = 2_000;

/** Where such things usually are, at the same server. */
const usualPaths = ['/mcp', '/card', '/agents', '/openapi.json', '/utcp'];

const names: Record<Named, () => WrittenStatement> = {
  mcp: () => say('trial.an-mcp-server'),
  'maybe-mcp': () => say('trial.maybe-mcp'),
  openapi: () => say('trial.an-openapi'),
  utcp: () => say('trial.a-utcp-manual'),
  acp: () => say('trial.an-acp-list'),
  'acp-agent': () => say('trial.an-acp-agent'),
  agent: () => say('trial.an-agent-card'),
};

/**
 * What is at an address, and if it is no agent, what is at the usual paths of that server. Only GET is sent: it starts nothing.
 * Empty = nothing that is recognised. Never rejects.
 */
export async function recognizeAddress(url: string, line: RecognizeOptions): Promise<Recognized[]> {
  const here = await seenAt(url, line);
  const itself = here === null ? [] : recognized(here, (what) => say('trial.is-there', { what }));
  if (itself.length > 0) return itself;
  const others = usualPaths
    .map((path) => new URL(path, url).href)
    .filter((other) => other !== url && other !== `${url}/`);
  const seen = await Promise.all(
    others.map(async (other) => {
      // A server that refuses GET at one path may do so at every path: that says nothing of this one.
      const isInformative = here?.kind !== 'refusal';
      return { other, what: await seenAt(other, line, isInformative) };
    }),
  );
  const found = seen.flatMap(({ other, what }) =>
    what === null
      ? []
      : recognized(what, (name) => say('trial.is-elsewhere', { url: other, what: name })),
  );
  const page = { said: say('trial.a-page'), speaks: false };
  return here?.kind === 'page' ? [page, ...found] : found;
}

function recognized(
  { kind, suggestion }: Seen,
  sentence: (what: WrittenStatement) => WrittenStatement,
): Recognized[] {
  if (kind === 'page' || kind === 'refusal') return [];
  return [{ said: sentence(names[kind]()), suggestion, speaks: kind === 'mcp' }];
}

/** `isPathTelling`: the usual path of MCP is a hint where GET is refused. */
async function seenAt(
  url: string,
  line: RecognizeOptions,
  isPathInformative = true,
): Promise<Seen | null> {
  const headers = { ...line.headers, accept: 'application/json, text/html;q=0.5' };
  try {
    const response = await callAgent({ ...line, headers, url, method: 'GET' });
    const status = response.statusCode ?? 0;
    const type = response.headers['content-type'] ?? '';
    if (/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
      limitBody(response, line.clock);
      const seen = documentSeen(parsed(await readText(response, maxBytes)), url);
      if (seen !== null) return seen;
    } else discardBody(response, line.clock);
    if (status < 300 && /^text\/html\s*(;|$)/i.test(type)) return { kind: 'page' };
    if (status !== 405 && status !== 406) return null;
    return maySpeakMcp(response.headers) || (isPathInformative && isMcpPath(url, response.headers))
      ? { kind: 'maybe-mcp', suggestion: { url, protocol: 'mcp' } }
      : { kind: 'refusal' };
  } catch {
    // It does not answer, or not in time: nothing is recognised.
    return null;
  }
}

/** Undefined = no JSON: a refusal may announce it and have no body. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function documentSeen(document: unknown, url: string): Seen | null {
  const has = (name: string) => typeof memberOf(document, name) === 'string';
  if (memberOf(document, 'jsonrpc') === '2.0') {
    return { kind: 'mcp', suggestion: { url, protocol: 'mcp' } };
  }
  if (has('openapi') || has('swagger')) return { kind: 'openapi' };
  if (has('utcp_version')) return { kind: 'utcp' };
  const { agents } = isObject(document) ? document : {};
  if (Array.isArray(agents)) return { kind: 'acp', ...onlyAgent(agents, url) };
  if (has('name') && Array.isArray(memberOf(document, 'input_content_types'))) {
    return { kind: 'acp-agent', ...describedAcpAgent(document, url) };
  }
  return has('id') && has('url') && has('protocol')
    ? { kind: 'agent', ...describedAgent(document, url) }
    : null;
}

/** The agent of a list of ACP with one; of several, a person has to say which is meant. */
function onlyAgent(agents: readonly unknown[], url: string): { suggestion?: AgentSuggestion } {
  const [first] = agents;
  const name = memberOf(first, 'name');
  if (agents.length !== 1 || typeof name !== 'string' || name === '') return {};
  return describedAcpAgent(
    first,
    `${url.replace(/[?#].*$/, '').replace(/\/+$/, '')}/${encodeURIComponent(name)}`,
  );
}

/** An agent by its manifest of ACP, which is at its own address. */
function describedAcpAgent(manifest: unknown, url: string): { suggestion: AgentSuggestion } {
  const text = (name: string) => {
    const value = memberOf(manifest, name);
    return typeof value === 'string' ? value.trim() : null;
  };
  const said = { url, protocol: 'acp', name: text('name'), description: text('description') };
  return { suggestion: suggestionOf(said) };
}

/** An agent by its description. One at another origin is not suggested: headers entered for this one would be sent there. */
function describedAgent(document: unknown, url: string): { suggestion?: AgentSuggestion } {
  const text = (name: string) => {
    const value = memberOf(document, name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const at = URL.canParse(text('url'), url) ? new URL(text('url'), url) : null;
  if (at === null || at.origin !== new URL(url).origin) return {};
  return {
    suggestion: suggestionOf({
      url: at.href,
      protocol: text('protocol'),
      name: text('name'),
      description: text('description'),
    }),
  };
}

/** A suggestion that has only a text, cut to a usual length. */
export function suggestionOf(said: {
  url: string;
  protocol: string;
  name: string | null;
  description: string | null;
}): AgentSuggestion {
  const name = (said.name ?? '').slice(0, maxNameChars);
  const description = (said.description ?? '').slice(0, maxDescriptionChars);
  return {
    url: said.url,
    protocol: said.protocol,
    ...(name === '' ? {} : { name }),
    ...(description === '' ? {} : { description }),
  };
}

import { say } from '@countersign/api/statements';
import { memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { callAgent, discardBody, limitBody, readText } from '../agents/transport.ts';
import type { Clock } from '../runtime/clock.ts';

interface RecognizeOptions {
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  clock: Clock;
  timeoutMs: number;
}

/** What answers a GET, by what it sends. */
type Seen = 'mcp' | 'page' | 'openapi' | 'utcp' | 'acp' | 'agent';

/** More of an answer is not read to recognise it (bytes). */
const maxBytes = 500_000;

/** Where such things usually are, at the same server. */
const usualPaths = ['/mcp', '/card', '/agents', '/openapi.json', '/utcp'];

const names: Record<Exclude<Seen, 'page'>, () => WrittenStatement> = {
  mcp: () => say('trial.an-mcp-server'),
  openapi: () => say('trial.an-openapi'),
  utcp: () => say('trial.a-utcp-manual'),
  acp: () => say('trial.an-acp-list'),
  agent: () => say('trial.an-agent-card'),
};

/**
 * What is at an address, and if it is no agent, what is at the usual paths of that server. Only GET is sent: it starts nothing.
 * Empty = nothing that is recognised. Never rejects.
 */
export async function recognizeAddress(
  url: string,
  line: RecognizeOptions,
): Promise<WrittenStatement[]> {
  const here = await seenAt(url, line);
  if (here !== null && here !== 'page') return [say('trial.is-there', { what: names[here]() })];
  const others = usualPaths
    .map((path) => new URL(path, url).href)
    .filter((other) => other !== url && other !== `${url}/`);
  const seen = await Promise.all(
    others.map(async (other) => ({ other, what: await seenAt(other, line) })),
  );
  const found = seen.flatMap(({ other, what }) =>
    what === null || what === 'page'
      ? []
      : [say('trial.is-elsewhere', { url: other, what: names[what]() })],
  );
  return here === 'page' ? [say('trial.a-page'), ...found] : found;
}

async function seenAt(url: string, line: RecognizeOptions): Promise<Seen | null> {
  const headers = { ...line.headers, accept: 'application/json, text/html;q=0.5' };
  try {
    const response = await callAgent({ ...line, headers, url, method: 'GET' });
    const status = response.statusCode ?? 0;
    const type = response.headers['content-type'] ?? '';
    if (/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
      limitBody(response, line.clock);
      return documentSeen(JSON.parse(await readText(response, maxBytes)));
    }
    discardBody(response, line.clock);
    return status < 300 && /^text\/html\s*(;|$)/i.test(type) ? 'page' : null;
  } catch {
    // It does not answer, or not in time, or not in JSON: nothing is recognised.
    return null;
  }
}

function documentSeen(document: unknown): Seen | null {
  const has = (name: string) => typeof memberOf(document, name) === 'string';
  if (memberOf(document, 'jsonrpc') === '2.0') return 'mcp';
  if (has('openapi') || has('swagger')) return 'openapi';
  if (has('utcp_version')) return 'utcp';
  if (Array.isArray(memberOf(document, 'agents'))) return 'acp';
  return has('id') && has('url') && has('protocol') ? 'agent' : null;
}

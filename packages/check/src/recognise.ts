import { interruptsOf } from '@countersign/adapters/ag-ui/interrupt';
import { onInterruptName } from '@countersign/adapters/ag-ui/received-interrupt';
import { protocolOfFrame } from '@countersign/adapters/frame-protocol';
import { isObject } from '@countersign/json/json-object';
import type { RunReader } from './run-reader.ts';
import type { Reply, Target } from './target.ts';

const names: Readonly<Record<string, string>> = {
  'mcp-client': 'MCP',
  'http-client': 'HTTP',
};

/** The name of a protocol that is not checked; null = it is checked, or not known. */
export const uncheckedName = (protocol: string): string | null => names[protocol] ?? null;

/** What the events of a stream are: declared, or recognised by what only one protocol has; null = both could be. */
export function dialectOf(
  { agent }: Target,
  { frames, events }: RunReader,
): 'hai' | 'ag-ui' | null {
  if (agent.protocol === 'hai' || agent.protocol === 'ag-ui') return agent.protocol;
  for (const { data } of frames) {
    const spoken = protocolOfFrame(data);
    if (spoken !== null) return spoken;
  }
  const interrupted = events.some(
    (event) =>
      (event.type === 'CUSTOM' && event.name === onInterruptName) ||
      (event.type === 'RUN_FINISHED' && interruptsOf(event.outcome).interrupts.length > 0),
  );
  return interrupted ? 'ag-ui' : null;
}

/** At the origin, or under the address of one of several agents. */
const cardPath = '/.well-known/agent-card.json';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'countersign-check', version: '1' },
  },
};

/** The protocol of an agent that does not answer a run with a stream; null = none of the known ones. */
export async function recogniseOther(target: Target): Promise<'a2a' | 'mcp' | null> {
  const { url } = target.agent;
  const own = `${url.replace(/\/$/, '')}${cardPath}`;
  for (const at of new Set([own, new URL(cardPath, url).href])) {
    const card = await quietly(() => target.get(at));
    if (card !== null && card.status === 200 && isCard(card.body)) return 'a2a';
  }
  const accept = { accept: 'application/json, text/event-stream' };
  const hello = await quietly(() => target.post(url, initialize, accept));
  if (hello === null || hello.status !== 200) return null;
  // An MCP server answers it as one JSON document or as the only event of a stream.
  return /^text\/event-stream\b/i.test(hello.contentType) || isInitialized(hello.body)
    ? 'mcp'
    : null;
}

const isCard = (body: unknown): boolean =>
  isObject(body) && typeof body['name'] === 'string' && Array.isArray(body['skills']);

const isInitialized = (body: unknown): boolean =>
  isObject(body) && isObject(body['result']) && 'protocolVersion' in body['result'];

const quietly = (ask: () => Promise<Reply>): Promise<Reply | null> => ask().catch(() => null);

import type { Addressed } from '../protocol/agent-protocol.ts';

/** How an agent is called: its server, and its name there. */
export interface Endpoint {
  /** URL of the server, without a slash at its end. */
  base: string;
  agent: string;
}

/** What an address says: `…/agents/{name}` is an agent, and `…/agents` the list of a server. `agent` is empty if it names none. */
export function addressOf(url: string): Endpoint {
  const plain = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
  const [, base, name = ''] = /^(.*)\/agents(?:\/([^/]+))?$/.exec(plain) ?? [];
  return base === undefined ? { base: plain, agent: '' } : { base, agent: decoded(name) };
}

/** The endpoint in an introduction; without one, what the agent's own URL says. */
export function endpointOf({ url, introduction }: Addressed): Endpoint {
  const address = addressOf(url);
  const named = introduction?.call['agent'];
  return typeof named === 'string' ? { ...address, agent: named } : address;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not encoded correctly: the server is asked for it as it is.
    return segment;
  }
}

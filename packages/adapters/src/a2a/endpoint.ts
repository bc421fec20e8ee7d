import type { Addressed } from '../protocol/agent-protocol.ts';

export type A2aVersion = '1.0' | '0.3';
export type A2aBinding = 'JSONRPC' | 'HTTP+JSON';

/** How an agent is called. */
export interface Endpoint {
  url: string;
  version: A2aVersion;
  binding: A2aBinding;
  streams: boolean;
  pushes: boolean;
  /** Part of the path for servers of several tenants; empty = none. */
  tenant: string;
}

/** The transport of an interface as a card names it; null = not a supported one. */
export const bindingOf = (name: string | null): A2aBinding | null =>
  name === 'JSONRPC' || name === 'HTTP+JSON' ? name : null;

/** The version of an interface; null = not a supported one. */
export function versionOf(name: string | null): A2aVersion | null {
  if (name === null) return null;
  if (/^1(\.|$)/.test(name)) return '1.0';
  return /^0\.(2|3)(\.|$)/.test(name) ? '0.3' : null;
}

/** The endpoint in an introduction; without one, JSON-RPC of the current version at the agent's own URL. */
export function endpointOf({ url, introduction }: Addressed): Endpoint {
  const call = introduction?.call ?? {};
  const given = call['url'];
  return {
    url: typeof given === 'string' ? given : url,
    version: call['version'] === '0.3' ? '0.3' : '1.0',
    binding: call['binding'] === 'HTTP+JSON' ? 'HTTP+JSON' : 'JSONRPC',
    streams: call['streams'] !== false,
    pushes: call['pushes'] === true,
    tenant: typeof call['tenant'] === 'string' ? call['tenant'] : '',
  };
}

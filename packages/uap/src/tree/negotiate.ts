import type { Service } from '../model/service.ts';

/** What a client supports: protocols with their versions and transports. An empty list = any. */
export interface SupportedProtocol {
  name: string;
  versions: readonly string[];
  transports: readonly string[];
}

/** How a client is connected to a service. */
export type Connection =
  | { mode: 'direct'; protocol: string; transport: string | null }
  | { mode: 'relay'; adapter: string; lossy: readonly string[] }
  | { mode: 'unsupported'; reason: 'unhealthy' | 'no-agent' | 'no-adapter' };

/** An adapter of a gateway, with what it cannot keep. */
export interface KnownAdapter {
  from: string;
  to: string;
  lossy: readonly string[];
}

/** A service as a peer: its protocol with the versions and transports it names (empty = it does not say). */
export interface Callee extends Pick<Service, 'agent_protocol' | 'health_status'> {
  versions: readonly string[];
  transports: readonly string[];
}

/**
 * How a client reaches a service: directly if both speak the same protocol, in a version and over a transport that both have; else
 * through the adapter that loses least; else not at all. Nothing is sent to an unhealthy service.
 */
export function negotiate(
  client: readonly SupportedProtocol[],
  callee: Callee,
  adapters: readonly KnownAdapter[],
): Connection {
  if (callee.health_status === 'unhealthy') return { mode: 'unsupported', reason: 'unhealthy' };
  const { agent_protocol: protocol } = callee;
  if (protocol === '') return { mode: 'unsupported', reason: 'no-agent' };
  for (const spoken of client) {
    if (spoken.name !== protocol || !overlap(spoken.versions, callee.versions)) continue;
    if (!overlap(spoken.transports, callee.transports)) continue;
    const both = callee.transports.filter(
      (one) => spoken.transports.length === 0 || spoken.transports.includes(one),
    );
    return { mode: 'direct', protocol, transport: both[0] ?? spoken.transports[0] ?? null };
  }
  const [best] = adapters
    .filter(({ from, to }) => to === protocol && client.some(({ name }) => name === from))
    .sort((a, b) => a.lossy.length - b.lossy.length);
  return best === undefined
    ? { mode: 'unsupported', reason: 'no-adapter' }
    : { mode: 'relay', adapter: `${best.from}->${best.to}`, lossy: best.lossy };
}

const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((value) => other.includes(value));

import type { Transport } from '@countersign/adapters/protocol/wire';
import type { AgentStream } from './agent-stream.ts';
import { agentTransport, type Line } from './agent-transport.ts';
import { type FollowRequest, followAgent } from './followed-stream.ts';
import type { KnownAgent } from './secret-headers.ts';

/** Carries the requests of a protocol to an agent, and the streams of its runs back. */
export interface Carrier {
  /** Opens the stream of a run. Rejects with `AgentFailure`. */
  open(options: FollowRequest): Promise<AgentStream>;
  /** For all other requests. */
  transport(agent: KnownAgent, line: Line): Transport;
}

/** The carrier of each protocol: HTTP, unless its runs are no HTTP requests. */
export interface Carriers {
  of(protocolId: string): Carrier;
}

const http: Carrier = { open: followAgent, transport: agentTransport };

export const createCarriers = (own: Readonly<Record<string, Carrier>> = {}): Carriers => ({
  of: (protocolId) => (Object.hasOwn(own, protocolId) ? own[protocolId] : undefined) ?? http,
});

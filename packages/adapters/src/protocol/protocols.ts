import type { AgentProtocol } from './agent-protocol.ts';

/** The protocols that a server supports. */
export interface Protocols {
  readonly list: readonly AgentProtocol[];
  /** Null = this id is not known here. */
  of(id: string): AgentProtocol | null;
  /** The only protocol with frames like this; null if several have, or none. */
  detect(frame: string): string | null;
}

export function createProtocols(list: readonly AgentProtocol[]): Protocols {
  const byId = new Map(list.map((protocol) => [protocol.id, protocol]));
  return {
    list,
    of: (id) => byId.get(id) ?? null,
    detect: (frame) => list.find((protocol) => protocol.detect(frame))?.id ?? null,
  };
}

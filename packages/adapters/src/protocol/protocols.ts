import type { AgentProtocol } from './agent-protocol.ts';

/** The protocols that a server speaks. */
export interface Protocols {
  readonly list: readonly AgentProtocol[];
  /** Null = none of this name is known here. */
  of(id: string): AgentProtocol | null;
  /** The one that alone has frames like this; null when several have, or none. */
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

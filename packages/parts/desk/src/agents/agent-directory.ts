import type { KnownAgent } from './secret-headers.ts';

/** The agents that can be called; where they are listed and registered is defined elsewhere. */
export interface AgentDirectory {
  /** With its headers in the clear: for connections only. */
  descriptor(id: string): Promise<KnownAgent | null>;
}

/** A source of agents: the file of agents, those added by operators, an external registry. */
export interface AgentSource extends AgentDirectory {
  readonly name: string;
}

/** Looks up an agent in several sources; the first that has it is used. */
export const directoryOf = (sources: readonly AgentSource[]): AgentDirectory => ({
  async descriptor(id) {
    for (const source of sources) {
      const found = await source.descriptor(id);
      if (found !== null) return found;
    }
    return null;
  },
});

import type { KnownAgent } from './secret-headers.ts';

/** The agents that can be talked to; who lists them, and how they got there, is told elsewhere. */
export interface AgentDirectory {
  /** With its headers in the clear: for connections only. */
  descriptor(id: string): Promise<KnownAgent | null>;
}

/** A place that agents are known from: the file of agents, those that people added, a registry somewhere else. */
export interface AgentSource extends AgentDirectory {
  readonly name: string;
}

/** Looks an agent up in several places; the first that knows it is right. */
export const directoryOf = (sources: readonly AgentSource[]): AgentDirectory => ({
  async descriptor(id) {
    for (const source of sources) {
      const found = await source.descriptor(id);
      if (found !== null) return found;
    }
    return null;
  },
});

import type { KnownAgent } from './secret-headers.ts';

/** The agents that can be talked to; who lists them, and how they got there, is told elsewhere. */
export interface AgentDirectory {
  /** With its headers in the clear: for connections only. */
  descriptor(id: string): KnownAgent | null;
}

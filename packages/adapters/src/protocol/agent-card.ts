/** What an agent says it can do, for display: the agent's own words, bounded. */
export interface AgentCard {
  name: string;
  description: string | null;
  version: string | null;
  provider: { name: string; url: string | null } | null;
  documentationUrl: string | null;
  skills: { name: string; description: string | null; tags: string[]; examples: string[] }[];
  inputModes: string[];
  outputModes: string[];
  /** What it supports beyond requests and responses. */
  streams: boolean;
  pushes: boolean;
  /** How it authenticates callers, by the names it gives. */
  security: string[];
  /** Where it can be called: with the protocol's version and transport, and whether it is called there. */
  interfaces: {
    url: string;
    transport: string;
    version: string;
    used: boolean;
    why: string | null;
  }[];
}

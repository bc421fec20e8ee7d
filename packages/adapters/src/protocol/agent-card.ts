import type { Statement } from '@countersign/json/statement';

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
  /** Everything that it declares to support or not to support, in its own terms; absent = its protocol has no such list. */
  capabilities?: { supported: string[]; unsupported: string[] } | undefined;
  /** How it authenticates callers, by the names it gives. */
  security: string[];
  /** Where it can be called: with the protocol's version and transport, and whether it is called there. */
  interfaces: {
    url: string;
    transport: string;
    version: string;
    used: boolean;
    why: string | null;
    /** `why` as data. */
    whyStatement?: Statement | undefined;
  }[];
  /** What it offers to be used, if it is a source of tools. */
  offers?: Offers | undefined;
}

/** The lists of a source of tools. */
export interface Offers {
  tools: OfferedTool[];
  resources: OfferedResource[];
  prompts: OfferedPrompt[];
}

/** A tool that operators can call. */
export interface OfferedTool {
  name: string;
  title: string | null;
  description: string | null;
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown> | null;
  /** What the source claims about it: not verified. */
  hints: {
    readOnly: boolean | null;
    destructive: boolean | null;
    idempotent: boolean | null;
    openWorld: boolean | null;
  };
  /** Whether a call may, or must, be made as a task. */
  task: 'required' | 'optional' | null;
}

export interface OfferedResource {
  uri: string;
  name: string;
  description: string | null;
  mediaType: string | null;
  /** The URI is a template. */
  isTemplate: boolean;
}

export interface OfferedPrompt {
  name: string;
  title: string | null;
  description: string | null;
  /** Names. */
  arguments: string[];
}

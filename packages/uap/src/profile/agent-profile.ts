import type { JsonObject } from '@countersign/json/json-object';

/** One thing an agent can do. */
export interface Skill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples: string[];
  /** The JSON Schema of its input; null = text. */
  inputSchema: JsonObject | null;
}

/** What an agent of any protocol says about itself. Untrusted data. `''` = it does not say. */
export interface AgentProfile {
  name: string;
  description: string;
  version: string;
  /** Where it is called. */
  url: string;
  skills: Skill[];
  inputModes: string[];
  outputModes: string[];
  owner: { name: string; url: string } | null;
  documentationUrl: string;
  /** Its documentation itself, where a protocol has a place for it. */
  documentation: string;
  /** null = it does not say. */
  streaming: boolean | null;
  pushNotifications: boolean | null;
  extendedCard: boolean | null;
  /** The names of the ways to sign in. */
  security: string[];
}

/** A description in the words of one protocol, and the members of the profile that it cannot say. */
export interface Described {
  document: JsonObject;
  lost: (keyof AgentProfile)[];
}

/** A profile that says nothing. */
export const emptyProfile: AgentProfile = {
  name: '',
  description: '',
  version: '',
  url: '',
  skills: [],
  inputModes: [],
  outputModes: [],
  owner: null,
  documentationUrl: '',
  documentation: '',
  streaming: null,
  pushNotifications: null,
  extendedCard: null,
  security: [],
};

/** Which of these members say something. */
export const presentMembers = (
  profile: AgentProfile,
  names: readonly (keyof AgentProfile)[],
): (keyof AgentProfile)[] =>
  names.filter((name) => {
    const value = profile[name];
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== '';
  });

import type { Content, MemoryType } from './content.ts';

/** Who may be given a memory: the agent it is of, the agents of its group, or everyone, also on other servers. */
export const layers = ['personal', 'group', 'public'] as const;
export type Layer = (typeof layers)[number];

export const importances = ['low', 'medium', 'high'] as const;
export type Importance = (typeof importances)[number];

/**
 * `active`: given to agents once a person has confirmed it. `pending`: a person must look at it first, since it contradicts another one, is another version of it, or
 * is a correction that nobody has reviewed. `superseded`: another one replaced it; kept for its history.
 */
export const statuses = ['active', 'pending', 'superseded'] as const;
export type MemoryStatus = (typeof statuses)[number];

/** How another memory is related to this one: it has more, has less, is another version, says the opposite, happened before or after. */
export const linkKinds = [
  'related',
  'superset',
  'subset',
  'version',
  'contradicts',
  'precedes',
  'follows',
] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface Link {
  to: string;
  kind: LinkKind;
}

/** Knowledge that a memory was made from, or that says the same. */
export interface Source {
  knowledgeId: string;
  /** The agent that learnt it first; null = unknown. */
  agent: string | null;
  /** Of the content as it was received: the same knowledge again changes nothing. */
  fingerprint: string;
  /** Who approved sharing it; null = not stated. */
  approvedBy: string | null;
}

/** `work`: of a finished task, by itself. `correction`: what a person taught. `pack`: of a seed pack. `person`: a person noted it. */
export const originKinds = ['work', 'correction', 'absorbed', 'pack', 'person'] as const;

/** How a memory came here. It is set once, and nothing that a memory says of itself changes it. */
export interface Origin {
  kind: (typeof originKinds)[number];
  /** Who requested the task from outside; null = an operator of this server did, `''` = it was not noted. */
  caller: string | null;
}

/** The person who said that agents may be given a memory. */
export interface Confirmation {
  id: string;
  name: string;
  /** ms since the epoch. */
  at: number;
}

interface MemoryCommon {
  id: string;
  layer: Layer;
  /** Whose experience it is; null = unknown. */
  agent: string | null;
  importance: Importance;
  status: MemoryStatus;
  origin: Origin;
  /** null = nobody has yet: it is given to no agent. */
  confirmed: Confirmation | null;
  links: readonly Link[];
  tags: readonly string[];
  sources: readonly Source[];
  /** From 1; each change adds one. */
  version: number;
  /** ms since the epoch, as the other times. */
  createdAt: number;
  updatedAt: number;
  /** null = without end. */
  validUntil: number | null;
  /** `createdAt` as it was received: it may have microseconds. null = it was made here. */
  createdAtText: string | null;
}

/** What an agent remembers (MEK's MemoryItem, and what is only ours: layer, state, provenance). The members of `content` have the names of the specification. */
export type Memory = { [Type in MemoryType]: MemoryCommon & MemoryOf<Type> }[MemoryType];

interface MemoryOf<Type extends MemoryType> {
  type: Type;
  content: Content[Type];
}

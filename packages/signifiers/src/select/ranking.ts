import type { WrittenStatement } from '@countersign/json/statement';

/**
 * - `recommended`: offered to the agent.
 * - `other`: not offered by itself, but found by a search.
 * - `blocked`: the agent may not use it, however well it fits.
 */
export type Decision = 'recommended' | 'other' | 'blocked';

/** What found a signifier: shared words, near meanings, an example of an operator, a pin, a model. */
export type Tier = 'words' | 'meaning' | 'example' | 'pin' | 'model';

/** A signifier in the ranking for a context. */
export interface RankedSignifier {
  id: string;
  decision: Decision;
  /** 0 to 1, relative to the best signifier of the same context. */
  score: number;
  tiers: Tier[];
  /** Words of its label and context, in small letters, that are those of the asked context or near to them. For what is recommended. */
  matched: string[];
  reason: WrittenStatement;
}

/** All signifiers of a catalogue, the recommended first, each group best first. None is left out. */
export interface Ranking {
  /** The thresholds and word lists that were used; a ranking is only comparable with those of its version. */
  version: string;
  entries: RankedSignifier[];
}

/** What operators noted of a signifier. */
export interface OperatorNote {
  isPinned?: boolean;
  isHidden?: boolean;
  /** Contexts in which it is useful, in their words. */
  examples?: readonly string[];
}

export interface RankRequest {
  /** What the agent is about to do, in plain language; empty = it said nothing. */
  context: string;
  /** IRIs of the types of ability that the agent has. */
  abilities: readonly string[];
  /** By the ids of signifiers. */
  notes?: ReadonlyMap<string, OperatorNote>;
  /** Why signifiers are blocked, by id: policy, health, drift. Made with `say`. */
  blocked?: ReadonlyMap<string, WrittenStatement>;
  /** Those that are not as they were approved, by id: however well they fit, others are not compared with them. */
  unapproved?: ReadonlySet<string>;
}

const order: Readonly<Record<Decision, number>> = { recommended: 0, other: 1, blocked: 2 };

/** The order of a ranking: the same for the same entries, however they came. */
export const inOrder = (entries: readonly RankedSignifier[]): RankedSignifier[] =>
  [...entries].sort(
    (one, other) =>
      order[one.decision] - order[other.decision] ||
      other.score - one.score ||
      (one.id < other.id ? -1 : 1),
  );

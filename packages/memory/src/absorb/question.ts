import { canonicalJson } from '@countersign/json/canonical-json';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Memory } from '../model/memory.ts';
import type { Contradiction, MergeProposal } from './conflict.ts';
import type { KnownMemories } from './known-memories.ts';

/** A memory as a question is about it. Links and importance may change meanwhile, its content may not. */
export interface Asked {
  id: string;
  /** Of the content. */
  digest: string;
}

/** What a person has to decide, because two memories cannot both be followed, or could be one. */
export interface Question {
  /** The same for the same two memories with the same contents: asked once. */
  id: string;
  kind: 'contradiction' | 'version';
  /** The memory that was there, and the one that came. */
  mine: Asked;
  theirs: Asked;
  contradictions: Contradiction[];
  /** For a version; never for a contradiction, which is not merged. */
  proposal: MergeProposal | null;
  /** ms since the epoch. */
  raisedAt: number;
}

const hashOf = (value: unknown): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalJson(value)))).slice(0, 32);

export const askedOf = (memory: Memory): Asked => ({
  id: memory.id,
  digest: hashOf(memory.content),
});

export const questionOf = (given: Omit<Question, 'id'>): Question => ({
  id: `question-${hashOf([given.kind, given.mine, given.theirs])}`,
  ...given,
});

/** Whether there is still something to decide: both are there, say what they said, and neither was superseded meanwhile. */
export function isOpen(question: Question, known: Pick<KnownMemories, 'get'>): boolean {
  return [question.mine, question.theirs].every(({ id, digest }) => {
    const memory = known.get(id);
    return (
      memory !== undefined && memory.status !== 'superseded' && askedOf(memory).digest === digest
    );
  });
}

import { canonicalJson } from '@countersign/json/canonical-json';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Memory, Source } from '../model/memory.ts';
import type { Revision } from '../model/revise.ts';
import { byWeight, compareMemories } from './compare-memories.ts';
import type { Conflict } from './conflict.ts';
import type { KnownMemories } from './known-memories.ts';
import { change, place, sorted, type Work, workOf } from './place-memory.ts';
import type { Question } from './question.ts';

/** What adding memories changes. */
export interface Added {
  /** New and changed memories, in their last state. */
  memories: Memory[];
  revisions: Revision[];
  questions: Question[];
}

/** So many times is noted that the same was learnt again. */
const maxSources = 50;

/**
 * Adds what was learnt here, compared with what the same agent has learnt for the same caller as absorbed knowledge is: the same again is
 * counted by the memory that says it, more and less are linked, and a contradiction is a question. `known` is brought up to date.
 */
export function addMemories(
  memories: readonly Memory[],
  known: KnownMemories,
  { now }: { now: number },
): Added {
  const work = workOf(known, now);
  const instead = new Map<string, string>();
  for (const memory of memories) {
    const links = memory.links.map(({ to, kind }) => ({ to: instead.get(to) ?? to, kind }));
    const kept = add({ ...memory, links } as Memory, work);
    if (kept !== memory.id) instead.set(memory.id, kept);
  }
  return {
    memories: [...work.changed.values()].map((memory) => withLinksTo(instead, memory)),
    revisions: work.revisions,
    questions: work.questions,
  };
}

/** The id of the memory that says it now. */
function add(memory: Memory, work: Work): string {
  const conflicts = work.known
    .candidates(memory, memory.id)
    .filter((mine) => isOfSame(mine, memory))
    .flatMap((mine) => compareMemories(mine, memory) ?? [])
    .sort(byWeight);
  const [first] = conflicts;
  const same = first?.kind === 'redundancy' ? work.known.get(first.with) : undefined;
  if (same === undefined) {
    place(memory, asked(conflicts, memory), work);
    return memory.id;
  }
  const source = sourceOf(memory);
  if (!same.sources.some(({ knowledgeId }) => knowledgeId === source.knowledgeId)) {
    const sources = [...same.sources, source].slice(-maxSources);
    change(same.id, { sources }, `says the same as ${memory.id}`, work);
  }
  return same.id;
}

const isOfSame = (mine: Memory, memory: Memory): boolean =>
  mine.agent === memory.agent &&
  mine.origin.kind === memory.origin.kind &&
  mine.origin.caller === memory.origin.caller;

/** Work goes another way each time, and each correction is reviewed: only what cannot both hold is asked about. */
function asked(conflicts: readonly Conflict[], { origin }: Memory) {
  const { asked: all, related } = sorted(conflicts);
  const isReviewed = origin.kind === 'correction';
  return { asked: isReviewed ? [] : all.filter(({ kind }) => kind === 'contradiction'), related };
}

const sourceOf = ({ id, agent, type, content }: Memory): Source => {
  const { source_info: _, ...said } = { ...content };
  const hash = bytesToHex(sha256(utf8ToBytes(canonicalJson([type, said]))));
  return { knowledgeId: id, agent, fingerprint: hash.slice(0, 32), approvedBy: null };
};

/** An event that is new and its procedure that is not, or the other way round, stay linked. */
const withLinksTo = (instead: ReadonlyMap<string, string>, memory: Memory): Memory =>
  memory.links.some(({ to }) => instead.has(to))
    ? ({
        ...memory,
        links: memory.links.map(({ to, kind }) => ({ to: instead.get(to) ?? to, kind })),
      } as Memory)
    : memory;

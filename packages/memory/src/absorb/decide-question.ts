import type { Fault } from '@countersign/json/fault';
import type { WrittenStatement } from '@countersign/json/statement';
import { readContent } from '../model/content.ts';
import type { Memory, MemoryStatus } from '../model/memory.ts';
import { type Revision, revise } from '../model/revise.ts';
import { say } from '../statements.ts';
import type { KnownMemories } from './known-memories.ts';
import { isOpen, type Question } from './question.ts';

/**
 * A person's answer. `keep-mine`, `keep-theirs`: the other one is superseded. `keep-both`: both hold, for different cases. `merge`: mine
 * gets the content that the person has seen, and theirs is superseded by it.
 */
export type QuestionDecision =
  | { choice: 'keep-mine' | 'keep-theirs' | 'keep-both' }
  | { choice: 'merge'; content: unknown };

export interface DecisionPorts {
  known: KnownMemories;
  /** Who decides: what is kept is confirmed with it. */
  by: { id: string; name: string };
  /** ms since the epoch. */
  now: number;
  /** Other questions that are not decided: a memory that one of them says is contradicted stays pending. */
  others: readonly Question[];
}

export type Decided =
  | {
      ok: true;
      memories: Memory[];
      revisions: Revision[];
      /** Ids of other questions of which nothing is left to decide. */
      moot: string[];
    }
  | { ok: false; reason: WrittenStatement; faults: Fault[] };

/** Applies a decision, if both memories are still as the question showed them. `known` is brought up to date. */
export function decideQuestion(
  question: Question,
  decision: QuestionDecision,
  { known, by, now, others }: DecisionPorts,
): Decided {
  const mine = known.get(question.mine.id);
  const theirs = known.get(question.theirs.id);
  if (mine === undefined || theirs === undefined || !isOpen(question, known)) {
    return { ok: false, reason: say('memory.question-changed'), faults: [] };
  }
  const merged = decision.choice === 'merge' ? readContent(mine.type, decision.content) : null;
  if (merged !== null && !merged.ok) {
    return { ok: false, reason: say('memory.question-content'), faults: merged.faults };
  }
  const held = (id: string, status: MemoryStatus): MemoryStatus =>
    status === 'active' && others.some((other) => holds(other, id, question, known))
      ? 'pending'
      : status;
  const why = `${question.id}: ${decision.choice}`;
  const change = { at: now, by: by.name, why };
  const to = (memory: Memory, status: MemoryStatus) => ({
    status: held(memory.id, status),
    ...(status === 'active' && memory.confirmed === null ? { confirmed: { ...by, at: now } } : {}),
  });
  const changed = [
    revise(
      mine,
      {
        ...to(mine, statuses[decision.choice].mine),
        ...(merged === null
          ? {}
          : { content: merged.value.content, sources: sourcesOf(mine, theirs) }),
      },
      change,
    ),
    revise(theirs, to(theirs, statuses[decision.choice].theirs), change),
  ];
  for (const { memory } of changed) known.put(memory);
  const moot = others.filter((other) => other.id !== question.id && !isOpen(other, known));
  // What was pending only because of them is given to agents again.
  for (const id of new Set(moot.flatMap((other) => [other.mine.id, other.theirs.id]))) {
    const memory = known.get(id);
    if (memory?.status !== 'pending' || held(id, 'active') === 'pending') continue;
    const released = revise(memory, { status: 'active' }, change);
    known.put(released.memory);
    changed.push(released);
  }
  return {
    ok: true,
    moot: moot.map(({ id }) => id),
    memories: changed.flatMap(({ memory, revision }) => (revision === null ? [] : [memory])),
    revisions: changed.flatMap(({ revision }) => revision ?? []),
  };
}

/** Whether another open question keeps a memory from being given to agents. */
function holds(other: Question, id: string, decided: Question, known: KnownMemories): boolean {
  if (other.id === decided.id || !isOpen(other, known)) return false;
  const isHeld =
    other.kind === 'contradiction' ? [other.mine.id, other.theirs.id] : [other.theirs.id];
  return isHeld.includes(id);
}

const statuses: Readonly<
  Record<QuestionDecision['choice'], { mine: MemoryStatus; theirs: MemoryStatus }>
> = {
  'keep-mine': { mine: 'active', theirs: 'superseded' },
  'keep-theirs': { mine: 'superseded', theirs: 'active' },
  'keep-both': { mine: 'active', theirs: 'active' },
  merge: { mine: 'active', theirs: 'superseded' },
};

/** The merged memory was made from both. */
const sourcesOf = (mine: Memory, theirs: Memory): Memory['sources'] => [
  ...mine.sources,
  ...theirs.sources.filter(
    (source) =>
      !mine.sources.some(
        ({ knowledgeId, fingerprint }) =>
          knowledgeId === source.knowledgeId && fingerprint === source.fingerprint,
      ),
  ),
];

import type { Fault } from '@countersign/json/fault';
import type { Knowledge } from '../model/knowledge.ts';
import type { Memory } from '../model/memory.ts';
import type { Revision } from '../model/revise.ts';
import { byWeight, compareMemories } from './compare-memories.ts';
import type { Conflict } from './conflict.ts';
import type { KnownMemories } from './known-memories.ts';
import { memoryOfKnowledge, type Receiver } from './memory-of-knowledge.ts';
import { change, place, sorted, type Work, workOf } from './place-memory.ts';
import type { Question } from './question.ts';

export interface AbsorbPorts {
  /** ms since the epoch. */
  now: number;
  createId: (prefix: string) => string;
  receiver: Receiver;
}

/**
 * What became of one item. `unchanged`: it was taken before, or is our own and came back. `counted`: it says what a memory says, which
 * now has one source more. `stored`: nothing is like it. `linked`: stored, with links to what has more or less. `asked`: stored as pending,
 * with questions. `refused`: it says nothing that can be kept.
 */
export interface AbsorbOutcome {
  knowledgeId: string;
  strategy: 'unchanged' | 'counted' | 'stored' | 'linked' | 'asked' | 'refused';
  /** The memory that has it now; null = none. */
  memoryId: string | null;
  conflicts: Conflict[];
  faults: Fault[];
}

export interface Absorbed {
  /** New and changed memories, in their last state. */
  memories: Memory[];
  revisions: Revision[];
  questions: Question[];
  outcomes: AbsorbOutcome[];
}

/**
 * Takes knowledge over. New information enriches and never overwrites: no content of a memory that is there is changed. A contradiction is
 * a question, with both memories pending, and never merged; another version is a question with a proposal. The same again changes nothing.
 * `known` is brought up to date.
 */
export function absorb(
  items: readonly Knowledge[],
  known: KnownMemories,
  ports: AbsorbPorts,
): Absorbed {
  const work = workOf(known, ports.now);
  const outcomes = items.map((item) => take(item, work, ports));
  return {
    memories: [...work.changed.values()],
    revisions: work.revisions,
    questions: work.questions,
    outcomes,
  };
}

/** What absorbing a piece of knowledge would do, and the memory that it would become; nothing is changed. */
export function previewAbsorb(
  item: Knowledge,
  known: KnownMemories,
  ports: Omit<AbsorbPorts, 'createId'>,
): { outcome: AbsorbOutcome; memory: Memory | null } {
  // The id is that of no memory, and is given to nobody.
  return judge(item, known, { ...ports, createId: (prefix) => `${prefix}-preview` });
}

function judge(
  item: Knowledge,
  known: KnownMemories,
  ports: AbsorbPorts,
): { outcome: AbsorbOutcome; memory: Memory | null } {
  const outcome = (
    strategy: AbsorbOutcome['strategy'],
    memoryId: string | null,
    conflicts: Conflict[] = [],
    faults: Fault[] = [],
  ): AbsorbOutcome => ({ knowledgeId: item.id, strategy, memoryId, conflicts, faults });

  const holder = known.holderOf(item) ?? ownOf(item, known);
  if (holder !== undefined) return { outcome: outcome('unchanged', holder.id), memory: null };
  const { now, receiver } = ports;
  const read = memoryOfKnowledge(item, { id: ports.createId('absorbed'), now, receiver });
  if (!read.ok) return { outcome: outcome('refused', null, [], read.faults), memory: null };
  const memory = read.value;
  const conflicts = known
    .candidates(memory, item.id)
    .flatMap((mine) => {
      const isSameKnowledge = mine.sources.some(({ knowledgeId }) => knowledgeId === item.id);
      return compareMemories(mine, memory, { isSameKnowledge }) ?? [];
    })
    .sort(byWeight);

  const [first] = conflicts;
  if (first?.kind === 'redundancy') {
    return { outcome: outcome('counted', first.with, [first]), memory };
  }
  const { asked, related } = sorted(conflicts);
  const strategy = asked.length > 0 ? 'asked' : related.length > 0 ? 'linked' : 'stored';
  return { outcome: outcome(strategy, memory.id, conflicts), memory };
}

function take(item: Knowledge, work: Work, ports: AbsorbPorts): AbsorbOutcome {
  const { outcome, memory } = judge(item, work.known, ports);
  const { strategy, conflicts } = outcome;
  if (memory === null) return outcome;
  if (strategy === 'counted') {
    const [first] = conflicts;
    const mine = first === undefined ? undefined : work.known.get(first.with);
    if (mine === undefined) return outcome;
    const sources = [...mine.sources, ...memory.sources];
    change(mine.id, { sources }, `says the same as ${item.id}`, work);
    return outcome;
  }
  place(memory, sorted(conflicts), work);
  return outcome;
}

/** Our own knowledge, received back from another server. */
function ownOf(item: Knowledge, known: KnownMemories): Memory | undefined {
  const { memoryId } = item.provenance;
  const own = memoryId === null ? undefined : known.get(memoryId);
  const isOurs = own?.agent === item.agent && item.agent !== null && own.type === item.type;
  return isOurs ? own : undefined;
}

import type { Fault } from '@countersign/json/fault';
import type { Knowledge } from '../model/knowledge.ts';
import type { Link, LinkKind, Memory } from '../model/memory.ts';
import { type Revision, revise } from '../model/revise.ts';
import { byWeight, compareMemories } from './compare-memories.ts';
import type { Conflict } from './conflict.ts';
import type { KnownMemories } from './known-memories.ts';
import { memoryOfKnowledge, type Receiver } from './memory-of-knowledge.ts';
import { askedOf, type Question, questionOf } from './question.ts';

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
  const work: Work = { known, ports, changed: new Map(), revisions: [], questions: [] };
  const outcomes = items.map((item) => take(item, work));
  return {
    memories: [...work.changed.values()],
    revisions: work.revisions,
    questions: work.questions,
    outcomes,
  };
}

interface Work {
  known: KnownMemories;
  ports: AbsorbPorts;
  changed: Map<string, Memory>;
  revisions: Revision[];
  questions: Question[];
}

function put(memory: Memory, work: Work): void {
  work.known.put(memory);
  work.changed.set(memory.id, memory);
}

function change(id: string, changes: Parameters<typeof revise>[1], why: string, work: Work): void {
  const memory = work.known.get(id);
  if (memory === undefined) return;
  const { memory: next, revision } = revise(memory, changes, {
    at: work.ports.now,
    by: 'absorb',
    why,
  });
  if (revision === null) return;
  work.revisions.push(revision);
  put(next, work);
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

/** What is asked about, and what is linked. */
function sorted(conflicts: readonly Conflict[]): { asked: Conflict[]; related: Conflict[] } {
  const asked = conflicts.filter(({ kind }) => kind === 'contradiction');
  const version = conflicts.find(({ kind }) => kind === 'version');
  if (asked.length === 0 && version !== undefined) asked.push(version);
  const linked = conflicts.filter(({ kind }) => kind !== 'redundancy' && kind !== 'version');
  return { asked, related: version === undefined ? linked : [...linked, version] };
}

function take(item: Knowledge, work: Work): AbsorbOutcome {
  const { outcome, memory } = judge(item, work.known, work.ports);
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
  const { asked, related } = sorted(conflicts);
  put({ ...memory, ...stateOf(asked), links: related.map(linkTo) }, work);
  for (const conflict of related) linkBack(conflict, memory.id, work);
  for (const conflict of asked) ask(conflict, memory.id, work);
  return outcome;
}

/** Our own knowledge, received back from another server. */
function ownOf(item: Knowledge, known: KnownMemories): Memory | undefined {
  const { memoryId } = item.provenance;
  const own = memoryId === null ? undefined : known.get(memoryId);
  const isOurs = own?.agent === item.agent && item.agent !== null && own.type === item.type;
  return isOurs ? own : undefined;
}

/** A contradiction is always important: a person must review it. */
const stateOf = (asked: readonly Conflict[]): Partial<Pick<Memory, 'status' | 'importance'>> =>
  asked.length === 0
    ? {}
    : asked.some(({ kind }) => kind === 'contradiction')
      ? { status: 'pending', importance: 'high' }
      : { status: 'pending' };

const kindOfLink: Record<Conflict['kind'], LinkKind> = {
  redundancy: 'related',
  superset: 'subset',
  subset: 'superset',
  version: 'version',
  contradiction: 'contradicts',
  related: 'related',
};
const inverse: Partial<Record<LinkKind, LinkKind>> = { superset: 'subset', subset: 'superset' };

/** From the new memory: what it is a superset of is, to it, the subset. */
const linkTo = ({ kind, with: to }: Conflict): Link => ({ to, kind: kindOfLink[kind] });

function linkBack(conflict: Conflict, id: string, work: Work): void {
  const mine = work.known.get(conflict.with);
  if (mine === undefined || mine.links.some(({ to }) => to === id)) return;
  const kind = kindOfLink[conflict.kind];
  const links = [...mine.links, { to: id, kind: inverse[kind] ?? kind }];
  change(mine.id, { links }, `${conflict.kind} of ${id}`, work);
}

function ask(conflict: Conflict, id: string, work: Work): void {
  const isContradiction = conflict.kind === 'contradiction';
  if (isContradiction) {
    change(conflict.with, { status: 'pending', importance: 'high' }, `contradicts ${id}`, work);
  }
  const mine = work.known.get(conflict.with);
  const theirs = work.known.get(id);
  if (mine === undefined || theirs === undefined) return;
  work.questions.push(
    questionOf({
      kind: isContradiction ? 'contradiction' : 'version',
      mine: askedOf(mine),
      theirs: askedOf(theirs),
      contradictions: conflict.contradictions,
      proposal: isContradiction ? null : conflict.proposal,
      raisedAt: work.ports.now,
    }),
  );
}

import type { Link, LinkKind, Memory } from '../model/memory.ts';
import { type Revision, revise } from '../model/revise.ts';
import type { Conflict } from './conflict.ts';
import type { KnownMemories } from './known-memories.ts';
import { askedOf, type Question, questionOf } from './question.ts';

/** Memories that are taken in, and what that changes. */
export interface Work {
  /** Brought up to date. */
  known: KnownMemories;
  /** ms since the epoch. */
  now: number;
  /** New and changed memories, in their last state. */
  changed: Map<string, Memory>;
  revisions: Revision[];
  questions: Question[];
}

export const workOf = (known: KnownMemories, now: number): Work => ({
  ...{ known, now, changed: new Map(), revisions: [], questions: [] },
});

function put(memory: Memory, work: Work): void {
  work.known.put(memory);
  work.changed.set(memory.id, memory);
}

export function change(
  id: string,
  changes: Parameters<typeof revise>[1],
  why: string,
  work: Work,
): void {
  const memory = work.known.get(id);
  if (memory === undefined) return;
  const { memory: next, revision } = revise(memory, changes, { at: work.now, by: 'absorb', why });
  if (revision === null) return;
  work.revisions.push(revision);
  put(next, work);
}

/** What is asked about, and what is linked. */
export interface Sorted {
  asked: Conflict[];
  related: Conflict[];
}

export function sorted(conflicts: readonly Conflict[]): Sorted {
  const asked = conflicts.filter(({ kind }) => kind === 'contradiction');
  const version = conflicts.find(({ kind }) => kind === 'version');
  if (asked.length === 0 && version !== undefined) asked.push(version);
  const linked = conflicts.filter(({ kind }) => kind !== 'redundancy' && kind !== 'version');
  return { asked, related: version === undefined ? linked : [...linked, version] };
}

/** Adds a memory: linked in both directions with what is related, and pending where a person is asked. */
export function place(memory: Memory, { asked, related }: Sorted, work: Work): void {
  const links = [...memory.links, ...related.map(linkTo)];
  put({ ...memory, ...stateOf(asked), links }, work);
  for (const conflict of related) linkBack(conflict, memory.id, work);
  for (const conflict of asked) ask(conflict, memory, work);
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

function ask(conflict: Conflict, { id, confirmed }: Memory, work: Work): void {
  const isContradiction = conflict.kind === 'contradiction';
  const against = work.known.get(conflict.with);
  // What nobody has confirmed takes nothing out of use that a person has.
  if (isContradiction && (confirmed !== null || against?.confirmed === null)) {
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
      raisedAt: work.now,
    }),
  );
}

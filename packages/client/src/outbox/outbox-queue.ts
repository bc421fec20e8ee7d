import { isPassing, ProblemError } from '../problem-error.ts';
import { laneOf, type OutboxEntry } from './outbox-entry.ts';

const maxRecorded = 50;
/** After this many server failures an entry is not retried. */
const maxServerFailures = 8;

/** The first unsettled entry of every lane: a lane is sent in order. */
export function headsOfLanes(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const lanes = new Set<string>();
  return entries.filter((entry) => {
    if (entry.state === 'recorded' || entry.state === 'refused') return false;
    const isHead = !lanes.has(laneOf(entry));
    lanes.add(laneOf(entry));
    return isHead;
  });
}

/** The state of an entry that could not be sent, and when it is retried. */
export function afterSendFailure(
  { attempt }: Pick<OutboxEntry, 'attempt'>,
  error: unknown,
): Pick<OutboxEntry, 'state' | 'problem'> & { again: 'later' | 'signed-in' | 'never' } {
  const problem = error instanceof ProblemError ? error.problem : null;
  if (problem?.status === 401) return { state: 'waiting', problem, again: 'signed-in' };
  const hopeless = problem !== null && (!isPassing(error) || attempt >= maxServerFailures);
  return hopeless
    ? { state: 'refused', problem, again: 'never' }
    : { state: 'waiting', problem, again: 'later' };
}

/** Recorded entries stay until dismissed, the newest 50 of them. */
export function withoutOldest(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  let tooMany = entries.filter((entry) => entry.state === 'recorded').length - maxRecorded;
  if (tooMany <= 0) return entries;
  return entries.filter((entry) => {
    if (entry.state !== 'recorded' || tooMany === 0) return true;
    tooMany -= 1;
    return false;
  });
}

/** The entries of the operator who signed in: those stored before a reload, then those of this tab without an author yet. */
export function entriesOf(
  operatorId: string,
  entries: readonly OutboxEntry[],
  kept: readonly OutboxEntry[],
): OutboxEntry[] {
  const mine = entries.filter((entry) => (entry.operatorId ?? operatorId) === operatorId);
  const known = new Set(mine.map(({ id }) => id));
  const before = kept
    .filter((entry) => entry.operatorId === operatorId && !known.has(entry.id))
    .map((entry) => (entry.state === 'refused' ? entry : { ...entry, state: 'waiting' as const }));
  return [...before, ...mine.map((entry) => ({ ...entry, operatorId }))];
}

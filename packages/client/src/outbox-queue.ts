import { laneOf, type OutboxEntry } from './outbox-entry.ts';
import { isPassing, ProblemError } from './problem-error.ts';

const maxRecorded = 50;
/** A server that fails this often on one entry is not going to take it. */
const maxServerFailures = 8;

/** The first unsettled entry of every lane: what one lane says arrives in its order. */
export function headsOfLanes(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const lanes = new Set<string>();
  return entries.filter((entry) => {
    if (entry.state === 'recorded' || entry.state === 'refused') return false;
    const isHead = !lanes.has(laneOf(entry));
    lanes.add(laneOf(entry));
    return isHead;
  });
}

/** What becomes of an entry that could not be sent, and when it is sent again. */
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

/** The entries of whoever is signed in: those kept from before a reload, then those of this tab, which nobody owned yet. */
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

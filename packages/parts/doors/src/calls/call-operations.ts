import type { HeldCall } from '@countersign/api/agents/door';
import { questionStatusOf, readAsked } from '@countersign/part-mcp/programs/records';
import { readQuestion } from '@countersign/part-mcp/rows/program-questions';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import {
  type DoorCallRow,
  doorCallOf,
  keepDoorCallRow,
  takeDoorCallRow,
} from '../rows/door-calls.ts';
import { digestOfCall } from './call-digest.ts';
import { type Verdict, verdictOf } from './call-verdict.ts';

/** Keeps what a yes to a question would be about. */
export const keepDoorCall = operation<
  Pick<DoorCallRow, 'program' | 'key' | 'id' | 'round' | 'digest' | 'is_read' | 'call' | 'until'>,
  null
>('keepDoorCall', async (transaction, input) => {
  await keepDoorCallRow(transaction, input);
  return null;
});

export type TakeOutcome =
  | { kind: 'taken'; input: Record<string, unknown> | null; digest: string }
  | { kind: 'not-allowed' | 'other-call' | 'late' | 'taken-before' };

async function storedVerdict(transaction: Transaction, row: DoorCallRow): Promise<Verdict> {
  if (row.is_read === 1) return { kind: 'allowed', input: null, by: '' };
  const question = await readQuestion(transaction, row.id);
  const asked = question === null ? null : await readAsked(transaction, question);
  if (asked === null) return { kind: 'open' };
  return verdictOf(asked.question, questionStatusOf(asked.prompt));
}

/** The call as it is let go has its own digest, with which what ran is compared. */
const givenDigest = (row: DoorCallRow, input: Record<string, unknown> | null): string => {
  if (input === null) return row.digest;
  const call: Omit<HeldCall, 'input'> = JSON.parse(row.call);
  return digestOfCall({ ...call, input });
};

/**
 * Hands the stored yes out, to one holder once. INVARIANT: no call is carried out without a yes that was stored before
 * (`doors.faults.ts`): a hook lets a call go only with what this returns.
 */
export const takeDoorCall = operation<
  { program: string; id: string; holder: string; digest: string },
  TakeOutcome
>('takeDoorCall', async (transaction, { program, id, holder, digest }) => {
  const row = await doorCallOf(transaction, id);
  if (row === null || row.program !== program) return { kind: 'not-allowed' };
  if (row.digest !== digest) return { kind: 'other-call' };
  if (row.holder !== null && row.holder !== holder) return { kind: 'taken-before' };
  const verdict = await storedVerdict(transaction, row);
  if (verdict.kind !== 'allowed') return { kind: 'not-allowed' };
  if (row.until <= transaction.now) return { kind: 'late' };
  const given = givenDigest(row, verdict.input);
  if (row.holder === null) await takeDoorCallRow(transaction, { id, holder, given });
  return { kind: 'taken', input: verdict.input, digest: given };
});

import type { Reading, Writing } from '../port.ts';
import { readOperator } from './operators.ts';

/** A group for which an operator answers: as a member, or in the place of a member who is away (`for`). */
export interface Membership {
  group: string;
  for: string | null;
}

/** The groups for which an operator answers now, inside a transaction or beside one. */
export async function groupsOf(
  reading: Reading & Pick<Writing, 'now'>,
  operatorId: string,
): Promise<Membership[]> {
  const operator = await readOperator(reading, operatorId);
  return (operator?.groups ?? []).map((group) => ({ group, for: null }));
}

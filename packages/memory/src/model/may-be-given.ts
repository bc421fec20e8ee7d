import type { Memory } from './memory.ts';

/**
 * Whether a run may be given a memory. INVARIANT: nothing that no person has confirmed is given to any run, and what was learnt in a task
 * of a caller is given to no other caller (`poison.test.ts` in the server).
 */
export const mayBeGiven = (
  { confirmed, origin }: Pick<Memory, 'confirmed' | 'origin'>,
  { caller }: { caller: string | null },
): boolean =>
  confirmed !== null && (origin.caller === null || caller === null || origin.caller === caller);

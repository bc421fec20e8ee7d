import type { Decision } from '@countersign/api/prompt';

const doubts: ReadonlySet<string> = new Set([
  'delivery.repeat-refused',
  'delivery.broken-off',
  'delivery.may-have-arrived',
]);

/** Whether an answer has left, and whether the agent has carried it out is not known: it stays the answer to its question. */
export const isInDoubt = ({
  state,
  failureStatement,
}: Pick<Decision, 'state' | 'failureStatement'>): boolean =>
  (state === 'recorded' || state === 'delivered') && doubts.has(failureStatement?.code ?? '');

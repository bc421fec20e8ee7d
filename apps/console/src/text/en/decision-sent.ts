import { figure } from '../count.ts';

/** Texts about an answer that was given, as it was sent. */
export const sentText = {
  title: 'Answer as given',
  asProposed: 'As proposed, unchanged.',
  order: 'Order',
  note: 'Note to the agent',
  words: 'Message to the agent',
  noWords: 'No message.',
  bytes: (count: number) => `Exact bytes, ${figure(count)}`,
} as const;

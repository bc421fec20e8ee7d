import type { Loss } from '../relay/losses.ts';

/** The codes of losses, without what all of them begin with. */
export const lossCodes = (lost: readonly Loss[]): string[] =>
  lost.map(({ statement }) => statement.code.replace(/^lost\./, ''));

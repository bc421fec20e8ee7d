import { copyPattern } from './pointer-pattern.ts';

/** Fills a receiver's payload from a sender's by a mapping; what the sender does not have is left out. */
export function applyMapping(
  mapping: readonly { from: string; to: string }[],
  payload: unknown,
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const { from, to } of mapping) copyPattern(payload, from, value, to);
  return value;
}

import { withExactNumbers } from '@countersign/json/exact-number';

/** A value as JSON for other programs: indented, its numbers as they were written. */
export const copiedJson = (value: unknown): string =>
  withExactNumbers(JSON.stringify(value, null, 2) ?? 'null');

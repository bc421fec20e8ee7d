import type { RuleCondition } from '@countersign/api/rule';
import { holds } from './conditions.ts';
import { parsePath } from './json-path.ts';

const maxChars = 200_000;
const maxDepth = 48;

/**
 * Whether a value passes conditions, as far as that can be said in time that the size of the value bounds. Null = never: it is too
 * large or too deep, or a path selects too much. `searches` = a path may cost more than the value is large: it is for who can
 * stop the work.
 */
export function judgeAtOnce(
  conditions: readonly RuleCondition[],
  value: unknown,
): boolean | null | 'searches' {
  if (conditions.length === 0) return true;
  if (!isSmall(value)) return null;
  try {
    if (!conditions.every(({ path }) => parsePath(path).direct)) return 'searches';
    return holds(conditions, value);
  } catch {
    return null;
  }
}

/** The same for who can stop the work: however long a path searches. Null = it selects too much. */
export function judgeInFull(conditions: readonly RuleCondition[], value: unknown): boolean | null {
  try {
    return holds(conditions, value);
  } catch {
    return null;
  }
}

function isSmall(value: unknown): boolean {
  if (isDeeper(value, maxDepth)) return false;
  return (JSON.stringify(value)?.length ?? 0) <= maxChars;
}

/** Looks no deeper than the limit, so that it cannot run out of stack itself. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeper(member, levels - 1));
}

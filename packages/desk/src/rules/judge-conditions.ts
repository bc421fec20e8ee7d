import type { RuleCondition } from '@countersign/api/rule';
import { parsePath } from '../content/json-path.ts';
import { holds } from './conditions.ts';

const maxChars = 200_000;
const maxDepth = 48;

/**
 * Whether a value passes conditions, if that can be determined in time bounded by the size of the value. Null = never: it is too
 * large or too deep, or a path selects too much. `searches` = a path may cost more than the size of the value: only for a caller that can
 * abort the work.
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

/** The same for a caller that can abort the work: paths may search for any time. Null = a path selects too much. */
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

/** Stops at the limit, so that it cannot overflow the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeper(member, levels - 1));
}

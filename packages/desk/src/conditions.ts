import type { RuleCondition } from '@countersign/api/rule';
import { objectionToPath, parsePath } from './json-path.ts';
import { passesCondition } from './passes-condition.ts';

/** Whether a payload passes every condition. Throws when a path selects too much or the payload is nested too deeply. */
export function holds(conditions: readonly RuleCondition[], payload: unknown): boolean {
  return conditions.every((condition) =>
    passesCondition(condition, parsePath(condition.path).select(payload)),
  );
}

/** What is wrong with the conditions of a rule, paths as JSON Pointers into the list. */
export function faultsOfConditions(
  conditions: readonly RuleCondition[],
): { path: string; message: string }[] {
  return conditions.flatMap((condition, index) => {
    const objection = objectionToPath(condition.path);
    if (objection !== null) return [{ path: `/${index}/path`, message: objection }];
    const message = objectionToValue(condition);
    return message === null ? [] : [{ path: `/${index}/value`, message }];
  });
}

function objectionToValue({ is, value }: RuleCondition): string | null {
  switch (is) {
    case 'present':
    case 'absent':
      return value === undefined ? null : 'Nothing is compared here.';
    case 'one-of':
      return Array.isArray(value) && value.length > 0 ? null : 'Give a list of values.';
    case 'equal':
    case 'not-equal':
    case 'containing':
      return value === undefined ? 'Give a value to compare with.' : null;
    case 'less-than':
    case 'at-most':
    case 'more-than':
    case 'at-least':
      return typeof value === 'number' || typeof value === 'string'
        ? null
        : 'Give a number or a text to compare with.';
  }
}

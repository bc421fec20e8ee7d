import type { RuleCondition } from '@countersign/api/rule';
import { canonicalJson } from '@countersign/upformat/canonical-json';
import { objectionToPath, parsePath } from './json-path.ts';

/** Whether a payload passes every condition. Throws when a path selects too much or the payload is nested too deeply. */
export function holds(conditions: readonly RuleCondition[], payload: unknown): boolean {
  return conditions.every((condition) => holdsOne(condition, payload));
}

function holdsOne(condition: RuleCondition, payload: unknown): boolean {
  const found = parsePath(condition.path).select(payload);
  if (condition.is === 'absent') return found.length === 0;
  // A condition about nothing says nothing: without a node it does not hold, not even `not-equal`.
  if (found.length === 0) return false;
  return condition.is === 'present' || found.every((value) => passes(condition, value));
}

function passes({ is, value: wanted }: RuleCondition, value: unknown): boolean {
  switch (is) {
    case 'equal':
      return equal(value, wanted);
    case 'not-equal':
      return !equal(value, wanted);
    case 'one-of':
      return Array.isArray(wanted) && wanted.some((candidate) => equal(value, candidate));
    case 'containing':
      if (typeof value === 'string') return typeof wanted === 'string' && value.includes(wanted);
      return Array.isArray(value) && value.some((item) => equal(item, wanted));
    case 'less-than':
      return compare(value, wanted, (left, right) => left < right);
    case 'at-most':
      return compare(value, wanted, (left, right) => left <= right);
    case 'more-than':
      return compare(value, wanted, (left, right) => left > right);
    case 'at-least':
      return compare(value, wanted, (left, right) => left >= right);
    case 'present':
    case 'absent':
      return is === 'present';
  }
}

/** Numbers with numbers, texts with texts; anything else cannot be compared, so it does not hold. */
function compare(
  left: unknown,
  right: unknown,
  holdsFor: <Value extends number | string>(left: Value, right: Value) => boolean,
): boolean {
  if (typeof left === 'number' && typeof right === 'number') return holdsFor(left, right);
  return typeof left === 'string' && typeof right === 'string' && holdsFor(left, right);
}

function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const isTree = typeof left === 'object' && typeof right === 'object';
  return isTree && left !== null && right !== null && canonicalJson(left) === canonicalJson(right);
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

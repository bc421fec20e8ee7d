import type { RuleCondition } from '@countersign/api/rule';
import { canonicalJson } from '@countersign/json/canonical-json';
import { compareExact, isExactNumber } from '@countersign/json/exact-number';

/** Whether the values selected by the path of a condition pass it: all of them must, and there must be at least one. */
export function passesCondition(condition: RuleCondition, found: readonly unknown[]): boolean {
  if (condition.is === 'absent') return found.length === 0;
  // Without a selected node a condition does not hold, not even `not-equal`.
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
      if (isExactNumber(value)) return false;
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
  if (isExactNumber(left)) {
    return typeof right === 'number' && holdsFor(compareExact(left, right), 0);
  }
  if (typeof left === 'number' && typeof right === 'number') return holdsFor(left, right);
  return typeof left === 'string' && typeof right === 'string' && holdsFor(left, right);
}

function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const isTree = typeof left === 'object' && typeof right === 'object';
  return isTree && left !== null && right !== null && canonicalJson(left) === canonicalJson(right);
}

import type { RuleCondition } from '@countersign/api/rule';
import { type Fault, faultAt } from '@countersign/json/fault';
import type { WrittenStatement } from '@countersign/json/statement';
import { objectionToPath, parsePath } from '../content/json-path.ts';
import { say } from '../statements.ts';
import { passesCondition } from './passes-condition.ts';

/** Whether a payload passes every condition. Throws when a path selects too much or the payload is nested too deeply. */
export function holds(conditions: readonly RuleCondition[], payload: unknown): boolean {
  return conditions.every((condition) =>
    passesCondition(condition, parsePath(condition.path).select(payload)),
  );
}

/** What is wrong with the conditions of a rule, paths as JSON Pointers into the list. */
export function faultsOfConditions(conditions: readonly RuleCondition[]): Fault[] {
  return conditions.flatMap((condition, index) => {
    const objection = objectionToPath(condition.path);
    if (objection !== null) return [faultAt(`/${index}/path`, objection)];
    const said = objectionToValue(condition);
    return said === null ? [] : [faultAt(`/${index}/value`, said)];
  });
}

function objectionToValue({ is, value }: RuleCondition): WrittenStatement | null {
  switch (is) {
    case 'present':
    case 'absent':
      return value === undefined ? null : say('rule.nothing-compared');
    case 'one-of':
      return Array.isArray(value) && value.length > 0 ? null : say('rule.give-list');
    case 'equal':
    case 'not-equal':
    case 'containing':
      return value === undefined ? say('rule.give-value') : null;
    case 'less-than':
    case 'at-most':
    case 'more-than':
    case 'at-least':
      return typeof value === 'number' || typeof value === 'string'
        ? null
        : say('rule.give-comparable');
  }
}

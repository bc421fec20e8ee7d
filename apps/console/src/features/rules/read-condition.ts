import type { RuleCondition } from '@countersign/api/rule';
import { rulesText } from '../../text/texts.ts';
import { isComparing, readList, readValue, takesNoValue } from './rule-value.ts';

const words = rulesText.form;

/** `amount` is meant as `$.amount`. */
const readPath = (typed: string): string => {
  const path = typed.trim();
  if (path === '' || path.startsWith('$')) return path;
  return path.startsWith('[') ? `$${path}` : `$.${path}`;
};

/** A condition as it is typed. */
export interface TypedCondition {
  path: string;
  of: NonNullable<RuleCondition['of']>;
  is: RuleCondition['is'];
  value: string;
}

export function readCondition({ path, of, is, value }: TypedCondition): RuleCondition {
  const place = { path: readPath(path), ...(of === 'message' ? { of } : {}) };
  if (takesNoValue(is)) return { ...place, is };
  return { ...place, is, value: is === 'one-of' ? readList(value) : readValue(value) };
}

/** What is wrong with a condition, by member. */
export function conditionFaults(condition: RuleCondition): { path?: string; value?: string } {
  const { path, is, value } = condition;
  const faults = path === '' ? { path: words.placeBad } : {};
  if (takesNoValue(is)) return faults;
  const isNothing = value === undefined || (Array.isArray(value) && value.length === 0);
  if (isNothing) return { ...faults, value: words.valueBad };
  const isBad = isComparing(is) && typeof value !== 'number' && typeof value !== 'string';
  return isBad ? { ...faults, value: words.numberBad } : faults;
}

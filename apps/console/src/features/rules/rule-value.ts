import type { RuleCondition } from '@countersign/api/rule';
import { parseExactly } from '@countersign/json/exact-json';
import { isExactNumber, withExactNumbers, writtenNumber } from '@countersign/json/exact-number';

function parse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** The entered value: numbers, true, false, null and quoted text as such, anything else as text. Undefined = empty. */
export function readValue(typed: string): unknown {
  const text = typed.trim();
  if (text === '') return undefined;
  const value = parse(text);
  return value === undefined ? text : value;
}

/** The values of a list as they are typed, with commas between, ASCII or full-width; one in double quotes may hold a comma. */
export function readList(typed: string): unknown[] {
  const whole = parse(`[${typed}]`);
  if (Array.isArray(whole)) return whole;
  return typed
    .split(/[,，]/)
    .map(readValue)
    .filter((value) => value !== undefined);
}

/** A value as one would type it. */
export function writeValue(value: unknown): string {
  if (value === undefined) return '';
  if (isExactNumber(value)) return writtenNumber(value);
  if (typeof value !== 'string') return withExactNumbers(JSON.stringify(value));
  const asIs = value.trim() === value && value !== '' && parse(value) === undefined;
  return asIs ? value : JSON.stringify(value);
}

export const takesNoValue = (is: RuleCondition['is']): boolean =>
  is === 'present' || is === 'absent';
const compares = new Set<RuleCondition['is']>(['less-than', 'at-most', 'more-than', 'at-least']);
export const isComparing = (is: RuleCondition['is']): boolean => compares.has(is);

/** The value of a condition as one would type it. */
export function writeConditionValue({ is, value }: RuleCondition): string {
  if (is !== 'one-of' || !Array.isArray(value)) return writeValue(value);
  const hasComma = value.some((one) => typeof one === 'string' && /[,，]/.test(one));
  return hasComma
    ? withExactNumbers(JSON.stringify(value)).slice(1, -1)
    : value.map(writeValue).join(', ');
}

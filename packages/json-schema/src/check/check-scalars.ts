import {
  compareExact,
  isExactNumber,
  isWhole,
  writtenNumber,
} from '@countersign/json/exact-number';
import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { valuesOf } from '@countersign/json/json-size';
import { fail, hasMatch, listIn, numberIn, type Run, type Spot, spend } from '../run.ts';
import { formatTest } from './formats.ts';

/** A finite number as whole digits and a power of ten, exactly as JSON spells it. */
function partsOf(value: number): { digits: bigint; exponent: number } {
  const [coefficient = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Whether a number is a multiple of another in decimal arithmetic: 0.3 is a multiple of 0.1. */
function isMultipleOf(value: number, step: number): boolean {
  if (!(step > 0) || !Number.isFinite(value) || !Number.isFinite(step)) return true;
  const left = partsOf(value);
  const right = partsOf(step);
  const shift = left.exponent - right.exponent;
  const digits = shift > 0 ? left.digits * 10n ** BigInt(shift) : left.digits;
  const divisor = shift < 0 ? right.digits * 10n ** BigInt(-shift) : right.digits;
  return digits % divisor === 0n;
}

const types = new Set('string number integer boolean object array null'.split(' '));

/** Whether a value is of a type of JSON Schema: 1.0 is an integer too. */
export function isOfType(value: unknown, type: unknown): boolean {
  if (isExactNumber(value)) return type === 'number' || (type === 'integer' && isWhole(value));
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** Equality with counted steps, bounded by the smaller value. */
function isSame(run: Run, left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  if (left === null || right === null) return left === right;
  spend(run, Math.min(valuesOf(left), valuesOf(right)) / 20);
  return jsonEqual(left, right);
}

/** `type`, `const`, `enum`. */
export function checkValue(run: Run, node: JsonObject, spot: Spot): boolean {
  const { value } = spot;
  let ok = true;
  const named = Array.isArray(node['type']) ? node['type'] : [node['type']];
  spend(run, named.length / 50);
  const known = named.filter((type) => types.has(type));
  if (known.length > 0 && !known.some((type) => isOfType(value, type))) {
    ok = fail(spot, 'type', { wanted: known, found: value });
  }
  if ('const' in node && !isSame(run, value, node['const'])) {
    ok = fail(spot, 'const', { wanted: node['const'], found: value });
  }
  const options = listIn(node, 'enum');
  if (options !== undefined) {
    spend(run, options.length / 50);
    if (!options.some((option) => isSame(run, value, option))) {
      ok = fail(spot, 'enum', { wanted: options, found: value });
    }
  }
  return ok;
}

/** Length in code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** People cannot read a pattern: the field's title or description explains it. */
function saidOf({ title, description, examples, example }: JsonObject) {
  return { title, description, example: Array.isArray(examples) ? examples[0] : example };
}

/** Lengths, `pattern` and `format` of a text. */
export function checkText(run: Run, node: JsonObject, spot: Spot): boolean {
  const { value } = spot;
  if (typeof value !== 'string' || isExactNumber(value)) return true;
  let ok = true;
  const least = numberIn(node, 'minLength');
  const most = numberIn(node, 'maxLength');
  if (least !== undefined || most !== undefined) {
    spend(run, value.length / 100);
    const length = lengthOf(value);
    if (least !== undefined && length < least) {
      ok = fail(spot, 'minLength', { wanted: least, found: length });
    }
    if (most !== undefined && length > most) {
      ok = fail(spot, 'maxLength', { wanted: most, found: length });
    }
  }
  const { pattern, format } = node;
  if (typeof pattern === 'string' && !hasMatch(run, pattern, value)) {
    ok = fail(spot, 'pattern', { wanted: pattern, found: value, said: saidOf(node) });
  }
  if (typeof format === 'string') {
    spend(run, value.length / 100);
    if (formatTest(format)?.(value) === false) {
      ok = fail(spot, 'format', { wanted: format, found: value });
    }
  }
  return ok;
}

/** `order`: below zero, zero or above, as the value is less than, equal to or more than the bound. */
type Bound = (value: number, bound: number, order: number) => boolean;
const bounds: Record<string, Bound> = {
  minimum: (_value, _bound, order) => order >= 0,
  maximum: (_value, _bound, order) => order <= 0,
  exclusiveMinimum: (_value, _bound, order) => order > 0,
  exclusiveMaximum: (_value, _bound, order) => order < 0,
  multipleOf: isMultipleOf,
};

/** Ranges and steps of a number; draft 4 says with `true` that its bound is not part of the range. */
export function checkNumber(_run: Run, node: JsonObject, spot: Spot): boolean {
  const exact = isExactNumber(spot.value) ? spot.value : null;
  const value = exact === null ? spot.value : Number(writtenNumber(exact));
  if (typeof value !== 'number') return true;
  let ok = true;
  for (const [keyword, holds] of Object.entries(bounds)) {
    const bound = numberIn(node, keyword);
    if (bound === undefined) continue;
    const strict = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
    const isStrict = node[strict] === true && (keyword === 'minimum' || keyword === 'maximum');
    // A value that is not a JavaScript number has no remainder to report.
    if (exact !== null && keyword === 'multipleOf') continue;
    const order = exact === null ? Math.sign(value - bound) : compareExact(exact, bound);
    if (holds(value, bound, order) && !(isStrict && order === 0)) continue;
    ok = fail(spot, isStrict ? strict : keyword, { wanted: bound, found: value });
  }
  return ok;
}

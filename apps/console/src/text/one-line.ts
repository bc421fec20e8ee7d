import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import { isObject } from '@countersign/json/json-object';
import { inRow } from './count.ts';
import { valuesText as text } from './texts.ts';

import { visibleText } from './visible-text.ts';

const MAX_CHARS = 400;
const MAX_DEPTH = 4;

/** Members that name a thing, the likeliest first; else the first text does. */
const mainFields = ['name', 'title', 'label', 'subject', 'id'];
/** Members that are amounts of a unit, and how it is written after the number. */
const units: Readonly<Record<string, string>> = {
  years: 'y',
  months: 'mo',
  weeks: 'wk',
  days: 'd',
  hours: 'h',
  minutes: 'min',
  seconds: 's',
};
/** A figure and what it is a figure of, in two members: `412.80 EUR`. */
const figures = ['value', 'amount'];
const unitFields = ['currency', 'unit'];

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

function spelled(key: string): string {
  return key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
}

function amountOf(value: Record<string, unknown>): { words: string; used: string[] } | null {
  const figure = figures.find((key) => typeof value[key] === 'number' || isExactNumber(value[key]));
  const unit = unitFields.find((key) => typeof value[key] === 'string');
  if (figure === undefined || unit === undefined) return null;
  return { words: `${scalar(value[figure])} ${scalar(value[unit])}`, used: [figure, unit] };
}

function scalar(value: unknown): string {
  if (isExactNumber(value)) return writtenNumber(value);
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  return visibleText(String(value)).replaceAll(/\s+/g, ' ');
}

function memberWords(key: string, value: unknown, depth: number): string {
  const unit = units[key];
  if (typeof value === 'number' || isExactNumber(value))
    return unit === undefined ? `${spelled(key)} ${scalar(value)}` : `${scalar(value)} ${unit}`;
  if (typeof value === 'boolean') return value ? spelled(key) : `${text.not} ${spelled(key)}`;
  return wordsOf(value, depth + 1);
}

function recordWords(value: Record<string, unknown>, depth: number): string {
  const amount = amountOf(value);
  const entries = Object.entries(value).filter(
    ([key, member]) => !isEmpty(member) && !(amount?.used.includes(key) ?? false),
  );
  const isText = ([, member]: [string, unknown]) =>
    typeof member === 'string' && !isExactNumber(member);
  const main =
    mainFields.flatMap((key) => entries.filter((entry) => entry[0] === key && isText(entry)))[0] ??
    entries.find(isText);
  const rest = entries.filter((entry) => entry !== main);
  return inRow(
    [
      ...(main === undefined ? [] : [scalar(main[1])]),
      ...(amount === null ? [] : [amount.words]),
      ...rest.map(([key, member]) => memberWords(key, member, depth)),
    ].filter((part) => part !== ''),
  );
}

function wordsOf(value: unknown, depth: number): string {
  if (isEmpty(value)) return '';
  if (typeof value !== 'object') return scalar(value);
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const isFlat = value.every((item) => typeof item !== 'object' || item === null);
    const parts = value.slice(0, 50).map((item) => wordsOf(item, depth + 1));
    return isFlat ? inRow(parts) : parts.join('; ');
  }
  return isObject(value) ? recordWords(value, depth) : '';
}

/**
 * A value in one line, for people: an object by what names it and then what it holds, never as JSON. For a cell, not for decisions:
 * the whole value must be available on press. Empty for no value.
 *
 * @example oneLine({ name: 'React', level: 'expert', years: 5 }) // React, expert, 5 y
 */
export function oneLine(value: unknown): string {
  const words = wordsOf(value, 0);
  return words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}…` : words;
}

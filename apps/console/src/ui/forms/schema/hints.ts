import { numberOf, type SchemaNode } from '@countersign/json-schema/schema-members';
import { commonText, hintsText as text } from '../../../text/texts.ts';
import { textOf } from '../field-text.ts';
import { valueLabel } from './choices.ts';
import type { FieldKind } from './field-kind.ts';

function numberHints(node: SchemaNode): (string | undefined)[] {
  const above = numberOf(node['exclusiveMinimum']);
  const below = numberOf(node['exclusiveMaximum']);
  const step = numberOf(node['multipleOf']);
  return [
    text.range({ least: numberOf(node['minimum']), most: numberOf(node['maximum']) }),
    above === undefined ? undefined : text.moreThan(above),
    below === undefined ? undefined : text.lessThan(below),
    step === undefined || step <= 0 || step === 1 ? undefined : text.steps(step),
  ];
}

function lengthHint(node: SchemaNode): string | undefined {
  const least = numberOf(node['minLength']) ?? 0;
  const most = numberOf(node['maxLength']);
  // "At least one character" is implied by required; a limit of eighty is rarely reached.
  const isFar = least <= 1 && most !== undefined && most >= 40 && most <= 160;
  return text.length({ least: least > 1 ? least : undefined, most: isFar ? undefined : most });
}

function patternHint(node: SchemaNode): string | undefined {
  const { pattern } = node;
  if (typeof pattern !== 'string') return undefined;
  const digits = /^\^(?:\[0-9\]|\\d)\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern);
  return digits === null ? undefined : text.digits(digits[1] ?? '', digits[2]);
}

function exampleHint(node: SchemaNode): string | undefined {
  const examples = Array.isArray(node['examples']) ? node['examples'] : [node['example']];
  const [first] = examples;
  if (first === undefined || (typeof first === 'object' && first !== null)) return undefined;
  return text.example(valueLabel(first));
}

/** What would be valid for a list, as a short text. */
export function countHint(node: SchemaNode): string | undefined {
  const least = numberOf(node['minItems']);
  const parts = [
    least === undefined || least <= 1 ? undefined : text.count({ least }),
    node['uniqueItems'] === true ? text.unique : undefined,
  ];
  return commonText.sentences(parts.filter((part) => part !== undefined)) || undefined;
}

/**
 * The help of a field: the agent's words, then what would be valid, so that no error is needed to learn it; the text of an error is
 * not repeated.
 */
export function helpOf(
  node: SchemaNode,
  kind: FieldKind,
  error: string | null = null,
): string | undefined {
  const isText = kind.kind === 'text' || kind.kind === 'long-text' || kind.kind === 'secret';
  const parts = [
    textOf(node['description']),
    ...(kind.kind === 'number' ? numberHints(node) : []),
    isText ? (patternHint(node) ?? lengthHint(node)) : undefined,
    isText && node['format'] === 'duration' ? text.duration : undefined,
    kind.kind === 'choice' || kind.kind === 'boolean' ? undefined : exampleHint(node),
  ];
  const words = parts.flatMap((part) =>
    part === undefined || part === error ? [] : [part.replace(/[.。]$/, '')],
  );
  return commonText.sentences(words) || undefined;
}

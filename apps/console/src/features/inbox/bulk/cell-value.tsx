import type { Prompt } from '@countersign/api/prompt';
import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import { isObject } from '@countersign/json/json-object';
import { tokensOf } from '@countersign/json/json-pointer';
import { hidden, isSecretAt } from '@countersign/json-schema/secret';
import { schemaOf } from '@countersign/upformat/schema-reference';
import { bulkText as text } from '../../../text/bulk.ts';
import { oneLine } from '../../../text/one-line.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { titleOf } from '../../../ui/forms/field-text.ts';
import { messageMemberName } from '../../../ui/message-place.ts';

/** The label of a pointer at the head of its column: its last two names, as words. */
export function columnLabel(pointer: string): string {
  const own = messageMemberName(pointer);
  if (own !== null) return own;
  const names = tokensOf(pointer);
  const meant = names[0] === 'payload' && names.length > 1 ? names.slice(1) : names;
  const words = meant
    .slice(-2)
    .map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : titleOf({}, name)))
    .join(' › ');
  return words;
}

/** Numbers are right-aligned. */
export function cellClass(value: unknown): string | undefined {
  return typeof value === 'number' || isExactNumber(value) ? 'number' : undefined;
}

/** A value as one reads it on hover: a text as it is, anything else in one line. */
export function cellText(value: unknown): string {
  if (value === undefined) return text.missing;
  if (isExactNumber(value)) return writtenNumber(value);
  return typeof value === 'string' ? visibleText(value) : oneLine(value) || text.emptyValue;
}

/** Whether the schema of a question says that the value at a pointer of its message is secret. */
export function isSecretCell({ message }: Prompt, pointer: string): boolean {
  const [part, ...path] = tokensOf(pointer);
  const schema = schemaOf(message);
  return part === 'payload' && isObject(schema) && isSecretAt(schema, path);
}

/** One value of a row, on one line; the whole is on hover and in the row in full. */
export function CellValue({ value, isSecret }: { value: unknown; isSecret: boolean }) {
  const words = isSecret && value !== undefined ? hidden : cellText(value);
  const isNothing = value === undefined || words === text.emptyValue;
  return (
    <span className={isNothing ? 'truncate muted' : 'truncate'} title={words}>
      <bdi>{words}</bdi>
    </span>
  );
}

import type { Prompt } from '@countersign/api/prompt';
import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import { tokensOf } from '@countersign/json/json-pointer';
import { publicPart } from '@countersign/upformat/public-part';
import { defaultInWords } from '../../../text/answers/default-in-words.ts';
import { oneLine } from '../../../text/one-line.ts';
import { bulkText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { titleOf } from '../../../ui/forms/field-text.ts';
import { messageMemberName } from '../../../ui/texts/message-place.ts';
import { defaultPointer } from './differing.ts';

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

/** A value as one reads it on hover: a text as it is, the default as any answer, anything else in one line. */
export function cellText({ message }: Prompt, pointer: string, value: unknown): string {
  if (value === undefined) return text.missing;
  if (pointer === defaultPointer) return defaultInWords(message) ?? text.missing;
  if (isExactNumber(value)) return writtenNumber(value);
  return typeof value === 'string' ? visibleText(value) : oneLine(value) || text.emptyValue;
}

/** A value of a question's message without what is secret in it; the value itself if nothing is. */
export const publicCell = ({ message }: Prompt, pointer: string, value: unknown): unknown =>
  publicPart(message, tokensOf(pointer), value);

interface CellValueProps {
  prompt: Prompt;
  pointer: string;
  value: unknown;
}

/** One value of a row, on one line; the whole, except secrets, is on hover and in the row in full. */
export function CellValue({ prompt, pointer, value }: CellValueProps) {
  const words = cellText(prompt, pointer, publicCell(prompt, pointer, value));
  const isNothing = value === undefined || words === text.emptyValue;
  return (
    <span className={isNothing ? 'truncate muted' : 'truncate'} title={words}>
      <bdi>{words}</bdi>
    </span>
  );
}

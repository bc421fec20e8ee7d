import { isObject } from '@countersign/json/json-object';
import { escapeToken, tokensOf } from '@countersign/json/json-pointer';
import type { UpMessage } from '@countersign/upformat/message';
import { schemaOf } from '@countersign/upformat/schema-reference';
import { formsText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { titleOf } from '../../../ui/forms/field-text.ts';
import { labelOf } from '../../../ui/forms/schema/label-of.ts';
import { messageMemberName } from '../../../ui/texts/message-place.ts';
import { placeText } from './change-text.ts';

/** A place of a question's content by the labels of its fields: `NTO-0438-2 › Proposed`. */
export function placeName(message: UpMessage, pointer: string): string {
  const { entry, field } = placeText(schemaOf(message), message.payload, pointer);
  return visibleText([entry, field].filter((part) => part !== null && part !== '').join(' › '));
}

/** A place of a whole message: the content by its own fields, the rest by its members. */
export function messagePlaceName(message: UpMessage, path: string): string {
  const [first, ...rest] = tokensOf(path);
  if (first === 'payload' && rest.length > 0)
    return placeName(message, path.slice('/payload'.length));
  const own = messageMemberName(path);
  if (own !== null) return visibleText(own);
  return visibleText(
    tokensOf(path)
      .map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : titleOf({}, key)))
      .join(' › '),
  );
}

/** The label of one member of a value: its title, its key as words, or its index in the list. */
export function memberName(
  schema: unknown,
  pointer: string,
  owner: { name: string; isList: boolean },
): string {
  const key = tokensOf(pointer).at(-1) ?? '';
  const reported = labelOf(schema, pointer);
  if (reported !== '' && !(owner.isList && /^\d+$/.test(reported))) return reported;
  if (owner.isList) return formsText.entry(owner.name, Number(key) + 1).trim();
  return titleOf({}, key);
}

/** What a field of compared things is called: by the list that holds them, else by the content they are one of. */
export function comparedName(message: UpMessage, ids: readonly string[]): (name: string) => string {
  const schema = schemaOf(message);
  const list = Object.entries(message.payload ?? {}).find(
    ([, value]) =>
      Array.isArray(value) &&
      value.some((item) => isObject(item) && ids.includes(String(item['id']))),
  )?.[0];
  const before = list === undefined ? '' : `/${escapeToken(list)}/0`;
  return (name) => labelOf(schema, `${before}/${escapeToken(name)}`) || titleOf({}, name);
}

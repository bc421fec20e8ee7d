import { keyAsWords } from '@countersign/json-schema/field-names';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { bareField } from '@countersign/upformat/schema-reference';
import { formsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';

const MAX_TITLE_CHARS = 120;

/** Text of an agent, with invisible characters made visible; undefined when there is none. */
export function textOf(value: unknown, maxChars = 1_000): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const cut = value.length > maxChars ? `${value.slice(0, maxChars)}…` : value;
  return visibleText(cut);
}

/** The label of a field: its title, else its key as words (`postalCode` → `Postal code`). */
export function titleOf(node: SchemaNode, key: string): string {
  const title = textOf(node['title'], MAX_TITLE_CHARS);
  if (title !== undefined) return title;
  if (node[bareField] === true) return formsText.typeTitle[key === 'list' ? 'array' : 'string'];
  const shown = keyAsWords(key);
  return textOf(shown, MAX_TITLE_CHARS) ?? shown;
}

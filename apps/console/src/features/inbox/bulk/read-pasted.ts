import { nodeForValue } from '@countersign/json-schema/node-for-value';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { withoutNull } from '../../../ui/forms/branches.ts';
import { fieldKind } from '../../../ui/forms/field-kind.ts';
import { readNumber } from '../../../ui/forms/number-text.ts';

/** The meaning of a cell of a spreadsheet: empty, a value, or invalid. */
export type PastedCell = { empty: true } | { value: unknown } | { refused: true };

/** The lines and cells of what was copied from a spreadsheet: tabs between cells, a break after each line. */
export function cellsOf(pasted: string): string[][] {
  const lines = pasted.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.map((line) => line.split('\t').map(unquoted));
}

/** Spreadsheets put cells with quotes in them into quotes. */
const unquoted = (cell: string): string =>
  /^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;

const yes = new Set(['yes', 'true', '1', 'x']);
const no = new Set(['no', 'false', '0']);

/** The value of a cell for a field. Whether it is allowed there is decided by the rules of the form. */
export function readPasted(cell: string, field: unknown, root: SchemaNode): PastedCell {
  const text = cell.trim();
  if (text === '') return { empty: true };
  const { node } = withoutNull(nodeForValue(root, field, undefined), root);
  const kind = fieldKind(node, undefined, root);
  const word = text.toLowerCase();
  switch (kind.kind) {
    case 'number': {
      const read = readNumber(text);
      return 'value' in read ? { value: read.value } : { refused: true };
    }
    case 'boolean':
      return yes.has(word) ? { value: true } : no.has(word) ? { value: false } : { refused: true };
    case 'choice': {
      const found = kind.choices.find(
        ({ value, label }) => String(value).toLowerCase() === word || label.toLowerCase() === word,
      );
      return found === undefined ? { refused: true } : { value: found.value };
    }
    default:
      return { value: text };
  }
}

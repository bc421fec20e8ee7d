import { isObject } from '@countersign/json/json-object';
import { nodeForValue } from '@countersign/json-schema/node-for-value';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { type Path, setAt } from '../../../../ui/forms/pointer.ts';
import { withoutNull } from '../../../../ui/forms/schema/branches.ts';
import { fieldKind } from '../../../../ui/forms/schema/field-kind.ts';
import { readNumber } from '../../../../ui/forms/schema/number-text.ts';
import { type FieldError, validateValue } from '../../../../ui/forms/schema/validate.ts';
import type { FillField } from './fill-fields.ts';

/** The meaning of a cell of a spreadsheet: empty, a value, or invalid. */
type PastedCell = { empty: true } | { value: unknown } | { refused: true };

/** The lines and cells of what was copied from a spreadsheet: tabs between cells, a break after each line. */
function cellsOf(pasted: string): string[][] {
  const lines = pasted.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.map((line) => line.split('\t').map(unquoted));
}

/** Spreadsheets put cells with quotes in them into quotes. */
const unquoted = (cell: string): string =>
  /^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;

const yes = new Set(['yes', 'true', '1', 'x']);
const no = new Set(['no', 'false', '0']);

/** The value of a cell for a field. Whether it is allowed there is decided by the rules of the form. */
function readPasted(cell: string, field: unknown, root: SchemaNode): PastedCell {
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

/** What was filled into a row: by pointer, where and what. */
export type Values = ReadonlyMap<string, readonly [Path, unknown]>;

/** The result of pasting lines. */
export interface PasteReport {
  lines: number;
  taken: number;
  /** Rows with a cell that did not fit, and why; their cells are as they were. */
  refused: readonly {
    line: number;
    promptId: string;
    title: string;
    cell: string;
    why: string | null;
  }[];
  /** Lines below the last row. */
  left: number;
  /** Cells to the right of the last column. */
  beyond: number;
}

interface PasteInput {
  promptId: string;
  field: FillField;
  /** Rows from top to bottom, those that can be filled in. */
  order: readonly string[];
  columns: readonly FillField[];
  starts: ReadonlyMap<string, { schema: unknown; value: unknown }>;
  values: ReadonlyMap<string, Values>;
}

interface Pasted {
  values: ReadonlyMap<string, Values>;
  /** Names of the cells that got a value. */
  cells: readonly string[];
  report: PasteReport;
}

/** The error of a value in its own field. */
function faultAt(
  row: { schema: unknown; value: unknown },
  { pointer, path }: FillField,
  value: unknown,
): FieldError | undefined {
  const next = setAt(row.value, path, value);
  return validateValue(row.schema, next).find((error) => error.path === pointer);
}

/**
 * Fills in lines from one cell downwards and to the right. A cell that does not fit changes nothing and is reported with its row; an
 * empty one leaves its row unchanged.
 */
export function pasteInto(text: string, input: PasteInput): Pasted {
  const { promptId, field, order, columns, starts } = input;
  const lines = cellsOf(text);
  const values = new Map(input.values);
  const cells: string[] = [];
  const refused: PasteReport['refused'][number][] = [];
  const top = Math.max(0, order.indexOf(promptId));
  const left = Math.max(
    0,
    columns.findIndex(({ pointer }) => pointer === field.pointer),
  );
  const across = columns.slice(left);
  let taken = 0;
  let beyond = 0;
  lines.forEach((line, index) => {
    const id = order[top + index];
    const row = id === undefined ? undefined : starts.get(id);
    if (id === undefined || row === undefined || !isObject(row.schema)) return;
    const before = refused.length;
    beyond += line.slice(across.length).filter((cell) => cell.trim() !== '').length;
    for (const [place, column] of across.entries()) {
      const cell = line[place] ?? '';
      const read = readPasted(cell, column.node, row.schema);
      if ('empty' in read) continue;
      const fault = 'refused' in read ? null : faultAt(row, column, read.value);
      if (fault !== undefined) {
        const why = fault?.message ?? null;
        refused.push({
          line: index + 1,
          promptId: id,
          title: column.title,
          cell: cell.trim(),
          why,
        });
        continue;
      }
      if ('value' in read) {
        values.set(id, new Map(values.get(id)).set(column.pointer, [column.path, read.value]));
        cells.push(`${id} ${column.pointer}`);
      }
    }
    if (refused.length === before) taken += 1;
  });
  const below = Math.max(0, lines.length - (order.length - top));
  return { values, cells, report: { lines: lines.length, taken, refused, left: below, beyond } };
}

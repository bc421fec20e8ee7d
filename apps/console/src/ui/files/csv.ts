import { formatIso } from '../format-time.ts';
import { saveFile } from './save-file.ts';

/** What a program for tables takes for a formula when a cell begins with it. */
const formula = /^[\s]*[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Agents write these texts: a leading quote keeps a spreadsheet from evaluating them as formulas.
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180) with a mark of its coding, so that spreadsheets read it as UTF-8. */
export const csvOf = (
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string => `\ufeff${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

/** A moment as every program reads it, in the chosen zone and with it. */
export const csvTime = (at: number | null | undefined): string | null =>
  at == null ? null : formatIso(at);

/** Hands a table to the browser as a file; `name` without its ending. */
export const saveCsv = (name: string, content: string): void =>
  saveFile(`${name}.csv`, new Blob([content], { type: 'text/csv' }));

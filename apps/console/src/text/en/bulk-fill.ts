import { figure, plural } from '../count.ts';

/** Texts about filling in many rows together. */
export const fillText = {
  action: 'Fill in together',
  title: 'Fill in together',
  field: 'Field',
  forAllOf: (title: string) => `${title} for all`,
  cellOf: (title: string, ask: string) => `${title}: ${ask}`,
  setAll: (count: number) => plural(count, { one: 'Set for # row', other: 'Set for all #' }),
  clear: 'Clear',
  hint: 'A row that you fill in on its own keeps its value. To paste a column from a spreadsheet, paste into its first cell.',
  noRows: 'No row is included.',
  yours: (title: string) => `${title}, yours`,
  setDone: ({ set, kept, title }: { set: number; kept: number; title: string }) =>
    `${title} set in ${plural(set, { one: '# row', other: '# rows' })}.${kept > 0 ? ` ${plural(kept, { one: '# row keeps its', other: '# rows keep their' })} own.` : ''}`,
  pasted: (report: {
    lines: number;
    taken: number;
    refused: readonly unknown[];
    left: number;
    beyond: number;
  }) =>
    [
      `${figure(report.taken)} of ${plural(report.lines, { one: '# line', other: '# lines' })} pasted.`,
      report.left > 0 &&
        `${plural(report.left, { one: '# line', other: '# lines' })} left out: no row below.`,
      report.beyond > 0 &&
        `${plural(report.beyond, { one: '# cell', other: '# cells' })} left out: no column for it.`,
    ]
      .filter(Boolean)
      .join(' '),
  refused: (row: { line: number; ask: string; title: string; cell: string; why: string | null }) =>
    `Line ${String(row.line)}, ${row.ask}: “${row.cell}” does not fit ${row.title}${row.why === null ? '' : ` (${row.why})`}`,
  nothing: 'nothing filled in',
  filled: 'filled in',
  emptied: 'emptied',
  fault: (title: string, message: string) => `${title}: ${message}`,
  faulty: (count: number, example: string) =>
    `${plural(count, { one: '# row needs', other: '# rows need' })} more: ${example}`,
  noneFilled: 'Nothing is filled in yet',
  notSent: (count: number) =>
    `${plural(count, { one: '# row has', other: '# rows have' })} nothing filled in and stay open`,
  restored: (count: number) =>
    `Your earlier entries were restored: ${plural(count, { one: '# row', other: '# rows' })}.`,
  bytes: 'What is sent for this row',
  leaves: 'Each row is sent as a separate edit.',
} as const;

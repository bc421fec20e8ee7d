import { keyRules, wordsOfKey } from './key-rules.ts';
import { labels, weakLabels } from './labels/label-words.ts';
import type { Rule, Span } from './rule.ts';

interface Cell {
  text: string;
  start: number;
}

const dividers = [';', '\t', '|', ','] as const;
const maxCells = 60;

/** The cells of a line, without the quotes and spaces around them. */
function cellsOf(line: string, start: number, divider: string): Cell[] {
  const cells: Cell[] = [];
  let at = start;
  for (const raw of line.split(divider)) {
    const [, before = '', text = ''] = /^([\s"']*)([\s\S]*?)[\s"']*$/.exec(raw.slice(0, 400)) ?? [];
    cells.push({ text, start: at + before.length });
    at += raw.length + divider.length;
  }
  return cells;
}

function isPersonal(heading: string): boolean {
  const words = wordsOfKey(heading);
  const isLabel = (labels.whole.has(words) || labels.inside.has(words)) && !weakLabels.has(words);
  return isLabel || keyRules.some((rule) => rule.action === 'mask' && rule.words.test(words));
}

/** Which columns of a heading hold personal data, or nothing if the line is none. */
function columnsOf(cells: readonly Cell[]): boolean[] | undefined {
  const isHeading =
    cells.length > 1 &&
    cells.length <= maxCells &&
    cells.every(({ text }) => text === '' || /^\p{L}[\p{L}\p{M} _.-]{0,30}$/u.test(text));
  if (!isHeading) return undefined;
  const columns = cells.map(({ text }) => isPersonal(text));
  if (!columns.some(Boolean)) return undefined;
  // Beside personal columns, `name` is of a person.
  return columns.map((one, at) => one || /^name$/i.test(cells[at]?.text ?? ''));
}

/** The values in the columns of a table, a CSV file or one of Markdown, whose heading names personal data. */
export const tableColumn: Rule = {
  name: 'table-column',
  label: 'PERSONAL',
  find(text) {
    const spans: Span[] = [];
    let columns: boolean[] | undefined;
    let divider = '';
    let start = 0;
    for (const line of text.split('\n')) {
      const cells = columns === undefined ? [] : cellsOf(line, start, divider);
      if (columns !== undefined && cells.length === columns.length) {
        for (const [at, { text: value, start: from }] of cells.entries()) {
          if (columns[at] === true && /[\p{L}\p{N}]/u.test(value))
            spans.push({ start: from, end: from + value.length, confidence: 0.75 });
        }
      } else {
        divider = dividers.find((one) => line.includes(one)) ?? '';
        columns = divider === '' ? undefined : columnsOf(cellsOf(line, start, divider));
      }
      start += line.length + 1;
    }
    return spans;
  },
};

/** `<lastName>Doe</lastName>`, `"lastName": "Doe"`, `lastName="Doe"`. */
const memberForms: readonly RegExp[] = [
  /<([A-Za-z][\w.:-]{1,40})>([^<>\n]{1,200})(?=<\/)/g,
  /(?<!\w)([A-Za-z_][\w.-]{1,40})["']?\s?[:=]\s?(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')/g,
];

/** What a text that holds members, of XML or JSON or attributes, says in those whose names are of personal data. */
export const writtenMember: Rule = {
  name: 'written-member',
  label: 'PERSONAL',
  find: (text) =>
    memberForms.flatMap((form) =>
      [...text.matchAll(form)].flatMap((match): Span[] => {
        const value = match[2] ?? match[3] ?? '';
        const words = wordsOfKey(match[1] ?? '');
        const isPersonal = keyRules.some(
          (rule) => rule.action === 'mask' && rule.words.test(words),
        );
        if (!isPersonal || !/[\p{L}\p{N}]/u.test(value)) return [];
        const start = match.index + match[0].lastIndexOf(value);
        return [{ start, end: start + value.length, confidence: 0.75 }];
      }),
    ),
};

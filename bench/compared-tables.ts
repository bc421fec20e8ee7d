import { median } from './table.ts';

/** The tables that one run of a bench printed: by table, row and column, the figures of the cell. */
export type Figures = ReadonlyMap<string, readonly number[]>;

const multiples: Readonly<Record<string, number>> = {
  k: 1e3,
  M: 1e6,
  µs: 1e-3,
  us: 1e-3,
  ms: 1,
  s: 1e3,
  KB: 1e3,
  MB: 1e6,
};

/** The figures of a cell, without the range of a ratio: in milliseconds and bytes where a unit is written. */
function figuresIn(cell: string): number[] {
  const [shown = ''] = cell.split(' (');
  const unit = shown.match(/[\d\s](µs|us|ms|s|KB|MB|k|M)\b/)?.[1] ?? '';
  return [...shown.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(
    ([digits]) => Number(digits.replaceAll(',', '')) * (multiples[unit] ?? 1),
  );
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Reads what `printTable` prints; other lines are skipped. */
export function readTables(output: string): Figures {
  const figures = new Map<string, number[]>();
  let head: string[] | undefined;
  for (const line of output.split('\n')) {
    if (!/^\|.*\|$/.test(line)) {
      head = undefined;
    } else if (head === undefined) {
      head = cellsOf(line);
    } else if (!/^\|[-|]+\|$/.test(line)) {
      const [row = '', ...cells] = cellsOf(line);
      for (const [index, cell] of cells.entries()) {
        const found = figuresIn(cell);
        const column = head[index + 1] ?? '';
        if (found.length > 0) figures.set(JSON.stringify([head[0], row, column]), found);
      }
    }
  }
  return figures;
}

/** A row for each cell that both have with as many figures: both medians, and the ratio round by round with its range. */
export function compareTables(before: readonly Figures[], now: readonly Figures[]): string[][] {
  const keys = [...(now[0]?.keys() ?? [])];
  const show = (value: number) => String(Number(value.toPrecision(3)));
  return keys.flatMap((key) => {
    const pairs = now.map((figures, round) => [before[round]?.get(key), figures.get(key)] as const);
    const length = pairs[0]?.[1]?.length ?? 0;
    if (pairs.some(([left, right]) => left?.length !== length || right?.length !== length)) {
      return [];
    }
    const column = (side: 0 | 1, index: number) =>
      pairs.map((pair) => pair[side]?.[index] ?? Number.NaN);
    const each = <T>(of: (index: number) => T) => Array.from({ length }, (_, index) => of(index));
    const ratios = each((index) =>
      pairs.map(([left, right]) => (right?.[index] ?? 0) / (left?.[index] ?? 0)),
    );
    if (ratios.flat().some((value) => !Number.isFinite(value))) return [];
    const [table, row, name] = JSON.parse(key) as [string, string, string];
    return [
      [
        `${table}: ${row}`,
        name,
        each((index) => show(median(column(0, index)))).join(' / '),
        each((index) => show(median(column(1, index)))).join(' / '),
        ratios
          .map(
            (all) => `${show(median(all))} (${show(Math.min(...all))}–${show(Math.max(...all))})`,
          )
          .join(' / '),
      ],
    ];
  });
}

import { expect, test, vi } from 'vitest';
import { compareTables, readTables } from './compared-tables.ts';
import { printTable } from './table.ts';

function printed(head: string[], rows: string[][]): string {
  let output = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  printTable(head, rows);
  write.mockRestore();
  return output;
}

const run = (frame: string, rate: string, extra: string[][] = []) =>
  readTables(
    `Node v20, 2 x AMD\n\n${printed(['Inbox', 'Frame p50 / p95', 'Rate'], [['scrolled', frame, rate], ...extra])}`,
  );

test('the cells of a printed table are read with their units', () => {
  expect([...run('16.7 / 33.3 ms', '1.20 M', [['idle', '1.5 s', '345 k']]).values()]).toEqual([
    [16.7, 33.3],
    [1_200_000],
    [1_500],
    [345_000],
  ]);
  expect([...run('7 of 590', '58x (47–105)').values()]).toEqual([[7, 590], [58]]);
});

test('two commits are compared round by round', () => {
  const before = [run('10 / 20 ms', '100 k'), run('12 / 24 ms', '120 k'), run('8 / 30 ms', '90 k')];
  const now = [run('20 / 20 ms', '50 k'), run('18 / 24 ms', '60 k'), run('24 / 15 ms', '45 k')];
  expect(compareTables(before, now)).toEqual([
    ['Inbox: scrolled', 'Frame p50 / p95', '10 / 24', '20 / 20', '2 (1.5–3) / 1 (0.5–1)'],
    ['Inbox: scrolled', 'Rate', '100000', '50000', '0.5 (0.5–0.5)'],
  ]);
});

test('a row that only one of them has, or that is written otherwise, is left out', () => {
  const before = [run('10 ms', '100 k')];
  const now = [run('10 / 20 ms', '100 k', [['new', '1 ms', '2']])];
  expect(compareTables(before, now).map(([row, column]) => [row, column])).toEqual([
    ['Inbox: scrolled', 'Rate'],
  ]);
});

import { expect, it } from 'vitest';
import type { EventRow } from '../../live/events/event-row.ts';
import { foldPieces, headOf, textOfPieces } from './fold-pieces.ts';

const row = (sequence: number, of?: string): EventRow => ({
  sequence,
  at: sequence,
  stampedAt: null,
  agentId: 'agent-7f',
  type: of === undefined ? 'RUN_STARTED' : 'BUSINESS_DATA_CONTENT',
  label: '',
  text: '',
  anomaly: null,
  ...(of === undefined ? {} : { piece: { of, text: `${String(sequence)} ` } }),
});

/** 1 is single; 2 to 4 of one text; 5 and 6 of another; 7 is single; 8 of the first again. */
const rows = [undefined, 'a', 'a', 'a', 'b', 'b', undefined, 'a'].map((of, index) =>
  row(index + 1, of),
);
const log = { row: (sequence: number) => rows[sequence - 1] };
const none: ReadonlySet<number> = new Set();

it('makes one row of pieces of one text that follow each other', () => {
  const folded = foldPieces(null, { log, low: 1, high: 8, opened: none });
  expect(folded.sequences).toEqual([1, 2, 5, 7, 8]);
  expect([...folded.runs]).toEqual([
    [2, 3],
    [5, 2],
  ]);
  expect([1, 3, 4, 6, 8].map((at) => headOf({ log, low: 1 }, at))).toEqual([1, 2, 2, 5, 8]);
});

it('shows each piece of a row that is opened', () => {
  const folded = foldPieces(null, { log, low: 1, high: 8, opened: new Set([2]) });
  expect(folded.sequences).toEqual([1, 2, 3, 4, 5, 7, 8]);
});

it('has the same result for events one by one, from the end, or all at once', () => {
  const whole = foldPieces(null, { log, low: 1, high: 8, opened: none });
  let grown = foldPieces(null, { log, low: 0, high: 0, opened: none });
  for (let high = 1; high <= 8; high += 1) {
    grown = foldPieces(grown, { log, low: 1, high, opened: none });
  }
  expect(grown).toEqual(whole);
  const fromTheEnd = foldPieces(null, { log, low: 4, high: 8, opened: none });
  expect(fromTheEnd.sequences).toEqual([4, 5, 7, 8]);
  expect(foldPieces(fromTheEnd, { log, low: 1, high: 8, opened: none })).toEqual(whole);
  expect(foldPieces(whole, { log, low: 1, high: 8, opened: none })).toBe(whole);
});

it('joins as much text of the pieces as a row can show', () => {
  expect(textOfPieces(log, 2, 3)).toBe('2 3 4');
  const long = {
    row: (sequence: number) => ({
      ...row(sequence, 'a'),
      piece: { of: 'a', text: 'x'.repeat(150) },
    }),
  };
  expect(textOfPieces(long, 1, 1_000)).toHaveLength(300);
});

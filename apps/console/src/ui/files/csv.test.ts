import { describe, expect, it } from 'vitest';
import { csvOf, csvTime } from './csv.ts';

const lines = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');

describe('a table as CSV', () => {
  it('quotes what would end a cell or a line, and keeps figures as figures', () => {
    const text = csvOf(
      ['Task', 'Events'],
      [
        ['Say "no", twice\nat least', 1204],
        [null, 0],
      ],
    );
    expect(text).toBe('\ufeffTask,Events\r\n"Say ""no"", twice\nat least",1204\r\n,0\r\n');
  });

  it.each([
    '=HYPERLINK("http://evil.example","pay")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '  =1+1',
    '\r=1',
  ])('makes text of %j, which a spreadsheet would work out', (words) => {
    const row = csvOf(['Task'], [[words]]).slice('\ufeffTask\r\n'.length);
    expect(row.replace(/^"/, '').startsWith("'")).toBe(true);
  });

  it('writes times in UTC', () => {
    expect(csvTime(Date.UTC(2026, 10, 21, 14, 16, 20, 114))).toBe('2026-11-21T14:16:20.114Z');
    expect(csvTime(null)).toBeNull();
    expect(lines(csvOf(['At'], [[csvTime(0)]]))).toEqual(['At', '1970-01-01T00:00:00.000Z']);
  });
});

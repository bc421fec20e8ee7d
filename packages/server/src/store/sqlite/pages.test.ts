import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StreamFilter } from '../event-filter.ts';
import { type Connection, openDatabase } from './database.ts';
import { migrations } from './migrations.ts';
import { createPages, pageStatements } from './pages.ts';

let directory: string;
let connection: Connection;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-'));
  connection = openDatabase(join(directory, 'pages.db'), 'write');
  for (const step of migrations) connection.exec(step);
});
afterEach(() => {
  connection.close();
  rmSync(directory, { recursive: true, force: true });
});

const insert =
  'INSERT INTO events(thread, sequence, run, agent, received, notable, data) VALUES(?, ?, NULL, ?, 0, ?, ?)';
interface Written {
  thread: string;
  notable: boolean;
  data: string;
}
function write(events: readonly Written[]) {
  const sequences = new Map<string, number>();
  connection.exec('BEGIN');
  for (const { thread, notable, data } of events) {
    const sequence = (sequences.get(thread) ?? 0) + 1;
    sequences.set(thread, sequence);
    connection.run(insert, thread, sequence, 'agent', notable ? 1 : 0, JSON.stringify(data));
  }
  connection.exec('COMMIT');
}
/** How many rows the store has returned. */
function counted() {
  let rows = 0;
  const pages = createPages({
    get: (sql, ...values) => {
      rows += 1;
      return connection.get(sql, ...values);
    },
    all: <Row>(sql: string, ...values: Parameters<Connection['all']>[1][]) => {
      const found = connection.all<Row>(sql, ...values);
      rows += found.length;
      return found;
    },
  });
  return { pages, rows: () => rows };
}

const threads = [
  'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  'a, "quoted" %_ thread',
  '__proto__',
  'x'.repeat(230),
];
const anyEvent = fc.record({
  thread: fc.constantFrom(...threads),
  notable: fc.boolean(),
  data: fc.constantFrom('', 'short', 'ü'.repeat(40), 'x'.repeat(300)),
});
const anyFilter: fc.Arbitrary<StreamFilter> = fc.record({
  threads: fc.oneof(fc.constant('*' as const), fc.subarray([...threads, 'nobody'])),
  facts: fc.boolean(),
});

it('returns what the filter selects, once each, in order, in pages within their limits', () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 150 }),
      anyFilter,
      fc.record({ rows: fc.integer({ min: 1, max: 20 }), bytes: fc.integer({ min: 1, max: 900 }) }),
      fc.nat(150),
      (events, filter, limit, after) => {
        connection.exec('DELETE FROM events');
        write(events);
        const pages = createPages(connection);
        const found: number[] = [];
        for (let cursor = after; ; ) {
          const page = pages.since(cursor, events.length, filter, limit);
          const last = page.at(-1);
          if (last === undefined) break;
          const bytes = page.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
          expect(page.length).toBeLessThanOrEqual(limit.rows);
          expect(page.length === 1 || bytes <= limit.bytes).toBe(true);
          found.push(...page.map(({ position }) => position));
          cursor = last.position;
        }
        const wanted = events.flatMap(({ thread, notable }, index) =>
          index >= after &&
          (filter.threads === '*' || filter.threads.includes(thread) || (filter.facts && notable))
            ? [index + 1]
            : [],
        );
        expect(found).toEqual(wanted);
      },
    ),
    { numRuns: runs(60) },
  );
});

it('finds the few events for a narrow reader without reading the rest of the log', () => {
  const other = { thread: 'other', notable: false, data: 'said' };
  const fact = { thread: 'other', notable: true, data: 'fact' };
  const own = { thread: threads[0]!, notable: false, data: 'mine' };
  write([own, ...Array(20_000).fill(other), fact, own, ...Array(20_000).fill(other)]);
  const filter = { threads: [threads[0]!, 'nobody'], facts: true };
  const { pages, rows } = counted();
  const limit = { rows: 500, bytes: 1e6 };
  expect(pages.since(1, 40_003, filter, limit).map(({ position }) => position)).toEqual([
    20_002, 20_003,
  ]);
  expect(pages.since(20_003, 40_003, filter, limit)).toEqual([]);
  expect(rows()).toBeLessThan(20);
});

it('does not read what does not fit the page', () => {
  write(Array(60).fill({ thread: 'big', notable: false, data: 'x'.repeat(900_000) }));
  const read: number[] = [];
  const pages = createPages({
    get: connection.get,
    all: <Row>(sql: string, ...values: Parameters<Connection['all']>[1][]) => {
      const found = connection.all<Row>(sql, ...values);
      read.push(JSON.stringify(found).length);
      return found;
    },
  });
  const limit = { rows: 500, bytes: 256 * 1024 };
  expect(pages.since(0, 60, { threads: '*', facts: false }, limit)).toHaveLength(1);
  expect(pages.ofThread('big', 30, { rows: 500, bytes: 2_000_000 })).toHaveLength(2);
  expect(Math.max(...read)).toBeLessThan(2_000_000);
});

it.each(Object.entries(pageStatements))('searches for %s', (_name, sql) => {
  const values = (sql.match(/\?/g) ?? []).map(() => '[1]');
  const plan = connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
  const steps = plan.map(({ detail }) => detail);
  expect(steps.filter((step) => /^SCAN (?!json_each)|TEMP B-TREE/.test(step))).toEqual([]);
  expect(steps.join()).toContain('SEARCH events');
});

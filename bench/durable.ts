import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shiftWaits } from '@countersign/server/journal/clock-set';
import { type Journal, openJournal } from '@countersign/server/journal/journal';
import { openPostgresJournal } from '@countersign/server/journal/postgres-journal';
import { systemClock } from '@countersign/server/runtime/clock';
import { openPool } from '@countersign/server/store/postgres/connection/pool';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { findPostgres } from '../scripts/find-postgres.mjs';
import { startCluster } from '../scripts/postgres-cluster.mjs';
import { append } from './append-operation.ts';
import { sizeOf } from './bare-stage.ts';
import { createDatabaseIn } from './postgres-database.ts';
import { median, printTable, processorClock, rate } from './table.ts';

const events = sizeOf('BENCH_EVENTS', 40_000);
export const rounds = sizeOf('BENCH_ROUNDS', 5);
/** Operations that are requested at a time, by as many agents. */
const agents = 16;
export const writer = {
  module: new URL('./append-writer.ts', import.meta.url),
  clockSet: shiftWaits,
};
const eventOf = (index: number) =>
  JSON.stringify({
    type: 'BUSINESS_DATA_CONTENT',
    messageId: 'm',
    delta: `word ${index} `.repeat(10),
  });
const batchOf = (size: number) => Array.from({ length: size }, (_, index) => eventOf(index));

export interface Figures {
  perSecond: number;
  /** Of the processor in this process and its threads, per event. */
  cpuMicroseconds: number;
}

async function timed(count: number, work: () => Promise<void>): Promise<Figures> {
  const cpu = processorClock();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  return { perSecond: count / seconds, cpuMicroseconds: (cpu() * 1e6) / count };
}

/** Through the writer's thread and its group commit. */
export async function ours(open: () => Journal | Promise<Journal>, size: number): Promise<Figures> {
  const journal = await open();
  const batch = batchOf(size);
  await journal.commit(append, { thread: 'warm', events: batch });
  const each = Math.ceil(events / agents / size);
  const figures = await timed(each * agents * size, async () => {
    await Promise.all(
      Array.from({ length: agents }, async (_, agent) => {
        for (let count = 0; count < each; count += 1) {
          await journal.commit(append, { thread: `thread-${agent}`, events: batch });
        }
      }),
    );
  });
  await journal.close();
  return figures;
}

const table = `CREATE TABLE events(position BIGINT PRIMARY KEY, thread TEXT NOT NULL, sequence BIGINT NOT NULL, run TEXT,
  agent TEXT NOT NULL, received BIGINT NOT NULL, notable BIGINT NOT NULL, data TEXT NOT NULL);
  CREATE UNIQUE INDEX events_thread ON events(thread, sequence)`;
const rowOf = (position: number, thread: string, json: string) =>
  [position, thread, position, 'run', 'bench', 1_763_800_000_000, 0, json] as const;

/** The same rows in the same groups by the driver alone, in one thread: what the engine allows. */
async function floorOfSqlite(directory: string, size: number): Promise<Figures> {
  const connection = openDatabase(join(directory, 'floor.db'), 'write');
  connection.exec(table);
  const batch = batchOf(size);
  let position = 0;
  const groups = Math.ceil(events / agents / size);
  const figures = await timed(groups * agents * size, async () => {
    for (let group = 0; group < groups; group += 1) {
      connection.exec('BEGIN IMMEDIATE');
      for (let agent = 0; agent < agents; agent += 1) {
        for (const json of batch) {
          position += 1;
          const row = rowOf(position, `thread-${agent}`, json);
          connection.run('INSERT INTO events VALUES(?,?,?,?,?,?,?,?)', ...row);
        }
      }
      connection.exec('COMMIT');
    }
  });
  connection.close();
  return figures;
}

async function floorOfPostgres(url: string, size: number): Promise<Figures> {
  const pool = openPool(url, 1);
  const batch = batchOf(size);
  let position = 0;
  const groups = Math.ceil(events / agents / size);
  const insert = `INSERT INTO events SELECT * FROM unnest(?::bigint[],?::text[],?::bigint[],?::text[],?::text[],?::bigint[],?::bigint[],?::text[])`;
  const figures = await pool.use(async (connection) => {
    await connection.exec(table);
    return timed(groups * agents * size, async () => {
      for (let group = 0; group < groups; group += 1) {
        const rows = Array.from({ length: agents }, (_, agent) =>
          batch.map((json) => rowOf(++position, `thread-${agent}`, json)),
        ).flat();
        await connection.exec('BEGIN');
        const columns = Array.from({ length: 8 }, (_, at) => rows.map((row) => row[at] ?? null));
        await connection.insertColumns(insert, columns);
        await connection.exec('COMMIT');
      }
    });
  });
  await pool.close();
  return figures;
}

/** Durable events per second of both engines, against their drivers alone, in the same run. */
export async function benchDurable(): Promise<void> {
  const programs = findPostgres();
  const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
  const cluster = programs === undefined ? null : await startCluster(programs, durable);
  const created = () => createDatabaseIn(cluster?.url ?? '');
  const about = { writer, clock: systemClock, createId: randomUUID };
  const rows: string[][] = [];
  for (const size of [10, 100]) {
    const sqlite: [Figures, Figures][] = [];
    const postgres: [Figures, Figures][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const directory = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
      const floor = await floorOfSqlite(directory, size);
      sqlite.push([await ours(() => openJournal({ ...about, directory }), size), floor]);
      rmSync(directory, { recursive: true, force: true });
      if (cluster === null) continue;
      const floorOf = await floorOfPostgres(await created(), size);
      const url = await created();
      postgres.push([await ours(() => openPostgresJournal({ ...about, url }), size), floorOf]);
    }
    for (const [name, figures] of [
      ['SQLite', sqlite],
      ['PostgreSQL', postgres],
    ] as const) {
      if (figures.length === 0) continue;
      const of = (at: 0 | 1, member: keyof Figures) =>
        median(figures.map((pair) => pair[at][member]));
      const against = (member: keyof Figures) =>
        median(figures.map(([own, floor]) => own[member] / floor[member])).toFixed(2);
      rows.push([
        `${name}, ${size} events per operation`,
        `${rate(of(0, 'perSecond'))} events/s`,
        `${rate(of(1, 'perSecond'))} events/s`,
        `${against('perSecond')}x`,
        `${of(0, 'cpuMicroseconds').toFixed(1)} µs`,
        `${of(1, 'cpuMicroseconds').toFixed(1)} µs`,
        `${against('cpuMicroseconds')}x`,
      ]);
    }
  }
  await cluster?.stop();
  printTable(
    [
      ...['Durable events', 'Countersign', 'Driver alone', 'Ratio'],
      ...['Processor per event', 'Driver alone', 'Ratio'],
    ],
    rows,
  );
}

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '@countersign/server/journal/journal';
import { openPostgresJournal } from '@countersign/server/journal/postgres-journal';
import { systemClock } from '@countersign/server/runtime/clock';
import { findPostgres } from '../scripts/find-postgres.mjs';
import { startCluster } from '../scripts/postgres-cluster.mjs';
import { type Figures, ours, rounds, writer } from './durable.ts';
import { createDatabaseIn } from './postgres-database.ts';
import { median, printTable } from './table.ts';

const auditKey = 'ab'.repeat(32);
const about = { writer, clock: systemClock, createId: randomUUID };

async function onSqlite(size: number, key: string | undefined): Promise<Figures> {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const figures = await ours(() => openJournal({ ...about, directory, auditKey: key }), size);
  rmSync(directory, { recursive: true, force: true });
  return figures;
}

/** What it costs to bind events to those before them: the journal with a key and without one, in turn. */
export async function benchLinks(): Promise<void> {
  const programs = findPostgres();
  const cluster = programs === undefined ? null : await startCluster(programs);
  const onPostgres = async (size: number, key: string | undefined) => {
    const url = await createDatabaseIn(cluster?.url ?? '');
    return ours(() => openPostgresJournal({ ...about, url, auditKey: key }), size);
  };
  const rows: string[][] = [];
  for (const [name, measure] of [
    ['SQLite', onSqlite],
    ...(cluster === null ? [] : ([['PostgreSQL', onPostgres]] as const)),
  ] as const) {
    for (const size of [10, 100]) {
      const pairs: [bound: number, unbound: number][] = [];
      for (let round = 0; round < rounds; round += 1) {
        // Each comes first in every other round: what drifts falls on both.
        const keys = round % 2 === 0 ? [auditKey, undefined] : [undefined, auditKey];
        const [one, other] = [await measure(size, keys[0]), await measure(size, keys[1])];
        const [bound, unbound] = round % 2 === 0 ? [one, other] : [other, one];
        pairs.push([bound.cpuMicroseconds, unbound.cpuMicroseconds]);
      }
      const of = (at: 0 | 1) => median(pairs.map((pair) => pair[at]));
      const more = median(pairs.map(([bound, unbound]) => bound / unbound - 1));
      rows.push([
        `${name}, ${size} events per operation`,
        `${of(0).toFixed(1)} µs`,
        `${of(1).toFixed(1)} µs`,
        `${(more * 100).toFixed(1)} %`,
      ]);
    }
  }
  await cluster?.stop();
  printTable(['Processor per event', 'With links', 'Without', 'More'], rows);
}

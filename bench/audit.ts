import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '@countersign/json/canonical-json';
import { type AuditWanted, newestAuditRows } from '@countersign/server/store/audit/audit';
import { aboutOf, wordColumn } from '@countersign/server/store/audit/audit-about';
import { insertAudit, insertAuditWords } from '@countersign/server/store/audit/audit-row';
import { readPastDamage } from '@countersign/server/store/faults/past-damage';
import type { Reading, SqlValue } from '@countersign/server/store/port';
import { openPool } from '@countersign/server/store/postgres/connection/pool';
import { migrate } from '@countersign/server/store/postgres/migrate';
import { createReading } from '@countersign/server/store/postgres/reading';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { migrations } from '@countersign/server/store/sqlite/migrations';
import { createDatabaseIn } from './postgres-database.ts';
import { printTable } from './table.ts';

const entries = Number(process.env['BENCH_AUDIT_ENTRIES'] ?? 1_000_000);
const minuteMs = 60_000;
const start = Date.UTC(2025, 0, 1);
const rounds = 20;

/** An entry as a year of decisions has them: 40 people, 60 connections, 200 tools. */
function entryAt(number: number) {
  const isDecision = number % 10 < 7;
  const detail = {
    agentId: `agent-${number % 60}`,
    ask: `Pay invoice ${number} of supplier ${number % 500}, due in ${number % 30} days?`,
    tool: `tool-${number % 200}`,
    promptId: `prm-${number}`,
    decisionId: `dec-${number}`,
  };
  return {
    ...{ number, at: start + number * minuteMs, operator: `person-${number % 40}` },
    action: isDecision ? 'decision' : number % 10 === 7 ? 'task:start' : 'session:open',
    threadId: `task-${number % 100_000}`,
    detail: isDecision ? detail : {},
  };
}

/** The values of one entry, as a server writes them; the hash is no real one. */
function rowsOf(number: number): [SqlValue[], SqlValue[]] {
  const content = entryAt(number);
  const { kind, agent, tool, words } = aboutOf(content);
  const { at, operator, threadId } = content;
  return [
    [
      ...[number, at, operator, threadId, canonicalJson(content), `hash-${number}`],
      ...[kind, agent, tool, wordColumn(words)],
    ],
    [number, JSON.stringify(words)],
  ];
}

const last = start + entries * minuteMs;
const middle = start + (entries / 2) * minuteMs;
const questions: Record<string, AuditWanted> = {
  'no filter': {},
  'a month, long ago': { from: middle, until: middle + 43_200 * minuteMs },
  'a person': { operator: 'person-7' },
  'a connection and a kind': { agent: 'agent-7', kind: 'decision' },
  'a tool, before half of the time': { tool: 'tool-7', until: middle },
  'a rare word': { text: `prm-${Math.floor(entries / 3)}` },
  'a common word': { text: 'supplier' },
  'the beginning of a word, and a person': { text: 'suppl', operator: 'person-7' },
  'two words that are seldom together': { text: 'supplier 499' },
  'a word that is nowhere': { text: 'zeppelin' },
  'exports (none)': { kind: 'export', until: last },
};

async function measure(reading: Reading): Promise<string[][]> {
  const lines: string[][] = [];
  for (const [name, wanted] of Object.entries(questions)) {
    const took: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      found = (await newestAuditRows(reading, wanted, { before: null, limit: 101 })).length;
      took.push(performance.now() - begun);
    }
    took.sort((one, other) => one - other);
    const at = (share: number) => (took[Math.floor(share * (rounds - 1))] ?? 0).toFixed(1);
    lines.push([name, String(found), at(0.5), at(0.95)]);
  }
  return lines;
}

async function onSqlite(): Promise<string[][]> {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-bench-audit-'));
  const file = join(directory, 'countersign.db');
  const connection = openDatabase(file, 'write');
  for (const step of migrations) connection.exec(step);
  for (let number = 1; number <= entries; ) {
    connection.exec('BEGIN');
    for (const end = Math.min(entries, number + 20_000); number <= end; number += 1) {
      const [row, words] = rowsOf(number);
      connection.run(insertAudit, ...row);
      connection.run(insertAuditWords, ...words);
    }
    connection.exec('COMMIT');
  }
  const reader = openDatabase(file, 'read');
  const lines = await measure({ get: reader.get, all: reader.all, ...readPastDamage(() => {}) });
  reader.close();
  connection.close();
  rmSync(directory, { recursive: true, force: true });
  return lines;
}

async function onPostgres(cluster: string): Promise<string[][]> {
  const url = await createDatabaseIn(cluster);
  await migrate(url, () => 'bench');
  const pool = openPool(url, 2);
  await pool.use(async (connection) => {
    for (let number = 1; number <= entries; ) {
      await connection.exec('BEGIN');
      for (const end = Math.min(entries, number + 5_000); number <= end; number += 1) {
        const [row, words] = rowsOf(number);
        await connection.run(insertAudit, ...row);
        await connection.run(insertAuditWords, ...words);
      }
      await connection.exec('COMMIT');
    }
    await connection.exec('ANALYZE');
  });
  const lines = await measure(createReading(pool, () => {}));
  await pool.close();
  return lines;
}

/** A page of the audit with a million entries, by each filter, on both engines. PostgreSQL: `DATABASE_URL` of a cluster. */
export async function benchAudit(): Promise<void> {
  const head = (engine: string) => [
    `${entries} entries, ${engine}`,
    'rows',
    'median ms',
    '95 % ms',
  ];
  printTable(head('embedded store'), await onSqlite());
  const cluster = process.env['DATABASE_URL'];
  if (cluster !== undefined) {
    printTable(head('PostgreSQL'), await onPostgres(cluster));
  }
}

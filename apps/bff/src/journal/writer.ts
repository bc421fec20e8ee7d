import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './database.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import type { StreamRow } from './row.ts';
import { beginTransaction, createNumbering } from './transaction.ts';
import type { WriterReply, WriterRequest } from './writer-protocol.ts';

/** The one writing connection of the server, in a thread of its own: commits never stall a socket. */
const { file, commitDelayMs } = workerData as { file: string; commitDelayMs: number };
const port = parentPort;
if (port === null) throw new Error('The journal writer runs as a worker thread.');

const connection = openDatabase(file, 'write');
const numbering = createNumbering(connection);
let queue: WriterRequest[] = [];
let timer: NodeJS.Timeout | null = null;

/** Runs one operation in its savepoint, so that its failure leaves the others of the batch alone. */
function perform(request: WriterRequest, rows: StreamRow[]): WriterReply['results'][number] {
  const work = beginTransaction(connection, numbering, request.now);
  connection.exec('SAVEPOINT operation');
  try {
    const operation: Operation<never, unknown> = operations[request.name];
    const value = operation(work.transaction, request.input as never);
    work.finish();
    connection.exec('RELEASE operation');
    rows.push(...work.rows);
    return { id: request.id, ok: true, value };
  } catch (error) {
    connection.exec('ROLLBACK TO operation; RELEASE operation;');
    numbering.forget();
    return {
      id: request.id,
      ok: false,
      error: error instanceof Error ? error.message : `${error}`,
    };
  }
}

function commit(): void {
  timer = null;
  const batch = queue;
  queue = [];
  const rows: StreamRow[] = [];
  let results: WriterReply['results'];
  try {
    connection.exec('BEGIN IMMEDIATE');
    results = batch.map((request) => perform(request, rows));
    connection.exec('COMMIT');
  } catch (error) {
    // Disk full, disk failing: nothing of the batch is true, and everybody is told.
    try {
      connection.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back on its own.
    }
    numbering.forget();
    rows.length = 0;
    const message = error instanceof Error ? error.message : `${error}`;
    results = batch.map((request) => ({ id: request.id, ok: false, error: message }));
  }
  const reply: WriterReply = { results, rows };
  port?.postMessage(reply);
}

port.on('message', (message: WriterRequest | 'close') => {
  if (message === 'close') {
    if (timer !== null) clearTimeout(timer);
    if (queue.length > 0) commit();
    connection.close();
    port.close();
    return;
  }
  queue.push(message);
  timer ??= setTimeout(commit, commitDelayMs);
});

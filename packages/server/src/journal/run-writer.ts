import { performance } from 'node:perf_hooks';
import type { MessagePort } from 'node:worker_threads';
import type { StoreFault } from '../store/faults/store-fault.ts';
import { writeBatch } from '../store/sqlite/batch.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createNumbering } from '../store/sqlite/transaction.ts';
import type {
  WriterMessage,
  WriterReply,
  WriterRequest,
  WriterSettings,
} from '../store/writer-protocol.ts';
import { createAgeing } from './ageing.ts';
import type { AnyOperation, Operation } from './operation.ts';
import { openPostgresGroups } from './postgres-groups.ts';
import { createWriteQueue, type Waiting, type Written } from './write-queue.ts';

/** After so long without a write, the next one is not likely to have company soon: it does not wait for any, ms. */
const aloneMs = 8;

interface WriterDuties {
  operations: readonly AnyOperation[];
  clockSet: Operation<{ jumpMs: number }, null>;
}

const closing: StoreFault = {
  kind: 'passing',
  code: 'SQLITE_INTERRUPT',
  message: 'The journal is closed.',
};

/** Throws if two operations have one name. */
function byName(operations: readonly AnyOperation[]): ReadonlyMap<string, AnyOperation> {
  const known = new Map(operations.map((operation) => [operation.name, operation]));
  if (known.size < operations.length) throw new Error('Two operations have the same name.');
  return known;
}

/** Writes groups of requests to the embedded engine. */
function openEmbedded(
  { file, auditKey }: { file: string; auditKey: string | undefined },
  operations: ReadonlyMap<string, AnyOperation>,
) {
  const connection = openDatabase(file, 'write');
  const writer = { connection, numbering: createNumbering(connection), operations, auditKey };
  return {
    write: (requests: readonly WriterRequest[]) => writeBatch(writer, requests),
    doubt() {},
    close: async () => connection.close(),
  };
}

/**
 * The only writing connection of the server, in a separate thread: commits never block a socket. To be called by the module of that
 * thread with the port to the main thread, all operations, and the one that moves waiting times when the clock was set.
 */
export function runWriter(
  port: MessagePort,
  { source, commitDelayMs, auditKey }: WriterSettings,
  { operations, clockSet }: WriterDuties,
): void {
  const known = byName(operations);
  const store =
    'file' in source
      ? openEmbedded({ file: source.file, auditKey }, known)
      : openPostgresGroups({ ...source, auditKey }, known);
  let timer: NodeJS.Timeout | null = null;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let working: Promise<void> | null = null;
  let closed = false;

  const reply = ({
    results,
    rows = [],
    lost = [],
  }: Partial<WriterReply> & Pick<WriterReply, 'results'>) =>
    port.postMessage({ results, rows, lost, trouble: queue.trouble() } satisfies WriterReply);
  const refuse = (requests: readonly WriterRequest[], fault: StoreFault) =>
    reply({ results: requests.map(({ id }) => ({ id, ok: false, fault })) });

  const ageing = createAgeing(clockSet);

  async function write(batch: readonly Waiting[]): Promise<Written> {
    const outcome = await store.write(batch.map(ageing.asOfNow));
    if (!outcome.done) return { fault: outcome.fault };
    const ids = new Set(outcome.left);
    ageing.noteWritten(batch.filter(({ id }) => !ids.has(id)));
    reply(outcome);
    return { fault: null, left: batch.filter(({ id }) => ids.has(id)) };
  }

  const queue = createWriteQueue({ write, refuse, commitDelayMs });

  /** One batch at a time: what arrives meanwhile is the next one. */
  function arm(afterMs: number): void {
    if (working !== null || closed) return;
    timer ??= setTimeout(() => {
      timer = null;
      // Rejected when another server owns the store: nothing can be written any more, and this thread ends with that error.
      working = queue.flush().then((againMs) => {
        working = null;
        writtenAt = performance.now();
        // In trouble, an empty batch finds out when the store is writable again.
        if (!queue.isEmpty() || queue.trouble() !== null) arm(againMs);
      });
    }, afterMs);
  }

  async function close(): Promise<void> {
    queue.hurry();
    closed = true;
    if (timer !== null) clearTimeout(timer);
    await working;
    // What had no room in one group is in the next.
    let isFirst = true;
    while (!queue.isEmpty() && (isFirst || queue.trouble() === null)) {
      isFirst = false;
      await queue.flush();
    }
    queue.giveUp(closing);
    await store.close();
    port.close();
  }

  port.on('message', (message: WriterMessage) => {
    if (message === 'close') return close();
    if (message === 'doubt') return store.doubt();
    if (message !== 'hurry') {
      const isAlone = performance.now() - writtenAt >= aloneMs;
      if (queue.take(message)) arm(isAlone ? 0 : commitDelayMs);
      return;
    }
    queue.hurry();
    const trouble = queue.trouble();
    if (trouble !== null) queue.giveUp(trouble);
  });
}

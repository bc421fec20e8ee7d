import { performance } from 'node:perf_hooks';
import type { MessagePort } from 'node:worker_threads';
import type { StoreFault } from '../store/store-fault.ts';
import { type Ageing, createAgeing } from './ageing.ts';
import { writeBatch } from './batch.ts';
import { openDatabase } from './database.ts';
import type { AnyOperation, Operation } from './operation.ts';
import { createSalvage, type Salvaged } from './salvage.ts';
import { createNumbering } from './transaction.ts';
import type {
  WriterMessage,
  WriterReply,
  WriterRequest,
  WriterSettings,
} from './writer-protocol.ts';

/** The delay between two attempts while the store is not writable. */
const retryMs = { first: 100, last: 1_000 };
type Waiting = Ageing & Salvaged;

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

/**
 * The only writing connection of the server, in a separate thread: commits never block a socket. To be called by the module of that
 * thread with the port to the main thread, all operations, and the one that moves waiting times when the clock was set.
 */
export function runWriter(
  port: MessagePort,
  { file, commitDelayMs }: WriterSettings,
  { operations, clockSet }: WriterDuties,
): void {
  const connection = openDatabase(file, 'write');
  const numbering = createNumbering(connection);
  const writer = { connection, numbering, operations: byName(operations) };
  let queue: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> | null = null;
  let trouble: StoreFault | null = null;
  let delayMs = retryMs.first;
  let hurried = false;
  let closed = false;

  const reply = ({
    results,
    rows = [],
    lost = [],
  }: Partial<WriterReply> & Pick<WriterReply, 'results'>) =>
    port.postMessage({ results, rows, lost, trouble } satisfies WriterReply);
  const refuse = (requests: readonly WriterRequest[], fault: StoreFault) =>
    reply({ results: requests.map(({ id }) => ({ id, ok: false, fault })) });

  const ageing = createAgeing(clockSet);

  async function write(batch: readonly Waiting[]): Promise<StoreFault | null> {
    const outcome = await writeBatch(writer, batch.map(ageing.asOfNow));
    if (!outcome.done) return outcome.fault;
    ageing.noteWritten(batch);
    reply(outcome);
    return null;
  }

  const salvage = createSalvage<Waiting>({ write, refuse });

  /** Writes what is waiting; what it leaves in the queue is tried again after the returned time, ms. */
  async function flush(): Promise<number> {
    const batch = queue;
    queue = [];
    const before = trouble;
    // Sent with the reply of the batch, if it succeeds.
    trouble = null;
    const fault = await write(batch);
    if (fault === null) {
      delayMs = retryMs.first;
      return commitDelayMs;
    }
    if (fault.kind !== 'passing') {
      queue = [...(await salvage.oneByOne(batch)), ...queue];
      return retryMs.first;
    }
    trouble = fault;
    const keeps = (request: Waiting) => request.waits && !hurried;
    let kept = batch.filter(keeps);
    for (const request of kept) request.tried = true;
    refuse(
      batch.filter((request) => !keeps(request)),
      fault,
    );
    if (before !== null && /IOERR|NOMEM/.test(fault.code)) {
      kept = await salvage.withoutOwnFaults(await salvage.oneByOne(kept));
    }
    queue = [...kept, ...queue];
    const againMs = delayMs;
    delayMs = Math.min(delayMs * 2, retryMs.last);
    return againMs;
  }

  /** One batch at a time: what arrives meanwhile is the next one. */
  function arm(afterMs: number): void {
    if (working !== null || closed) return;
    timer ??= setTimeout(() => {
      timer = null;
      working = flush().then((againMs) => {
        working = null;
        // In trouble, an empty batch finds out when the store is writable again.
        if (queue.length > 0 || trouble !== null) arm(againMs);
      });
    }, afterMs);
  }

  async function close(): Promise<void> {
    hurried = true;
    closed = true;
    if (timer !== null) clearTimeout(timer);
    await working;
    if (queue.length > 0) await flush();
    for (const request of queue) refuse([request], closing);
    connection.close();
    port.close();
  }

  port.on('message', (message: WriterMessage) => {
    if (message === 'close') return close();
    if (message === 'hurry') {
      hurried = true;
      if (trouble === null) return;
      refuse(queue, trouble);
      queue = [];
      return;
    }
    if (trouble !== null && (hurried || !message.waits)) return refuse([message], trouble);
    queue.push({ ...message, came: performance.now(), tried: trouble !== null, ownFaults: 0 });
    arm(commitDelayMs);
  });
}

import type { MessagePort } from 'node:worker_threads';
import { openPool } from '../store/postgres/connection/pool.ts';
import { createReading } from '../store/postgres/reading.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createReadAround } from '../store/sqlite/read-around.ts';
import type { StoreSource } from '../store/writer-protocol.ts';
import type {
  FoldMessage,
  FoldReply,
  FoldRequest,
  FoldSettings,
  TaskHistory,
} from './fold-protocol.ts';
import { createFoldedTasks } from './folded-tasks.ts';

const encoder = new TextEncoder();

/**
 * Folds tasks outside of the main thread: an agent's events may take long to read, and longer to serialize. To be called by the
 * module of that thread. On 'close' it reads no more and closes its port; returns a function that closes the store, to be called
 * when the port has closed.
 */
export function runFold(port: MessagePort, { source, budget }: FoldSettings): () => void {
  const store = openSource(source, (damaged) => port.postMessage({ damaged }));
  let closing = false;
  const refuseWhenClosing = () => {
    if (closing) throw new Error('The fold is closed.');
  };
  const foldedTasks = createFoldedTasks(
    {
      get: (sql, ...values) => {
        refuseWhenClosing();
        return store.read.get(sql, ...values);
      },
      all: (sql, ...values) => {
        refuseWhenClosing();
        return store.read.all(sql, ...values);
      },
    },
    budget,
    store.around,
    (skipped, error) => port.postMessage({ skipped, error }),
  );

  async function answer({ id, wish, threadId, sequence }: FoldRequest): Promise<FoldReply> {
    if (wish === 'snapshot') {
      const cut = await foldedTasks.cut(threadId);
      return { id, ok: true, sequence: cut?.sequence ?? 0, json: null, cut };
    }
    const { thread, history } = await foldedTasks.at(threadId, sequence);
    const reported: TaskHistory = {
      state: thread.state,
      runId: thread.run.runId,
      messages: history.messages,
    };
    const json = encoder.encode(JSON.stringify(wish === 'thread' ? thread : reported));
    return { id, ok: true, sequence: thread.sequence, json, cut: null };
  }

  port.on('message', (request: FoldMessage) => {
    if (request === 'doubt') return store.doubt();
    if (request === 'close') {
      closing = true;
      port.close();
      return;
    }
    void answer(request)
      .catch(
        (error): FoldReply => ({
          id: request.id,
          ok: false,
          error: error instanceof Error ? error.message : `${error}`,
        }),
      )
      .then((reply) => {
        const bytes = reply.ok ? (reply.json ?? reply.cut?.data) : undefined;
        // Transferred, not copied, if it owns its memory.
        const own = bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength;
        port.postMessage(reply, own ? [bytes.buffer as ArrayBuffer] : []);
      });
  });

  port.postMessage('ready');
  return store.close;
}

/** The store, to be read, and past damage where its engine needs that. */
function openSource(source: StoreSource, onDamage: (threadId: string) => void) {
  if ('file' in source) {
    const connection = openDatabase(source.file, 'read');
    const around = createReadAround(connection, onDamage);
    return { read: connection, around, doubt() {}, close: connection.close };
  }
  const pool = openPool(source.url, 2);
  const read = createReading(pool, () => {});
  return { read, around: null, doubt: pool.doubt, close: () => void pool.close() };
}

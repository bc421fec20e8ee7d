import { say } from '@countersign/api/statements';
import type { StorePart, StoreState } from '@countersign/api/store-state';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { notifyAll } from '../runtime/notify-all.ts';
import { watchWall } from '../runtime/wall-jumps.ts';
import { startThread } from '../runtime/worker-thread.ts';
import {
  CommitInDoubtError,
  errorOf,
  StoreUnavailableError,
  storeBusy,
} from '../store/faults/store-fault.ts';
import type { StreamRow } from '../store/row.ts';
import type {
  StoreSource,
  WriterMessage,
  WriterReply,
  WriterSettings,
} from '../store/writer-protocol.ts';
import type { Operation } from './operation.ts';
import { createWriterState } from './writer-state.ts';

/** Checks whether the clock was set, and moves the waiting times in the store by as much. */
function createTimeNotice(options: {
  clock: Clock;
  move: (jumpMs: number) => Promise<unknown>;
  report: Report | undefined;
}) {
  const { move, report } = options;
  const jumpOf = watchWall(options.clock);
  const listeners = new Set<(jumpMs: number) => void>();
  let moving = 0;
  return {
    /** True while that is in progress: times in the tables are those of the old clock. */
    notice(): boolean {
      const jumpMs = jumpOf();
      if (jumpMs !== 0) {
        moving += 1;
        void move(jumpMs)
          // If the store has been closed, the change is detected when it is opened again.
          .catch((error) => report?.('The clock was set, and waits go by its old time.', error))
          .then(() => {
            moving -= 1;
            notifyAll(listeners, jumpMs, report);
          });
      }
      return moving > 0;
    },
    /** Called after the waiting times have been moved; returns its undo. */
    onSet(listener: (jumpMs: number) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The main thread's side of the writer's thread. */
export interface Writer {
  /**
   * Executes one operation in one transaction; resolves when it is on disk. Rejects with `RequestRefusedError` if it threw,
   * `StoreDamagedError` if the disk cannot be read there, and `StoreUnavailableError` if the store is not writable and the operation
   * does not wait for it. `fence`: written only as long as that is the number of the server on duty; otherwise this server ends.
   */
  commit<Input, Outcome>(
    operation: Operation<Input, Outcome>,
    input: Input,
    fence?: number,
  ): Promise<Outcome>;
  /**
   * Checks whether the clock was set, and moves the waiting times by as much. True while that is in progress: times in the tables are
   * those of the old clock.
   */
  noticeTime(): boolean;
  /** Called after the waiting times have been moved; returns its undo. */
  onTimeSet(listener: (jumpMs: number) => void): () => void;
  /** Whether the store is writable, and since when it is not. */
  state(): StoreState;
  /** Something of this part could not be read, and was skipped: part of the state from now on. */
  noteLost(part: StorePart): void;
  /** Called when `state` has changed; returns its undo. */
  onState(listener: (state: StoreState) => void): () => void;
  /** Resolves when the writer's thread has died: nothing is recorded from then on, so the server has to end. */
  readonly died: Promise<Error>;
  /** Connections to the store may be dead: those that answer nothing are given up. */
  doubt(): void;
  /** From now on nothing waits for a store that is not writable: the server is closing. */
  hurry(): void;
  /** Finishes pending requests, then ends. */
  close(): Promise<void>;
}

interface Waiting {
  /** The name of its operation. */
  name: string;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** The writer's thread: its module calls `runWriter`. */
export interface WriterThread {
  module: URL;
  /** Moves the waiting times after the clock was set. */
  clockSet: Operation<{ jumpMs: number }, null>;
}

export function startWriter(options: {
  thread: WriterThread;
  source: StoreSource;
  clock: Clock;
  commitDelayMs: number;
  /** Seals the end of the audit. */
  auditKey?: string | undefined;
  report: Report | undefined;
  /** Called after each transaction with the number of its operations. */
  onGroup?: ((operations: number) => void) | undefined;
  /** Whether waiting times are moved when the clock was set; otherwise that is only reported. */
  movesTimes?: () => boolean;
  /** Called after every commit that appended events, before the results of its operations are returned. */
  onRows: (rows: readonly StreamRow[]) => void;
}): Writer {
  const { thread, source, clock, commitDelayMs, auditKey } = options;
  const worker = startThread(thread.module, {
    ...{ source, commitDelayMs, auditKey },
  } satisfies WriterSettings);
  const post = (message: WriterMessage) => worker.postMessage(message);
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  let failure: Error | null = null;
  let closing = false;
  const state = createWriterState(clock, options.report);

  worker.on('message', (reply: WriterReply) => {
    state.noteTrouble(reply.trouble);
    for (const part of reply.lost) state.noteLost(part);
    const committed = reply.results.filter(({ ok }) => ok).length;
    if (committed > 0) options.onGroup?.(committed);
    if (reply.rows.length > 0) options.onRows(reply.rows);
    for (const result of reply.results) {
      const entry = waiting.get(result.id);
      waiting.delete(result.id);
      if (result.ok) entry?.resolve(result.value);
      else if (result.fault.inDoubt) entry?.reject(new CommitInDoubtError());
      else if (result.fault.code === storeBusy) {
        entry?.reject(new StoreUnavailableError(say('store.busy')));
      } else if (result.fault.kind === 'passing') entry?.reject(state.unavailable());
      else entry?.reject(Object.assign(errorOf(result.fault), { operation: entry.name }));
    }
  });
  const fail = (message: string) => {
    failure ??= new StoreUnavailableError(message);
    // The thread may have ended between a commit and its reply.
    for (const entry of waiting.values()) entry.reject(new CommitInDoubtError());
    waiting.clear();
  };
  let reportDeath = (_error: Error) => {};
  const died = new Promise<Error>((resolve) => {
    reportDeath = resolve;
  });
  worker.on('error', (error: Error) => {
    reportDeath(error);
    fail('The thread that writes the journal has died.');
  });
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      if (!closing) reportDeath(new Error(`It ended with ${code}.`));
      fail('The journal is closed.');
      resolve();
    });
  });

  const ask = <Input, Outcome>(
    { name, waits }: Operation<Input, Outcome>,
    input: Input,
    fence?: number,
  ): Promise<Outcome> => {
    if (failure !== null) return Promise.reject(failure);
    if (state.now().reason !== null && !waits) return Promise.reject(state.unavailable());
    const id = ++nextId;
    return new Promise<Outcome>((resolve, reject) => {
      waiting.set(id, { name, resolve: (value) => resolve(value as Outcome), reject });
      post({ id, name, input, now: clock.now(), waits, fence });
    });
  };

  const time = createTimeNotice({
    clock,
    async move(jumpMs) {
      if (options.movesTimes?.() !== false) await ask(thread.clockSet, { jumpMs });
    },
    report: options.report,
  });

  return {
    commit(operation, input, fence) {
      // Before anything else happens at the new time.
      time.notice();
      return ask(operation, input, fence);
    },
    noticeTime: time.notice,
    onTimeSet: time.onSet,
    state: state.now,
    noteLost: state.noteLost,
    onState: state.onChange,
    died,
    doubt: () => post('doubt'),
    hurry: () => post('hurry'),
    async close() {
      closing = true;
      post('close');
      await exited;
    },
  };
}

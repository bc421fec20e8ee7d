import type { StorePart, StoreState } from '@countersign/api/store-state';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { startThread } from '../runtime/worker-thread.ts';
import type { Operation } from './operation.ts';
import type { StreamRow } from './row.ts';
import { errorOf, StoreUnavailableError } from './store-fault.ts';
import { createTimeNotice } from './time-notice.ts';
import type { WriterMessage, WriterReply, WriterSettings } from './writer-protocol.ts';
import { createWriterState } from './writer-state.ts';

/** The main thread's side of the thread that writes. */
export interface Writer {
  /**
   * Performs one intent in one transaction; resolves when it is on disk. Rejects with `RequestRefusedError` when it threw,
   * `StoreDamagedError` when the disk cannot be read there, and `StoreUnavailableError` when the store takes no writes
   * now and the operation does not wait for it.
   */
  commit<Input, Outcome>(operation: Operation<Input, Outcome>, input: Input): Promise<Outcome>;
  /**
   * Looks whether the clock was set, and has what waits moved by as much if it was. True while that is under way: times in the
   * tables are those of the clock as it was.
   */
  noticeTime(): boolean;
  /** Told when what waits has been moved; returns its undo. */
  onTimeSet(listener: (jumpMs: number) => void): () => void;
  /** Whether the store takes writes, and since when it does not. */
  state(): StoreState;
  /** Something of this part could not be read, and was gone past: told with the state from now on. */
  noteLost(part: StorePart): void;
  /** Told when `state` has changed; returns its undo. */
  onState(listener: (state: StoreState) => void): () => void;
  /** Resolves when the thread that writes has died: nothing is recorded from then on, so the server has to end. */
  readonly died: Promise<Error>;
  /** From now on nothing waits for a store that takes no writes: the server is going down. */
  hurry(): void;
  /** Finishes what was asked for, then ends. */
  close(): Promise<void>;
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** The thread that writes: its module calls `runWriter`. */
export interface WriterThread {
  module: URL;
  /** Moves what waits when the clock was set. */
  clockSet: Operation<{ jumpMs: number }, null>;
}

export function startWriter(options: {
  thread: WriterThread;
  file: string;
  clock: Clock;
  commitDelayMs: number;
  report: Report | undefined;
  /** Told after every commit that appended events, before the operations of it are answered. */
  onRows: (rows: readonly StreamRow[]) => void;
}): Writer {
  const { thread, file, clock, commitDelayMs } = options;
  const worker = startThread(thread.module, { file, commitDelayMs } satisfies WriterSettings);
  const post = (message: WriterMessage) => worker.postMessage(message);
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  let failure: Error | null = null;
  let closing = false;
  const state = createWriterState(clock, options.report);

  worker.on('message', (reply: WriterReply) => {
    state.noteTrouble(reply.trouble);
    for (const part of reply.lost) state.noteLost(part);
    if (reply.rows.length > 0) options.onRows(reply.rows);
    for (const result of reply.results) {
      const entry = waiting.get(result.id);
      waiting.delete(result.id);
      if (result.ok) entry?.resolve(result.value);
      else if (result.fault.kind === 'passing') entry?.reject(state.unavailable());
      else entry?.reject(errorOf(result.fault));
    }
  });
  const fail = (message: string) => {
    failure ??= new StoreUnavailableError(message);
    for (const entry of waiting.values()) entry.reject(failure);
    waiting.clear();
  };
  let tellDeath = (_error: Error) => {};
  const died = new Promise<Error>((resolve) => {
    tellDeath = resolve;
  });
  worker.on('error', (error: Error) => {
    tellDeath(error);
    fail('The thread that writes the journal has died.');
  });
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      if (!closing) tellDeath(new Error(`It ended with ${code}.`));
      fail('The journal is closed.');
      resolve();
    });
  });

  const ask = <Input, Outcome>(
    { name, waits }: Operation<Input, Outcome>,
    input: Input,
  ): Promise<Outcome> => {
    if (failure !== null) return Promise.reject(failure);
    if (state.now().reason !== null && !waits) return Promise.reject(state.unavailable());
    const id = ++nextId;
    return new Promise<Outcome>((resolve, reject) => {
      waiting.set(id, { resolve: (value) => resolve(value as Outcome), reject });
      post({ id, name, input, now: clock.now(), waits });
    });
  };

  const time = createTimeNotice({
    clock,
    move: (jumpMs) => ask(thread.clockSet, { jumpMs }),
    report: options.report,
  });

  return {
    commit(operation, input) {
      // Before anything else is done at the new time.
      time.notice();
      return ask(operation, input);
    },
    noticeTime: time.notice,
    onTimeSet: time.onSet,
    state: state.now,
    noteLost: state.noteLost,
    onState: state.onChange,
    died,
    hurry: () => post('hurry'),
    async close() {
      closing = true;
      post('close');
      await exited;
    },
  };
}

import type { Prompt } from '@countersign/api/prompt';
import type { Clock } from '@countersign/server/runtime/clock';
import { questionStatusOf } from './records.ts';

export interface WaitOptions {
  ms: number;
  /** Ends the wait, not the question. */
  signal: AbortSignal;
  /** Called at intervals with what people do meanwhile. */
  onTick?: (waitedMs: number, prompt: Prompt) => void;
}

interface Found {
  row: { thread: string };
  prompt: Prompt;
}

/** Calls that wait until a question has ended, by the thread of the question. */
export interface QuestionWaits {
  /** To be called when something in a thread has changed. */
  wake(threadId: string): void;
  /** Reads until the question has ended or is not there, the time is up, or the caller has disconnected. */
  wait<Question extends Found>(
    read: () => Promise<Question | null>,
    options: WaitOptions,
  ): Promise<Question | null>;
  /** Ends all waits. */
  close(): void;
}

const tickMs = 10_000;

export function createQuestionWaits(clock: Clock): QuestionWaits {
  const waiting = new Map<string, Set<() => void>>();
  let closing = false;
  let wakes = 0;

  const wake = (threadId: string) => {
    wakes += 1;
    for (const look of [...(waiting.get(threadId) ?? [])]) look();
  };

  const untilChanged = (threadId: string, ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const looks = waiting.get(threadId) ?? new Set();
      waiting.set(threadId, looks);
      const done = () => {
        cancel();
        signal.removeEventListener('abort', done);
        looks.delete(done);
        if (looks.size === 0) waiting.delete(threadId);
        resolve();
      };
      looks.add(done);
      signal.addEventListener('abort', done, { once: true });
      const cancel = clock.schedule(done, ms);
    });

  return {
    wake,
    async wait(read, { ms, signal, onTick }) {
      const begun = clock.monotonic();
      let ticks = 0;
      for (;;) {
        const before = wakes;
        const found = await read();
        const waited = clock.monotonic() - begun;
        const isOver = found === null || questionStatusOf(found.prompt).kind !== 'open';
        if (isOver || waited >= ms || signal.aborted || closing) return found;
        if (Math.floor(waited / tickMs) > ticks) {
          ticks = Math.floor(waited / tickMs);
          onTick?.(waited, found.prompt);
        }
        // It may have changed while it was read, before anything waited for that.
        if (wakes !== before) continue;
        const untilTick = (ticks + 1) * tickMs - waited;
        await untilChanged(found.row.thread, Math.min(ms - waited, untilTick), signal);
      }
    },
    close() {
      closing = true;
      for (const threadId of [...waiting.keys()]) wake(threadId);
    },
  };
}

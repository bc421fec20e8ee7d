import type { Attachments } from '@countersign/upformat/attachments';
import type { UpMessage } from '@countersign/upformat/message';

/** A message of the operator to an active run that is not the answer to a prompt. */
export interface Instruction {
  text: string;
  /** What the operator attached, in the form of a run's input; absent = nothing. */
  attached?: Attachments;
  message: UpMessage;
}

/** Instructions in the order received. Use `take()` at a decision point, or `next()` to wait for one. */
export interface InstructionQueue extends AsyncIterable<Instruction> {
  /** All waiting instructions, without waiting for more. */
  take(): Instruction[];
  /** The next one; rejects when `signal` is aborted. */
  next(signal?: AbortSignal): Promise<Instruction>;
}

const maxWaiting = 1_000;

/** The queue and its input; `push` returns false if the queue is full. */
export function createInstructionQueue(runSignal: AbortSignal): {
  queue: InstructionQueue;
  push(instruction: Instruction): boolean;
} {
  const waiting: Instruction[] = [];
  const takers = new Set<(instruction: Instruction) => void>();

  const next = (signal: AbortSignal = runSignal): Promise<Instruction> => {
    const first = waiting.shift();
    if (first) return Promise.resolve(first);
    const either = AbortSignal.any([signal, runSignal]);
    return new Promise((resolve, reject) => {
      const done = () => {
        takers.delete(taker);
        either.removeEventListener('abort', onAbort);
      };
      const taker = (instruction: Instruction) => {
        done();
        resolve(instruction);
      };
      const onAbort = () => {
        done();
        reject(either.reason);
      };
      if (either.aborted) return reject(either.reason);
      takers.add(taker);
      either.addEventListener('abort', onAbort, { once: true });
    });
  };
  return {
    queue: {
      take: () => waiting.splice(0),
      next,
      async *[Symbol.asyncIterator]() {
        while (!runSignal.aborted) yield await next();
      },
    },
    push(instruction) {
      const [taker] = takers;
      if (taker) taker(instruction);
      else if (waiting.length >= maxWaiting) return false;
      else waiting.push(instruction);
      return true;
    },
  };
}

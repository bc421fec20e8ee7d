import { performance } from 'node:perf_hooks';
import type { StoreFault } from '../store/store-fault.ts';
import type { WriterRequest } from '../store/writer-protocol.ts';
import type { Ageing } from './ageing.ts';
import { createSalvage, type Salvaged } from './salvage.ts';

/** The delay between two attempts while the store is not writable. */
const retryMs = { first: 100, last: 1_000 };

export type Waiting = Ageing & Salvaged;

/** What waits to be written, and how it is tried again while the store is in trouble. */
export interface WriteQueue {
  /** False = it is refused: the store is in trouble, and the request does not wait. */
  take(request: WriterRequest): boolean;
  /** Writes what is waiting; what it leaves is tried again after the returned time, ms. */
  flush(): Promise<number>;
  /** From now on nothing new waits for a store in trouble. */
  hurry(): void;
  /** Refuses what is waiting. */
  giveUp(fault: StoreFault): void;
  isEmpty(): boolean;
  /** Why the store cannot be written at the moment. */
  trouble(): StoreFault | null;
}

/** `write`: null = the batch is written. `commitDelayMs`: the least time between two batches. */
export function createWriteQueue({
  write,
  refuse,
  commitDelayMs,
}: {
  write: (batch: readonly Waiting[]) => Promise<StoreFault | null>;
  refuse: (requests: readonly WriterRequest[], fault: StoreFault) => void;
  commitDelayMs: number;
}): WriteQueue {
  const salvage = createSalvage<Waiting>({ write, refuse });
  let queue: Waiting[] = [];
  let trouble: StoreFault | null = null;
  let delayMs = retryMs.first;
  let hurried = false;

  /** A batch that met a passing fault; returns what is kept of it. */
  const keep = async (batch: readonly Waiting[], fault: StoreFault, wasInTrouble: boolean) => {
    const keeps = (request: Waiting) => request.waits && !hurried;
    const kept = batch.filter(keeps);
    for (const request of kept) request.tried = true;
    refuse(
      batch.filter((request) => !keeps(request)),
      fault,
    );
    const mayBeOwn = wasInTrouble && /IOERR|NOMEM/.test(fault.code);
    return mayBeOwn ? salvage.withoutOwnFaults(await salvage.oneByOne(kept)) : kept;
  };

  return {
    isEmpty: () => queue.length === 0,
    trouble: () => trouble,
    take(request) {
      if (trouble !== null && (hurried || !request.waits)) {
        refuse([request], trouble);
        return false;
      }
      queue.push({ ...request, came: performance.now(), tried: trouble !== null, ownFaults: 0 });
      return true;
    },
    async flush() {
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
      queue = [...(await keep(batch, fault, before !== null)), ...queue];
      const againMs = delayMs;
      delayMs = Math.min(delayMs * 2, retryMs.last);
      return againMs;
    },
    hurry() {
      hurried = true;
    },
    giveUp(fault) {
      if (queue.length === 0) return;
      refuse(queue, fault);
      queue = [];
    },
  };
}

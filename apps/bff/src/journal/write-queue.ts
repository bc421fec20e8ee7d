import { performance } from 'node:perf_hooks';
import { type StoreFault, storeBusy } from '../store/store-fault.ts';
import type { WriterRequest } from '../store/writer-protocol.ts';
import type { Ageing } from './ageing.ts';
import { createSalvage, type Salvaged } from './salvage.ts';

/** The delay between two attempts while the store is not writable. */
const retryMs = { first: 100, last: 1_000 };

/** Clients give a command up after 30 seconds: one whose turn comes so late is refused while its client still waits, ms. */
const commandMs = 20_000;

const busy: StoreFault = {
  kind: 'passing',
  code: storeBusy,
  message: 'Too much was waiting to be recorded.',
};

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

/** What became of a batch: a fault, and nothing of it is written; or it is, but for what had no room, in the order of the batch. */
export type Written = { fault: StoreFault } | { fault: null; left: readonly Waiting[] };

/** `commitDelayMs`: the least time between two batches. `now`: elapsed time, ms. */
export function createWriteQueue({
  write,
  refuse,
  commitDelayMs,
  now = () => performance.now(),
}: {
  write: (batch: readonly Waiting[]) => Promise<Written>;
  refuse: (requests: readonly WriterRequest[], fault: StoreFault) => void;
  commitDelayMs: number;
  now?: () => number;
}): WriteQueue {
  const salvage = createSalvage<Waiting>({
    // Of one request nothing is left, and of none neither.
    write: async (batch) => (await write(batch)).fault,
    refuse,
  });
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
      queue.push({ ...request, came: now(), tried: trouble !== null, ownFaults: 0 });
      return true;
    },
    async flush() {
      const isLate = ({ waits, came }: Waiting) => !waits && now() - came >= commandMs;
      const late = queue.filter(isLate);
      if (late.length > 0) refuse(late, busy);
      const batch = queue.filter((request) => !isLate(request));
      queue = [];
      const before = trouble;
      // Sent with the reply of the batch, if it succeeds.
      trouble = null;
      const written = await write(batch);
      if (written.fault === null) {
        queue = [...written.left, ...queue];
        delayMs = retryMs.first;
        return commitDelayMs;
      }
      const { fault } = written;
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

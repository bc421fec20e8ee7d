import { performance } from 'node:perf_hooks';
import { type StoreFault, storeBusy } from '../store/faults/store-fault.ts';
import type { WriterRequest } from '../store/writer-protocol.ts';
import type { Ageing } from './ageing.ts';

/** With the number of times it met a fault that no other request met. */
type Salvaged = WriterRequest & { ownFaults: number };

/** Attempts after which a fault met by only one request is attributed to that request. */
const maxOwnFaults = 5;

/** Finds what of a failed batch can be written. */
function createSalvage<Request extends Salvaged>(writing: {
  /** Null = it is written. */
  write: (batch: readonly Request[]) => Promise<StoreFault | null>;
  refuse: (requests: readonly Request[], fault: StoreFault) => void;
}) {
  const { write, refuse } = writing;
  return {
    /** Writes each request separately, and rejects those at fault. Returns those that still meet a passing fault. */
    async oneByOne(batch: readonly Request[]): Promise<Request[]> {
      const left: Request[] = [];
      for (const request of batch) {
        const fault = await write([request]);
        if (fault?.kind === 'passing') left.push(request);
        else if (fault !== null) refuse([request], fault);
      }
      return left;
    },
    /** A disk may fail at one place only: a request that fails repeatedly while others succeed is rejected. */
    async withoutOwnFaults(left: readonly Request[]): Promise<Request[]> {
      if (left.length === 0 || (await write([])) !== null) return [...left];
      for (const request of left) request.ownFaults += 1;
      const given = left.filter(({ ownFaults }) => ownFaults >= maxOwnFaults);
      const message = 'The part of the disk that it needs cannot be used.';
      refuse(given, { kind: 'damaged', code: 'SQLITE_IOERR', message });
      return left.filter((request) => !given.includes(request));
    },
  };
}

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

import type { StoreFault } from '../store/store-fault.ts';
import type { WriterRequest } from '../store/writer-protocol.ts';

/** With the number of times it met a fault that no other request met. */
export type Salvaged = WriterRequest & { ownFaults: number };

/** Attempts after which a fault met by only one request is attributed to that request. */
const maxOwnFaults = 5;

/** Finds what of a failed batch can be written. */
export function createSalvage<Request extends Salvaged>(writing: {
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

import type { StoreFault } from './store-fault.ts';
import type { WriterRequest } from './writer-protocol.ts';

/** With how often it met a fault that no other met. */
export type Salvaged = WriterRequest & { ownFaults: number };

/** Goes after which a fault that only one request meets is held to be that request's own. */
const maxOwnFaults = 5;

/** What of a batch can be written although the whole could not. */
export function createSalvage<Request extends Salvaged>(writing: {
  /** Null = it is written. */
  write: (batch: readonly Request[]) => StoreFault | null;
  refuse: (requests: readonly Request[], fault: StoreFault) => void;
}) {
  const { write, refuse } = writing;
  return {
    /** What can be written alone is, and what is to blame is told. Returns what meets a passing fault still. */
    oneByOne(batch: readonly Request[]): Request[] {
      const left: Request[] = [];
      for (const request of batch) {
        const fault = write([request]);
        if (fault?.kind === 'passing') left.push(request);
        else if (fault !== null) refuse([request], fault);
      }
      return left;
    },
    /** A disk may fail at one place only: who needs that place, again and again while others write, is told so. */
    withoutOwnFaults(left: readonly Request[]): Request[] {
      if (left.length === 0 || write([]) !== null) return [...left];
      for (const request of left) request.ownFaults += 1;
      const given = left.filter(({ ownFaults }) => ownFaults >= maxOwnFaults);
      const message = 'The part of the disk that it needs cannot be used.';
      refuse(given, { kind: 'damaged', code: 'SQLITE_IOERR', message });
      return left.filter((request) => !given.includes(request));
    },
  };
}

import { shiftWaits } from './clock-set.ts';
import type { WriterThread } from './journal/writer-handle.ts';

/** The thread that writes this server's store: it knows every operation. */
export const storeWriter: WriterThread = {
  module: new URL('./writer.ts', import.meta.url),
  clockSet: shiftWaits,
};

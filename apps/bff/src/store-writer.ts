import { shiftWaits } from './journal/clock-set.ts';
import type { WriterThread } from './journal/writer-handle.ts';

/** The writer's thread of this server's store, with all operations. */
export const storeWriter: WriterThread = {
  module: new URL('./writer.ts', import.meta.url),
  clockSet: shiftWaits,
};

import { shiftWaits } from '@countersign/server/journal/clock-set';
import type { WriterThread } from '@countersign/server/journal/writer-handle';

/** The writer's thread of this server's store, with all operations. */
export const storeWriter: WriterThread = {
  module: new URL('./writer.ts', import.meta.url),
  clockSet: shiftWaits,
};

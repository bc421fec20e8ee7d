import type { Awaitable } from './awaitable.ts';
import type { Reading } from './port.ts';

/** As text, epoch ms. */
export const clockOfLastWrite = (reading: Reading): Awaitable<{ value: string } | undefined> =>
  reading.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'clock'`);

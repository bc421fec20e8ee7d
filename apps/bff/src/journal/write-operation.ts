import { saveTimeWritten } from '../store/meta.ts';
import { operation } from './operation.ts';

/** Writes the time, for whoever has to know whether the store can be written. */
export const confirmWrite = operation<null, null>('confirmWrite', async (transaction) => {
  await saveTimeWritten(transaction);
  return null;
});

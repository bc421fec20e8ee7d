import { saveTimeWritten } from '../store/meta.ts';
import { operation } from './operation.ts';

/** Writes the time, to find out whether the store can be written. */
export const confirmWrite = operation<null, null>('confirmWrite', async (transaction) => {
  await saveTimeWritten(transaction);
  return null;
});

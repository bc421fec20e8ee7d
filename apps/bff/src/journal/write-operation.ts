import { operation } from './operation.ts';

/** Writes the time, for whoever has to know whether the store can be written: it needs disk space, which a commit of nothing does not. */
export const confirmWrite = operation<null, null>('confirmWrite', async (transaction) => {
  await transaction.run(
    `INSERT INTO meta(key, value) VALUES('written', ?)
     ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
    `${transaction.now}`,
  );
  return null;
});

import { type Awaitable, whenRead } from './awaitable.ts';
import type { Reading, Writing } from './port.ts';

/** As text, epoch ms. */
export const clockOfLastWrite = (reading: Reading): Awaitable<{ value: string } | undefined> =>
  reading.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'clock'`);

/** The budget that the kept folds were made within, JSON; undefined = none was kept yet. */
export const readBudget = (reading: Reading): Awaitable<string | undefined> =>
  whenRead(
    reading.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'budget'`),
    (row) => row?.value,
  );

export const saveBudget = (writing: Writing, budget: string): Awaitable<number> =>
  writing.run(
    `INSERT INTO meta(key, value) VALUES('budget', ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
    budget,
  );

/** Where the store was last acted on; undefined = no place was noted yet. */
export const readPlace = (reading: Reading): Awaitable<string | undefined> =>
  whenRead(
    reading.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'place'`),
    (row) => row?.value,
  );

export const savePlace = (writing: Writing, place: string): Awaitable<number> =>
  writing.run(
    `INSERT INTO meta(key, value) VALUES('place', ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
    place,
  );

/** Notes the time of the operation, which tests that the store can be written: it needs disk space, which a commit of nothing does not. */
export const saveTimeWritten = (writing: Writing): Awaitable<number> =>
  writing.run(
    `INSERT INTO meta(key, value) VALUES('written', ?)
     ON CONFLICT(key) DO UPDATE SET value = excluded.value`,
    `${writing.now}`,
  );

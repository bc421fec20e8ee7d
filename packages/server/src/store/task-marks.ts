import type { Awaitable } from './awaitable.ts';
import type { Reading, Writing } from './port.ts';

export const lastRunIdOf = (
  reading: Reading,
  threadId: string,
): Awaitable<{ run: string } | undefined> =>
  reading.get<{ run: string }>('SELECT run FROM tasks WHERE id = ?', threadId);

export const addAnomalies = (writing: Writing, count: number, id: string): Awaitable<number> =>
  writing.run('UPDATE tasks SET anomalies = anomalies + ? WHERE id = ?', count, id);

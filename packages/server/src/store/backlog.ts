import type { Reading } from './port.ts';

/** Open questions of one severity and age. */
export interface OpenPrompts {
  severity: string;
  /** The lower bound of their age, ms. */
  ageFrom: number;
  count: number;
}

/** Lower bounds of the distinguished ages, ms. */
export const ages = [0, 60_000, 600_000, 3_600_000, 86_400_000] as const;

export async function openPromptsByAge(reading: Reading, now: number): Promise<OpenPrompts[]> {
  const [, minute, tenMinutes, hour, day] = ages;
  return reading.all<OpenPrompts>(
    `SELECT severity, CASE WHEN ? - opened >= ${day} THEN ${day} WHEN ? - opened >= ${hour} THEN ${hour}
       WHEN ? - opened >= ${tenMinutes} THEN ${tenMinutes} WHEN ? - opened >= ${minute} THEN ${minute} ELSE 0 END AS "ageFrom",
       COUNT(*) AS count
     FROM prompts WHERE state = 'open' GROUP BY 1, 2`,
    now,
    now,
    now,
    now,
  );
}

/** What waits to be sent, by queue. `held` waits for the end of a run, or for another answer. */
export async function queueDepths(reading: Reading): Promise<{ queue: string; count: number }[]> {
  const outbox = await reading.all<{ queue: string; count: number }>(
    `SELECT 'deliveries-' || state AS queue, COUNT(*) AS count FROM outbox WHERE state IN ('pending', 'held') GROUP BY state`,
  );
  const calls = await reading.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM webhook_calls WHERE state = 'pending'`,
  );
  const known = new Map([
    ['deliveries-pending', 0],
    ['deliveries-held', 0],
    ['webhook-calls', Number(calls?.count ?? 0)],
  ]);
  for (const { queue, count } of outbox) known.set(queue, Number(count));
  return [...known].map(([queue, count]) => ({ queue, count }));
}

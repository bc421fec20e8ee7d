import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

// Separate minima: one is found by its index only if it is the only one requested.
const nextEnd = `SELECT MIN(at) AS at FROM (SELECT MIN(until) AS at FROM claims
  UNION ALL SELECT MIN(granted_at) AS at FROM claims WHERE granted_at IS NOT NULL) AS ends`;

/** When the next claim ends or is granted to another, epoch ms; infinite = none. */
export const nextClaimEnd = (reading: Reading): Awaitable<number> =>
  whenRead(
    reading.get<{ at: number | null }>(nextEnd),
    (row) => row?.at ?? Number.POSITIVE_INFINITY,
  );

export const writeClaim = (
  writing: Writing,
  {
    promptId,
    operator,
    until,
    grantedAt,
    body,
  }: { promptId: string; operator: string; until: number; grantedAt: number | null; body: string },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO claims(prompt, operator, until, granted_at, body) VALUES(?,?,?,?,?) ON CONFLICT(prompt) DO UPDATE SET
        operator = excluded.operator, until = excluded.until, granted_at = excluded.granted_at, body = excluded.body`,
    promptId,
    operator,
    until,
    grantedAt,
    body,
  );

/** Prompts that an operator has claimed, or asked to take over. */
export const claimsOf = (reading: Reading, operatorId: string): Awaitable<{ prompt: string }[]> =>
  reading.all<{ prompt: string }>(
    `SELECT prompt FROM claims WHERE operator = ? OR json_extract(body, '$.takeOver.operator') = ?`,
    operatorId,
    operatorId,
  );

export const claimedPrompts = (reading: Reading): Awaitable<{ prompt: string }[]> =>
  reading.all<{ prompt: string }>('SELECT prompt FROM claims');

/** Prompts whose claim ends now, or is granted to the person who asked for it. */
export const dueClaims = (reading: Reading, now: number): Awaitable<{ prompt: string }[]> =>
  reading.all<{ prompt: string }>(
    'SELECT prompt FROM claims WHERE until <= ? OR granted_at <= ? ORDER BY until LIMIT 200',
    now,
    now,
  );

export const deleteClaim = (writing: Writing, promptId: string): Awaitable<number> =>
  writing.run('DELETE FROM claims WHERE prompt = ?', promptId);

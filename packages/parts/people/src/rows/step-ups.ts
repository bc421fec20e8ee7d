import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Writing } from '@countersign/server/store/port';

const keptMs = 24 * 60 * 60 * 1000;

export const insertStepUp = (
  writing: Writing,
  row: { id: string; operator: string; digest: string; decision: string; passkey: string },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO step_ups(id, operator, digest, decision, passkey, confirmed) VALUES(?,?,?,?,?,?)`,
    row.id,
    row.operator,
    row.digest,
    row.decision,
    row.passkey,
    writing.now,
  );

export const deleteOldStepUps = (writing: Writing): Awaitable<number> =>
  writing.run('DELETE FROM step_ups WHERE confirmed <= ?', writing.now - keptMs);

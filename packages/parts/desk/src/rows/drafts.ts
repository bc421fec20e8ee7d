import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** Of all operators. */
export const deleteDrafts = (writing: Writing, promptId: string): Awaitable<number> =>
  writing.run('DELETE FROM drafts WHERE prompt = ?', promptId);

export const deleteDraft = (
  writing: Writing,
  promptId: string,
  operatorId: string,
): Awaitable<number> =>
  writing.run('DELETE FROM drafts WHERE prompt = ? AND operator = ?', promptId, operatorId);

export const writeDraft = (
  writing: Writing,
  { promptId, operatorId, body }: { promptId: string; operatorId: string; body: string },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO drafts(prompt, operator, body, at) VALUES(?,?,?,?)
     ON CONFLICT(prompt, operator) DO UPDATE SET body = excluded.body, at = excluded.at`,
    promptId,
    operatorId,
    body,
    writing.now,
  );

export const readDraft = (
  reading: Reading,
  promptId: string,
  operatorId: string,
): Awaitable<{ body: string } | undefined> =>
  reading.get<{ body: string }>(
    'SELECT body FROM drafts WHERE prompt = ? AND operator = ?',
    promptId,
    operatorId,
  );

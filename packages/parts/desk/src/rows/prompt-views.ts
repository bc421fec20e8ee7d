import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** An operator had a revision of a prompt open. `last`: the last report of a tab; 0 = it was closed. Times are epoch ms. */
export interface ViewRow {
  since: number;
  last: number;
  visible_ms: number;
}

interface View {
  promptId: string;
  operatorId: string;
  revision: number;
}

export const readView = (
  reading: Reading,
  { promptId, operatorId, revision }: View,
): Awaitable<ViewRow | undefined> =>
  reading.get<ViewRow>(
    'SELECT since, last, visible_ms FROM prompt_views WHERE prompt = ? AND operator = ? AND revision = ?',
    ...[promptId, operatorId, revision],
  );

export const keepView = (
  writing: Writing,
  { promptId, operatorId, revision }: View,
  { since, last, visible_ms }: ViewRow,
): Awaitable<number> =>
  writing.run(
    `INSERT INTO prompt_views(prompt, operator, revision, since, last, visible_ms) VALUES(?,?,?,?,?,?)
     ON CONFLICT(prompt, operator, revision) DO UPDATE SET last = excluded.last, visible_ms = excluded.visible_ms`,
    ...[promptId, operatorId, revision, since, last, visible_ms],
  );

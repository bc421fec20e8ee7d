import { memberOf } from '@countersign/json/json-object';
import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading } from '@countersign/server/store/port';
import type { UpMessage } from '@countersign/upformat/message';

/** Whose call a question without a task is about; null = nobody's. Only parts of this server ask such questions. */
export function callerIn({ payload }: Pick<UpMessage, 'payload'>): string | null {
  const caller = memberOf(payload, 'caller');
  return typeof caller === 'string' ? caller : null;
}

/** Who has started a task, or requested it from outside; null = it is older than this was kept. */
export const starterOfTask = (reading: Reading, taskId: string): Awaitable<string | null> =>
  whenRead(
    reading.get<{ starter: string | null }>('SELECT starter FROM tasks WHERE id = ?', taskId),
    (row) => row?.starter ?? null,
  );

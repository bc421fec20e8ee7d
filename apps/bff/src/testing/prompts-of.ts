import type { Prompt } from '@countersign/api/prompt';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { flatMapInOrder } from '@countersign/server/store/in-order';
import type { Reading } from '@countersign/server/store/port';

/** The prompts of a task in one state (if absent, in all), in the order in which they were asked. */
export async function promptsOf(
  reading: Reading,
  taskId: string,
  state?: Prompt['state'],
): Promise<Prompt[]> {
  const rows = await reading.all<{ id: string }>(
    'SELECT id FROM prompts WHERE thread = ? AND (? IS NULL OR state = ?) ORDER BY sequence, place, id',
    taskId,
    state ?? null,
    state ?? null,
  );
  return flatMapInOrder(rows, async ({ id }) => (await readPrompt(reading, id)) ?? []);
}

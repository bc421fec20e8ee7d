import type { Prompt } from '@countersign/api/prompt';
import type { Task } from '@countersign/api/task';
import { isObject } from '@countersign/json/json-object';
import type { Memory } from '@countersign/memory/model/memory';
import { correctionOf } from '../memories/memory-views.ts';
import { pageOfEntries, readEntry } from '../memories/stored.ts';
import { readStoredMemory } from '../memories/stored-memory.ts';
import type { Report } from '../runtime/alarm.ts';
import { isDamage } from '../store/damage.ts';
import { flatMapInOrder } from '../store/in-order.ts';
import { readKnowledge, removedState } from '../store/knowledge-entries.ts';
import type { Reading } from '../store/port.ts';
import { isPrefilled, isSameQuestion } from './decision-facts.ts';

type Effect = 'not-asked' | 'prefilled' | 'asked-again';

/** What became of the questions about which the runs of a task were given corrections: entries that state it. */
export async function effectsIn(
  reading: Reading,
  { task, prompts }: { task: Task; prompts: readonly Prompt[] },
  report: Report,
) {
  const runs = await pageOfEntries(reading, 'given', { about: task.id, before: 0, limit: 100 });
  const given = runs.flatMap(({ id: runId, body }) =>
    body.memories.filter((one) => one.isCorrection).map((one) => ({ runId, memoryId: one.id })),
  );
  return flatMapInOrder(given, async ({ runId, memoryId }) => {
    const use = await readEntry(reading, 'use', `${memoryId}/${runId}`);
    const memory = await memoryIn(reading, memoryId, report);
    if (use === null || memory === null) return [];
    const state = effectOf(memory, prompts);
    if (state === null || state === use.state) return [];
    const { id, about, body } = use;
    return [{ kind: 'use' as const, id, state, about, body }];
  });
}

/** null = it was removed, or cannot be read: what became of the others is still stated. */
async function memoryIn(reading: Reading, id: string, report: Report): Promise<Memory | null> {
  try {
    const row = await readKnowledge(reading, 'memory', id);
    return row === null || row.state === removedState ? null : readStoredMemory(row.body);
  } catch (error) {
    if (!isDamage(error)) throw error;
    report(`What became of the memory ${id} is not known: it could not be read.`, error);
    return null;
  }
}

function effectOf(memory: Memory, prompts: readonly Prompt[]): Effect | null {
  const correction = correctionOf(memory);
  const info = memory.content['source_info'];
  // Only what is about a question can be seen to be asked again, or not.
  if (correction === null || correction.promptId === '' || !isObject(info)) return null;
  const { changes } = correction;
  const taught = {
    classKey: String(info['class_key'] ?? ''),
    speaker: String(info['speaker'] ?? ''),
    changes,
  };
  const same = prompts.filter((prompt) => isSameQuestion(prompt, taught));
  if (same.length === 0) return 'not-asked';
  return same.every(({ message }) => isPrefilled(message, changes)) ? 'prefilled' : 'asked-again';
}

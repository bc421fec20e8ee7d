import type { Prompt } from '@countersign/api/prompt';
import type { Task } from '@countersign/api/task';
import { isObject } from '@countersign/json/json-object';
import type { Memory } from '@countersign/memory/model/memory';
import type { Report } from '@countersign/server/runtime/alarm';
import { isDamage } from '@countersign/server/store/faults/damage';
import { flatMapInOrder } from '@countersign/server/store/in-order';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import type { Thread } from '@countersign/thread/thread';
import { correctionOf } from '../memories/memory-views.ts';
import { pageOfEntries, readEntry } from '../memories/stored.ts';
import { readKnowledge, removedState } from '../rows/knowledge-entries.ts';
import { isPrefilled, isSameQuestion } from './decision-facts.ts';

type Effect = 'not-asked' | 'prefilled' | 'asked-again';

/** What became of the questions about which the runs of a task were given corrections: entries that state it. */
export async function effectsIn(
  reading: Reading,
  { task, prompts, thread }: { task: Task; prompts: readonly Prompt[]; thread: Thread },
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
    const state = effectOf(memory, prompts, thread);
    if (state === null || state === use.state) return [];
    const { id, about, body } = use;
    return [{ kind: 'use' as const, id, state, about, body }];
  });
}

/** null = it was removed, or cannot be read: what became of the others is still stated. */
async function memoryIn(reading: Reading, id: string, report: Report): Promise<Memory | null> {
  try {
    const row = await readKnowledge(reading, 'memory', id);
    return row === null || row.state === removedState ? null : storedJson<Memory>(row.body);
  } catch (error) {
    if (!isDamage(error)) throw error;
    report(`What became of the memory ${id} is not known: it could not be read.`, error);
    return null;
  }
}

function effectOf(memory: Memory, prompts: readonly Prompt[], thread: Thread): Effect | null {
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
  if (same.length === 0) return isUsedInPart(changes, thread) ? null : 'not-asked';
  return same.every(({ message }) => isPrefilled(message, changes)) ? 'prefilled' : 'asked-again';
}

/**
 * Whether an agent shows, in its state or its messages, only a part of what a correction says: that is no success. One that shows nothing
 * of it may have used all.
 */
function isUsedInPart(changes: readonly { decided?: unknown }[], thread: Thread): boolean {
  const decided = changes.map((change) => scalarsIn(change.decided));
  const stated = decided.filter((values) => values.size > 0);
  const shown = scalarsIn([
    thread.state,
    ...thread.items.map((item) => (item.kind === 'up-message' ? item.message.payload : null)),
  ]);
  const isShown = (values: ReadonlySet<string>) => [...values].every((value) => shown.has(value));
  return stated.some(isShown) && !stated.every(isShown);
}

/** The texts and numbers in a value. */
function scalarsIn(value: unknown): Set<string> {
  const found = new Set<string>();
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' || typeof next === 'number') {
      if (next !== '') found.add(String(next));
    } else if (typeof next === 'object' && next !== null) waiting.push(...Object.values(next));
  }
  return found;
}

import { createHash } from 'node:crypto';
import type { Task } from '@countersign/api/task';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { readContent } from '@countersign/memory/model/content';
import { createMemory } from '@countersign/memory/model/create-memory';
import type { Memory } from '@countersign/memory/model/memory';
import { readImportance, readType } from '@countersign/memory/wire/words';
import type { Thread } from '@countersign/thread/thread';

/** So many of one task are kept. */
const most = 10;

/**
 * What the agent of a task says that it has learnt: `experience` in the payload of its last completed message, a list of
 * `{memory_type, content, importance}` as in MEK. Its layer, its state and its source are not its own to say.
 */
export function statedExperience(task: Task, thread: Thread): Memory[] {
  const stated = thread.items.findLast(
    (item) =>
      item.kind === 'up-message' &&
      item.agentId === task.agentId &&
      item.message.state === 'completed' &&
      Array.isArray(memberOf(item.message.payload, 'experience')),
  );
  if (stated?.kind !== 'up-message') return [];
  const items = memberOf(stated.message.payload, 'experience');
  return (Array.isArray(items) ? items : []).slice(0, most).flatMap((item: unknown, index) => {
    if (!isObject(item)) return [];
    return memoryOf(task, item, index);
  });
}

function memoryOf(task: Task, item: JsonObject, index: number): Memory[] {
  const type = readType(item['memory_type']);
  const sent = item['content'];
  if (type === null || !isObject(sent)) return [];
  const read = readContent(type, {
    ...sent,
    source_info: { source_type: 'trajectory', task_id: task.id, run_id: task.runId },
  });
  if (!read.ok) return [];
  const { domain } = sent;
  const hash = createHash('sha256')
    .update(JSON.stringify([task.id, index]))
    .digest('hex');
  return [
    createMemory({
      ...read.value,
      ...{ id: `stated-${hash.slice(0, 26)}`, agent: task.agentId },
      createdAt: task.endedAt ?? task.updatedAt,
      importance: readImportance(item['importance']),
      tags: typeof domain === 'string' && domain.trim() !== '' ? [domain.slice(0, 100)] : [],
    }),
  ];
}

import type { HaiEvent, HaiEventOf } from '@countersign/hai/event';
import { senderOf } from '@countersign/hai/sender';
import { readTask } from '@countersign/part-desk/tasks/records';
import type { Journal } from '@countersign/server/journal/journal';
import type { Snapshots } from '@countersign/server/journal/snapshots';
import type { StreamRow } from '@countersign/server/store/row';
import { defaultBudget } from '@countersign/thread/budget';
import type { Thread } from '@countersign/thread/thread';

/** What an agent has said since the last time, and the id of the output that it belongs to. */
export interface Words {
  id: string;
  text: string;
  /** Nothing more of it comes. */
  isEnd?: boolean;
}

/** The beginning of a message that is passed on while it is written: its first text. */
interface Head {
  id: string;
  runId: string | null;
  isOpen: boolean;
  /** What follows is no text, or another one: it is passed on when the task waits or ends. */
  isHeld: boolean;
  chars: number;
  blockId: string | undefined;
}

const rowsAtOnce = 1_000;

/**
 * Reads the texts of a task as its agent writes them, from the journal: the first call gives all that is there. What the whole task
 * says is decided at its end (`relayTaskOf`): this is only its beginning, earlier.
 */
export function createTaskWords(
  { journal, snapshots }: { journal: Pick<Journal, 'read' | 'ofThread'>; snapshots: Snapshots },
  taskId: string,
): () => Promise<Words[]> {
  let reading: { agentId: string; after: number; heads: Heads } | null = null;
  return async () => {
    if (reading === null) {
      const task = await readTask(journal.read, taskId);
      if (task === null) return [];
      const thread = await snapshots.threadAt(taskId);
      const heads = createHeads(task.agentId);
      reading = { agentId: task.agentId, after: thread.sequence, heads };
      return heads.begin(thread);
    }
    const words: Words[] = [];
    for (;;) {
      const rows = await journal.ofThread(taskId, reading.after, rowsAtOnce);
      for (const row of rows) words.push(...reading.heads.take(row));
      const last = rows.at(-1);
      if (last === undefined) return words;
      reading.after = last.sequence;
    }
  };
}

type Heads = ReturnType<typeof createHeads>;

function createHeads(agentId: string) {
  const heads = new Map<string, Head>();
  const counts = new Map<string, number>();

  /** As the fold of a thread names its items. */
  const open = (messageId: string, runId: string | null, isHeld: boolean): Head => {
    const count = (counts.get(messageId) ?? 0) + 1;
    counts.set(messageId, count);
    const id = count === 1 ? `message:${messageId}` : `message:${messageId}#${count}`;
    const head = { id, runId, isOpen: true, isHeld, chars: 0, blockId: undefined };
    heads.set(messageId, head);
    return head;
  };

  const start = ({ messageId, role }: HaiEventOf<'BUSINESS_DATA_START'>, run: string | null) => {
    const known = heads.get(messageId);
    if (known?.isOpen !== true || known.runId !== run) open(messageId, run, role === 'user');
  };

  const content = (
    { messageId, delta, blockId }: HaiEventOf<'BUSINESS_DATA_CONTENT'>,
    run: string | null,
  ): Words[] => {
    const head = heads.get(messageId) ?? open(messageId, run, false);
    if (typeof delta !== 'string') {
      const { type } = delta.output;
      const isThought = type === 'thinking' || type === 'think';
      if (type !== 'upformat' && !(isThought && head.chars === 0)) head.isHeld = true;
      return [];
    }
    if (head.chars === 0) head.blockId = blockId;
    // A message that is too long for one item continues in another one.
    if (head.blockId !== blockId || head.chars >= defaultBudget.memberChars) head.isHeld = true;
    if (head.isHeld || delta === '') return [];
    head.chars += delta.length;
    return [{ id: head.id, text: delta }];
  };

  return {
    /** What a thread says already. */
    begin({ items }: Thread): Words[] {
      return items.flatMap((item) => {
        if (item.kind !== 'message') return [];
        if (item.agentId !== agentId) {
          counts.set(item.messageId, (counts.get(item.messageId) ?? 0) + 1);
          return [];
        }
        const head = open(item.messageId, item.runId, item.role === 'user');
        const first = item.parts.findIndex(({ kind }) => kind !== 'thinking');
        const part = item.parts[first];
        Object.assign(head, { id: item.key, isOpen: item.open });
        if (part?.kind !== 'text') {
          head.isHeld ||= part !== undefined;
          return [];
        }
        Object.assign(head, { chars: part.text.length, blockId: part.blockId });
        const isHidden = head.isHeld;
        head.isHeld ||= first < item.parts.length - 1;
        const end = item.open ? {} : { isEnd: true };
        return isHidden ? [] : [{ id: head.id, text: part.text, ...end }];
      });
    },
    take(row: StreamRow): Words[] {
      if (row.agent !== agentId || !row.data.includes('BUSINESS_DATA_')) return [];
      const event: HaiEvent = JSON.parse(row.data);
      if (senderOf(event.metadata, { agentId, runId: row.run }).id !== agentId) return [];
      if (event.type === 'BUSINESS_DATA_CONTENT') return content(event, row.run);
      if (event.type === 'BUSINESS_DATA_START') start(event, row.run);
      if (event.type === 'BUSINESS_DATA_END') {
        const head = heads.get(event.messageId);
        if (head === undefined) return [];
        head.isOpen = false;
        return head.isHeld || head.chars === 0 ? [] : [{ id: head.id, text: '', isEnd: true }];
      }
      return [];
    },
  };
}

import type { PromptFact } from '@countersign/api/fact';
import { type Prompt, promptSchema } from '@countersign/api/prompt';
import type { Control, Task } from '@countersign/api/task';
import type { HaiEvent } from '@countersign/hai/event';
import { foldThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import type { DemoJournal } from './demo-journal.ts';
import type { Player } from './demo-player.ts';

export interface DemoPorts {
  now(): number;
  schedule(run: () => void, delayMs: number): () => void;
  createId(): string;
}

/** One task of the demo: its folded story and the player of its tape. */
export interface DemoTaskState {
  taskId: string;
  runId: string;
  /** The task as described by the tape. */
  recorded: Task;
  thread: Thread;
  player: Player | null;
  controls: Control[];
  startedAt: number;
  updatedAt: number;
}

/** Everything the parts of the demo server share. */
export interface DemoShared {
  ports: DemoPorts;
  journal: DemoJournal;
  rooms: Map<string, DemoTaskState>;
  prompts: Map<string, Prompt>;
  append(room: DemoTaskState, agentId: string, event: HaiEvent, receivedAt?: number): void;
  /** A fact of the server. */
  notify(room: DemoTaskState, name: string, value: unknown, receivedAt?: number): void;
  /** A whole message at once; returns its id. */
  note(room: DemoTaskState, content: string, agentId?: string, role?: string): string;
}

export function createDemoShared(ports: DemoPorts, journal: DemoJournal): DemoShared {
  const prompts = new Map<string, Prompt>();
  const append: DemoShared['append'] = (room, agentId, event, receivedAt = ports.now()) => {
    const { taskId: threadId, runId } = room;
    const envelope = journal.append({ threadId, runId, receivedAt, agentId, event });
    room.thread = foldThread(room.thread, [envelope]);
    room.updatedAt = receivedAt;
    if (event.type !== 'CUSTOM' || event.name !== 'countersign.prompt') return;
    // Recorded with an older server: missing members have their defaults.
    const { prompt } = event.value as PromptFact;
    prompts.set(prompt.id, promptSchema.parse(prompt));
  };
  return {
    ports,
    journal,
    rooms: new Map(),
    prompts,
    append,
    notify: (room, name, value, receivedAt) =>
      append(room, 'countersign', { type: 'CUSTOM', name, value }, receivedAt),
    note(room, content, agentId = 'countersign', role = 'system') {
      const messageId = ports.createId();
      append(room, agentId, { type: 'BUSINESS_DATA_START', messageId, role });
      append(room, agentId, { type: 'BUSINESS_DATA_CONTENT', messageId, delta: content });
      append(room, agentId, { type: 'BUSINESS_DATA_END', messageId });
      return messageId;
    },
  };
}

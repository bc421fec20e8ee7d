import type { Blame, Times } from '@countersign/api/prompts/history';
import type { Client } from '@countersign/client/client';
import type { Envelope } from '@countersign/hai/envelope';
import type { Thread } from '@countersign/thread/thread';

/** Where the past of one task is read: the server, or an exported file. Rejects when it cannot be read. */
export interface TaskSource {
  taskId: string;
  /** Envelopes with a sequence above `after`, in order, at most `limit` (5,000). */
  events(after: number, limit: number, signal?: AbortSignal): Promise<readonly Envelope[]>;
  /** The thread as it was at a sequence. */
  threadAt(at: number, signal?: AbortSignal): Promise<Thread>;
  times(signal?: AbortSignal): Promise<Times>;
  blame(pointer: string, at: number, signal?: AbortSignal): Promise<Blame>;
  /** All of it as JSON lines; null = it is such a file already. */
  download: (() => Promise<Blob>) | null;
}

/** The past of a task from the server. */
export function serverSource({ api }: Pick<Client, 'api'>, taskId: string): TaskSource {
  return {
    taskId,
    events: async (after, limit, signal) =>
      (await api.listEvents(taskId, { after, limit }, signal)).items,
    threadAt: async (at, signal) => (await api.getSnapshot(taskId, { at }, signal)).thread,
    times: (signal) => api.getTimes(taskId, { points: 240 }, signal),
    blame: (pointer, at, signal) => api.getBlame(taskId, { pointer, at }, signal),
    download: () => api.exportTask(taskId),
  };
}

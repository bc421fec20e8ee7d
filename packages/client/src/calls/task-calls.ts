import type { CreateRestart } from '@countersign/api/prompts/history';
import type { RouteBody, RouteQuery } from '@countersign/api/routes';
import { routePath } from '@countersign/api/routes/route-path';
import type { Page } from '@countersign/api/shapes/page';
import type { CreateTask } from '@countersign/api/task';
import type { Envelope } from '@countersign/hai/envelope';
import type { Thread } from '@countersign/thread/thread';
import type { Call } from '../call.ts';
import type { Download } from '../http.ts';

/** A folded thread at a position; `serverTime` is epoch ms. */
export interface Snapshot {
  thread: Thread;
  sequence: number;
  cursor: string;
  serverTime: number;
}

/** Tasks: their messages, history and control. */
export const taskCalls = (call: Call, download: Download) => ({
  listTasks: (query: RouteQuery<'GET /api/tasks'> = {}, signal?: AbortSignal) =>
    call('GET /api/tasks', { query: { ...query }, signal }),
  createTask: (body: CreateTask) => call('POST /api/tasks', { body }),
  getTask: (id: string, signal?: AbortSignal) =>
    call('GET /api/tasks/:id', { params: { id }, signal }),
  createMessage: (
    taskId: string,
    body: RouteBody<'POST /api/tasks/:id/messages'>,
    signal?: AbortSignal,
  ) => call('POST /api/tasks/:id/messages', { params: { id: taskId }, body, signal }),
  /** Withdraws a message that waits for the next run, or dismisses one that was not sent. */
  withdrawMessage: (taskId: string, messageId: string) =>
    call('DELETE /api/tasks/:id/messages/:messageId', { params: { id: taskId, messageId } }),
  createControl: (
    taskId: string,
    body: RouteBody<'POST /api/tasks/:id/control'>,
    signal?: AbortSignal,
  ) => call('POST /api/tasks/:id/control', { params: { id: taskId }, body, signal }),
  listEvents: (
    taskId: string,
    query: { after?: number; limit?: number } = {},
    signal?: AbortSignal,
  ) =>
    call('GET /api/tasks/:id/events', { params: { id: taskId }, query, signal }) as Promise<
      Page<Envelope>
    >,
  getSnapshot: (taskId: string, query: { at?: number } = {}, signal?: AbortSignal) =>
    call('GET /api/tasks/:id/snapshot', {
      params: { id: taskId },
      query,
      signal,
    }) as Promise<Snapshot>,
  /** Events per slice of time up to now. */
  getActivity: (
    taskId: string,
    query: { sliceMs?: number; slices?: number } = {},
    signal?: AbortSignal,
  ) => call('GET /api/tasks/:id/activity', { params: { id: taskId }, query, signal }),
  /** The times of the events at `points` places spread over the sequence. */
  getTimes: (taskId: string, query: { points?: number } = {}, signal?: AbortSignal) =>
    call('GET /api/tasks/:id/times', { params: { id: taskId }, query, signal }),
  /** The events that wrote one place of the shared state, up to `at`. */
  getBlame: (taskId: string, query: { pointer: string; at?: number }, signal?: AbortSignal) =>
    call('GET /api/tasks/:id/blame', { params: { id: taskId }, query, signal }),
  /** Queries the agent for the status of the run. */
  askStatus: (taskId: string) => call('POST /api/tasks/:id/status', { params: { id: taskId } }),
  /** Starts a new run from the task as it was at a position. */
  restartTask: (taskId: string, body: CreateRestart) =>
    call('POST /api/tasks/:id/restart', { params: { id: taskId }, body }),
  /** Every envelope of a task, one JSON text per line. Not as a link: the browser would follow it without the proof. */
  exportTask: (taskId: string) =>
    download(routePath('GET /api/tasks/:id/export', { id: taskId }), (response) => response.blob()),
});

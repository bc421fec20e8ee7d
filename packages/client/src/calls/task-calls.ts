import type { CreateRestart } from '@countersign/api/history';
import type { Page } from '@countersign/api/page';
import { routePath } from '@countersign/api/route-path';
import type { RouteBody, RouteQuery } from '@countersign/api/routes';
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

/** Tasks: what is said to them, what was said in them, and how they go on. */
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
  /** Takes back words that wait for the next run, or puts away those that were not sent. */
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
  /** When the events came, at `points` places spread over the sequence. */
  getTimes: (taskId: string, query: { points?: number } = {}, signal?: AbortSignal) =>
    call('GET /api/tasks/:id/times', { params: { id: taskId }, query, signal }),
  /** Which events wrote one place of the shared state, up to `at`. */
  getBlame: (taskId: string, query: { pointer: string; at?: number }, signal?: AbortSignal) =>
    call('GET /api/tasks/:id/blame', { params: { id: taskId }, query, signal }),
  /** A new run that knows the task as it stood at a position. */
  askStatus: (taskId: string) => call('POST /api/tasks/:id/status', { params: { id: taskId } }),
  restartTask: (taskId: string, body: CreateRestart) =>
    call('POST /api/tasks/:id/restart', { params: { id: taskId }, body }),
  /** Every envelope of a task, one JSON text a line. Not by a link: the browser would follow it without the proof. */
  exportTask: (taskId: string) => download(routePath('GET /api/tasks/:id/export', { id: taskId })),
});

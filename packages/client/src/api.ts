import type { CreateView } from '@countersign/api/prompts/view';
import type { RouteBody } from '@countersign/api/routes';
import type { Call } from './call.ts';
import { createCall } from './call.ts';
import { promptCalls } from './calls/prompt-calls.ts';
import { queueCalls } from './calls/queue-calls.ts';
import { taskCalls } from './calls/task-calls.ts';
import type { Download, Http } from './http.ts';

/** Saved views of the inbox. */
const viewCalls = (call: Call) => ({
  listViews: () => call('GET /api/views'),
  createView: (body: CreateView) => call('POST /api/views', { body }),
  updateView: (id: string, body: CreateView) =>
    call('PUT /api/views/:id', { params: { id }, body }),
  deleteView: (id: string) => call('DELETE /api/views/:id', { params: { id } }),
});

/** Sessions, and who is signed in. */
const operatorCalls = (call: Call) => ({
  createSession: (credential: RouteBody<'POST /api/session'>) =>
    call('POST /api/session', { body: credential }),
  deleteSession: () => call('DELETE /api/session'),
  getMe: (signal?: AbortSignal) => call('GET /api/me', { signal }),
});

/**
 * One typed method per endpoint that the client itself or many screens call; `call` reaches the others. Throws ProblemError or NetworkError; responses are trusted. `tab` identifies the
 * drafts of this tab.
 */
export function createApi(http: Http, download: Download, tab: string) {
  const call = createCall(http);
  return {
    /** Calls any route by its contract: for screens that are loaded on their own, so that the start does not carry their calls. */
    call,
    /** Reads a long response as it comes. */
    download,
    ...operatorCalls(call),
    ...taskCalls(call, download),
    ...queueCalls(call),
    ...promptCalls(call, tab),
    ...viewCalls(call),
  };
}
export type Api = ReturnType<typeof createApi>;

import type { TestAgent } from '@countersign/api/agents/agent-test';
import type { CreateView } from '@countersign/api/prompts/view';
import type { RouteBody } from '@countersign/api/routes';
import type { ChangePolicy } from '@countersign/api/settings/policy';
import type { Call } from './call.ts';
import { createCall } from './call.ts';
import { promptCalls } from './calls/prompt-calls.ts';
import { queueCalls } from './calls/queue-calls.ts';
import { taskCalls } from './calls/task-calls.ts';
import type { Download, Http } from './http.ts';

/** Settings of a team: policy, views, and which rules there are. */
const settingCalls = (call: Call) => ({
  getPolicy: () => call('GET /api/policy'),
  changePolicy: (body: ChangePolicy) => call('PUT /api/policy', { body }),
  listViews: () => call('GET /api/views'),
  createView: (body: CreateView) => call('POST /api/views', { body }),
  updateView: (id: string, body: CreateView) =>
    call('PUT /api/views/:id', { params: { id }, body }),
  deleteView: (id: string) => call('DELETE /api/views/:id', { params: { id } }),

  listRules: () => call('GET /api/rules'),
});

/** Sessions, and who is signed in. */
const operatorCalls = (call: Call) => ({
  createSession: (credential: RouteBody<'POST /api/session'>) =>
    call('POST /api/session', { body: credential }),
  deleteSession: () => call('DELETE /api/session'),
  getMe: (signal?: AbortSignal) => call('GET /api/me', { signal }),
});

/** The agents that the server starts. */
const agentCalls = (call: Call) => ({
  listProtocols: async () => (await call('GET /api/protocols')).items,
  listLibraries: async () => (await call('GET /api/libraries')).items,
  listAgents: (signal?: AbortSignal) => call('GET /api/agents', { signal }),
  getAgent: (id: string) => call('GET /api/agents/:id', { params: { id } }),
  getAgentFigures: (id: string) => call('GET /api/agents/:id/figures', { params: { id } }),
  getAgentCard: (id: string) => call('GET /api/agents/:id/card', { params: { id } }),
  createAgent: (body: RouteBody<'POST /api/agents'>) => call('POST /api/agents', { body }),
  updateAgent: (id: string, body: RouteBody<'PATCH /api/agents/:id'>) =>
    call('PATCH /api/agents/:id', { params: { id }, body }),
  testAgent: (body: TestAgent) => call('POST /api/agents/test', { body }),
  deleteAgent: (id: string) => call('DELETE /api/agents/:id', { params: { id } }),
});

/**
 * One typed method per endpoint of the BFF. Throws ProblemError or NetworkError; responses are trusted. `tab` identifies the
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
    ...agentCalls(call),
    ...taskCalls(call, download),
    ...queueCalls(call),
    ...promptCalls(call, tab),
    ...settingCalls(call),
  };
}
export type Api = ReturnType<typeof createApi>;

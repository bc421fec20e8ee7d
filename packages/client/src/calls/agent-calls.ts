import type { TestAgent } from '@countersign/api/agent-test';
import { routePath } from '@countersign/api/route-path';
import type { RouteBody } from '@countersign/api/routes';
import type { Call } from '../call.ts';
import type { Download } from '../http.ts';

/** The agents that the server starts, and the registry of services. */
export const agentCalls = (call: Call, download: Download) => ({
  listProtocols: async () => (await call('GET /api/protocols')).items,
  listAgents: (signal?: AbortSignal) => call('GET /api/agents', { signal }),
  getAgent: (id: string) => call('GET /api/agents/:id', { params: { id } }),
  getAgentFigures: (id: string) => call('GET /api/agents/:id/figures', { params: { id } }),
  getAgentCard: (id: string) => call('GET /api/agents/:id/card', { params: { id } }),
  createAgent: (body: RouteBody<'POST /api/agents'>) => call('POST /api/agents', { body }),
  updateAgent: (id: string, body: RouteBody<'PATCH /api/agents/:id'>) =>
    call('PATCH /api/agents/:id', { params: { id }, body }),
  testAgent: (body: TestAgent) => call('POST /api/agents/test', { body }),
  /** `read` gets the lines of its response as they come (packages/api/src/agent-check.ts). */
  checkAgent: <T>(
    id: string,
    body: RouteBody<'POST /api/agents/:id/check'>,
    options: { read: (response: Response) => Promise<T>; signal: AbortSignal },
  ) =>
    download(routePath('POST /api/agents/:id/check', { id }), options.read, {
      body,
      signal: options.signal,
    }),
  deleteAgent: (id: string) => call('DELETE /api/agents/:id', { params: { id } }),
  listServices: (q: string, signal?: AbortSignal) =>
    call('GET /api/registry/services', { query: q === '' ? {} : { q }, signal }),
  getService: (id: string) => call('GET /api/registry/services/:id', { params: { id } }),
  searchServices: (query: string, signal?: AbortSignal) =>
    call('POST /api/registry/search', { body: { query }, signal }),
});

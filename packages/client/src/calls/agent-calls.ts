import type { TestAgent } from '@countersign/api/agent-test';
import type { RouteBody } from '@countersign/api/routes';
import type { Call } from '../call.ts';

/** The agents that the server starts. */
export const agentCalls = (call: Call) => ({
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

import type { CreateMcpClient } from '@countersign/api/mcp-client';
import type { ChangePolicy } from '@countersign/api/policy';
import type { CreateRule } from '@countersign/api/rule';
import type { CreateView } from '@countersign/api/view';
import type { CreateWebhook } from '@countersign/api/webhook';
import type { Call } from '../call.ts';

/** Settings of a team: policy, views, rules, webhooks, MCP clients. */
export const settingCalls = (call: Call) => ({
  getPolicy: () => call('GET /api/policy'),
  changePolicy: (body: ChangePolicy) => call('PUT /api/policy', { body }),
  listViews: () => call('GET /api/views'),
  createView: (body: CreateView) => call('POST /api/views', { body }),
  updateView: (id: string, body: CreateView) =>
    call('PUT /api/views/:id', { params: { id }, body }),
  deleteView: (id: string) => call('DELETE /api/views/:id', { params: { id } }),

  listRules: () => call('GET /api/rules'),
  createRule: (body: CreateRule) => call('POST /api/rules', { body }),
  updateRule: (id: string, body: CreateRule) =>
    call('PUT /api/rules/:id', { params: { id }, body }),
  deleteRule: (id: string) => call('DELETE /api/rules/:id', { params: { id } }),
  /** Tests the rule on past prompts; the result is stored with the rule. */
  dryRunRule: (id: string) => call('POST /api/rules/:id/dry-run', { params: { id } }),
  enableRule: (id: string, body: { enabled: boolean; version: number }) =>
    call('POST /api/rules/:id/enabled', { params: { id }, body }),
  stopRules: (stopped: boolean) => call('PUT /api/rules/stopped', { body: { stopped } }),

  listWebhooks: () => call('GET /api/webhooks'),
  createWebhook: (body: CreateWebhook) => call('POST /api/webhooks', { body }),
  updateWebhook: (id: string, body: CreateWebhook) =>
    call('PUT /api/webhooks/:id', { params: { id }, body }),
  deleteWebhook: (id: string) => call('DELETE /api/webhooks/:id', { params: { id } }),
  listMcpClients: () => call('GET /api/mcp-clients'),
  createMcpClient: (body: CreateMcpClient) => call('POST /api/mcp-clients', { body }),
  deleteMcpClient: (id: string) => call('DELETE /api/mcp-clients/:id', { params: { id } }),
  testWebhook: (id: string) => call('POST /api/webhooks/:id/test', { params: { id } }),
});

import type { ChangeOperator, Operator } from '@countersign/api/operator';
import type { CreateProgram } from '@countersign/api/program';
import type { CreateRule } from '@countersign/api/rule';
import type { CreateWebhook } from '@countersign/api/webhook';
import type { Call } from '../call.ts';

/** Webhooks, MCP clients, operators and changes of rules. Not among the methods of `createApi`: their screens are loaded later, and these with them. */
export const administrationCalls = (call: Call) => ({
  listWebhooks: () => call('GET /api/webhooks'),
  createWebhook: (body: CreateWebhook) => call('POST /api/webhooks', { body }),
  updateWebhook: (id: string, body: CreateWebhook) =>
    call('PUT /api/webhooks/:id', { params: { id }, body }),
  deleteWebhook: (id: string) => call('DELETE /api/webhooks/:id', { params: { id } }),
  listPrograms: () => call('GET /api/programs'),
  createProgram: (body: CreateProgram) => call('POST /api/programs', { body }),
  deleteProgram: (id: string) => call('DELETE /api/programs/:id', { params: { id } }),
  testWebhook: (id: string) => call('POST /api/webhooks/:id/test', { params: { id } }),
  listOperators: () => call('GET /api/operators'),
  createOperator: (body: Operator) => call('POST /api/operators', { body }),
  updateOperator: (id: string, body: ChangeOperator) =>
    call('PATCH /api/operators/:id', { params: { id }, body }),
  deleteOperator: (id: string) => call('DELETE /api/operators/:id', { params: { id } }),

  createRule: (body: CreateRule) => call('POST /api/rules', { body }),
  updateRule: (id: string, body: CreateRule) =>
    call('PUT /api/rules/:id', { params: { id }, body }),
  deleteRule: (id: string) => call('DELETE /api/rules/:id', { params: { id } }),
  /** Tests the rule on past prompts; the result is stored with the rule. */
  dryRunRule: (id: string) => call('POST /api/rules/:id/dry-run', { params: { id } }),
  enableRule: (id: string, body: { enabled: boolean; version: number }) =>
    call('POST /api/rules/:id/enabled', { params: { id }, body }),
  stopRules: (stopped: boolean) => call('PUT /api/rules/stopped', { body: { stopped } }),
});
export type AdministrationCalls = ReturnType<typeof administrationCalls>;

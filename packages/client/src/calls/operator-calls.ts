import type { ChangeOperator, Operator } from '@countersign/api/operator';
import type { RouteBody } from '@countersign/api/routes';
import type { Call } from '../call.ts';

/** Sessions and operators. */
export const operatorCalls = (call: Call) => ({
  createSession: (credential: RouteBody<'POST /api/session'>) =>
    call('POST /api/session', { body: credential }),
  deleteSession: () => call('DELETE /api/session'),
  getMe: (signal?: AbortSignal) => call('GET /api/me', { signal }),

  listOperators: () => call('GET /api/operators'),
  createOperator: (body: Operator) => call('POST /api/operators', { body }),
  updateOperator: (id: string, body: ChangeOperator) =>
    call('PATCH /api/operators/:id', { params: { id }, body }),
  deleteOperator: (id: string) => call('DELETE /api/operators/:id', { params: { id } }),
});

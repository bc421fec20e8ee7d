import type { ChangePolicy } from '@countersign/api/policy';
import type { CreateView } from '@countersign/api/view';
import type { Call } from '../call.ts';

/** Settings of a team: policy, views, and which rules there are. */
export const settingCalls = (call: Call) => ({
  getPolicy: () => call('GET /api/policy'),
  changePolicy: (body: ChangePolicy) => call('PUT /api/policy', { body }),
  listViews: () => call('GET /api/views'),
  createView: (body: CreateView) => call('POST /api/views', { body }),
  updateView: (id: string, body: CreateView) =>
    call('PUT /api/views/:id', { params: { id }, body }),
  deleteView: (id: string) => call('DELETE /api/views/:id', { params: { id } }),

  listRules: () => call('GET /api/rules'),
});

import type { RouteBody, RouteQuery } from '@countersign/api/routes';
import type { Call } from '../call.ts';

/** What agents learnt. Not among the methods of `createApi`: its screens are loaded later, and these with them. */
export const knowledgeCalls = (call: Call) => ({
  listMemories: (query: RouteQuery<'GET /api/knowledge/memories'>, signal?: AbortSignal) =>
    call('GET /api/knowledge/memories', { query, signal }),
  getMemory: (id: string) => call('GET /api/knowledge/memories/:id', { params: { id } }),
  addMemory: (body: RouteBody<'POST /api/knowledge/memories'>) =>
    call('POST /api/knowledge/memories', { body }),
  changeMemory: (id: string, body: RouteBody<'PATCH /api/knowledge/memories/:id'>) =>
    call('PATCH /api/knowledge/memories/:id', { params: { id }, body }),
  deleteMemory: (id: string) => call('DELETE /api/knowledge/memories/:id', { params: { id } }),
  moveMemory: (id: string, body: RouteBody<'POST /api/knowledge/memories/:id/layer'>) =>
    call('POST /api/knowledge/memories/:id/layer', { params: { id }, body }),
  getMemoryValues: () => call('GET /api/knowledge/values'),
  getMemoryGraph: (query: RouteQuery<'GET /api/knowledge/graph'>, signal?: AbortSignal) =>
    call('GET /api/knowledge/graph', { query, signal }),
  retrieve: (body: RouteBody<'POST /api/knowledge/retrieval'>, signal?: AbortSignal) =>
    call('POST /api/knowledge/retrieval', { body, signal }),
  reviewCorrections: (body: RouteBody<'POST /api/knowledge/reviews'>) =>
    call('POST /api/knowledge/reviews', { body }),
  listGiven: (query: RouteQuery<'GET /api/knowledge/given'>, signal?: AbortSignal) =>
    call('GET /api/knowledge/given', { query, signal }),
  getKnowledgeSettings: () => call('GET /api/knowledge/settings'),
  setKnowledgeSettings: (body: RouteBody<'PUT /api/knowledge/settings'>) =>
    call('PUT /api/knowledge/settings', { body }),
  getKnowledgeFigures: () => call('GET /api/knowledge/figures'),

  previewExtraction: (
    body: RouteBody<'POST /api/knowledge/extractions/preview'>,
    signal?: AbortSignal,
  ) => call('POST /api/knowledge/extractions/preview', { body, signal }),
  extract: (body: RouteBody<'POST /api/knowledge/extractions'>) =>
    call('POST /api/knowledge/extractions', { body }),
  listExtractions: (query: RouteQuery<'GET /api/knowledge/extractions'>, signal?: AbortSignal) =>
    call('GET /api/knowledge/extractions', { query, signal }),
  decideExtractions: (body: RouteBody<'POST /api/knowledge/extractions/decisions'>) =>
    call('POST /api/knowledge/extractions/decisions', { body }),
  listSharingRules: () => call('GET /api/knowledge/rules'),
  addSharingRule: (body: RouteBody<'POST /api/knowledge/rules'>) =>
    call('POST /api/knowledge/rules', { body }),
  endSharingRule: (id: string) => call('DELETE /api/knowledge/rules/:id', { params: { id } }),
  listShared: (query: RouteQuery<'GET /api/knowledge/shared'>, signal?: AbortSignal) =>
    call('GET /api/knowledge/shared', { query, signal }),
  unshare: (id: string) => call('DELETE /api/knowledge/shared/:id', { params: { id } }),

  listIncoming: (query: RouteQuery<'GET /api/knowledge/incoming'>, signal?: AbortSignal) =>
    call('GET /api/knowledge/incoming', { query, signal }),
  receiveKnowledge: (body: RouteBody<'POST /api/knowledge/incoming'>) =>
    call('POST /api/knowledge/incoming', { body }),
  decideIncoming: (body: RouteBody<'POST /api/knowledge/incoming/decisions'>) =>
    call('POST /api/knowledge/incoming/decisions', { body }),
  listQuestions: (query: RouteQuery<'GET /api/knowledge/questions'>, signal?: AbortSignal) =>
    call('GET /api/knowledge/questions', { query, signal }),
  raiseQuestion: (id: string) =>
    call('POST /api/knowledge/questions/:id/raise', { params: { id } }),
  previewPack: (pack: unknown) => call('POST /api/knowledge/packs/preview', { body: { pack } }),
  takePack: (body: RouteBody<'POST /api/knowledge/packs'>) =>
    call('POST /api/knowledge/packs', { body }),
  listPacks: (query: RouteQuery<'GET /api/knowledge/packs'>, signal?: AbortSignal) =>
    call('GET /api/knowledge/packs', { query, signal }),
  getIdentity: () => call('GET /api/knowledge/identity'),
  listKeys: () => call('GET /api/knowledge/keys'),
  acceptKey: (body: RouteBody<'POST /api/knowledge/keys'>) =>
    call('POST /api/knowledge/keys', { body }),
  removeKey: (id: string) => call('DELETE /api/knowledge/keys/:id', { params: { id } }),
  fetchKnowledge: (service: string) => call('POST /api/knowledge/fetches', { body: { service } }),
});
export type KnowledgeCalls = ReturnType<typeof knowledgeCalls>;

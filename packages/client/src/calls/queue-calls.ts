import type { CreateDecisions } from '@countersign/api/bulk';
import type { CreateCheck } from '@countersign/api/edit-check';
import type { CreateDecision } from '@countersign/api/prompt';
import type { RouteQuery } from '@countersign/api/routes';
import type { UpFeedback } from '@countersign/upformat/message';
import type { Call } from '../call.ts';

/** What a queue is narrowed by; see `queueFilterSchema`. `condition` is one in JSON. */
export type QueueFilterQuery = RouteQuery<'GET /api/queue/counts'>;
/** In an address ids are one text. */
type WithIds<Query> = Omit<Query, 'ids'> & { ids?: readonly string[] | undefined };
export type QueueQuery = WithIds<RouteQuery<'GET /api/queue'>>;
type PromptQuery = WithIds<RouteQuery<'GET /api/prompts'>>;

/** Prompts, and what is answered to them. */
export const queueCalls = (call: Call) => ({
  /** Prompts as short rows, the most urgent first. */
  listQueue: ({ ids, ...query }: QueueQuery = {}, signal?: AbortSignal) =>
    call('GET /api/queue', { query: { ...query, ids: ids?.join(',') }, signal }),
  getQueueCounts: (filter: QueueFilterQuery = {}, signal?: AbortSignal) =>
    call('GET /api/queue/counts', { query: { ...filter }, signal }),
  getQueueValues: (signal?: AbortSignal) => call('GET /api/queue/values', { signal }),
  /** Whole prompts. */
  listPrompts: ({ ids, ...query }: PromptQuery = {}, signal?: AbortSignal) =>
    call('GET /api/prompts', { query: { ...query, ids: ids?.join(',') }, signal }),
  getPrompt: (id: string, signal?: AbortSignal) =>
    call('GET /api/prompts/:id', { params: { id }, signal }),
  createDecision: (promptId: string, body: CreateDecision, signal?: AbortSignal) =>
    call('POST /api/prompts/:id/decisions', { params: { id: promptId }, body, signal }),
  /** One answer to many prompts: a receipt a row. */
  createDecisions: (body: CreateDecisions) => call('POST /api/decisions', { body }),
  /** Takes an answer back that has not left yet. */
  recallDecision: (decisionId: string) =>
    call('POST /api/decisions/:id/recall', { params: { id: decisionId } }),
  /** What would go to the agent; null = nothing would. */
  previewDelivery: (promptId: string, feedback: UpFeedback, signal?: AbortSignal) =>
    call('POST /api/prompts/:id/preview', {
      params: { id: promptId },
      body: { feedback },
      signal,
    }),

  /** What the agent says of an edited value before it is sent; the newest question of one operator is the one that is answered. */
  checkEdit: (promptId: string, body: CreateCheck, signal?: AbortSignal) =>
    call('POST /api/prompts/:id/check', { params: { id: promptId }, body, signal }),
});

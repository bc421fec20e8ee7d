import type { CreateDecisions } from '@countersign/api/bulk';
import type { CreateDecision } from '@countersign/api/prompt';
import type { CreateCheck } from '@countersign/api/prompts/edit-check';
import type { CreateShiftNote } from '@countersign/api/prompts/shift-note';
import type { RouteQuery } from '@countersign/api/routes';
import type { UpFeedback } from '@countersign/upformat/message';
import type { Call } from '../call.ts';

/** The filters of a queue; see `queueFilterSchema`. `condition` is a condition as JSON. */
export type QueueFilterQuery = RouteQuery<'GET /api/queue/counts'>;
/** In a URL, ids are one string. */
type WithIds<Query> = Omit<Query, 'ids'> & { ids?: readonly string[] | undefined };
export type QueueQuery = WithIds<RouteQuery<'GET /api/queue'>>;
type PromptQuery = WithIds<RouteQuery<'GET /api/prompts'>>;

/** Prompts and their answers. */
export const queueCalls = (call: Call) => ({
  /** Prompts as short rows, the most urgent first. */
  listQueue: ({ ids, ...query }: QueueQuery = {}, signal?: AbortSignal) =>
    call('GET /api/queue', { query: { ...query, ids: ids?.join(',') }, signal }),
  getQueueCounts: (filter: QueueFilterQuery = {}, signal?: AbortSignal) =>
    call('GET /api/queue/counts', { query: { ...filter }, signal }),
  getQueueGroups: (filter: QueueFilterQuery = {}, signal?: AbortSignal) =>
    call('GET /api/queue/groups', { query: { ...filter }, signal }),
  /** Leaves a note for the next shift. */
  addShiftNote: (body: CreateShiftNote) => call('POST /api/shift-notes', { body }),
  getQueueValues: (signal?: AbortSignal) => call('GET /api/queue/values', { signal }),
  /** Whole prompts. */
  listPrompts: ({ ids, ...query }: PromptQuery = {}, signal?: AbortSignal) =>
    call('GET /api/prompts', { query: { ...query, ids: ids?.join(',') }, signal }),
  getPrompt: (id: string, signal?: AbortSignal) =>
    call('GET /api/prompts/:id', { params: { id }, signal }),
  createDecision: (promptId: string, body: CreateDecision, signal?: AbortSignal) =>
    call('POST /api/prompts/:id/decisions', { params: { id: promptId }, body, signal }),
  /** One answer to many prompts: one receipt per row. */
  createDecisions: (body: CreateDecisions) => call('POST /api/decisions', { body }),
  /** The receipt of an answer to many is on screen: the time for its recall begins. */
  showDecisions: (idempotencyKey: string) =>
    call('POST /api/decisions/shown', { body: { idempotencyKey } }),
  /** Takes back an answer to many, also while it is recorded. */
  recallDecisions: (idempotencyKey: string) =>
    call('POST /api/decisions/recall', { body: { idempotencyKey } }),
  /** Takes back an answer that has not been sent yet. */
  recallDecision: (decisionId: string) =>
    call('POST /api/decisions/:id/recall', { params: { id: decisionId } }),
  /** What would be sent to the agent; null = nothing. */
  previewDelivery: (promptId: string, feedback: UpFeedback, signal?: AbortSignal) =>
    call('POST /api/prompts/:id/preview', {
      params: { id: promptId },
      body: { feedback },
      signal,
    }),

  /** The agent's check of an edited value before it is sent; only the newest check of one operator is answered. */
  checkEdit: (promptId: string, body: CreateCheck, signal?: AbortSignal) =>
    call('POST /api/prompts/:id/check', { params: { id: promptId }, body, signal }),
});

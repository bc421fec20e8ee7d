import type { TestAgent } from '@countersign/api/agent-test';
import type { CreateDecisions } from '@countersign/api/bulk';
import type { CreateCheck } from '@countersign/api/edit-check';
import type { CreateRestart } from '@countersign/api/history';
import type { ChangeOperator, Operator } from '@countersign/api/operator';
import type { Page } from '@countersign/api/page';
import type { ChangePolicy } from '@countersign/api/policy';
import type { TellPresence } from '@countersign/api/presence';
import type {
  CreateClaim,
  CreateComment,
  CreateDecision,
  CreateSnooze,
} from '@countersign/api/prompt';
import { routePath } from '@countersign/api/route-path';
import type { RouteBody, RouteQuery } from '@countersign/api/routes';
import type { CreateRule } from '@countersign/api/rule';
import type { CreateTask } from '@countersign/api/task';
import type { CreateView } from '@countersign/api/view';
import type { CreateWebhook } from '@countersign/api/webhook';
import type { Envelope } from '@countersign/hai/envelope';
import type { Thread } from '@countersign/thread/thread';
import type { UpFeedback } from '@countersign/upformat/message';
import { createCall } from './call.ts';
import type { Download, Http } from './http.ts';

/** What a queue is narrowed by; see `queueFilterSchema`. `condition` is one in JSON. */
export type QueueFilterQuery = RouteQuery<'GET /api/queue/counts'>;
/** In an address ids are one text. */
type WithIds<Query> = Omit<Query, 'ids'> & { ids?: readonly string[] | undefined };
export type QueueQuery = WithIds<RouteQuery<'GET /api/queue'>>;
type PromptQuery = WithIds<RouteQuery<'GET /api/prompts'>>;

/** A folded thread at a position; `serverTime` is epoch ms. */
export interface Snapshot {
  thread: Thread;
  sequence: number;
  cursor: string;
  serverTime: number;
}
/** One typed method per endpoint of the BFF. Throws ProblemError or NetworkError; answers are trusted. `tab` tells this tab's own drafts from those of others. */
export function createApi(http: Http, download: Download, tab: string) {
  const call = createCall(http);
  const headers = { 'countersign-tab': tab };
  return {
    createSession: (credential: RouteBody<'POST /api/session'>) =>
      call('POST /api/session', { body: credential }),
    deleteSession: () => call('DELETE /api/session'),
    getMe: (signal?: AbortSignal) => call('GET /api/me', { signal }),

    listOperators: () => call('GET /api/operators'),
    createOperator: (body: Operator) => call('POST /api/operators', { body }),
    updateOperator: (id: string, body: ChangeOperator) =>
      call('PATCH /api/operators/:id', { params: { id }, body }),
    deleteOperator: (id: string) => call('DELETE /api/operators/:id', { params: { id } }),

    listProtocols: async () => (await call('GET /api/protocols')).items,
    listAgents: (signal?: AbortSignal) => call('GET /api/agents', { signal }),
    getAgent: (id: string) => call('GET /api/agents/:id', { params: { id } }),
    getAgentFigures: (id: string) => call('GET /api/agents/:id/figures', { params: { id } }),
    createAgent: (body: RouteBody<'POST /api/agents'>) => call('POST /api/agents', { body }),
    updateAgent: (id: string, body: RouteBody<'PATCH /api/agents/:id'>) =>
      call('PATCH /api/agents/:id', { params: { id }, body }),
    testAgent: (body: TestAgent) => call('POST /api/agents/test', { body }),
    deleteAgent: (id: string) => call('DELETE /api/agents/:id', { params: { id } }),

    listTasks: (query: RouteQuery<'GET /api/tasks'> = {}, signal?: AbortSignal) =>
      call('GET /api/tasks', { query: { ...query }, signal }),
    createTask: (body: CreateTask) => call('POST /api/tasks', { body }),
    getTask: (id: string, signal?: AbortSignal) =>
      call('GET /api/tasks/:id', { params: { id }, signal }),
    createMessage: (
      taskId: string,
      body: RouteBody<'POST /api/tasks/:id/messages'>,
      signal?: AbortSignal,
    ) => call('POST /api/tasks/:id/messages', { params: { id: taskId }, body, signal }),
    /** Takes back words that wait for the next run, or puts away those that were not sent. */
    withdrawMessage: (taskId: string, messageId: string) =>
      call('DELETE /api/tasks/:id/messages/:messageId', { params: { id: taskId, messageId } }),
    createControl: (
      taskId: string,
      body: RouteBody<'POST /api/tasks/:id/control'>,
      signal?: AbortSignal,
    ) => call('POST /api/tasks/:id/control', { params: { id: taskId }, body, signal }),
    listEvents: (
      taskId: string,
      query: { after?: number; limit?: number } = {},
      signal?: AbortSignal,
    ) =>
      call('GET /api/tasks/:id/events', { params: { id: taskId }, query, signal }) as Promise<
        Page<Envelope>
      >,
    getSnapshot: (taskId: string, query: { at?: number } = {}, signal?: AbortSignal) =>
      call('GET /api/tasks/:id/snapshot', {
        params: { id: taskId },
        query,
        signal,
      }) as Promise<Snapshot>,
    /** Events per slice of time up to now. */
    getActivity: (
      taskId: string,
      query: { sliceMs?: number; slices?: number } = {},
      signal?: AbortSignal,
    ) => call('GET /api/tasks/:id/activity', { params: { id: taskId }, query, signal }),
    /** When the events came, at `points` places spread over the sequence. */
    getTimes: (taskId: string, query: { points?: number } = {}, signal?: AbortSignal) =>
      call('GET /api/tasks/:id/times', { params: { id: taskId }, query, signal }),
    /** Which events wrote one place of the shared state, up to `at`. */
    getBlame: (taskId: string, query: { pointer: string; at?: number }, signal?: AbortSignal) =>
      call('GET /api/tasks/:id/blame', { params: { id: taskId }, query, signal }),
    /** A new run that knows the task as it stood at a position. */
    askStatus: (taskId: string) => call('POST /api/tasks/:id/status', { params: { id: taskId } }),
    restartTask: (taskId: string, body: CreateRestart) =>
      call('POST /api/tasks/:id/restart', { params: { id: taskId }, body }),
    /** Every envelope of a task, one JSON text a line. Not by a link: the browser would follow it without the proof. */
    exportTask: (taskId: string) =>
      download(routePath('GET /api/tasks/:id/export', { id: taskId })),

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

    /** Adds a comment; the prompt stays open. */
    createComment: (promptId: string, body: CreateComment) =>
      call('POST /api/prompts/:id/comments', { params: { id: promptId }, body }),
    /** Closes a prompt whose agent is gone. */
    dismissPrompt: (promptId: string, reason: string) =>
      call('POST /api/prompts/:id/dismissal', { params: { id: promptId }, body: { reason } }),
    claimPrompt: (promptId: string, body: CreateClaim = {}) =>
      call('POST /api/prompts/:id/claim', { params: { id: promptId }, body }),
    /** Keeps it although somebody asked to take over. */
    keepClaim: (promptId: string) =>
      call('POST /api/prompts/:id/claim/keep', { params: { id: promptId } }),
    releaseClaim: (promptId: string) =>
      call('DELETE /api/prompts/:id/claim', { params: { id: promptId } }),
    listPresence: () => call('GET /api/presence'),
    tellPresence: (promptId: string, body: TellPresence) =>
      call('PUT /api/prompts/:id/presence', { params: { id: promptId }, body }),
    /** My draft as it was kept, or null. */
    getDraft: (promptId: string, signal?: AbortSignal) =>
      call('GET /api/prompts/:id/draft', { params: { id: promptId }, signal }),
    saveDraft: (promptId: string, draft: unknown) =>
      call('PUT /api/prompts/:id/draft', { params: { id: promptId }, body: draft, headers }),
    deleteDraft: (promptId: string) =>
      call('DELETE /api/prompts/:id/draft', { params: { id: promptId }, headers }),
    snoozePrompt: (promptId: string, body: CreateSnooze) =>
      call('POST /api/prompts/:id/snooze', { params: { id: promptId }, body }),
    wakePrompt: (promptId: string) =>
      call('DELETE /api/prompts/:id/snooze', { params: { id: promptId } }),
    /** Never ask about calls of the tool of this prompt again. */
    dismissTool: (promptId: string) =>
      call('POST /api/prompts/:id/dismiss-tool', { params: { id: promptId } }),
    askToolAgain: (agentId: string, tool: string) =>
      call('DELETE /api/agents/:id/dismissed-tools', { params: { id: agentId }, query: { tool } }),
    /** The schema that it refers to; the prompt comes back with it, under another seal. */
    loadSchema: (promptId: string) =>
      call('POST /api/prompts/:id/schema', { params: { id: promptId } }),
    extendPrompt: (promptId: string, expiresAt: number) =>
      call('POST /api/prompts/:id/extension', { params: { id: promptId }, body: { expiresAt } }),

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
    /** Tries the rule on past prompts; the result is kept with the rule. */
    dryRunRule: (id: string) => call('POST /api/rules/:id/dry-run', { params: { id } }),
    enableRule: (id: string, body: { enabled: boolean; version: number }) =>
      call('POST /api/rules/:id/enabled', { params: { id }, body }),
    stopRules: (stopped: boolean) => call('PUT /api/rules/stopped', { body: { stopped } }),

    listWebhooks: () => call('GET /api/webhooks'),
    createWebhook: (body: CreateWebhook) => call('POST /api/webhooks', { body }),
    updateWebhook: (id: string, body: CreateWebhook) =>
      call('PUT /api/webhooks/:id', { params: { id }, body }),
    deleteWebhook: (id: string) => call('DELETE /api/webhooks/:id', { params: { id } }),
    testWebhook: (id: string) => call('POST /api/webhooks/:id/test', { params: { id } }),
  };
}
export type Api = ReturnType<typeof createApi>;

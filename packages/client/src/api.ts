import type { Activity } from '@countersign/api/activity';
import type { Agent, AgentFigures } from '@countersign/api/agent';
import type { AgentTest, TestAgent } from '@countersign/api/agent-test';
import type { CreateDecisions, DecisionReceipt } from '@countersign/api/bulk';
import type { CreateCheck, EditCheck } from '@countersign/api/edit-check';
import type { Blame, CreateRestart, Restart, Times } from '@countersign/api/history';
import type { ChangeOperator, Operator } from '@countersign/api/operator';
import type { Page } from '@countersign/api/page';
import type { ChangePolicy, Policy } from '@countersign/api/policy';
import type { Presence, TellPresence } from '@countersign/api/presence';
import type {
  Claim,
  CreateClaim,
  CreateComment,
  CreateDecision,
  CreatedDecision,
  CreateSnooze,
  Decision,
  DeliveryPreview,
  Prompt,
  PromptState,
} from '@countersign/api/prompt';
import type { QueueCounts } from '@countersign/api/queue';
import type { CreateRule, DryRun, Rule, RuleList } from '@countersign/api/rule';
import type { CreatedSession } from '@countersign/api/session';
import type {
  Control,
  ControlState,
  CreatedMessage,
  CreateTask,
  QueuedWords,
  SaidOfRun,
  Task,
} from '@countersign/api/task';
import type { CreateView, SavedView } from '@countersign/api/view';
import type { CreatedWebhook, CreateWebhook, Webhook } from '@countersign/api/webhook';
import type { WireRow } from '@countersign/api/wire-row';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { Envelope } from '@countersign/hai/envelope';
import type { Thread } from '@countersign/thread/thread';
import type { UpFeedback } from '@countersign/upformat/message';
import type { Download, Http } from './http.ts';

/** What a new agent is told by; `protocol` defaults to `detect`. */
export type CreateAgent = Omit<AgentDescriptor, 'protocol'> & {
  protocol?: AgentDescriptor['protocol'] | undefined;
};

export interface TaskQuery {
  state?: string | undefined;
  agent?: string | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}
/** What a queue is narrowed by; see `queueFilterSchema`. `condition` is one in JSON. */
export interface QueueFilterQuery {
  q?: string | undefined;
  agent?: string | undefined;
  task?: string | undefined;
  kind?: 'blocking' | 'followup' | undefined;
  severity?: Prompt['severity'] | undefined;
  turn?: 'mine' | 'held' | 'free' | 'others' | undefined;
  snoozed?: 'only' | 'any' | undefined;
  due?: 'hour' | undefined;
  origin?: Prompt['origin'] | undefined;
  class?: string | undefined;
  condition?: string | undefined;
}
export interface QueueQuery extends QueueFilterQuery {
  show?: 'answered' | 'unseen' | 'closed' | undefined;
  closedAfter?: number | undefined;
  ids?: readonly string[] | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}
export interface PromptQuery {
  ids?: readonly string[] | undefined;
  state?: PromptState | undefined;
  blocking?: boolean | undefined;
  agent?: string | undefined;
  task?: string | undefined;
  severity?: Prompt['severity'] | undefined;
  snoozed?: boolean | undefined;
  classKey?: string | undefined;
  /** Id of who holds it; empty = nobody does. */
  claimedBy?: string | undefined;
  /** Closed after this moment, epoch ms. */
  closedAfter?: number | undefined;
  /** Decided by its default or by its escalation. */
  defaulted?: boolean | undefined;
  /** Somebody had it open. */
  seen?: boolean | undefined;
  /** Newest first by when it was asked (absent) or closed. */
  order?: 'opened' | 'closed' | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** A folded thread at a position; `serverTime` is epoch ms. */
export interface Snapshot {
  thread: Thread;
  sequence: number;
  cursor: string;
  serverTime: number;
}
export interface CreateControl {
  action: Control['action'];
  reason?: string | undefined;
  idempotencyKey: string;
}
export interface CreateMessage {
  content: string;
  idempotencyKey?: string | undefined;
}
type Credential = { token: string } | { code: string };

const part = encodeURIComponent;

/** One typed method per endpoint of the BFF. Throws ProblemError or NetworkError; answers are trusted. `tab` tells this tab's own drafts from those of others. */
export function createApi(http: Http, download: Download, tab: string) {
  const headers = { 'countersign-tab': tab };
  return {
    createSession: (credential: Credential) =>
      http<CreatedSession>('/api/session', { method: 'POST', body: credential }),
    deleteSession: () => http<void>('/api/session', { method: 'DELETE' }),
    getMe: (signal?: AbortSignal) => http<Operator>('/api/me', { signal }),

    listOperators: () => http<Page<Operator>>('/api/operators'),
    createOperator: (body: Operator) =>
      http<Operator & { token: string }>('/api/operators', { method: 'POST', body }),
    updateOperator: (id: string, body: ChangeOperator) =>
      http<Operator>(`/api/operators/${part(id)}`, { method: 'PATCH', body }),
    deleteOperator: (id: string) => http<void>(`/api/operators/${part(id)}`, { method: 'DELETE' }),

    listAgents: (signal?: AbortSignal) => http<Page<Agent>>('/api/agents', { signal }),
    getAgent: (id: string) => http<Agent>(`/api/agents/${part(id)}`),
    getAgentFigures: (id: string) => http<AgentFigures>(`/api/agents/${part(id)}/figures`),
    createAgent: (body: CreateAgent) => http<Agent>('/api/agents', { method: 'POST', body }),
    updateAgent: (id: string, body: Partial<Omit<CreateAgent, 'id'>>) =>
      http<Agent>(`/api/agents/${part(id)}`, { method: 'PATCH', body }),
    testAgent: (body: TestAgent) => http<AgentTest>('/api/agents/test', { method: 'POST', body }),
    deleteAgent: (id: string) => http<void>(`/api/agents/${part(id)}`, { method: 'DELETE' }),

    listTasks: (query: TaskQuery = {}, signal?: AbortSignal) =>
      http<Page<Task>>('/api/tasks', { query: { ...query }, signal }),
    createTask: (body: CreateTask) =>
      http<{ taskId: string; runId: string }>('/api/tasks', { method: 'POST', body }),
    getTask: (id: string, signal?: AbortSignal) => http<Task>(`/api/tasks/${part(id)}`, { signal }),
    createMessage: (taskId: string, body: CreateMessage, signal?: AbortSignal) =>
      http<CreatedMessage>(`/api/tasks/${part(taskId)}/messages`, {
        method: 'POST',
        body,
        signal,
      }),
    /** Takes back words that wait for the next run, or puts away those that were not sent. */
    withdrawMessage: (taskId: string, messageId: string) =>
      http<QueuedWords>(`/api/tasks/${part(taskId)}/messages/${part(messageId)}`, {
        method: 'DELETE',
      }),
    createControl: (taskId: string, body: CreateControl, signal?: AbortSignal) =>
      http<{ controlId: string; state: ControlState; control: Control }>(
        `/api/tasks/${part(taskId)}/control`,
        { method: 'POST', body, signal },
      ),
    listEvents: (
      taskId: string,
      query: { after?: number; limit?: number } = {},
      signal?: AbortSignal,
    ) => http<Page<Envelope>>(`/api/tasks/${part(taskId)}/events`, { query, signal }),
    getSnapshot: (taskId: string, query: { at?: number } = {}, signal?: AbortSignal) =>
      http<Snapshot>(`/api/tasks/${part(taskId)}/snapshot`, { query, signal }),
    /** Events per slice of time up to now. */
    getActivity: (
      taskId: string,
      query: { sliceMs?: number; slices?: number } = {},
      signal?: AbortSignal,
    ) => http<Activity>(`/api/tasks/${part(taskId)}/activity`, { query, signal }),
    /** When the events came, at `points` places spread over the sequence. */
    getTimes: (taskId: string, query: { points?: number } = {}, signal?: AbortSignal) =>
      http<Times>(`/api/tasks/${part(taskId)}/times`, { query, signal }),
    /** Which events wrote one place of the shared state, up to `at`. */
    getBlame: (taskId: string, query: { pointer: string; at?: number }, signal?: AbortSignal) =>
      http<Blame>(`/api/tasks/${part(taskId)}/blame`, { query, signal }),
    /** A new run that knows the task as it stood at a position. */
    askStatus: (taskId: string) =>
      http<SaidOfRun>(`/api/tasks/${part(taskId)}/status`, { method: 'POST', body: {} }),
    restartTask: (taskId: string, body: CreateRestart) =>
      http<Restart>(`/api/tasks/${part(taskId)}/restart`, { method: 'POST', body }),
    /** Every envelope of a task, one JSON text a line. Not by a link: the browser would follow it without the proof. */
    exportTask: (taskId: string) => download(`/api/tasks/${part(taskId)}/export`),

    /** Prompts as short rows, the most urgent first. */
    listQueue: ({ ids, ...query }: QueueQuery = {}, signal?: AbortSignal) =>
      http<Page<WireRow>>('/api/queue', { query: { ...query, ids: ids?.join(',') }, signal }),
    getQueueCounts: (filter: QueueFilterQuery = {}, signal?: AbortSignal) =>
      http<QueueCounts>('/api/queue/counts', { query: { ...filter }, signal }),
    /** Whole prompts. */
    listPrompts: ({ ids, ...query }: PromptQuery = {}, signal?: AbortSignal) =>
      http<Page<Prompt>>('/api/prompts', { query: { ...query, ids: ids?.join(',') }, signal }),
    getPrompt: (id: string, signal?: AbortSignal) =>
      http<Prompt>(`/api/prompts/${part(id)}`, { signal }),
    createDecision: (promptId: string, body: CreateDecision, signal?: AbortSignal) =>
      http<CreatedDecision>(`/api/prompts/${part(promptId)}/decisions`, {
        method: 'POST',
        body,
        signal,
      }),
    /** One answer to many prompts: a receipt a row. */
    createDecisions: (body: CreateDecisions) =>
      http<{ receipts: DecisionReceipt[] }>('/api/decisions', { method: 'POST', body }),
    /** Takes an answer back that has not left yet. */
    recallDecision: (decisionId: string) =>
      http<Decision>(`/api/decisions/${part(decisionId)}/recall`, { method: 'POST' }),
    /** What would go to the agent; null = nothing would. */
    previewDelivery: (promptId: string, feedback: UpFeedback, signal?: AbortSignal) =>
      http<DeliveryPreview | null>(`/api/prompts/${part(promptId)}/preview`, {
        method: 'POST',
        body: { feedback },
        signal,
      }),

    /** What the agent says of an edited value before it is sent; the newest question of one operator is the one that is answered. */
    checkEdit: (promptId: string, body: CreateCheck, signal?: AbortSignal) =>
      http<EditCheck>(`/api/prompts/${part(promptId)}/check`, { method: 'POST', body, signal }),

    /** Adds a comment; the prompt stays open. */
    createComment: (promptId: string, body: CreateComment) =>
      http<Prompt>(`/api/prompts/${part(promptId)}/comments`, { method: 'POST', body }),
    /** Closes a prompt whose agent is gone. */
    dismissPrompt: (promptId: string, reason: string) =>
      http<Prompt>(`/api/prompts/${part(promptId)}/dismissal`, {
        method: 'POST',
        body: { reason },
      }),
    claimPrompt: (promptId: string, body: CreateClaim = {}) =>
      http<Claim>(`/api/prompts/${part(promptId)}/claim`, { method: 'POST', body }),
    /** Keeps it although somebody asked to take over. */
    keepClaim: (promptId: string) =>
      http<Claim>(`/api/prompts/${part(promptId)}/claim/keep`, { method: 'POST' }),
    releaseClaim: (promptId: string) =>
      http<void>(`/api/prompts/${part(promptId)}/claim`, { method: 'DELETE' }),
    listPresence: () => http<{ items: Presence[] }>('/api/presence'),
    tellPresence: (promptId: string, body: TellPresence) =>
      http<void>(`/api/prompts/${part(promptId)}/presence`, { method: 'PUT', body }),
    /** My draft as it was kept, or null. */
    getDraft: (promptId: string, signal?: AbortSignal) =>
      http<unknown>(`/api/prompts/${part(promptId)}/draft`, { signal }),
    saveDraft: (promptId: string, draft: unknown) =>
      http<void>(`/api/prompts/${part(promptId)}/draft`, { method: 'PUT', body: draft, headers }),
    deleteDraft: (promptId: string) =>
      http<void>(`/api/prompts/${part(promptId)}/draft`, { method: 'DELETE', headers }),
    snoozePrompt: (promptId: string, body: CreateSnooze) =>
      http<Prompt>(`/api/prompts/${part(promptId)}/snooze`, { method: 'POST', body }),
    wakePrompt: (promptId: string) =>
      http<Prompt>(`/api/prompts/${part(promptId)}/snooze`, { method: 'DELETE' }),
    /** Never ask about calls of the tool of this prompt again. */
    dismissTool: (promptId: string) =>
      http<void>(`/api/prompts/${part(promptId)}/dismiss-tool`, { method: 'POST' }),
    askToolAgain: (agentId: string, tool: string) =>
      http<void>(`/api/agents/${part(agentId)}/dismissed-tools?tool=${part(tool)}`, {
        method: 'DELETE',
      }),
    /** The schema that it refers to; the prompt comes back with it, under another seal. */
    loadSchema: (promptId: string) =>
      http<Prompt>(`/api/prompts/${part(promptId)}/schema`, { method: 'POST' }),
    extendPrompt: (promptId: string, expiresAt: number) =>
      http<Prompt>(`/api/prompts/${part(promptId)}/extension`, {
        method: 'POST',
        body: { expiresAt },
      }),

    getPolicy: () => http<Policy>('/api/policy'),
    changePolicy: (body: ChangePolicy) => http<Policy>('/api/policy', { method: 'PUT', body }),
    listViews: () => http<Page<SavedView>>('/api/views'),
    createView: (body: CreateView) => http<SavedView>('/api/views', { method: 'POST', body }),
    updateView: (id: string, body: CreateView) =>
      http<SavedView>(`/api/views/${part(id)}`, { method: 'PUT', body }),
    deleteView: (id: string) => http<void>(`/api/views/${part(id)}`, { method: 'DELETE' }),

    listRules: () => http<RuleList>('/api/rules'),
    createRule: (body: CreateRule) => http<Rule>('/api/rules', { method: 'POST', body }),
    updateRule: (id: string, body: CreateRule) =>
      http<Rule>(`/api/rules/${part(id)}`, { method: 'PUT', body }),
    deleteRule: (id: string) => http<void>(`/api/rules/${part(id)}`, { method: 'DELETE' }),
    /** Tries the rule on past prompts; the result is kept with the rule. */
    dryRunRule: (id: string) => http<DryRun>(`/api/rules/${part(id)}/dry-run`, { method: 'POST' }),
    enableRule: (id: string, body: { enabled: boolean; version: number }) =>
      http<Rule>(`/api/rules/${part(id)}/enabled`, { method: 'POST', body }),
    stopRules: (stopped: boolean) =>
      http<RuleList>('/api/rules/stopped', { method: 'PUT', body: { stopped } }),

    listWebhooks: () => http<Page<Webhook>>('/api/webhooks'),
    createWebhook: (body: CreateWebhook) =>
      http<CreatedWebhook>('/api/webhooks', { method: 'POST', body }),
    updateWebhook: (id: string, body: CreateWebhook) =>
      http<Webhook>(`/api/webhooks/${part(id)}`, { method: 'PUT', body }),
    deleteWebhook: (id: string) => http<void>(`/api/webhooks/${part(id)}`, { method: 'DELETE' }),
    testWebhook: (id: string) =>
      http<Webhook>(`/api/webhooks/${part(id)}/test`, { method: 'POST' }),
  };
}
export type Api = ReturnType<typeof createApi>;

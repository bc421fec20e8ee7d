import type { Agent } from '@countersign/api/agent';
import type { Operator } from '@countersign/api/operator';
import type { Page } from '@countersign/api/page';
import type { CreateDecision, CreatedDecision, Prompt, PromptState } from '@countersign/api/prompt';
import type { Control, ControlState, CreateTask, Task } from '@countersign/api/task';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { Envelope } from '@countersign/hai/envelope';
import type { Thread } from '@countersign/thread/thread';
import { type Http, urlOf } from './http.ts';

/** What a new agent is told by; `protocol` defaults to `hai`. */
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
export interface PromptQuery {
  state?: PromptState | undefined;
  blocking?: boolean | undefined;
  agent?: string | undefined;
  task?: string | undefined;
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

/** One typed method per endpoint of the BFF. Throws ProblemError or NetworkError; answers are trusted. */
export function createApi(baseUrl: string, http: Http) {
  return {
    createSession: (credential: Credential) =>
      http<Operator>('/api/session', { method: 'POST', body: credential }),
    deleteSession: () => http<void>('/api/session', { method: 'DELETE' }),
    getMe: (signal?: AbortSignal) => http<Operator>('/api/me', { signal }),

    listOperators: () => http<Page<Operator>>('/api/operators'),
    createOperator: (body: Operator) =>
      http<Operator & { token: string }>('/api/operators', { method: 'POST', body }),
    deleteOperator: (id: string) => http<void>(`/api/operators/${part(id)}`, { method: 'DELETE' }),

    listAgents: (signal?: AbortSignal) => http<Page<Agent>>('/api/agents', { signal }),
    getAgent: (id: string) => http<Agent>(`/api/agents/${part(id)}`),
    createAgent: (body: CreateAgent) => http<Agent>('/api/agents', { method: 'POST', body }),
    updateAgent: (id: string, body: Partial<Omit<CreateAgent, 'id'>>) =>
      http<Agent>(`/api/agents/${part(id)}`, { method: 'PATCH', body }),
    deleteAgent: (id: string) => http<void>(`/api/agents/${part(id)}`, { method: 'DELETE' }),

    listTasks: (query: TaskQuery = {}, signal?: AbortSignal) =>
      http<Page<Task>>('/api/tasks', { query: { ...query }, signal }),
    createTask: (body: CreateTask) =>
      http<{ taskId: string; runId: string }>('/api/tasks', { method: 'POST', body }),
    getTask: (id: string, signal?: AbortSignal) => http<Task>(`/api/tasks/${part(id)}`, { signal }),
    createMessage: (taskId: string, body: CreateMessage, signal?: AbortSignal) =>
      http<{ messageId: string; runId: string; to: 'running' | 'new-run' }>(
        `/api/tasks/${part(taskId)}/messages`,
        { method: 'POST', body, signal },
      ),
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
    /** Where a browser downloads every envelope of a task, one JSON text a line. */
    exportUrl: (taskId: string) => urlOf(baseUrl, `/api/tasks/${part(taskId)}/export`),

    listPrompts: (query: PromptQuery = {}, signal?: AbortSignal) =>
      http<Page<Prompt>>('/api/prompts', { query: { ...query }, signal }),
    getPrompt: (id: string, signal?: AbortSignal) =>
      http<Prompt>(`/api/prompts/${part(id)}`, { signal }),
    createDecision: (
      promptId: string,
      body: CreateDecision & { basedOnSequence?: number },
      signal?: AbortSignal,
    ) =>
      http<CreatedDecision>(`/api/prompts/${part(promptId)}/decisions`, {
        method: 'POST',
        body,
        signal,
      }),
  };
}
export type Api = ReturnType<typeof createApi>;

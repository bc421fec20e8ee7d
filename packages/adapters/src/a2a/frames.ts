import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { type Part, partsOf } from './parts.ts';
import { objectsIn, textOf } from './values.ts';

/** States of a task, as protocol 0.3 spells them. */
export type TaskState =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'auth-required'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'unknown';

const states: ReadonlySet<string> = new Set([
  ...['submitted', 'working', 'input-required', 'auth-required'],
  ...['completed', 'failed', 'canceled', 'rejected', 'unknown'],
]);

export interface A2aMessage {
  messageId: string | null;
  isUser: boolean;
  parts: Part[];
}

export interface A2aArtifact {
  artifactId: string;
  name: string | null;
  description: string | null;
  parts: Part[];
}

export interface A2aStatus {
  state: TaskState;
  message: A2aMessage | null;
  timestamp: string | null;
}

/** The content of one frame, independent of version and transport. */
export type FrameContent =
  | {
      kind: 'task';
      taskId: string;
      contextId: string | null;
      status: A2aStatus;
      artifacts: A2aArtifact[];
      history: A2aMessage[];
    }
  | { kind: 'status'; taskId: string; contextId: string | null; status: A2aStatus }
  | {
      kind: 'artifact';
      taskId: string;
      contextId: string | null;
      artifact: A2aArtifact;
      appends: boolean;
      isLast: boolean;
    }
  | { kind: 'message'; message: A2aMessage; contextId: string | null }
  | { kind: 'error'; message: string; code: string | null };

/** Reads a frame; null = it is not A2A. */
export function frameContent(frame: unknown): FrameContent | null {
  if (!isObject(frame)) return null;
  const { error, result } = frame;
  if (isObject(error)) {
    const code = error['code'];
    return {
      kind: 'error',
      message: textOf(error, 'message') ?? 'The agent reported an error without a text.',
      code: typeof code === 'number' || typeof code === 'string' ? String(code) : null,
    };
  }
  return resultNews(isObject(result) ? result : frame);
}

function resultNews(value: JsonObject): FrameContent | null {
  const { task, message, msg, statusUpdate, artifactUpdate } = value;
  if (isObject(task)) return taskNews(task);
  if (isObject(statusUpdate)) return statusNews(statusUpdate);
  if (isObject(artifactUpdate)) return artifactNews(artifactUpdate);
  const sent = message ?? msg;
  if (isObject(sent)) return messageNews(sent);
  switch (value['kind']) {
    case 'task':
      return taskNews(value);
    case 'message':
      return messageNews(value);
    case 'status-update':
      return statusNews(value);
    case 'artifact-update':
      return artifactNews(value);
    default:
      // A task that was read is the result itself.
      return typeof value['id'] === 'string' && isObject(value['status']) ? taskNews(value) : null;
  }
}

function taskNews(task: JsonObject): FrameContent | null {
  const taskId = textOf(task, 'id', 1_000);
  const status = statusIn(task['status']);
  if (taskId === null || status === null) return null;
  return {
    kind: 'task',
    taskId,
    contextId: textOf(task, 'contextId', 1_000),
    status,
    artifacts: objectsIn(task['artifacts']).flatMap((one) => artifactIn(one) ?? []),
    history: objectsIn(task['history']).map(messageIn),
  };
}

function statusNews(update: JsonObject): FrameContent | null {
  const taskId = textOf(update, 'taskId', 1_000);
  const status = statusIn(update['status']);
  if (taskId === null || status === null) return null;
  return { kind: 'status', taskId, contextId: textOf(update, 'contextId', 1_000), status };
}

function artifactNews(update: JsonObject): FrameContent | null {
  const taskId = textOf(update, 'taskId', 1_000);
  const artifact = artifactIn(update['artifact']);
  if (taskId === null || artifact === null) return null;
  return {
    kind: 'artifact',
    taskId,
    contextId: textOf(update, 'contextId', 1_000),
    artifact,
    appends: update['append'] === true,
    isLast: update['lastChunk'] === true,
  };
}

const messageNews = (message: JsonObject): FrameContent => ({
  kind: 'message',
  message: messageIn(message),
  contextId: textOf(message, 'contextId', 1_000),
});

function statusIn(status: unknown): A2aStatus | null {
  const named = memberOf(status, 'state');
  if (!isObject(status) || typeof named !== 'string') return null;
  // The HTTP+JSON transport of 0.3 spells it with two l.
  const spelled = named
    .replace(/^TASK_STATE_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
  const state = spelled === 'cancelled' ? 'canceled' : spelled;
  const message = status['message'] ?? status['update'];
  return {
    state: isState(state) ? state : 'unknown',
    message: isObject(message) ? messageIn(message) : null,
    timestamp: textOf(status, 'timestamp', 60),
  };
}

const isState = (state: string): state is TaskState => states.has(state);

const messageIn = (message: JsonObject): A2aMessage => ({
  messageId: textOf(message, 'messageId', 1_000),
  isUser: message['role'] === 'user' || message['role'] === 'ROLE_USER',
  parts: partsOf(message),
});

function artifactIn(artifact: unknown): A2aArtifact | null {
  if (!isObject(artifact)) return null;
  return {
    artifactId: textOf(artifact, 'artifactId', 1_000) ?? '',
    name: textOf(artifact, 'name', 500),
    description: textOf(artifact, 'description'),
    parts: partsOf(artifact),
  };
}

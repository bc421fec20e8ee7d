import type { JsonObject } from '@countersign/json/json-object';
import type { Statement, WrittenStatement } from '@countersign/json/statement';
import type { Loss } from './losses.ts';

/** What a gateway converts between: the words in which every protocol can be read and written. */

/** A piece of content. `metadata`: free, in the words of its sender. `mediaType` of a text: absent = plain. */
export type RelayPart = (
  | { kind: 'text'; text: string; mediaType?: string | undefined }
  | { kind: 'data'; data: unknown }
  | { kind: 'bytes'; base64: string; mediaType: string; name: string | null }
  | { kind: 'link'; url: string; mediaType: string | null; name: string | null }
) & { metadata?: JsonObject | undefined };

export const relayStates = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'canceled',
  'failed',
  'rejected',
  'unknown',
] as const;
export type RelayState = (typeof relayStates)[number];

/** States after which nothing more comes. */
export const isFinal = (state: RelayState): boolean =>
  state === 'completed' || state === 'canceled' || state === 'failed' || state === 'rejected';

export const relayErrors = [
  'bad-json',
  'bad-request',
  'bad-params',
  'unknown-method',
  'task-not-found',
  'task-not-cancelable',
  'push-unsupported',
  'operation-unsupported',
  'content-type',
  'bad-agent-response',
  'no-extended-card',
  'not-allowed',
  'too-many-calls',
  'refused-by-operator',
  'approval-expired',
  'internal',
] as const;
export type RelayErrorCode = (typeof relayErrors)[number];

/** What became of the question whether a call may be made. These codes are passed on also where a protocol has no place for codes. */
export const isVerdict = (code: unknown): code is RelayErrorCode =>
  code === 'refused-by-operator' || code === 'approval-expired';

export interface RelayError {
  code: RelayErrorCode;
  message: string;
}

/** A message that starts or continues a task. null = not said. */
interface Sending {
  parts: RelayPart[];
  messageId: string | null;
  contextId: string | null;
  /** Whether the caller waits for the end, fetches it later, or follows a stream. */
  mode: 'sync' | 'async' | 'stream';
  /** Media types the caller can take; empty = any. */
  acceptedTypes: string[];
  /** The skill of the agent that is meant. */
  skill: string | null;
  /** What the request says that has no neutral form; absent = nothing. */
  lost?: Loss[];
}

/** What a client asks of an agent. */
export type RelayCall =
  | { do: 'list' }
  /** `repeatKey`: what a repeated call has in common with the first, if that is not the id of the message. */
  | ({ do: 'start'; agent: string; repeatKey?: string } & Sending)
  /** `questionId`: the question that is answered, as the caller was given it; null = it names none. */
  | ({ do: 'resume'; agent: string; taskId: string; questionId: string | null } & Sending)
  | { do: 'read'; agent: string; taskId: string; historyLength: number | null }
  | { do: 'cancel'; agent: string; taskId: string };

/** A message of a task: of who requested or continued it (`user`), or of its agent. */
export interface RelayMessage {
  id: string;
  role: 'user' | 'agent';
  parts: RelayPart[];
}

/** The state of a task, as an answer to a call. */
export interface RelayTask {
  agent: string;
  taskId: string;
  contextId: string | null;
  state: RelayState;
  /** What the agent asks or says at this state. */
  said: RelayPart[];
  output: { id: string; name: string | null; parts: RelayPart[] }[];
  error: RelayError | null;
  /** When it was requested and when it ended, epoch ms; absent = not said, or not yet. */
  createdAt?: number | undefined;
  endedAt?: number | undefined;
  /** Its messages, oldest first, for callers of A2A that ask for them; what an agent returns is `output`. */
  history?: RelayMessage[];
}

/** One step of a stream. */
export type RelayEvent =
  | { kind: 'created'; taskId: string; contextId: string | null }
  | { kind: 'status'; state: RelayState; said: RelayPart[] }
  /** The first part of a message begins it. */
  | { kind: 'part'; messageId: string; part: RelayPart; isFirst: boolean }
  | { kind: 'message-end'; messageId: string }
  | { kind: 'end'; state: RelayState; said: RelayPart[]; error: RelayError | null }
  | { kind: 'other'; value: JsonObject };

/** What was written, and what this notation cannot say. */
export interface Written<Value> {
  value: Value;
  lost: Loss[];
}

/** Thrown for what cannot be converted: the gateway refuses the call with this error. */
export class RelayRefusal extends Error {
  readonly error: RelayError;
  /** The reason as data, where people may read it; null = only programs do. */
  readonly statement: Statement | null;

  constructor(code: RelayErrorCode, reason: string | WrittenStatement) {
    const isData = typeof reason !== 'string';
    const message = isData ? reason.text : reason;
    super(message);
    this.name = 'RelayRefusal';
    this.error = { code, message };
    this.statement = isData ? reason.statement : null;
  }
}

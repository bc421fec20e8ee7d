import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { Part } from '../a2a/parts.ts';
import { objectsIn, textOf } from '../a2a/values.ts';
import { partOf } from './parts.ts';

const statuses = [
  'created',
  'in-progress',
  'awaiting',
  'cancelling',
  'cancelled',
  'completed',
  'failed',
] as const;
/** The status of a run. */
export type RunStatus = (typeof statuses)[number];

/** What a run waits for. `isAuth`: a person has to sign in. */
export interface Awaited {
  parts: Part[];
  isAuth: boolean;
}

export interface AcpRun {
  runId: string;
  status: RunStatus;
  awaited: Awaited | null;
  /** The parts of its messages, in order; those of people are empty. */
  output: Part[][];
  error: AcpError | null;
}

interface AcpError {
  code: string | null;
  message: string;
}

/** The content of one frame. Messages have no ids: each part belongs to the message that was begun last. */
export type FrameContent =
  | { kind: 'run'; run: AcpRun }
  | { kind: 'begin' }
  | { kind: 'part'; part: Part | null }
  | { kind: 'end'; parts: Part[] }
  | { kind: 'error'; error: AcpError }
  | { kind: 'other' };

/** Reads a frame: an event of a stream, or a run that was read; null = it is not ACP. */
export function frameContent(frame: unknown): FrameContent | null {
  if (!isObject(frame)) return null;
  const { type, message, part, error } = frame;
  if (typeof type !== 'string') {
    const run = runOf(frame);
    return run === null ? null : { kind: 'run', run };
  }
  if (type.startsWith('run.')) {
    const run = runOf(frame['run']);
    return run === null ? null : { kind: 'run', run };
  }
  if (type === 'message.created') return { kind: 'begin' };
  if (type === 'message.part') return { kind: 'part', part: isObject(part) ? partOf(part) : null };
  if (type === 'message.completed') return { kind: 'end', parts: partsIn(message) };
  if (type === 'error') return { kind: 'error', error: errorOf(error) ?? nameless };
  return { kind: 'other' };
}

/** A run; null = it is none. */
export function runOf(value: unknown): AcpRun | null {
  const runId = textOf(value, 'run_id', 1_000);
  const said = memberOf(value, 'status');
  const status = statuses.find((one) => one === said);
  if (runId === null || status === undefined) return null;
  const asked = memberOf(value, 'await_request');
  return {
    runId,
    status,
    // A run keeps what it has waited for after it has got it.
    awaited: status === 'awaiting' ? awaitedIn(asked) : null,
    output: objectsIn(memberOf(value, 'output')).map((message) =>
      message['role'] === 'user' ? [] : partsIn(message),
    ),
    error: errorOf(memberOf(value, 'error')),
  };
}

function awaitedIn(asked: unknown): Awaited {
  const message = memberOf(asked, 'message');
  const isAuth = memberOf(memberOf(asked, 'metadata'), 'reason') === 'auth';
  if (isObject(message)) return { parts: partsIn(message), isAuth };
  // Of a kind that is not known here: shown as it is.
  const parts: Part[] = isObject(asked) ? [{ kind: 'data', data: asked, mediaType: null }] : [];
  return { parts, isAuth };
}

const partsIn = (message: unknown): Part[] =>
  objectsIn(memberOf(message, 'parts')).flatMap((part) => partOf(part) ?? []);

const nameless: AcpError = { code: null, message: 'The agent reported an error without a text.' };

/** What went wrong, in the agent's words; null = nothing did. */
export function errorOf(error: unknown): AcpError | null {
  if (!isObject(error)) return null;
  return {
    code: textOf(error, 'code', 100),
    message: textOf(error, 'message') ?? nameless.message,
  };
}

/** Members of a frame that its events do not contain: how a part came about. Null = there are none. */
export function metadataIn(frame: unknown): JsonObject | null {
  const metadata = memberOf(memberOf(frame, 'part'), 'metadata');
  return isObject(metadata) ? { metadata } : null;
}

import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { Binding } from '../model/signifier.ts';

/** What a service answered, as it came over HTTP. */
export interface HttpAnswer {
  status: number;
  /** `''` = none. */
  contentType: string;
  body: string;
}

/** What an answer says, without the envelopes of its protocol: the members of a result of MCP (`tools/call`). */
export interface CallAnswer {
  content: JsonObject[];
  /** The value, if it is more than a text. */
  structuredContent?: unknown;
  isError: boolean;
}

const texts = (text: string): JsonObject[] => (text === '' ? [] : [{ type: 'text', text }]);

const failed = (text: string): CallAnswer => ({ content: texts(text), isError: true });

const valued = (value: unknown, isError = false): CallAnswer =>
  typeof value === 'string'
    ? { content: texts(value), isError }
    : { content: texts(JSON.stringify(value)), structuredContent: value, isError };

/** Reads an answer by the binding of what was called. Streams of events are unwrapped, and JSON-RPC. Never throws. */
export function readAnswer(binding: Pick<Binding, 'kind'>, answer: HttpAnswer): CallAnswer {
  const values = valuesIn(answer);
  if (binding.kind === 'http') {
    const value = values.length === 1 ? values[0] : values;
    const isError = answer.status >= 400;
    if (isError)
      return failed(`HTTP ${answer.status}${answer.body === '' ? '' : `: ${textOf(value)}`}`);
    return values.length === 0 ? { content: [], isError: false } : valued(value);
  }
  const response = responseIn(values);
  const error = memberOf(response, 'error');
  if (isObject(error)) return failed(String(error['message'] ?? `error ${String(error['code'])}`));
  const result = memberOf(response, 'result');
  if (!isObject(result)) {
    return failed(
      `HTTP ${answer.status}, and no response of JSON-RPC: ${answer.body.slice(0, 500)}`,
    );
  }
  if (binding.kind === 'mcp-tool') return ofMcp(result, 'content');
  if (binding.kind === 'mcp-resource') return ofMcp(result, 'contents');
  return messageOf(result);
}

const responseIn = (values: readonly unknown[]): unknown =>
  values.findLast(
    (one) => memberOf(one, 'result') !== undefined || memberOf(one, 'error') !== undefined,
  );

/** Whether an answer is a response of JSON-RPC with a result. */
export const hasResult = (answer: HttpAnswer): boolean =>
  isObject(memberOf(responseIn(valuesIn(answer)), 'result'));

/** Statuses of those between, which may have passed the request on before they gave up. */
const givenUp = new Set([408, 502, 504]);

/** Whether an answer leaves open what the call has done: it was given up on the way, or its response is not there or not whole. */
export function isOpenOutcome({ kind }: Pick<Binding, 'kind'>, answer: HttpAnswer): boolean {
  const { status } = answer;
  if (kind === 'http') return givenUp.has(status);
  if (hasResult(answer) || isObject(memberOf(responseIn(valuesIn(answer)), 'error'))) return false;
  return givenUp.has(status) || status < 400 || status >= 500;
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2_000);

function ofMcp(result: JsonObject, member: 'content' | 'contents'): CallAnswer {
  const listed = result[member];
  const blocks = Array.isArray(listed) ? listed.filter(isObject) : [];
  const content =
    member === 'content' ? blocks : blocks.map((resource) => ({ type: 'resource', resource }));
  const { structuredContent: structured } = result;
  return {
    content,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    isError: result['isError'] === true,
  };
}

const idle = /^(TASK_STATE_)?(submitted|working)$/i;

/** The state of a task of an A2A agent in the words of version 0.3: `input-required`. */
const stateIn = (task: unknown): string =>
  String(memberOf(memberOf(task, 'status'), 'state') ?? '')
    .replace(/^TASK_STATE_/, '')
    .toLowerCase()
    .replaceAll('_', '-');

/** The id of a task that is not done yet, if the answer of an agent is one; else null. */
export function unfinishedTask(answer: HttpAnswer): string | null {
  const result = valuesIn(answer)
    .map((one) => memberOf(one, 'result'))
    .findLast(isObject);
  const task = taskIn(result);
  const id = memberOf(task, 'id');
  const state = String(memberOf(memberOf(task, 'status'), 'state') ?? '');
  return typeof id === 'string' && idle.test(state) ? id : null;
}

const taskIn = (result: unknown): unknown => {
  const wrapped = memberOf(result, 'task');
  if (wrapped !== undefined) return wrapped;
  return memberOf(result, 'status') === undefined ? undefined : result;
};

/** A message of an agent, or the task that it made of one. */
function messageOf(result: JsonObject): CallAnswer {
  const task = taskIn(result);
  if (task === undefined) return said({ parts: partsIn(memberOf(result, 'message') ?? result) });
  const state = stateIn(task);
  const artifacts = memberOf(task, 'artifacts');
  const made = Array.isArray(artifacts) ? artifacts.flatMap(partsIn) : [];
  const status = memberOf(memberOf(task, 'status'), 'message');
  const taskId = memberOf(task, 'id');
  return said({
    parts: made.length > 0 ? made : partsIn(status),
    state,
    ...(typeof taskId === 'string' ? { taskId } : {}),
  });
}

const partsIn = (message: unknown): JsonObject[] => {
  const parts = memberOf(message, 'parts');
  return Array.isArray(parts) ? parts.filter(isObject) : [];
};

interface Said {
  parts: readonly JsonObject[];
  state?: string;
  taskId?: string;
}

function said({ parts, state = 'completed', taskId }: Said): CallAnswer {
  const text = parts.flatMap(({ text: one }) => (typeof one === 'string' ? [one] : [])).join('\n');
  const data = parts.flatMap(({ data: one }) => (one === undefined ? [] : [one]));
  const structured = {
    state,
    ...(text === '' ? {} : { text }),
    ...(data.length === 0 ? {} : { data: data.length === 1 ? data[0] : data }),
    ...(taskId === undefined ? {} : { taskId }),
  };
  return {
    content: texts(text === '' ? JSON.stringify(structured) : text),
    structuredContent: structured,
    isError: ['failed', 'rejected', 'canceled', 'cancelled'].includes(state),
  };
}

/** The values of a body: of a stream of events each, of JSON one, else the text. None if it is empty. */
function valuesIn({ contentType, body }: HttpAnswer): unknown[] {
  if (/^\s*text\/event-stream\b/i.test(contentType)) {
    return body
      .split(/\r\n\r\n|\n\n|\r\r/)
      .map((event) =>
        event
          .split(/\r\n|\n|\r/)
          .flatMap((line) => (/^data(:|$)/.test(line) ? [line.replace(/^data:? ?/, '')] : []))
          .join('\n'),
      )
      .filter((data) => data !== '')
      .map(parsed);
  }
  if (body.trim() === '') return [];
  return [/\bjson\b/i.test(contentType) || contentType === '' ? parsed(body) : body];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

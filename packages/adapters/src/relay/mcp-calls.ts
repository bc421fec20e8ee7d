import { isObject, type JsonObject } from '@countersign/json/json-object';
import { type Loss, onceEach, unreadMembers } from './losses.ts';
import { lostOfMcpBlock, readMcpBlock } from './mcp-parts.ts';
import { type RelayCall, type RelayPart, RelayRefusal, relayStates } from './neutral.ts';
import { say } from './relay-statements.ts';
import { objectsOf, textOrNull } from './relay-values.ts';

/** A call of a tool of the gateway. */
export interface McpToolCall {
  name: string;
  arguments: JsonObject;
}

const input = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }],
  description: 'A text, or content blocks as in a tool result.',
};
const text = (description: string): JsonObject => ({ type: 'string', description });
const agent = text('The name of the agent, as listed by list_agents.');
const idempotencyKey = text('The same key is the same call, also when it is made again.');
const taskId = text('The task, as returned when it was started.');

/** The arguments of each tool of the gateway, as JSON Schemas. */
export const gatewayTools: Readonly<Record<string, JsonObject>> = {
  list_agents: { type: 'object', properties: {} },
  run_agent_task: {
    type: 'object',
    properties: {
      agent,
      input,
      context_id: text('The conversation to continue.'),
      mode: { type: 'string', enum: ['sync', 'async', 'stream'] },
      idempotency_key: idempotencyKey,
    },
    required: ['agent', 'input'],
  },
  get_agent_task: {
    type: 'object',
    properties: { agent, task_id: taskId },
    required: ['agent', 'task_id'],
  },
  cancel_agent_task: {
    type: 'object',
    properties: { agent, task_id: taskId },
    required: ['agent', 'task_id'],
  },
  resume_agent_task: {
    type: 'object',
    properties: {
      agent,
      task_id: taskId,
      input,
      question_id: text('The question that is answered: question.id in what was said.'),
      idempotency_key: idempotencyKey,
    },
    required: ['agent', 'task_id', 'input'],
  },
};

const blocks = { type: 'array', items: { type: 'object' } };
const taskResult: JsonObject = {
  type: 'object',
  properties: {
    agent,
    task_id: taskId,
    context_id: text('The conversation.'),
    state: { type: 'string', enum: [...relayStates] },
    said: { ...blocks, description: 'What the agent asks or says at this state.' },
    output: { ...blocks, description: 'What it has returned: id, name and parts of each.' },
    error: {
      type: 'object',
      properties: { code: text('The kind of the fault.'), message: text('In words.') },
      required: ['code', 'message'],
    },
  },
};

/** What the tools return, as JSON Schemas. Nothing is required: a refusal has only its error. */
export const gatewayResults: Readonly<Record<string, JsonObject>> = {
  list_agents: { type: 'object', properties: { agents: blocks } },
  run_agent_task: taskResult,
  get_agent_task: taskResult,
  cancel_agent_task: taskResult,
  resume_agent_task: taskResult,
};

/** @throws {RelayRefusal} for other tools, and for missing arguments. */
export function readMcpCall({ name, arguments: given }: McpToolCall): RelayCall {
  if (name === 'list_agents') return { do: 'list' };
  if (!Object.hasOwn(gatewayTools, name)) {
    throw new RelayRefusal('unknown-method', say('relay.no-tool', { name: name.slice(0, 100) }));
  }
  const agent = required(given, 'agent');
  if (name === 'run_agent_task') {
    const { mode } = given;
    return {
      do: 'start',
      agent,
      ...sendingOf(given),
      contextId: textOrNull(given, 'context_id'),
      mode: mode === 'async' || mode === 'stream' ? mode : 'sync',
      ...lostOf(name, given),
    };
  }
  const taskId = required(given, 'task_id');
  if (name === 'get_agent_task') return { do: 'read', agent, taskId, historyLength: null };
  if (name === 'cancel_agent_task') return { do: 'cancel', agent, taskId };
  const questionId = textOrNull(given, 'question_id');
  const sending = { ...sendingOf(given), contextId: null, mode: 'sync' as const };
  return { do: 'resume', agent, taskId, ...sending, questionId, ...lostOf(name, given) };
}

/** What a call of a tool says that is not read. */
function lostOf(tool: string, given: JsonObject): { lost?: Loss[] } {
  const known = Object.keys((gatewayTools[tool]?.['properties'] ?? {}) as JsonObject);
  const lost = onceEach([
    ...unreadMembers(given, { at: '', known }),
    ...objectsOf(given, 'input').flatMap(lostOfMcpBlock),
  ]);
  return lost.length === 0 ? {} : { lost };
}

function required(given: JsonObject, name: string): string {
  const value = textOrNull(given, name);
  if (value === null) throw new RelayRefusal('bad-params', say('relay.missing', { name }));
  return value;
}

const sendingOf = (given: JsonObject) => ({
  parts: partsOf(given['input']),
  // MCP has no ids of messages: without a key a call that is made again is another one.
  messageId: textOrNull(given, 'idempotency_key'),
  acceptedTypes: [],
  skill: null,
});

function partsOf(sent: unknown): RelayPart[] {
  if (typeof sent === 'string' && sent !== '') return [{ kind: 'text', text: sent }];
  if (!Array.isArray(sent) || sent.length === 0) {
    throw new RelayRefusal('bad-params', say('relay.missing', { name: 'input' }));
  }
  return sent.map((block) => {
    const read = isObject(block) ? readMcpBlock(block) : null;
    if (read === null) throw new RelayRefusal('content-type', say('relay.part-unknown'));
    return read;
  });
}

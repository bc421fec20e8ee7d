import { isObject, type JsonObject } from '@countersign/json/json-object';
import { onceEach } from './losses.ts';
import { readMcpBlock, writeMcpBlock, writeMcpCopy } from './mcp-parts.ts';
import {
  type RelayPart,
  RelayRefusal,
  type RelayTask,
  relayStates,
  type Written,
} from './neutral.ts';
import { readMcpError } from './relay-errors.ts';
import { say } from './relay-statements.ts';
import { isMcpError } from './relay-states.ts';
import { objectsOf, textOrNull } from './relay-values.ts';

/** The result of a tool of a gateway: all of it in the structured content, and as text for readers without it. */
export function writeMcpResult(task: RelayTask): Written<JsonObject> {
  const { state, error, said, output } = task;
  const parts = [...said, ...output.flatMap((one) => one.parts)];
  const words = error?.message ?? (state === 'canceled' ? 'canceled' : '');
  const content = [
    ...(words === '' ? [] : [{ type: 'text', text: words }]),
    ...parts.map(writeMcpCopy),
  ];
  const blocks = (list: readonly RelayPart[]) => list.map((part) => writeMcpBlock(part).value);
  const structuredContent = {
    agent: task.agent,
    task_id: task.taskId,
    ...(task.contextId === null ? {} : { context_id: task.contextId }),
    state,
    ...(said.length > 0 ? { said: blocks(said) } : {}),
    output: output.map(({ id, name, parts: own }) => ({
      id,
      ...(name === null ? {} : { name }),
      parts: blocks(own),
    })),
    ...(error === null ? {} : { error }),
  };
  return {
    value: {
      // A result without content is read as a fault by some clients.
      content: content.length > 0 ? content : [{ type: 'text', text: state }],
      structuredContent,
      isError: isMcpError(state),
    },
    lost: onceEach(parts.flatMap((part) => writeMcpBlock(part).lost)),
  };
}

/** Reads the result of a gateway's tool, or of any other: then its content is the output of a task that has ended. */
export function readMcpResult(result: JsonObject, agent: string): RelayTask {
  const structured = result['structuredContent'];
  const isFailed = result['isError'] === true;
  const taskId = textOrNull(structured, 'task_id');
  const blocks = readBlocks(objectsOf(result, 'content'));
  if (!isObject(structured) || taskId === null) {
    const parts: RelayPart[] = isObject(structured) ? [{ kind: 'data', data: structured }] : blocks;
    const message = blocks.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
    return {
      ...{ agent, taskId: '', contextId: null, said: [] },
      state: isFailed ? 'failed' : 'completed',
      output: isFailed ? [] : [{ id: 'result', name: null, parts }],
      error: isFailed ? { code: 'internal', message } : null,
    };
  }
  const { error } = structured;
  return {
    agent: textOrNull(structured, 'agent') ?? agent,
    taskId,
    contextId: textOrNull(structured, 'context_id'),
    state: relayStates.find((state) => state === structured['state']) ?? 'unknown',
    said: readBlocks(objectsOf(structured, 'said')),
    output: objectsOf(structured, 'output').map((one) => ({
      id: textOrNull(one, 'id') ?? '',
      name: textOrNull(one, 'name'),
      parts: readBlocks(objectsOf(one, 'parts')),
    })),
    error: isObject(error) ? readMcpError({ kind: 'tool', error }) : null,
  };
}

const readBlocks = (blocks: readonly JsonObject[]): RelayPart[] =>
  blocks.map((block) => {
    const read = readMcpBlock(block);
    if (read === null) throw new RelayRefusal('content-type', say('relay.part-unknown'));
    return read;
  });

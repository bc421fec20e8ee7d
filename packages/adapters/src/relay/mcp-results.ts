import type { JsonObject } from '@countersign/json/json-object';
import { onceEach } from './losses.ts';
import { writeMcpBlock, writeMcpCopy } from './mcp-parts.ts';
import type { RelayPart, RelayTask, Written } from './neutral.ts';
import { isMcpError } from './relay-states.ts';

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

import { isObject, memberOf } from '@countersign/json/json-object';
import { type Loss, lose } from './losses.ts';
import type { McpToolCall } from './mcp-calls.ts';
import { type RelayCall, type RelayPart, RelayRefusal, type Written } from './neutral.ts';
import { say } from './relay-statements.ts';

/**
 * A call as one of a tool of an MCP server that is no gateway. A text cannot choose a tool: the message contains data with `tool` and
 * `arguments`, or it names a skill, which is a tool, and contains its arguments.
 *
 * @throws {RelayRefusal} otherwise, and for anything but the start of a task: the call of a tool is over with its result.
 */
export function writeToolCall(call: RelayCall): Written<McpToolCall> {
  if (call.do !== 'start') {
    throw new RelayRefusal('operation-unsupported', say('relay.tool-only-called'));
  }
  const data = call.parts.flatMap((part) =>
    part.kind === 'data' && isObject(part.data) ? [part.data] : [],
  );
  const lostBut = (used: unknown) =>
    call.parts.flatMap((part) =>
      part.kind === 'data' && part.data === used ? [] : [lostPart(part)],
    );
  for (const value of data) {
    const name = memberOf(value, 'tool');
    const given = memberOf(value, 'arguments') ?? {};
    if (typeof name === 'string' && isObject(given)) {
      const skill =
        call.skill === null || call.skill === name
          ? []
          : [lose('lost.skill', { skill: call.skill })];
      return { value: { name, arguments: given }, lost: [...lostBut(value), ...skill] };
    }
  }
  if (call.skill !== null) {
    return { value: { name: call.skill, arguments: data[0] ?? {} }, lost: lostBut(data[0]) };
  }
  throw new RelayRefusal('bad-params', say('relay.name-tool'));
}

function lostPart(part: RelayPart): Loss {
  if (part.kind === 'text') return lose('lost.tool-text');
  return part.kind === 'data'
    ? lose('lost.tool-data')
    : lose('lost.tool-link', { url: part.kind === 'link' ? part.url : (part.name ?? '') });
}

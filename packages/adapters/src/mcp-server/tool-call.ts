import type { RunAgentInput } from '@countersign/hai/run-input';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';

/** A tool and the arguments it is called with. */
export interface ToolCall {
  tool: string;
  arguments: JsonObject;
}

/** The call a run was started for, or why there is none. */
export function calledBy({ forwardedProps, messages }: RunAgentInput): ToolCall | { why: string } {
  if (memberOf(forwardedProps, 'upFormat') !== undefined) {
    return {
      why: 'The call that asked this has ended, so the answer has no receiver. Call the tool again.',
    };
  }
  const given =
    memberOf(forwardedProps, 'input') ?? parsed(messages.findLast(isOperators)?.content);
  const tool = memberOf(given, 'tool');
  const args = memberOf(given, 'arguments') ?? {};
  if (typeof tool === 'string' && tool !== '' && isObject(args)) return { tool, arguments: args };
  return {
    why: 'An MCP server takes calls of its tools, and no messages. Call a tool from its page, or send {"tool": "…", "arguments": {…}}.',
  };
}

const isOperators = ({ role }: { role: string }): boolean => role === 'user';

function parsed(content: unknown): unknown {
  if (typeof content !== 'string') return null;
  try {
    return JSON.parse(content);
  } catch {
    // Words of a person.
    return null;
  }
}

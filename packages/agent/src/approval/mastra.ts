import { type ApprovalOptions, approvedInput } from './approval.ts';

/** A tool of Mastra 1, as far as it is needed here. */
interface MastraTool {
  id: string;
  description?: string;
  inputSchema?: unknown;
  execute?: ((input: never, context: never) => unknown) | undefined;
}

/**
 * A tool of Mastra that runs only after a person approved its input; without that it throws, which the model sees as the error of
 * the tool.
 *
 * @example
 * const agent = new Agent({ id: 'shop', name: 'Shop', model, instructions, tools: { refund: withApproval(refund) } });
 */
export function withApproval<Tool extends MastraTool>(
  tool: Tool,
  options: ApprovalOptions = {},
): Tool {
  if (tool.execute === undefined) throw new TypeError(`${tool.id} has no execute.`);
  const { id: name, description, inputSchema: schema } = tool;
  const run = tool.execute as (input: unknown, context: unknown) => unknown;
  const execute = async (input: unknown, context?: { abortSignal?: AbortSignal }) => {
    const call = { name, description, input, schema, signal: context?.abortSignal };
    return run.call(tool, await approvedInput(call, options), context);
  };
  // It stays an instance of its class, by which Mastra knows its tools.
  const copy: Tool = Object.create(
    Object.getPrototypeOf(tool),
    Object.getOwnPropertyDescriptors(tool),
  );
  Object.defineProperty(copy, 'execute', { value: execute, enumerable: true });
  return copy;
}

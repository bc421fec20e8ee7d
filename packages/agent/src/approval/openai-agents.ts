import { type ApprovalOptions, approvedInput, NotApproved } from './approval.ts';

/** A function tool of the OpenAI Agents SDK, as far as it is needed here. */
interface FunctionTool {
  name: string;
  description?: string;
  parameters?: unknown;
  invoke(context: never, input: string, details?: never): Promise<unknown>;
}

/**
 * A tool of the OpenAI Agents SDK that runs only after a person approved its input. A refusal is its result, so that the model can go
 * on; if it could not be asked, the run fails.
 *
 * @example
 * const agent = new Agent({ name: 'Shop', tools: [withApproval(refund)] });
 */
export function withApproval<Tool extends FunctionTool>(
  tool: Tool,
  options: ApprovalOptions = {},
): Tool {
  const { name, description, parameters } = tool;
  const run = tool.invoke as (
    context: unknown,
    input: string,
    details?: unknown,
  ) => Promise<unknown>;
  const invoke = async (context: unknown, text: string, details?: { signal?: AbortSignal }) => {
    const input: unknown = JSON.parse(text);
    try {
      const call = { name, description, input, schema: parameters, signal: details?.signal };
      const given = await approvedInput(call, options);
      return run.call(tool, context, given === input ? text : JSON.stringify(given), details);
    } catch (error) {
      if (error instanceof NotApproved) return error.message;
      throw error;
    }
  };
  return { ...tool, invoke };
}

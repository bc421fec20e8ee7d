import { type ApprovalOptions, approvedInput, NotApproved } from './approval.ts';

/** A structured tool of LangChain, as far as it is needed here. */
interface LangChainTool {
  name: string;
  description: string;
  schema: unknown;
  responseFormat?: string | undefined;
}

type Work = (input: unknown, manager: unknown, config?: { signal?: AbortSignal }) => unknown;

/**
 * A tool of LangChain or LangGraph that runs only after a person approved its input. A refusal is its result, so that the model can
 * go on; if it could not be asked, it throws.
 *
 * @example
 * const node = new ToolNode([withApproval(refund)]);
 */
export function withApproval<Tool extends LangChainTool>(
  tool: Tool,
  options: ApprovalOptions = {},
): Tool {
  // Every way of calling a tool ends there, with the input as its schema produces it.
  const run: unknown = Reflect.get(tool, '_call');
  if (typeof run !== 'function') throw new TypeError(`${tool.name} is no structured tool.`);
  const { name, description, schema, responseFormat } = tool;
  const approved: Work = async (input, manager, config) => {
    try {
      const call = { name, description, input, schema, signal: config?.signal };
      const given = await approvedInput(call, options);
      return await (run as Work).call(tool, given, manager, config);
    } catch (error) {
      if (!(error instanceof NotApproved)) throw error;
      return responseFormat === 'content_and_artifact' ? [error.message, null] : error.message;
    }
  };
  const copy: Tool = Object.create(
    Object.getPrototypeOf(tool),
    Object.getOwnPropertyDescriptors(tool),
  );
  Object.defineProperty(copy, '_call', { value: approved });
  return copy;
}

import { type ApprovalOptions, approvedInput } from './approval.ts';

/** A tool of the AI SDK, as far as it is needed here. */
interface AiTool {
  description?: unknown;
  inputSchema?: unknown;
  execute?: ((input: never, options: never) => unknown) | undefined;
}

type InputOf<Tool extends AiTool> = Tool['execute'] extends
  | ((input: infer Input, options: never) => unknown)
  | undefined
  ? Input
  : unknown;

const isGenerator = (run: object): boolean => run.constructor.name === 'AsyncGeneratorFunction';

/**
 * A tool of the AI SDK that runs only after a person approved its input; without that it throws, which the model sees as the
 * error of the tool.
 *
 * @example
 * const tools = { refund: withApproval('refund', refund, { expiresIn: 3_600 }) };
 */
export function withApproval<Tool extends AiTool>(
  name: string,
  tool: Tool,
  options: ApprovalOptions<InputOf<Tool>> = {},
): Tool {
  if (tool.execute === undefined) throw new TypeError(`${name} has no execute.`);
  const run = tool.execute as (input: unknown, more: unknown) => unknown;
  const approved = (input: unknown, more?: { abortSignal?: AbortSignal }) =>
    approvedInput(
      {
        name,
        description: typeof tool.description === 'string' ? tool.description : undefined,
        input: input as InputOf<Tool>,
        schema: tool.inputSchema,
        signal: more?.abortSignal,
      },
      options,
    );
  const execute = isGenerator(run)
    ? async function* (input: unknown, more?: { abortSignal?: AbortSignal }) {
        yield* run(await approved(input, more), more) as AsyncIterable<unknown>;
      }
    : async (input: unknown, more?: { abortSignal?: AbortSignal }) =>
        run(await approved(input, more), more);
  return { ...tool, execute };
}

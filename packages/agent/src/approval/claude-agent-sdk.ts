import { type ApprovalOptions, approvedInput } from './approval.ts';

type Verdict =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string };

/**
 * A `canUseTool` of the Claude Agent SDK: each call that needs a permission is a question to a person. A refusal, and a question that
 * could not be asked, deny it.
 *
 * @example
 * query({ prompt, options: { canUseTool: withApproval({ expiresIn: 3_600 }) } });
 */
export function withApproval(options: ApprovalOptions<Record<string, unknown>> = {}) {
  return async (
    name: string,
    input: Record<string, unknown>,
    { signal, description }: { signal?: AbortSignal; description?: string } = {},
  ): Promise<Verdict> => {
    try {
      const given = await approvedInput({ name, description, input, signal }, options);
      return { behavior: 'allow', updatedInput: given as Record<string, unknown> };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { behavior: 'deny', message };
    }
  };
}

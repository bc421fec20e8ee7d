import type { Attachment } from '@countersign/api/attachment';
import type { Attached } from '@countersign/part-desk/tasks/attached';
import { attachedTo } from '@countersign/part-desk/tasks/attached-to';
import { ProblemError, statementOfProblem } from '@countersign/server/http/problem';
import type { GatewayDeps } from '../calling.ts';
import { noFiles } from './task-content.ts';

/**
 * The files of a call as its agent takes them.
 *
 * @throws {RelayRefusal} with the reason if it takes none, or none of these types.
 */
export async function takenFiles(
  deps: GatewayDeps,
  agentId: string,
  files: readonly Attachment[],
): Promise<Attached> {
  try {
    return await attachedTo(deps, agentId, files);
  } catch (error) {
    if (error instanceof ProblemError && error.slug === 'invalid-request') {
      throw noFiles(statementOfProblem(error));
    }
    throw error;
  }
}

import type { Attachment } from '@countersign/api/attachment';
import { ProblemError, statementOfProblem } from '../http/problem.ts';
import type { Attached } from '../tasks/attached.ts';
import { attachedTo } from '../tasks/attached-to.ts';
import type { GatewayDeps } from './gateway.ts';
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

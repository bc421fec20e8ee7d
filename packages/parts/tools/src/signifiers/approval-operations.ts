import type { JsonObject } from '@countersign/json/json-object';
import { decisionRow } from '@countersign/part-desk/rows/decisions';
import { operation } from '@countersign/server/journal/operation';
import { deleteEnvironment, putEnvironment } from '../rows/environment-entries.ts';

export interface ApprovedCall {
  signifierId: string;
  /** With which it is called. */
  arguments: JsonObject;
  /** The answer that approves it, or the name of the operator who makes the call. */
  approved: { decisionId: string } | { by: string };
}

/** In characters of JSON: larger arguments are not compared. */
const maxArguments = 16_384;

/** Keeps with which arguments a person has approved a call of a signifier the last time: the next question says what is different. */
export const noteApproval = operation<ApprovedCall, null>(
  'noteApproval',
  async (transaction, { signifierId, arguments: args, approved }) => {
    const by =
      'by' in approved
        ? approved.by
        : (await decisionRow(transaction, approved.decisionId))?.by_name;
    if (by === undefined || JSON.stringify(args).length > maxArguments) {
      // A call before the last one is not what is compared with.
      await deleteEnvironment(transaction, 'approval', signifierId);
      return null;
    }
    const entry = { arguments: args, by, at: transaction.now };
    await putEnvironment(transaction, 'approval', signifierId, entry);
    return null;
  },
);

import type { AnsweredBy } from '@countersign/api/origin';
import type { DeliveryMethod } from '@countersign/api/prompt';
import { deliveryMethodOf } from '@countersign/desk/delivery-method';
import { commentAnswers } from '@countersign/upformat/answers';
import type { UpMessage } from '@countersign/upformat/message';
import { capabilitiesOf } from '../agents/capabilities.ts';

/** The data for the decision: the run that asked, and its agent. */
export interface DeliveryMethodRow {
  answered_by: AnsweredBy;
  run_status: string | null;
  run_ended: number | null;
  /** JSON; null = the agent is not in the registry. */
  descriptor: string | null;
}

/** How an answer would currently be sent to the agent. */
export const deliveryMethodOfRow = (row: DeliveryMethodRow): DeliveryMethod =>
  deliveryMethodOf({
    answeredBy: row.answered_by,
    runStatus: row.run_status,
    runEnded: row.run_ended,
    agent:
      row.descriptor === null
        ? null
        : { takesFeedback: capabilitiesOf(JSON.parse(row.descriptor)).answers },
  });

/** Whether a comment closes a prompt of this agent; other comments are only added. */
export const takesCommentsAsAnswers = (descriptor: string | null, message: UpMessage): boolean =>
  commentAnswers(
    message,
    descriptor !== null && JSON.parse(descriptor).commentsAreAnswers === true,
  );

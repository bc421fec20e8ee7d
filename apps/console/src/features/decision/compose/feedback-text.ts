import { answerLabel } from '@countersign/upformat/answer-labels';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { answerVerbs, commonText, decisionText, withOwnLabel } from '../../../text/texts.ts';

/**
 * An answer in one phrase: `rejected, “inside policy after all”`; if the agent has its own label for it, `approved as “Go on without
 * it”`.
 */
export function feedbackText(feedback: UpFeedback, message?: UpMessage): string {
  const own = message === undefined ? '' : answerLabel(message, feedback.type);
  const did =
    own === '' ? answerVerbs[feedback.type] : withOwnLabel(answerVerbs[feedback.type], own);
  switch (feedback.type) {
    case 'approve':
    case 'reject':
      return feedback.content?.reason ? commonText.saying(did, feedback.content.reason) : did;
    case 'edit': {
      if (feedback.content.text !== undefined) return commonText.saying(did, feedback.content.text);
      const count = feedback.content.patch?.length ?? 0;
      return count > 0 ? decisionText.edits(count) : did;
    }
    case 'rank':
      return commonText.pair(did, commonText.inRow(feedback.content.order));
    case 'comment':
    case 'instruction':
      return commonText.saying(did, feedback.content.text);
  }
}

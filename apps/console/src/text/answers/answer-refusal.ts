import type { AnswerRefusal } from '@countersign/upformat/answers';
import type { FeedbackType } from '@countersign/upformat/message';
import { refusalText } from '../texts.ts';

/** Why this kind of answer cannot be given, in one sentence. */
export function refusalSentence(refusal: AnswerRefusal, type: FeedbackType): string {
  switch (refusal.code) {
    case 'not-listed':
      return refusalText['not-listed'](type);
    case 'nothing-to-approve':
      return refusalText['nothing-to-approve'](refusal.missing);
    default:
      return refusalText[refusal.code];
  }
}

import { editedPlaces } from '@countersign/desk/content/edited-places';
import { answerLabelsOf } from '@countersign/upformat/answer-labels';
import type { UpMessage } from '@countersign/upformat/message';
import { defaultPath, publicPart } from '@countersign/upformat/public-part';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { visibleText } from '../visible-text.ts';
import { feedbackSummary } from './feedback-summary.ts';

/** What is sent if nobody answers, in the words of any other answer and without its secrets; null = the agent gave no default. */
export function defaultInWords(message: UpMessage): string | null {
  const { defaultFeedback } = upPromptOf(message);
  if (defaultFeedback === undefined) return null;
  const labels = answerLabelsOf(message);
  const edited = editedPlaces(message, defaultFeedback);
  const shown = publicPart(message, defaultPath, defaultFeedback);
  return visibleText(
    feedbackSummary(shown, {
      ...(labels === undefined ? {} : { labels }),
      ...(edited === undefined ? {} : { edited }),
    }),
  );
}

import type { UpFeedback } from '@countersign/upformat/message';
import { usePromptActions } from '../../live/prompt-actions.ts';
import { type Action, useAction } from '../../live/use-action.ts';
import { useKeyedRequest } from '../../live/use-keyed-request.ts';
import { hasContent } from './draft.ts';
import type { DraftHandle } from './use-draft.ts';

/** Sends comments that are added to a question and do not answer it; what else was written stays in the draft. */
export function useSideComment(
  promptId: string,
  { draft, update, clear }: DraftHandle,
  letGo: () => void,
): { aside: Action; comment: (feedback: UpFeedback) => Promise<void> } {
  const keyed = useKeyedRequest();
  const aside = useAction();
  const actions = usePromptActions(promptId);
  return {
    aside,
    async comment(feedback) {
      const send = () => keyed(feedback, (key) => actions.comment(feedback, key));
      if (!(await aside.run(send))) return;
      const commented = { comment: '', notes: [], type: null };
      if (hasContent({ ...draft, ...commented })) update(commented);
      else {
        clear();
        letGo();
      }
    },
  };
}

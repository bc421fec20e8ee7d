import type { UpFeedback } from '@countersign/upformat/message';
import { useState } from 'react';
import { usePromptActions } from '../../live/prompt-actions.ts';
import { type Action, useAction } from '../../live/use-action.ts';
import { hasContent } from './draft.ts';
import type { DraftHandle } from './use-draft.ts';

/** Sends comments that are added to a question and do not answer it; what else was written stays in the draft. */
export function useSideComment(
  promptId: string,
  { draft, update, clear }: DraftHandle,
  letGo: () => void,
): { aside: Action; comment: (feedback: UpFeedback) => Promise<void> } {
  const [key, setKey] = useState<string | null>(null);
  const aside = useAction();
  const actions = usePromptActions(promptId);
  return {
    aside,
    async comment(feedback) {
      // The same words sent again after a missing response are one comment.
      const sentKey = key ?? crypto.randomUUID();
      setKey(sentKey);
      if (!(await aside.run(() => actions.comment(feedback, sentKey)))) return;
      setKey(null);
      const commented = { comment: '', notes: [], type: null };
      if (hasContent({ ...draft, ...commented })) update(commented);
      else {
        clear();
        letGo();
      }
    },
  };
}

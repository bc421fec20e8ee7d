import { isPassing } from '@countersign/client/problem-error';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useClient } from '../../../live/session/client-context.tsx';
import { keepDraft, loadDraft } from './draft.ts';
import type { DraftState } from './draft-replica.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';

export interface DraftHandle
  extends DraftState,
    Omit<DraftStore, 'store' | 'open' | 'close' | 'lost'> {}

interface DraftOf {
  promptId: string;
  operatorId: string;
}

/** The draft of one prompt: shown at once from this browser, in step with the server and the operator's other tabs. */
export function useDraft({ promptId, operatorId }: DraftOf): DraftHandle {
  const client = useClient();
  const [drafts] = useState(() =>
    createDraftStore({
      read: () => loadDraft(promptId, operatorId),
      keep: (draft) => keepDraft(promptId, operatorId, draft),
      load: () => client.api.getDraft(promptId),
      save: (draft) => client.api.saveDraft(promptId, draft),
      isPassing,
      now: () => client.serverNow(),
      schedule(run, delayMs) {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
    }),
  );
  useEffect(() => {
    drafts.open();
    const undo = client.onDraft((id) => {
      if (id === promptId) void drafts.sync();
    });
    // Frames of other tabs were lost with the connection.
    const undoLive = client.connection.subscribe(({ status }, before) => {
      if (status !== 'live') drafts.lost();
      else if (before.status !== 'live') void drafts.sync();
    });
    return () => {
      undo();
      undoLive();
      drafts.close();
    };
  }, [client, drafts, promptId]);
  return { ...useStore(drafts.store), ...drafts };
}

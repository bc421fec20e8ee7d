import { useState } from 'react';
import { type Draft, emptyDraft, hasContent, keepDraft, loadDraft } from './draft.ts';

export interface DraftHandle {
  draft: Draft;
  update: (part: Partial<Draft>) => void;
  clear: () => void;
}

/** The draft of one prompt: read once, written through on every change. */
export function useDraft(promptId: string, digest: string, now: () => number): DraftHandle {
  const [draft, setDraft] = useState<Draft>(() => loadDraft(promptId) ?? emptyDraft(digest));
  return {
    draft,
    update: (part) =>
      setDraft((before) => {
        const next: Draft = { ...before, ...part };
        const kept: Draft = hasContent(next)
          ? { ...next, savedAt: now() }
          : { ...next, savedAt: null };
        keepDraft(promptId, hasContent(kept) || kept.type !== null ? kept : null);
        return kept;
      }),
    clear: () => {
      keepDraft(promptId, null);
      setDraft(emptyDraft(digest));
    },
  };
}

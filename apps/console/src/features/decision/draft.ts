import type { FeedbackType, Priority, Severity } from '@countersign/upformat/message';

/** What the operator has written so far. One per prompt, kept in the browser until the answer is recorded. */
export interface Draft {
  type: FeedbackType | null;
  note: string;
  reason: string;
  comment: string;
  /** JSON Pointer the comment is about, "" = the whole prompt. */
  anchor: string;
  instruction: string;
  /** Edited value; undefined = not touched yet. */
  value: unknown;
  /** Answer in words where there is no form. */
  words: string;
  order: readonly string[] | null;
  severity: Severity | null;
  priority: Priority | null;
  /** Digest of the content the draft was written against. */
  digest: string;
  savedAt: number | null;
}

export function emptyDraft(digest: string): Draft {
  return {
    type: null,
    note: '',
    reason: '',
    comment: '',
    anchor: '',
    instruction: '',
    value: undefined,
    words: '',
    order: null,
    severity: null,
    priority: null,
    digest,
    savedAt: null,
  };
}

/** Whether there is anything in it worth keeping. */
export function hasContent(draft: Draft): boolean {
  const words = [draft.note, draft.reason, draft.comment, draft.instruction, draft.words];
  return words.some((text) => text !== '') || draft.value !== undefined || draft.order !== null;
}

const keyOf = (promptId: string) => `countersign.draft.${promptId}`;

/** The kept draft of a prompt; null when there is none or it cannot be read. */
export function loadDraft(promptId: string): Draft | null {
  try {
    const text = localStorage.getItem(keyOf(promptId));
    if (text === null) return null;
    // Written by this file only; a member that an older version did not know is filled in.
    return { ...emptyDraft(''), ...(JSON.parse(text) as Partial<Draft>) };
  } catch {
    return null;
  }
}

/** Keeps a draft, or forgets it when it is null. */
export function keepDraft(promptId: string, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(promptId));
    else localStorage.setItem(keyOf(promptId), JSON.stringify(draft));
  } catch {
    // Storage full or off: the draft then lasts as long as the tab.
  }
}

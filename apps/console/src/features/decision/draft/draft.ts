import type { MergeChoices } from '@countersign/json/merge';
import type { FeedbackType, Priority, Severity, UpMessage } from '@countersign/upformat/message';
import type { Note } from './notes-at.ts';

/** The six kinds of answer, and the agent's own default sent manually. */
export type DraftType = FeedbackType | 'default';

/** The content an answer is written for and will be bound to. */
export interface Basis {
  digest: string;
  revision: number;
  message: UpMessage;
}

/** What the operator has written so far. One per prompt and operator: in this browser at once, on the server soon after. */
export interface Draft {
  type: DraftType | null;
  note: string;
  reason: string;
  comment: string;
  /** Notes at places of the content, for a comment. */
  notes: readonly Note[];
  instruction: string;
  /** Edited value; undefined = not touched yet. */
  value: unknown;
  /** Answer as text where there is no form. */
  words: string;
  order: readonly string[] | null;
  severity: Severity | null;
  priority: Priority | null;
  /** Set while something is written. */
  basis: Basis | null;
  /** Whose value is used where the agent and I changed the same place. */
  choices: MergeChoices;
  /** Epoch ms on the server's clock. Null = nothing was ever written. */
  savedAt: number | null;
  /** `savedAt` of the version on the server that this one was written over; null = of none. */
  after: number | null;
  /** `savedAt` of later versions that this one was written over and that may have reached the server. */
  attempts: readonly number[];
}

export const emptyDraft: Draft = {
  type: null,
  note: '',
  reason: '',
  comment: '',
  notes: [],
  instruction: '',
  value: undefined,
  words: '',
  order: null,
  severity: null,
  priority: null,
  basis: null,
  choices: {},
  savedAt: null,
  after: null,
  attempts: [],
};

/** Whether there is anything worth keeping: a chosen kind without content is not kept, so that no answer is preselected. */
export function hasContent(draft: Draft): boolean {
  const words = [draft.note, draft.reason, draft.comment, draft.instruction, draft.words];
  return (
    words.some((text) => text !== '') ||
    draft.notes.length > 0 ||
    draft.value !== undefined ||
    draft.order !== null
  );
}

/** Only what was written, for reading. */
export function writtenIn(draft: Draft): Record<string, unknown> {
  const {
    basis: _basis,
    savedAt: _savedAt,
    after: _after,
    attempts: _attempts,
    choices: _choices,
    ...written
  } = draft;
  return Object.fromEntries(
    Object.entries(written).filter(([, value]) => {
      if (Array.isArray(value)) return value.length > 0;
      return value !== '' && value !== null && value !== undefined;
    }),
  );
}

/** A draft as it was kept, by this or an older version of this file; null when it is none. */
export function draftOf(kept: unknown): Draft | null {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null;
  const known = Object.entries(emptyDraft).filter(([name, empty]) => {
    const value: unknown = Reflect.get(kept, name);
    if (value === undefined) return false;
    return empty === null || empty === undefined || typeof empty === typeof value;
  });
  // Written by this file only: a member of the right kind is taken as it is.
  const members = Object.fromEntries(known.map(([name]) => [name, Reflect.get(kept, name)]));
  const draft: Draft = { ...emptyDraft, ...members };
  const listOf = <T>(list: readonly T[]) => (Array.isArray(list) ? list : []);
  return { ...draft, notes: listOf(draft.notes), attempts: listOf(draft.attempts) };
}

const keyOf = (promptId: string, operatorId: string) =>
  `countersign.draft.${operatorId}.${promptId}`;

/** The draft this browser keeps; null when there is none or it cannot be read. */
export function loadDraft(promptId: string, operatorId: string): Draft | null {
  try {
    const text = localStorage.getItem(keyOf(promptId, operatorId));
    return text === null ? null : draftOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Keeps a draft, or forgets it when it is null. */
export function keepDraft(promptId: string, operatorId: string, draft: Draft | null): void {
  const key = keyOf(promptId, operatorId);
  try {
    if (draft === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage full or off: the server keeps it, and else the tab.
  }
}

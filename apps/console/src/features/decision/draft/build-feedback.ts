import { missingReason } from '@countersign/desk/content/reason';
import { diffValues } from '@countersign/json/diff';
import type { FeedbackType, UpFeedback, UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { decisionText } from '../../../text/texts.ts';
import type { Draft } from './draft.ts';
import { annotationOf, isInPlace, partOf } from './notes-at.ts';
import { startingOrder } from './starting-order.ts';

export type Built =
  | { ok: true; feedback: UpFeedback }
  /** What is still missing, as text; null = no kind of answer is chosen. */
  | { ok: false; missing: string | null };

export type Change = ReturnType<typeof diffValues>[number];

/** RFC 6902 from the proposal to mine; what is proposed as nothing is an empty group. */
export function changesOf(base: unknown, mine: unknown): Change[] {
  return mine === undefined ? [] : diffValues(base ?? {}, mine);
}

const { missing } = decisionText;
const lacks = (words: string): Built => ({ ok: false, missing: words });

/** The feedback that is sent for the draft: exactly this object, nothing is added later. */
export function buildFeedback(
  draft: Draft,
  message: UpMessage,
  reasonFor: FeedbackType[] = [],
): Built {
  const { type } = draft;
  switch (type) {
    case null:
      return { ok: false, missing: null };
    case 'default': {
      const feedback = upPromptOf(message).defaultFeedback;
      return feedback === undefined ? lacks(missing.default) : { ok: true, feedback };
    }
    case 'approve':
    case 'reject': {
      const reason = (type === 'approve' ? draft.note : draft.reason).trim();
      const content = reason === '' ? {} : { content: { reason } };
      const feedback: UpFeedback = { type, ...sharedOf(draft, message), ...content };
      const lacksReason = missingReason({ reasonFor }, message, feedback) !== null;
      return lacksReason ? lacks(missing.reason) : { ok: true, feedback };
    }
    case 'edit':
      return builtEdit(draft, message);
    case 'rank': {
      const order = startingOrder(message, draft.order);
      if (order.length === 0) return lacks(missing.order);
      return { ok: true, feedback: { type, ...sharedOf(draft, message), content: { order } } };
    }
    case 'comment':
      return builtComment(draft, message);
    case 'instruction': {
      const text = draft.instruction.trim();
      if (text === '') return lacks(missing.text);
      return { ok: true, feedback: { type, ...sharedOf(draft, message), content: { text } } };
    }
  }
}

function sharedOf(draft: Draft, message: UpMessage) {
  const metadata = {
    ...(draft.severity ? { severity: draft.severity } : {}),
    ...(draft.priority ? { priority: draft.priority } : {}),
  };
  return {
    target: {
      messageId: message.messageId,
      ...(draft.type === 'comment' ? partOf(draft.notes) : {}),
    },
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

function builtEdit(draft: Draft, message: UpMessage): Built {
  const shared = sharedOf(draft, message);
  if (draft.value === undefined) {
    const text = draft.words.trim();
    if (text === '') return lacks(missing.changes);
    return { ok: true, feedback: { type: 'edit', ...shared, content: { text } } };
  }
  const patch = changesOf(message.payload, draft.value);
  if (patch.length === 0) return lacks(missing.changes);
  return {
    ok: true,
    feedback: { type: 'edit', ...shared, content: { patch, value: draft.value } },
  };
}

/** Notes belong to their places; without a comment on the whole message, its text is made of the notes. */
function builtComment(draft: Draft, message: UpMessage): Built {
  const { notes } = draft;
  if (notes.some((note) => note.text.trim() === '')) return lacks(missing.noteText);
  if (!notes.every((note) => isInPlace(note, message))) return lacks(missing.notePlace);
  const text = draft.comment.trim() || notes.map((note) => note.text.trim()).join('\n');
  if (text === '') return lacks(missing.text);
  const annotations = notes.length === 0 ? {} : { annotations: notes.map(annotationOf) };
  return {
    ok: true,
    feedback: { type: 'comment', ...sharedOf(draft, message), content: { text, ...annotations } },
  };
}

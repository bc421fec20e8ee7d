import type { PatchOperation } from '@countersign/hai/event';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { compare } from 'fast-json-patch';
import { decisionText } from '../../text/decision.ts';
import type { Draft } from './draft.ts';
import { startingOrder } from './starting-order.ts';

export type Built =
  | { ok: true; feedback: UpFeedback }
  /** What is still missing, in words; null = no kind of answer is chosen. */
  | { ok: false; missing: string | null };

export type Change = PatchOperation;

/** RFC 6902 from the proposal to mine. */
export function changesOf(base: unknown, mine: unknown): Change[] {
  if (mine === undefined) return [];
  // Wrapped, so that a value that is no object can be compared too.
  return compare({ root: base ?? {} }, { root: mine }).map((change) => ({
    op: change.op === '_get' ? 'test' : change.op,
    path: change.path.replace(/^\/root/, ''),
    ...('value' in change ? { value: change.value } : {}),
  }));
}

const { missing } = decisionText;

/** The feedback that leaves when the draft is sent: exactly this object, nothing is added on the way. */
export function buildFeedback(draft: Draft, message: UpMessage): Built {
  const part = draft.type === 'comment' && draft.anchor !== '' ? { part: draft.anchor } : {};
  const metadata = {
    ...(draft.severity ? { severity: draft.severity } : {}),
    ...(draft.priority ? { priority: draft.priority } : {}),
  };
  const shared = {
    target: { messageId: message.messageId, ...part },
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
  const reasonOf = (text: string) =>
    text.trim() === '' ? {} : { content: { reason: text.trim() } };
  switch (draft.type) {
    case null:
      return { ok: false, missing: null };
    case 'approve':
      return { ok: true, feedback: { type: 'approve', ...shared, ...reasonOf(draft.note) } };
    case 'reject':
      return { ok: true, feedback: { type: 'reject', ...shared, ...reasonOf(draft.reason) } };
    case 'edit': {
      if (draft.value === undefined) {
        const text = draft.words.trim();
        if (text === '') return { ok: false, missing: missing.changes };
        return { ok: true, feedback: { type: 'edit', ...shared, content: { text } } };
      }
      const patch = changesOf(message.payload, draft.value);
      if (patch.length === 0) return { ok: false, missing: missing.changes };
      return {
        ok: true,
        feedback: { type: 'edit', ...shared, content: { patch, value: draft.value } },
      };
    }
    case 'rank': {
      const order = startingOrder(message, draft.order);
      if (order.length === 0) return { ok: false, missing: missing.order };
      return { ok: true, feedback: { type: 'rank', ...shared, content: { order } } };
    }
    case 'comment': {
      const text = draft.comment.trim();
      if (text === '') return { ok: false, missing: missing.text };
      const annotations =
        draft.anchor === '' ? {} : { annotations: [{ pointer: draft.anchor, text }] };
      return {
        ok: true,
        feedback: { type: 'comment', ...shared, content: { text, ...annotations } },
      };
    }
    case 'instruction': {
      const text = draft.instruction.trim();
      if (text === '') return { ok: false, missing: missing.text };
      return { ok: true, feedback: { type: 'instruction', ...shared, content: { text } } };
    }
  }
}

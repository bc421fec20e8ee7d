import type { Envelope } from '@countersign/hai/envelope';
import type { Message } from '@countersign/hai/event';
import { weightOf } from '@countersign/hai/weight';
import { foldCallArgs, foldCallEnd, foldCallResult, foldCallStart } from './fold-calls.ts';
import { foldEcho, foldSent, foldSnapshot } from './fold-snapshot.ts';
import { foldTextContent, foldTextEnd, foldTextStart } from './fold-text.ts';
import { foldWrapped } from './fold-wrapped.ts';
import { HistoryDraft } from './history-draft.ts';

/** The limits of a history, in characters and in messages; beyond them, this share is kept. */
const maxChars = 16_000_000;
const maxMessages = 20_000;
const keptShare = 0.75;

/** Removes the oldest messages of a history beyond the limits; returns the remaining characters. */
function forgetOldest(draft: HistoryDraft, chars: number): number {
  if (chars <= maxChars && draft.messages.length <= maxMessages) return chars;
  const weights = draft.messages.map((message) => weightOf(message));
  let left = weights.reduce((sum, weight) => sum + weight, 0);
  let from = 0;
  const isFull = () =>
    left > maxChars * keptShare || draft.messages.length - from > maxMessages * keptShare;
  while (isFull() && from < draft.messages.length) {
    left -= weights[from] ?? 0;
    from += 1;
  }
  if (from === 0) return left;
  // A result is not kept without its call.
  while (draft.messages[from]?.role === 'tool') {
    left -= weights[from] ?? 0;
    from += 1;
  }
  draft.setAll(draft.messages.slice(from));
  return left;
}

/**
 * The conversation of a thread as a list of AG-UI messages, kept by AG-UI's own rules. Plain JSON: it can be stored, and
 * folding can continue from it. Activity messages are listed without their content: only their id is needed, and they are never
 * sent.
 */
export interface History {
  threadId: string;
  /** Sequence of the last envelope folded; 0 = none. */
  sequence: number;
  messages: readonly Message[];
  /** Characters of the last exact count plus those of the events folded since. */
  chars?: number;
}

/** A history before any folding. */
export function emptyHistory(threadId: string): History {
  return { threadId, sequence: 0, messages: [] };
}

/**
 * Folds journalled envelopes into a history. Envelopes of other threads and those at or before `history.sequence` are skipped.
 * The given history is never changed; never throws. Beyond the limits of a history the oldest messages are removed: a model
 * could not read them either.
 *
 * @example foldHistory(emptyHistory('t'), envelopes).messages
 */
export function foldHistory(history: History, envelopes: readonly Envelope[]): History {
  const { threadId } = history;
  let { sequence, chars = 0 } = history;
  const draft = new HistoryDraft(history.messages);
  for (const envelope of envelopes) {
    if (envelope.threadId !== threadId || envelope.sequence <= sequence) continue;
    sequence = envelope.sequence;
    foldEvent(draft, envelope);
    chars = forgetOldest(draft, chars + weightOf(envelope.event));
  }
  return sequence === history.sequence
    ? history
    : { threadId, sequence, messages: draft.messages, chars };
}

function foldEvent(draft: HistoryDraft, { event, agentId }: Envelope): void {
  switch (event.type) {
    case 'RUN_STARTED':
      foldEcho(draft, event);
      break;
    case 'BUSINESS_DATA_START':
      foldTextStart(draft, event);
      break;
    case 'BUSINESS_DATA_CONTENT':
      foldTextContent(draft, event);
      break;
    case 'BUSINESS_DATA_END':
      foldTextEnd(draft, event);
      break;
    case 'TOOL_CALL_START':
      foldCallStart(draft, event);
      break;
    case 'TOOL_CALL_ARGS':
      foldCallArgs(draft, event);
      break;
    case 'TOOL_CALL_END':
      foldCallEnd(draft, event);
      break;
    case 'TOOL_CALL_RESULT':
      foldCallResult(draft, event);
      break;
    case 'MESSAGE_SNAPSHOT':
      foldSnapshot(draft, event);
      break;
    case 'CUSTOM':
      if (agentId === 'countersign') foldSent(draft, event);
      else foldWrapped(draft, event);
      break;
    // State, steps, hand-overs and the ends of runs are not sent to a model.
    default:
  }
}

import type { Decision, Prompt, PromptState } from '@countersign/api/prompt';
import { jsonEqual } from '@countersign/json/json-equal';
import type { UpMessage } from '@countersign/upformat/message';
import { isPrompt } from '@countersign/upformat/prompt';
import { upPromptOf } from '@countersign/upformat/up-prompt';

/**
 * The allowed transitions of a prompt's state. An answer can come back (recalled, refused, undeliverable): the prompt is open again.
 * Lapsed and withdrawn are final.
 */
const afterPrompt: Record<PromptState, readonly PromptState[]> = {
  open: ['answered', 'expired', 'withdrawn'],
  answered: ['open'],
  expired: [],
  withdrawn: [],
};

/**
 * The allowed transitions of an answer's state. An agent may still acknowledge an answer that could not be delivered or that it
 * refused. A recalled answer was never sent, so it cannot be acknowledged.
 */
const afterAnswer: Record<Decision['state'], readonly Decision['state'][]> = {
  recorded: ['delivered', 'acknowledged', 'undeliverable', 'refused', 'recalled'],
  delivered: ['acknowledged', 'refused'],
  undeliverable: ['acknowledged'],
  refused: ['acknowledged'],
  acknowledged: [],
  recalled: [],
};

/** Whether a prompt in one state can be in the other next. */
export const canFollow = (before: PromptState, after: PromptState): boolean =>
  afterPrompt[before].includes(after);

/** Whether an answer in one state can be in the other next. */
export const canAnswerFollow = (before: Decision['state'], after: Decision['state']): boolean =>
  afterAnswer[before].includes(after);

/** The effect of a received message on its prompt: `unchanged` = already open; `refused` = closed, and not opened again. */
export type PromptEffect = 'opens' | 'revises' | 'unchanged' | 'refused';

/** The effect of a question on the prompt that its message opened before; null = there is none. `digest`: of the new content. */
export function effectOnPrompt(
  existing: Pick<Prompt, 'state' | 'digest'> | null,
  digest: string,
): PromptEffect {
  if (existing === null) return 'opens';
  if (existing.digest === digest) return 'unchanged';
  return existing.state === 'open' ? 'revises' : 'refused';
}

/** Whether a message changes or ends an answered question: the answer was given to different content. */
export function outdatesAnswer(
  { state, digest: before }: Pick<Prompt, 'state' | 'digest'>,
  message: UpMessage,
  digest: string,
): boolean {
  if (state !== 'answered') return false;
  return isPrompt(message) ? digest !== before : message.state !== 'waiting';
}

/** The deadline given by the message that opens a prompt, epoch ms; null = none. */
export function expiryOf(message: UpMessage): number | null {
  const { expiresAt } = upPromptOf(message);
  const at = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt);
  return Number.isFinite(at) ? at : null;
}

/** The deadline of a revised prompt: an extension by an operator is kept, unless the agent sends another deadline. */
export const revisedExpiry = (
  before: Pick<Prompt, 'message' | 'expiresAt'>,
  message: UpMessage,
): number | null =>
  upPromptOf(message).expiresAt === upPromptOf(before.message).expiresAt
    ? before.expiresAt
    : expiryOf(message);

/** Whether both ask the same, in any run. Compares what the agent sent, if that is stored; the rest is derived from it. */
export function isSameQuestion(before: UpMessage, message: UpMessage): boolean {
  const isOfOneRun = before.messageId === message.messageId;
  if (before['interrupt'] !== undefined && !isOfOneRun)
    return jsonEqual(before['interrupt'], message['interrupt']);
  const own = { messageId: '', timestamp: '', loadedSchema: null };
  return jsonEqual({ ...before, ...own }, { ...message, ...own });
}

import type { DecisionFact, PromptFact } from '@countersign/api/fact';
import { upFormatOrigin } from '@countersign/api/origin';
import type { Decision, Prompt } from '@countersign/api/prompt';
import { statedAsk } from '@countersign/api/statements/stated-question';

import { relayedId } from '@countersign/hai/sender';
import { memberOf } from '@countersign/json/json-object';
import { answerLabelsOf } from '@countersign/upformat/answer-labels';
import type { UpMessage } from '@countersign/upformat/message';
import { askOf, isBlocking, isPrompt } from '@countersign/upformat/prompt';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { type Cause, isReserved } from './cause.ts';
import { senderInFact } from './connection-of.ts';
import type { Draft } from './fold/draft.ts';
import { lookup } from './thread-index.ts';
import type { ThreadPrompt } from './thread-prompt.ts';

const known = (draft: Draft, id: string): ThreadPrompt | undefined =>
  Object.hasOwn(draft.thread.prompts, id) ? draft.thread.prompts[id] : undefined;

/** A thread may contain thousands of questions; the complete text is stored with each prompt. */
const shortAsk = (ask: string): string => (ask.length > 4_000 ? `${ask.slice(0, 4_000)}…` : ask);

/** The id that a message's prompt has in this thread, or would get. */
const idOf = (draft: Draft, messageId: string): string =>
  draft.index.promptOf.get(messageId) ?? promptIdOf(draft.thread.threadId, messageId);

/** Whether a message names a question that was not asked in UpFormat. */
export const isForeign = (draft: Draft, messageId: string): boolean => {
  const prompt = known(draft, idOf(draft, messageId));
  return prompt !== undefined && prompt.origin.protocol !== upFormatOrigin.protocol;
};

/** The server keeps this prompt: only its facts change it. */
const isServers = (prompt: ThreadPrompt | undefined): boolean => prompt?.digest !== undefined;

const timeOf = (iso: string | undefined): number | null => {
  const time = iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? null : time;
};

/**
 * The effect of a message on prompts: it is one, withdraws one, or answers one. Returns the id of the prompt it is, else null.
 * Prompts with facts of the server are changed by those only.
 */
export function readPrompt(draft: Draft, cause: Cause, message: UpMessage): string | null {
  const id = idOf(draft, message.messageId);
  const before = known(draft, id);
  if (isPrompt(message)) {
    if (before === undefined || (before.state === 'open' && !isServers(before)))
      draft.setPrompt(asked(before, cause, { id, message }));
    return id;
  }
  if (before?.state === 'open' && message.state !== 'waiting' && !isServers(before)) {
    draft.setPrompt({
      ...before,
      state: 'withdrawn',
      closedReason: message.explanation ?? message.state,
      closedAt: cause.envelope.receivedAt,
    });
  }
  const { parentMessageId, upFeedback } = message;
  if (upFeedback !== undefined && parentMessageId !== undefined) {
    const prompt = known(draft, idOf(draft, parentMessageId));
    if (prompt?.state === 'open' && !isServers(prompt))
      draft.setPrompt(answered(prompt, cause, message));
  }
  return null;
}

function asked(
  before: ThreadPrompt | undefined,
  { envelope, speaker }: Cause,
  { id, message }: { id: string; message: UpMessage },
): ThreadPrompt {
  return {
    id,
    messageId: message.messageId,
    speaker,
    runId: envelope.runId,
    origin: upFormatOrigin,
    blocking: isBlocking(message),
    state: 'open',
    ask: shortAsk(askOf(message)),
    sequence: before?.sequence ?? envelope.sequence,
    openedAt: before?.openedAt ?? envelope.receivedAt,
    expiresAt: timeOf(upPromptOf(message).expiresAt),
    closedAt: null,
    closedReason: null,
    decision: null,
    ...labelsIn(message),
  };
}

/** An answer known only from the stream: the agent has it. */
function answered(prompt: ThreadPrompt, { envelope }: Cause, message: UpMessage): ThreadPrompt {
  const { upFeedback, agentId = '' } = message;
  if (upFeedback === undefined) return prompt;
  const name = agentId.replace(/^operator:/, '');
  // The author is a claim of the agent that forwarded it.
  const id = isReserved(envelope.agentId) ? name : relayedId(envelope.agentId, agentId);
  const kind = agentId === 'countersign:default' ? 'default' : 'operator';
  const at = envelope.receivedAt;
  const decision: Decision = {
    id: message.messageId,
    promptId: prompt.id,
    by: { kind, id, name },
    feedback: upFeedback,
    digest: '',
    state: 'acknowledged',
    recordedAt: at,
    releaseAt: null,
    waitsFor: [],
    deliveredAt: at,
    acknowledgedAt: at,
    attempts: 0,
    failure: null,
  };
  return { ...prompt, state: 'answered', decision, closedAt: at };
}

export function foldPromptFact(draft: Draft, cause: Cause, fact: PromptFact): void {
  const { prompt, edited } = fact;
  renamePrompt(draft, prompt);
  const shown = { ...fromServer(draft, prompt), ...(edited && { edited }) };
  draft.setPrompt(shown);
  noteAnswered(draft, shown);
  if (prompt.origin.answeredBy !== 'message') placePrompt(draft, cause, prompt);
}

/** A prompt opened here by its message may have an id of an older release on the server: it is the same prompt. */
function renamePrompt(draft: Draft, { id, message }: Prompt): void {
  const before = draft.index.promptOf.get(message.messageId);
  if (before === undefined || before === id || isServers(known(draft, before))) return;
  draft.dropPrompt(before);
  const position = draft.find(lookup.upMessage(message.messageId));
  const item = position === undefined ? undefined : draft.edit(position, 'up-message');
  if (item?.promptId === before) item.promptId = id;
}

/** A question without its own message is placed where the server first reported it. */
function placePrompt(draft: Draft, cause: Cause, prompt: Prompt): void {
  const position = draft.find(lookup.prompt(prompt.id));
  const { explanation } = prompt.message;
  if (position === undefined) {
    draft.append(cause, {
      agentId: authorOf(draft, prompt),
      runId: prompt.runId,
      kind: 'prompt',
      promptId: prompt.id,
      ...(explanation === undefined ? {} : { explanation }),
    });
    return;
  }
  const item = draft.edit(position, 'prompt');
  if (item === undefined) return;
  item.lastSequence = cause.envelope.sequence;
  if (explanation !== undefined) item.explanation = explanation;
}

/** The sender of the question, in the form of `ItemBase.agentId`. */
const authorOf = (draft: Draft, { agentId, relayedFor, runId }: Prompt): string =>
  relayedFor === null ? senderInFact(draft, agentId, runId) : relayedId(agentId, relayedFor);

function fromServer(draft: Draft, prompt: Prompt): ThreadPrompt {
  return {
    id: prompt.id,
    messageId: prompt.message.messageId,
    speaker: authorOf(draft, prompt),
    runId: prompt.runId,
    origin: prompt.origin,
    blocking: prompt.blocking,
    state: prompt.state,
    ask: shortAsk(prompt.ask),
    stated: statedAsk(prompt),
    sequence: prompt.sequence,
    openedAt: prompt.openedAt,
    expiresAt: prompt.expiresAt,
    closedAt: prompt.closedAt,
    closedReason: prompt.closedReason,
    ...(prompt.closedStatement && { closedStatement: prompt.closedStatement }),
    decision: prompt.decision,
    digest: prompt.digest,
    ...(prompt.origin.answeredBy === 'message' ? {} : { sourceId: prompt.source.id }),
    ...callOf(prompt),
    ...labelsIn(prompt.message),
  };
}

/** The call that a question is about: an interrupt names it, and what is answered as a result is one. */
function callOf({ origin, source, message }: Prompt): Pick<ThreadPrompt, 'toolCallId'> {
  const named = memberOf(message['interrupt'], 'toolCallId');
  if (typeof named === 'string') return { toolCallId: named };
  return origin.answeredBy === 'result' ? { toolCallId: source.id } : {};
}

/** A call that a person answered is not one without a result: its agent need not send any. */
function noteAnswered(draft: Draft, { toolCallId, decision }: ThreadPrompt): void {
  const position = toolCallId === undefined ? undefined : draft.find(lookup.toolCall(toolCallId));
  const call = position === undefined ? undefined : draft.edit(position, 'tool-call');
  if (call === undefined) return;
  const isReturned = decision === null || returned.has(decision.state);
  if (isReturned) delete call.answered;
  else call.answered = decision.feedback.type === 'reject' ? 'rejected' : 'given';
}

const returned: ReadonlySet<string> = new Set(['recalled', 'refused', 'undeliverable']);

function labelsIn(message: UpMessage): Pick<ThreadPrompt, 'labels'> {
  const labels = answerLabelsOf(message);
  return labels === undefined ? {} : { labels };
}

export function foldDecisionFact(draft: Draft, { decision }: DecisionFact): void {
  const prompt = known(draft, decision.promptId);
  // A recall is shown by the prompt, which is open again.
  if (prompt === undefined || decision.state === 'recalled') return;
  const isReturned = decision.state === 'refused' || decision.state === 'undeliverable';
  if (isReturned && prompt.state === 'open') return;
  const state = prompt.state === 'open' ? 'answered' : prompt.state;
  draft.setPrompt({ ...prompt, state, decision });
  noteAnswered(draft, { ...prompt, decision });
}

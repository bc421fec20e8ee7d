import { originName, type PromptOrigin, upFormatOrigin } from '@countersign/api/origin';
import type { Prompt, PromptSource } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { stateWords } from '@countersign/api/statements/state-statements';
import { classKeyOf } from '@countersign/desk/class-key';
import { defaultFeedbackOf } from '@countersign/desk/default-feedback';
import {
  canAnswerFollow,
  effectOnPrompt,
  expiryOf,
  outdatesAnswer,
  revisedExpiry,
} from '@countersign/desk/prompt-life';
import { customName } from '@countersign/hai/event';
import type { WrittenStatement } from '@countersign/json/statement';
import { quoted } from '@countersign/server/http/problem';
import type { Transaction } from '@countersign/server/store/transaction';
import type { UpMessage } from '@countersign/upformat/message';
import { askOf, isBlocking, isPrompt } from '@countersign/upformat/prompt';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { promptFact } from '../../records/prompt-fact.ts';
import { readDecision, readPrompt, readPromptOf } from '../../records/prompt-records.ts';
import { acknowledgeDecision } from '../../rows/decisions.ts';
import { markDone } from '../../rows/outbox.ts';
import { hasMoreOpen, insertPrompt, revisePromptRow } from '../../rows/questions/prompts.ts';
import { changeClass, openEscalation } from '../deadlines/escalation.ts';
import { takeBackOutdated } from '../recall.ts';
import { screenPrompt } from '../screening.ts';
import { closePrompt } from './close-prompt.ts';
import { recordState } from './declared-state.ts';
import { withSchemaOf } from './keep-schema.ts';

/** Where a message was received. */
export interface Hearing {
  threadId: string;
  runId: string;
  /** The agent whose stream it was. */
  agentId: string;
  /** The name it acted for. */
  relayedFor: string | null;
  /** Id of the two together. */
  speaker: string;
  sourceRun: string | null;
  sequence: number;
  /** The event also ends the run: its questions are published once it is known how answers are delivered. */
  endsRun?: boolean;
  /** Of the message's sealed content: an answer must carry it. */
  digest: string;
}

/** Who asks, and where: in the stream of a run, or in the log of an asker. */
export interface AskedFrom extends Omit<Hearing, 'runId'> {
  /** Null = no run has asked it. */
  runId: string | null;
  /** The name of an asker; absent = the question is part of a task. */
  asker?: string;
}

/** Processes one valid UpFormat message; returns why it was not legal, or null. */
export async function takeUpMessage(
  transaction: Transaction,
  received: Hearing,
  said: UpMessage,
): Promise<WrittenStatement | null> {
  // A question is asked even if the agent's earlier declarations cannot be read.
  const before = await readPromptOf(transaction, received.threadId, said.messageId);
  const declare = () => recordState(transaction, received, said);
  const illegal = endsForeignQuestion(before, said)
    ? null
    : await transaction.pastDamage('states', declare, null);
  await acknowledge(transaction, received, said);
  const { message, digest } = withSchemaOf(before, { message: said, digest: received.digest });
  const hearing = { ...received, digest };
  const existing = before && (await stillAnswered(transaction, hearing, before, message));
  if (isPrompt(message)) {
    const again = await askPrompt(transaction, { hearing, existing, message, asked: ownWords });
    if (again !== null) return again;
  } else if (existing?.state === 'open' && message.state !== 'waiting') {
    await closePrompt(transaction, existing.id, 'withdrawn', {
      runId: hearing.runId,
      reason:
        message.explanation === undefined
          ? say('closed.declared', { state: stateWords(message.state) })
          : quoted(message.explanation),
    });
  }
  const fault = faultOfDefault(message);
  if (illegal === null || fault === null) return illegal ?? fault;
  return say('reason.two', { first: illegal, second: fault });
}

/** The end of a question that was not asked in UpFormat says nothing about the work. */
const endsForeignQuestion = (before: Prompt | null, said: UpMessage): boolean =>
  before !== null && before.origin.protocol !== upFormatOrigin.protocol && !isPrompt(said);

/** A held answer was given to the earlier question: a message that changes or ends the question takes it back first. */
export async function stillAnswered(
  transaction: Transaction,
  hearing: Pick<Hearing, 'digest'>,
  prompt: Prompt,
  message: UpMessage,
): Promise<Prompt> {
  if (!outdatesAnswer(prompt, message, hearing.digest)) return prompt;
  return takeBackOutdated(transaction, prompt, say('delivery.question-changed'));
}

function faultOfDefault(message: UpMessage): WrittenStatement | null {
  if (!isPrompt(message)) return null;
  const planned = defaultFeedbackOf(message);
  if (planned.kind !== 'refused') return null;
  return say('stream.default-refused', { id: message.messageId, reason: planned.reason });
}

/** A message whose parent is an answer acknowledges the answer. */
async function acknowledge(
  transaction: Transaction,
  hearing: Hearing,
  message: UpMessage,
): Promise<void> {
  if (message.parentMessageId === undefined) return;
  const decision = await readDecision(transaction, message.parentMessageId);
  if (decision === null || !canAnswerFollow(decision.state, 'acknowledged')) return;
  // Only in the task of the answer: an id from another task is ignored.
  if ((await readPrompt(transaction, decision.promptId))?.taskId !== hearing.threadId) return;
  await acknowledgeDecision(transaction, decision.id);
  await markDone(transaction, decision.id);
  await transaction.fact(hearing, customName.decision, {
    change: 'acknowledged',
    decision: await readDecision(transaction, decision.id),
  });
}

/** The protocol and kind a question came in. */
export interface AskedIn {
  origin: PromptOrigin;
  source: PromptSource | null;
}
const ownWords: AskedIn = { origin: upFormatOrigin, source: null };

interface Asking {
  hearing: AskedFrom;
  existing: Prompt | null;
  message: UpMessage;
  asked: AskedIn;
}

/** The maximum number of open questions per task: people cannot answer more, and a faulty agent must not fill every inbox. */
export const maxOpen = 2_000;
export const tooManyOpen = say('stream.too-many-open', { count: maxOpen });

async function hasRoom(transaction: Transaction, threadId: string): Promise<boolean> {
  return !(await hasMoreOpen(transaction, threadId, maxOpen - 1));
}

/** Opens a prompt, or revises the open one; returns the reason if it can do neither. */
export async function askPrompt(
  transaction: Transaction,
  asking: Asking,
): Promise<WrittenStatement | null> {
  const { hearing, existing, message } = asking;
  switch (effectOnPrompt(existing, hearing.digest)) {
    case 'opens':
      if (!(await hasRoom(transaction, hearing.threadId))) return tooManyOpen;
      await openPrompt(transaction, asking);
      return null;
    case 'revises':
      if (existing !== null) await revisePrompt(transaction, asking, existing);
      return null;
    // A repeated question changes nothing; a different `revision` does not make it another question.
    case 'unchanged':
      return null;
    case 'refused':
      return say('stream.asks-again', {
        id: message.messageId,
        state: existing?.state ?? 'closed',
      });
  }
}

async function openPrompt(
  transaction: Transaction,
  { hearing, message, asked }: Asking,
): Promise<void> {
  const { severity = 'info', revision = 1 } = upPromptOf(message);
  const promptId = promptIdOf(hearing.threadId, message.messageId);
  await insertPrompt(transaction, {
    id: promptId,
    threadId: hearing.threadId,
    runId: hearing.runId ?? '',
    sourceRun: hearing.sourceRun,
    messageId: message.messageId,
    agentId: hearing.agentId,
    relayedFor: hearing.relayedFor,
    blocking: isBlocking(message) ? 1 : 0,
    severity,
    revision,
    sequence: hearing.sequence,
    ask: askOf(message),
    message: JSON.stringify(message),
    digest: hearing.digest,
    expiresAt: expiryOf(message),
    origin: originName(asked.origin),
    answeredBy: asked.origin.answeredBy,
    originLabel: asked.origin.label ?? null,
    source: asked.source === null ? null : JSON.stringify(asked.source),
    together: asked.source?.together ?? null,
    classKey: classKey(message, hearing.speaker, asked),
    asker: hearing.asker ?? null,
  });
  await openEscalation(transaction, promptId, severity);
  await screenPrompt(transaction, promptId);
  if (hearing.endsRun !== true) await promptFact(transaction, promptId, 'opened', hearing.runId);
}

async function revisePrompt(
  transaction: Transaction,
  { hearing, message, asked }: Asking,
  before: Prompt,
): Promise<void> {
  const { severity = 'info', revision = 0 } = upPromptOf(message);
  await revisePromptRow(transaction, {
    blocking: isBlocking(message) ? 1 : 0,
    severity,
    revision: Math.max(before.revision + 1, revision),
    ask: askOf(message),
    message: JSON.stringify(message),
    digest: hearing.digest,
    expiresAt: revisedExpiry(before, message),
    classKey: classKey(message, hearing.speaker, asked),
    id: before.id,
  });
  await changeClass(transaction, before);
  await screenPrompt(transaction, before.id);
  await promptFact(transaction, before.id, 'revised', hearing.runId);
}

const classKey = (message: UpMessage, agentId: string, { origin, source }: AskedIn): string =>
  classKeyOf(message, { agentId, origin, toolName: source?.toolName ?? null });

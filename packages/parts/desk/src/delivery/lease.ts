import type { AnsweredBy } from '@countersign/api/origin';
import type { Decider, Prompt } from '@countersign/api/prompt';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import { flatMapInOrder } from '@countersign/server/store/in-order';
import { storedJson } from '@countersign/server/store/stored-json';
import type { Transaction } from '@countersign/server/store/transaction';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { acknowledge } from '../decisions/carried-answers.ts';
import { dropDrafts } from '../decisions/drafts-operations.ts';
import { giveUpLost } from '../decisions/lost-deliveries.ts';
import { closePrompt } from '../decisions/questions/close-prompt.ts';
import { noteUnreported } from '../decisions/questions/report-end.ts';
import { returnUnsent } from '../decisions/questions/stop-queue.ts';
import { leaveInDoubt, returnAnswer } from '../decisions/return-answer.ts';
import { type AnswerBatch, readAnswerBatch } from '../outbox/answer-batch.ts';
import { markDelivered, type Outgoing } from '../outbox/enqueue.ts';
import { advanceQueue, advanceQueues } from '../outbox/queue.ts';
import { isQueuedKind } from '../outbox/queued-messages.ts';
import { promptFact } from '../records/prompt-fact.ts';
import { readDecision, readPrompt, readPromptOf } from '../records/prompt-records.ts';
import {
  countAttempt,
  noteFailedAttempt,
  placeOfDecision,
  shiftReleases,
} from '../rows/decisions.ts';
import {
  bodyOfDelivery,
  type DeliveryRow,
  dueDeliveries,
  idsBeingSent,
  leaseDelivery,
  markDone,
  postponeDelivery,
  queuedWords,
  readDelivery,
  recallablePrompts,
  reclaimLeased,
  reclaimOne,
  shiftUnsent,
} from '../rows/outbox.ts';
import type { RunRow } from '../rows/runs.ts';
import { readRun } from '../rows/runs.ts';
import { unconfirmedCode } from './unconfirmed.ts';

/** An answer to a question that no run has asked. */
export interface AskerAnswer {
  /** Of the decision: the same whenever the answer is given again. */
  id: string;
  /** The question, closed. */
  prompt: Prompt;
  by: Decider;
  feedback: UpFeedback;
}

/** A leased answer for an asker. */
export interface AskerDelivery {
  attempts: number;
  answer: AskerAnswer;
}

/** One delivery to an agent. */
export interface Delivery extends Pick<Outgoing, 'id' | 'kind' | 'message'> {
  attempts: number;
  /** An earlier attempt may have arrived. */
  isRepeat: boolean;
  /** What is sent with it if its question was not asked in UpFormat. */
  batch: AnswerBatch | null;
  /** It has waited for the end of a run: only a new one carries it. */
  isQueued: boolean;
  /** Words that are released together, including this one, in their order. */
  words: QueuedDelivery[];
  /** How the question of an `end` would have been answered; null for anything else. */
  ends: AnsweredBy | null;
  run: { id: string; threadId: string; agentId: string; status: string; ended: boolean };
  /** The answer was given after its run had ended: the operator knew that a new run would carry it. */
  isLate: boolean;
}

export type QueuedDelivery = Pick<Outgoing, 'id' | 'kind' | 'message'>;

/** Rows checked per lease: if an agent has more due rows than these, it is skipped in the next. */
const lookedAt = 200;

export interface LeaseInput {
  /** Deliveries in all. */
  limit: number;
  /** Maximum of leased deliveries per agent, including current ones. */
  perAgent: number;
  /** Leased deliveries by agent. */
  inHand: Record<string, number>;
  leaseMs: number;
}

export interface Leased {
  deliveries: Delivery[];
  /** Answers to questions that no run has asked. */
  toAskers: AskerDelivery[];
  /** Ids of due deliveries that cannot be read: they are abandoned. */
  lost: string[];
}

/** Leases due deliveries for `leaseMs`: if a server dies with one, the lease expires on its own. */
export const leaseOutbox = operation<LeaseInput, Leased>(
  'leaseOutbox',
  async (transaction, input) => {
    const { inHand, perAgent, limit } = input;
    const counts = new Map(Object.entries(inHand));
    const full = [...counts].flatMap(([agent, count]) => (count < perAgent ? [] : [agent]));
    const readDue = () =>
      dueDeliveries(transaction, { now: transaction.now, full, limit: lookedAt });
    const lost = new Set<string>();
    const due =
      (await transaction.pastDamage('outbox', readDue, null)) ??
      (await readDueOneByOne(transaction, lost)).filter(({ agent }) => !full.includes(agent));
    const rows: DeliveryRow[] = [];
    for (const row of due) {
      const count = counts.get(row.agent) ?? 0;
      if (count >= perAgent || rows.length >= limit) continue;
      counts.set(row.agent, count + 1);
      rows.push(row);
    }
    const taken = new Set<string>();
    const toAskers: AskerDelivery[] = [];
    const toParcel = async (row: DeliveryRow): Promise<Delivery[]> => {
      if (row.run === '') {
        toAskers.push(...(await toAsker(transaction, row, input.leaseMs)));
        return [];
      }
      const run = await readRun(transaction, row.run);
      if (run === undefined || taken.has(row.id)) return [];
      const batch =
        row.kind === 'decision'
          ? await readAnswerBatch(transaction, row.id, transaction.now)
          : null;
      const words =
        isQueuedKind(row.kind) && row.queued !== null ? await queuedWordsOf(transaction, row) : [];
      const along = batch === null ? words.map(({ id }) => id) : idsOf(batch);
      for (const id of new Set([row.id, ...along])) {
        taken.add(id);
        await leaseOne(transaction, id, input.leaseMs);
      }
      const message = await messageOf(transaction, row.id);
      return [
        {
          id: row.id,
          kind: row.kind,
          message,
          ends: row.kind === 'end' ? await answeredBy(transaction, run.thread, message) : null,
          attempts: row.attempts + 1,
          isRepeat: row.kind === 'decision' && (await mayHaveArrived(transaction, row)),
          batch,
          isQueued: row.queued !== null,
          words,
          isLate: await isLate(transaction, row.id, run),
          run: {
            id: run.id,
            threadId: run.thread,
            agentId: run.agent,
            status: run.status,
            ended: run.ended !== null,
          },
        },
      ];
    };
    const deliveries = await flatMapInOrder(rows, async (row) => {
      const delivery = await transaction.pastDamage('outbox', () => toParcel(row), null);
      if (delivery === null) lost.add(row.id);
      return delivery ?? [];
    });
    for (const id of lost) await giveUpLost(transaction, id);
    return { deliveries, toAskers, lost: [...lost] };
  },
  { waits: true },
);

/** Skips pages that cannot be read: `lost` collects the ids of their rows. */
async function readDueOneByOne(
  transaction: Transaction,
  lost: Set<string>,
): Promise<DeliveryRow[]> {
  return flatMapInOrder(
    await idsBeingSent(transaction, transaction.now, lookedAt),
    async ({ id }) => {
      const read = async () => (await readDelivery(transaction, id)) ?? null;
      const row = await transaction.pastDamage('outbox', read, null);
      if (row === null) lost.add(id);
      return row ?? [];
    },
  );
}

/** Words that were released together. */
const queuedWordsOf = async (
  transaction: Transaction,
  { thread }: DeliveryRow,
): Promise<QueuedDelivery[]> =>
  (await queuedWords(transaction, thread)).map(({ body, ...row }) => ({
    ...row,
    message: storedJson<UpMessage>(body),
  }));

/** An attempt whose end was not recorded, because a server ended, may have arrived too. */
async function mayHaveArrived(
  transaction: Transaction,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
): Promise<boolean> {
  if (attempts === 0) return false;
  const decision = await readDecision(transaction, id);
  if (decision === null) return false;
  return decision.failure === null || decision.failureStatement?.code === unconfirmedCode;
}

/** By the log where that is known: the clock may have been set between the end of the run and the answer. */
async function isLate(
  transaction: Transaction,
  id: string,
  { ended, ended_place }: RunRow,
): Promise<boolean> {
  const decision = await placeOfDecision(transaction, id);
  if (decision === undefined || ended === null) return false;
  if (ended_place === null || decision.place === 0) return decision.recorded >= ended;
  return decision.place >= ended_place;
}

/** Identical at every attempt. */
async function messageOf(transaction: Transaction, id: string): Promise<UpMessage> {
  const row = await bodyOfDelivery(transaction, id);
  return storedJson(row?.body ?? '');
}

async function answeredBy(
  transaction: Transaction,
  threadId: string,
  { parentMessageId = '' }: UpMessage,
): Promise<AnsweredBy> {
  const prompt = await readPromptOf(transaction, threadId, parentMessageId);
  return prompt?.origin.answeredBy ?? 'message';
}

/** Every answer of a batch. */
export const idsOf = ({ answers, lapsed }: AnswerBatch): string[] =>
  [...answers, ...lapsed].map(({ decisionId }) => decisionId);

async function toAsker(
  transaction: Transaction,
  row: DeliveryRow,
  leaseMs: number,
): Promise<AskerDelivery[]> {
  const decision = await readDecision(transaction, row.id);
  const prompt = decision === null ? null : await readPrompt(transaction, decision.promptId);
  if (decision === null || prompt === null) return [];
  await leaseOne(transaction, row.id, leaseMs);
  const { id, by, feedback } = decision;
  return [{ attempts: row.attempts + 1, answer: { id, prompt, by, feedback } }];
}

async function leaseOne(transaction: Transaction, id: string, leaseMs: number): Promise<void> {
  const row = await readDelivery(transaction, id);
  if (row === undefined) return;
  await leaseDelivery(transaction, transaction.now + leaseMs, id);
  await countAttempt(transaction, id);
  await leaveBehind(transaction, row);
}

export type DeliveryOutcome =
  | { kind: 'delivered' }
  /** Who asked has taken it, and confirmed that. */
  | { kind: 'acknowledged' }
  /** `code`: why, for figures. */
  | { kind: 'retry'; afterMs: number; reason: WrittenStatement; code?: string }
  | { kind: 'undeliverable'; reason: WrittenStatement; code?: string }
  /** The agent's endpoint does not accept it; `isGone`: because it does not know the run (any more). */
  | { kind: 'refused'; reason: WrittenStatement; isGone: boolean; code?: string }
  /** It was refused when it was sent again: it may have been carried out. */
  | { kind: 'in-doubt'; reason: WrittenStatement; code?: string }
  /** Who asked does not wait for it any more: the question is withdrawn. */
  | { kind: 'gone'; reason: WrittenStatement }
  /** Nothing was to be sent. */
  | { kind: 'dismissed' }
  /** The agent waits for an answer whose question has ended, and its protocol cannot say that. */
  | { kind: 'unreported' };

export interface SettleDeliveryInput {
  id: string;
  outcome: DeliveryOutcome;
}

/** Records the result of an attempt. */
export const settleDelivery = operation<SettleDeliveryInput, null>(
  'settleDelivery',
  async (transaction, { id, outcome }) => {
    const row = await readDelivery(transaction, id);
    if (outcome.kind === 'delivered') await markDelivered(transaction, id);
    else if (outcome.kind === 'acknowledged') {
      await markDone(transaction, id);
      await acknowledge(transaction, id);
    } else if (outcome.kind === 'gone') await withdrawUnsent(transaction, id, outcome.reason);
    else if (outcome.kind === 'undeliverable' || outcome.kind === 'refused') {
      if (row !== undefined && isQueuedKind(row.kind))
        await returnUnsent(transaction, id, outcome.reason);
      else await returnAnswer(transaction, id, { as: outcome.kind, reason: outcome.reason });
    } else if (outcome.kind === 'in-doubt') {
      await leaveInDoubt(transaction, id, outcome.reason);
    } else if (outcome.kind === 'dismissed') {
      await markDone(transaction, id);
    } else if (outcome.kind === 'unreported') {
      await markDone(transaction, id);
      if (row !== undefined)
        await noteUnreported(transaction, row.thread, await messageOf(transaction, id));
    } else {
      const due = transaction.now + outcome.afterMs;
      await postponeDelivery(transaction, due, id);
      await noteFailedAttempt(transaction, outcome.reason, { id, unless: unconfirmedCode });
    }
    // It was released and starts no run: the next in the queue may.
    if (row !== undefined && outcome.kind !== 'retry') await advanceQueue(transaction, row.thread);
    return null;
  },
  { waits: true },
);

/** An answer that is no longer awaited, with its question. */
async function withdrawUnsent(
  transaction: Transaction,
  id: string,
  reason: WrittenStatement,
): Promise<void> {
  await returnAnswer(transaction, id, { as: 'undeliverable', reason });
  const decision = await readDecision(transaction, id);
  if (decision !== null)
    await closePrompt(transaction, decision.promptId, 'withdrawn', { runId: null, reason });
}

/** An answer that is sent can no longer be recalled: its drafts are not needed any more. */
async function leaveBehind(
  transaction: Transaction,
  { id, kind, attempts }: DeliveryRow,
): Promise<void> {
  const decision =
    kind === 'decision' && attempts === 0 ? await readDecision(transaction, id) : null;
  if (decision !== null) await dropDrafts(transaction, decision.promptId);
}

/** The clock was set: what waits for its window, or for the next attempt, is sent when it would have been sent. */
export async function shiftDeliveries(transaction: Transaction, jumpMs: number): Promise<void> {
  const recallable = await recallablePrompts(transaction);
  await shiftReleases(transaction, jumpMs);
  await shiftUnsent(transaction, jumpMs);
  for (const { prompt } of recallable) await promptFact(transaction, prompt, 'rescheduled');
}

/**
 * Before a server begins to deliver, no other one holds a lease: what the last server had leased is due at once. What was never leased keeps its
 * time: it can be recalled until then.
 */
export const reclaimOutbox = operation<null, null>('reclaimOutbox', async (transaction) => {
  if ((await transaction.pastDamage('outbox', () => reclaimLeased(transaction), null)) === null) {
    // What cannot be read is abandoned when it is due.
    for (const { id } of await idsBeingSent(transaction, Number.MAX_SAFE_INTEGER, 100_000)) {
      await transaction.pastDamage('outbox', () => reclaimOne(transaction, id), 0);
    }
  }
  await advanceQueues(transaction);
  return null;
});

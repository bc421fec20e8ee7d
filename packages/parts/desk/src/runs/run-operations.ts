import type { AgentFact } from '@countersign/api/fact';
import { say } from '@countersign/api/statements';
import { customName } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { WrittenStatement } from '@countersign/json/statement';
import { occasion } from '@countersign/server/journal/occasion';
import { operation } from '@countersign/server/journal/operation';
import { mapInOrder } from '@countersign/server/store/in-order';
import type { Transaction } from '@countersign/server/store/transaction';
import { carriedBy, writeCarried } from '../decisions/carried-answers.ts';
import {
  takeForeignAsk,
  withdrawOffers,
  withdrawReturned,
} from '../decisions/questions/foreign-intake.ts';
import type { ReceivedAsk } from '../decisions/questions/received-ask.ts';
import { leaveInDoubt, markUndeliverable } from '../decisions/return-answer.ts';
import { markDelivered } from '../outbox/enqueue.ts';
import { openRunOf } from '../records/open-runs.ts';
import { readDecision } from '../records/prompt-records.ts';
import { noteSpoke, writeContact } from '../rows/agents.ts';
import type { RunRow } from '../rows/runs.ts';
import { insertRunRow, markContacted, markPosted, markUnposted, readRun } from '../rows/runs.ts';
import { setRunOfTask } from '../rows/tasks.ts';
import { endRun } from './run-end.ts';

/** Messages of a person, as they are added to the thread (role `user`). */
export async function appendMessages(
  transaction: Transaction,
  words: {
    threadId: string;
    runId: string;
    /** `operator:<id>`, or the server itself. */
    agentId: string;
    messageId: string;
    content: string;
  },
): Promise<void> {
  const { threadId, runId, messageId } = words;
  const role = 'user';
  for (const event of [
    { type: 'BUSINESS_DATA_START', messageId, role },
    { type: 'BUSINESS_DATA_CONTENT', messageId, delta: words.content },
    { type: 'BUSINESS_DATA_END', messageId, role },
  ]) {
    await transaction.append({
      threadId,
      runId,
      agentId: words.agentId,
      json: JSON.stringify(event),
      notable: false,
    });
  }
}

/** A run is recorded, before it is started. */
export const runBegins = occasion<{ input: RunAgentInput; agentId: string }>();

/**
 * Records a run that is about to be started. `carries` = what it carries to the agent, by the id in the outbox. The caller has checked
 * that the task has no active run: throws if it has one.
 */
export async function insertRun(
  transaction: Transaction,
  run: { input: RunAgentInput; agentId: string; carries: readonly string[] },
): Promise<void> {
  if ((await openRunOf(transaction, run.input.threadId)) !== null) throw new Error('a run goes on');
  await insertRunRow(transaction, {
    id: run.input.runId,
    threadId: run.input.threadId,
    agentId: run.agentId,
    input: JSON.stringify(run.input),
    carries: writeCarried(run.carries),
    place: await transaction.place(),
  });
  await setRunOfTask(transaction, {
    runId: run.input.runId,
    agentId: run.agentId,
    id: run.input.threadId,
  });
  await runBegins.happens(transaction, run);
  await withdrawOffers(transaction, run.input);
  const answers = await mapInOrder(run.carries, (id) => readDecision(transaction, id));
  if (answers.every((one) => one === null)) await withdrawReturned(transaction, run.input);
}

/** Records that a run is about to be posted: after a crash it is unknown whether the agent has received it. */
export const postRun = operation<{ runId: string }, null>(
  'postRun',
  async (transaction, { runId }) => {
    await markPosted(transaction, runId);
    return null;
  },
  { waits: true },
);

/** A run that was posted has not arrived: nothing was sent, or the agent has said that it does not begin. */
export const takePostBack = operation<{ runId: string }, null>(
  'takePostBack',
  async (transaction, { runId }) => {
    await markUnposted(transaction, runId);
    return null;
  },
  { waits: true },
);

export interface ContactInput {
  fact: AgentFact & { threadId: string };
  /** Set when the agent has answered with a stream. */
  resumable: boolean | null;
}

/** The state of the connection to an agent: connected, lost, reconnecting, held, released, closed. */
export const contact = operation<ContactInput, null>(
  'contact',
  async (transaction, input) => {
    const { threadId, ...fact } = input.fact;
    if (input.resumable !== null) {
      await markContacted(transaction, input.resumable ? 1 : 0, fact.runId);
      const run = await readRun(transaction, fact.runId);
      for (const id of carriedBy(run?.carries ?? null)) await markDelivered(transaction, id);
    }
    if (fact.change === 'connected' || fact.change === 'lost') {
      await noteContact(transaction, { ...fact, ok: fact.change === 'connected' });
    }
    await transaction.fact({ threadId, runId: fact.runId }, customName.agent, fact);
    return null;
  },
  { waits: true },
);

async function noteContact(
  transaction: Transaction,
  {
    agentId,
    ok,
    detail,
    statement,
  }: Pick<AgentFact, 'agentId' | 'detail' | 'statement'> & { ok: boolean },
): Promise<void> {
  const note = () =>
    writeContact(transaction, {
      agentId,
      ok: ok ? 1 : 0,
      detail,
      statement: statement === undefined ? null : JSON.stringify(statement),
    });
  // An agent is read even if its contact cannot be recorded.
  await transaction.pastDamage('contacts', note, 0);
}

/** The protocol an agent was seen to use. */
export const noteProtocol = operation<{ agentId: string; spoke: string }, null>(
  'noteProtocol',
  async (transaction, { agentId, spoke }) => {
    const note = () => noteSpoke(transaction, spoke, agentId);
    await transaction.pastDamage('contacts', note, 0);
    return null;
  },
  { waits: true },
);

export interface BreakRunInput {
  runId: string;
  /** `lost`: the connection was lost. `failed`: it was never established. `cut-off`: an operator closed the stream. */
  how: 'lost' | 'failed' | 'cut-off';
  code: string;
  said: WrittenStatement;
  /** The agent has refused to start it. */
  isRefusal?: boolean;
  /** Questions that would have been asked at its end. */
  asks?: ReceivedAsk[];
}

/** What becomes of the answers of a run that ended without a word of its agent about them. */
async function leaveCarried(
  transaction: Transaction,
  { carries, posted, contacted }: RunRow,
  { how, said, isRefusal = false }: BreakRunInput,
): Promise<void> {
  const mayHaveBegun = contacted === 1 || posted > 0;
  for (const id of carriedBy(carries)) {
    if (!mayHaveBegun) await markUndeliverable(transaction, id, said);
    else if (isRefusal)
      await leaveInDoubt(transaction, id, say('delivery.repeat-refused', { why: said }));
    else if (contacted === 1 && how === 'lost')
      await leaveInDoubt(transaction, id, say('delivery.broken-off', { why: said }));
    else await leaveInDoubt(transaction, id, say('delivery.may-have-arrived', { why: said }));
  }
}

/** Ends a run with an event of the server, because the agent did not. */
export const breakRun = operation<BreakRunInput, null>(
  'breakRun',
  async (transaction, input) => {
    const run = await readRun(transaction, input.runId);
    if (run === undefined || run.ended !== null) return null;
    const { text, statement } = input.said;
    if (input.how !== 'cut-off') {
      const contact = { agentId: run.agent, ok: false, detail: text, statement };
      await noteContact(transaction, contact);
    }
    const sequence = await transaction.append({
      threadId: run.thread,
      runId: run.id,
      // It ends the agent's own run, so the agent is its sender; `metadata` names its author.
      agentId: run.agent,
      json: JSON.stringify({
        type: 'RUN_ERROR',
        metadata: { source: 'countersign', statement },
        threadId: run.thread,
        runId: run.id,
        code: input.code,
        message: text,
      }),
      notable: true,
    });
    const hearing = {
      ...{ threadId: run.thread, runId: run.id, sourceRun: null },
      ...{ agentId: run.agent, relayedFor: null, speaker: run.agent },
      endsRun: true,
    };
    for (const ask of input.asks ?? [])
      await takeForeignAsk(transaction, { ...hearing, sequence }, ask);
    await leaveCarried(transaction, run, input);
    await endRun(transaction, { runId: run.id, how: input.how, sequence });
    return null;
  },
  { waits: true },
);

import type { QuestionKind } from '@countersign/adapters/program/status';
import { recordOutcome } from '@countersign/part-desk/decisions/outcome';
import { decisionFact } from '@countersign/part-desk/outbox/enqueue';
import { openRunOf } from '@countersign/part-desk/records/open-runs';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import { acknowledgeDelivered } from '@countersign/part-desk/rows/decisions';
import { markCalledIn } from '@countersign/part-desk/rows/runs';
import { isTask } from '@countersign/part-desk/rows/tasks';
import { insertCall } from '@countersign/part-desk/rows/webhook-calls';
import type { IngestItem } from '@countersign/part-desk/runs/intake/ingest-item';
import { ingest } from '@countersign/part-desk/runs/intake/ingest-operation';
import { endRun } from '@countersign/part-desk/runs/run-end';
import { insertRun } from '@countersign/part-desk/runs/run-operations';
import { createTask } from '@countersign/part-desk/tasks/task-operations';
import { callIdOf } from '@countersign/part-desk/webhooks/call-of-prompt';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';
import type { Transaction } from '@countersign/server/store/transaction';
import {
  closeQuestion,
  countOpen,
  giveWords,
  insertQuestion,
  insertWords,
  keepResult,
  openQuestions,
  type QuestionRow,
  questionOfKey,
  readQuestion,
  reviseQuestion,
} from '../rows/program-questions.ts';
import { isProgram } from '../rows/programs.ts';
import { callbackIn } from './callback.ts';
import { questionStatusOf } from './records.ts';

/** The task of a client, and its messages. */
export interface ClientMessage {
  client: string;
  threadId: string;
  /** Of the task, if it is a new one. */
  title: string;
  /** Of the run, if none is open. */
  runId: string;
  items: IngestItem[];
}

/** A task has a run while a client waits for something in it. */
async function runFor(
  transaction: Transaction,
  { client, threadId, title, runId }: ClientMessage,
): Promise<string> {
  const open = await openRunOf(transaction, threadId);
  if (open !== null) return open.id;
  const input = { threadId, runId, messages: [], tools: [], context: [], forwardedProps: {} };
  if (!(await isTask(transaction, threadId))) {
    await createTask(transaction, {
      title,
      agentId: client,
      operatorId: client,
      input,
      words: null,
    });
  } else await insertRun(transaction, { input, agentId: client, carries: [] });
  await markCalledIn(transaction, runId);
  await notify(transaction, { threadId, runId, client }, 'RUN_STARTED');
  return runId;
}

const notify = async (
  transaction: Transaction,
  { threadId, runId, client }: { threadId: string; runId: string; client: string },
  type: 'RUN_STARTED' | 'RUN_FINISHED',
): Promise<number> =>
  transaction.append({
    threadId,
    runId,
    agentId: client,
    json: JSON.stringify({ type, threadId, runId }),
    notable: true,
  });

async function take(transaction: Transaction, said: ClientMessage): Promise<void> {
  const runId = await runFor(transaction, said);
  const { threadId, client: agentId, items } = said;
  await ingest.run(transaction, { threadId, runId, agentId, items, lastEventId: null });
}

/** Closes a question that is over; the address that its program named is called. */
async function endQuestion(transaction: Transaction, row: QuestionRow): Promise<void> {
  await closeQuestion(transaction, row.id);
  if (callbackIn(row) === null) return;
  const { client, prompt } = row;
  await insertCall(transaction, {
    id: callIdOf(client, row.id, 0),
    webhook: `program:${client}`,
    prompt,
    body: { type: 'question', turn: 0, questionId: row.id },
    due: transaction.now,
  });
}

/** Closes the questions that are over; the run ends with the last. */
async function settleThread(transaction: Transaction, threadId: string): Promise<void> {
  let left = 0;
  for (const row of await openQuestions(transaction, threadId)) {
    const prompt = await readPrompt(transaction, row.prompt);
    if (prompt !== null && questionStatusOf(prompt).kind === 'open') left += 1;
    else await endQuestion(transaction, row);
  }
  const run = left === 0 ? await openRunOf(transaction, threadId) : null;
  if (run === null || !(await isProgram(transaction, run.agent))) return;
  const place = { threadId, runId: run.id, client: run.agent };
  await endRun(transaction, {
    runId: run.id,
    how: 'finished',
    sequence: await notify(transaction, place, 'RUN_FINISHED'),
  });
}

export interface AskInput extends ClientMessage {
  /** Id of the question: that of its message. */
  id: string;
  promptId: string;
  key: string | null;
  bodyHash: string;
  kind: QuestionKind;
  wrapped: boolean;
  /** As posted over HTTP, JSON; null = asked over MCP. */
  request: string | null;
}

export type AskOutcome =
  | { kind: 'asked'; id: string; isNew: boolean }
  /** `before`: what was asked under the key, if it was over HTTP. */
  | { kind: 'key-conflict'; before: string | null }
  | { kind: 'not-asked' | 'revoked' | 'too-many' };

/** The maximum of open questions per client, over all its tasks: a program that asks in a loop must not fill the inbox without end. */
export const maxOpenQuestions = 2_000;

/** A client asks a question, once per idempotency key. */
export const askByProgram = operation<AskInput, AskOutcome>(
  'askByProgram',
  async (transaction, input) => {
    const { id, client, key, bodyHash, threadId, promptId, kind } = input;
    if (!(await isProgram(transaction, client))) return { kind: 'revoked' };
    const before = key === null ? null : await questionOfKey(transaction, client, key);
    if (before !== null) {
      return before.body === bodyHash
        ? { kind: 'asked', id: before.id, isNew: false }
        : { kind: 'key-conflict', before: before.request };
    }
    if ((await countOpen(transaction, client)) >= maxOpenQuestions) return { kind: 'too-many' };
    await take(transaction, input);
    if ((await readPrompt(transaction, promptId)) === null) {
      await settleThread(transaction, threadId);
      return { kind: 'not-asked' };
    }
    await insertQuestion(transaction, {
      id,
      client,
      key,
      bodyHash,
      threadId,
      promptId,
      kind,
      wrapped: input.wrapped ? 1 : 0,
      request: input.request,
    });
    return { kind: 'asked', id, isNew: true };
  },
);

/** A client says something that needs no answer, once per idempotency key. */
export const notifyByProgram = operation<
  ClientMessage & { key: string | null; bodyHash: string },
  { kind: 'said' | 'key-conflict' | 'revoked' }
>('notifyByProgram', async (transaction, input) => {
  const { client, key, bodyHash, threadId } = input;
  if (!(await isProgram(transaction, client))) return { kind: 'revoked' };
  const request = { scope: `mcp:${client}`, key, bodyHash };
  const use = await readKey(transaction, request);
  if (use.kind === 'key-conflict') return use;
  if (use.kind === 'repeated') return { kind: 'said' };
  await keepKey(transaction, request, '');
  await take(transaction, input);
  await settleThread(transaction, threadId);
  return { kind: 'said' };
});

/** A program asks otherwise: `items` have the whole question. False = it is not open any more. */
export const reviseByProgram = operation<
  { id: string; items: IngestItem[]; runId: string; request: string; wrapped: boolean },
  boolean
>('reviseByProgram', async (transaction, { id, items, runId, request, wrapped }) => {
  const row = await readQuestion(transaction, id);
  if (row === null || row.state !== 'open') return false;
  const prompt = await readPrompt(transaction, row.prompt);
  if (prompt?.state !== 'open') return false;
  await reviseQuestion(transaction, { id, request, wrapped: wrapped ? 1 : 0 });
  await take(transaction, { client: row.client, threadId: row.thread, title: '', runId, items });
  return true;
});

/** A program reports what became of an answer; the same report again changes nothing. */
export const reportByProgram = operation<
  { id: string; items: IngestItem[]; runId: string; result: string },
  null
>('reportByProgram', async (transaction, { id, items, runId, result }) => {
  const row = await readQuestion(transaction, id);
  if (row === null || sameReport(row.result, result)) return null;
  await keepResult(transaction, id, JSON.stringify({ ...JSON.parse(result), at: transaction.now }));
  await take(transaction, { client: row.client, threadId: row.thread, title: '', runId, items });
  await settleThread(transaction, row.thread);
  const decision = (await readPrompt(transaction, row.prompt))?.decision ?? null;
  if (decision === null) return null;
  const { outcome, note = null } = JSON.parse(result);
  await recordOutcome(transaction, {
    ...{ decisionId: decision.id, reporter: `program:${row.client}` },
    ...{ outcome, note, digest: null },
  });
  return null;
});

function sameReport(before: string | null, result: string): boolean {
  if (before === null) return false;
  const { at: _, ...rest } = JSON.parse(before);
  return JSON.stringify(rest) === result;
}

/** A client takes a question back: `items` say so. Nothing happens if it is closed. */
export const withdrawByProgram = operation<
  { id: string; items: IngestItem[]; runId: string },
  null
>('withdrawByProgram', async (transaction, { id, items, runId }) => {
  const row = await readQuestion(transaction, id);
  if (row === null || row.state !== 'open') return null;
  await take(transaction, { client: row.client, threadId: row.thread, title: '', runId, items });
  await settleThread(transaction, row.thread);
  return null;
});

/** After a prompt of a client has changed: closes the question if it has ended. */
export const settleByProgram = operation<{ threadId: string }, null>(
  'settleByProgram',
  async (transaction, { threadId }) => {
    await settleThread(transaction, threadId);
    return null;
  },
  { waits: true },
);

/** A program fetches a result: an answer is acknowledged, and what operators said meanwhile is given with it. */
export const fetchByProgram = operation<{ id: string }, null>(
  'fetchByProgram',
  async (transaction, { id }) => {
    const row = await readQuestion(transaction, id);
    if (row === null) return null;
    await giveWords(transaction, id, row.thread);
    const decision = (await readPrompt(transaction, row.prompt))?.decision ?? null;
    if (decision?.state !== 'delivered') return null;
    await acknowledgeDelivered(transaction, decision.id);
    await decisionFact(transaction, decision.id, 'acknowledged');
    return null;
  },
);

/** Words of an operator for a client: kept until it fetches something in this task. */
export const keepMessageForProgram = operation<
  { id: string; threadId: string; sender: string; content: string; said: number },
  null
>(
  'keepMessageForProgram',
  async (transaction, { id, threadId, sender, content, said }) => {
    await insertWords(transaction, { id, threadId, sender, content, said });
    return null;
  },
  { waits: true },
);

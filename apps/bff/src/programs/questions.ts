import { createHash } from 'node:crypto';
import { framesOfMessage, framesOfNotice } from '@countersign/adapters/mcp-client/events';
import {
  type Outcome,
  outcomeOf,
  type QuestionKind,
} from '@countersign/adapters/mcp-client/outcome';
import { type QuestionPlace, withdrawal } from '@countersign/adapters/mcp-client/question';
import { say } from '@countersign/api/statements';
import type { UpMessage } from '@countersign/upformat/message';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import type { Journal } from '../journal/journal.ts';
import type { IngestItem } from '../runs/ingest-item.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { someInOrder } from '../store/in-order.ts';
import {
  openQuestions,
  type QuestionRow,
  readQuestion,
  threadsWithQuestions,
} from '../store/program-questions.ts';
import type { KnownProgram } from '../store/programs.ts';
import { stateOfPrompt } from '../store/prompts.ts';
import { createAttendance, repeatMs } from './attendance.ts';
import { itemsOf, proposalFault, reasonNotAsked } from './question-intake.ts';
import {
  askByProgram,
  fetchByProgram,
  maxOpenQuestions,
  notifyByProgram,
  settleByProgram,
  withdrawByProgram,
} from './question-operations.ts';
import { createQuestionWaits, type WaitOptions } from './question-waits.ts';
import { besideOf, questionStatusOf, readAsked } from './records.ts';

/** What a call says, and where it belongs. */
interface Call {
  client: KnownProgram;
  /** Name of the task; null = everything of the session is one. */
  task: string | null;
  session: string;
  key: string | null;
  /** Hash of the arguments: a key is bound to them. */
  bodyHash: string;
}

const maxTitle = 120;

/** The task of a call: the one it names, else the one of its session. */
function threadOf({ client, task, session }: Call, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10);
  const name = task === null ? `session:${session === '' ? day : session}` : `task:${task}`;
  const digest = createHash('sha256')
    .update(JSON.stringify([client.id, name]))
    .digest('hex');
  return `mcp-${digest.slice(0, 32)}`;
}

/** The first line, cut at a word. */
function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length <= maxTitle ? line : `${line.slice(0, maxTitle - 1).replace(/\s+\S*$/, '')}…`;
}

export interface Ask extends Call {
  kind: QuestionKind;
  wrapped: boolean;
  message: (place: QuestionPlace) => UpMessage;
}

/** The result of a call that could not be done: a sentence for the model. */
export interface Fault {
  fault: string;
}

/** Questions of MCP clients: asked, waited for, withdrawn. They survive a restart; who waits does not. */
export interface ProgramQuestions {
  ask(ask: Ask): Promise<{ id: string } | Fault>;
  say(call: Call & { content: string }): Promise<{ threadId: string } | Fault>;
  /** The outcome as soon as there is one, or `pending`, at once if too many calls of the client wait; null = this client has asked no such question. */
  outcome(client: KnownProgram, id: string, wait: WaitOptions): Promise<Outcome | null>;
  withdraw(client: KnownProgram, id: string, reason: string): Promise<void>;
  /** The connection of a call that can be repeated was lost: the question is withdrawn if it is not requested again in time. */
  lost(client: KnownProgram, id: string): void;
  /** Continues with what the last server had not done. */
  recover(): Promise<void>;
  /** Ends all waits and withdraws nothing from then on: to be called before connections are closed, as a closed one cancels its call. */
  close(): void;
}

/** Why a call was not done, for the model that made it. */
const refusals = {
  'key-conflict': 'This idempotency_key belongs to a call with other arguments.',
  revoked: 'The access of this client was revoked.',
  'too-many': `The question was not asked: this client has ${maxOpenQuestions} open questions. Ask again when some are answered.`,
  'not-asked': 'The question was not asked: this task has too many open questions.',
};

export function createProgramQuestions(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  report: Report;
}): ProgramQuestions {
  const { journal, clock, createId, report } = options;
  const waits = createQuestionWaits(clock);
  const attendance = createAttendance(clock);
  const stopHearing = journal.others.onWord((word) => {
    if (word.kind !== 'mcp-wait') return;
    if (word.isOver) attendance.elsewhereOver(word.wait);
    else attendance.elsewhere(word.questionId, word.wait);
  });
  const attend = (client: string, questionId: string) => {
    const leave = attendance.attend(client, questionId);
    const over = reportWait({ others: journal.others, clock }, { questionId, wait: createId() });
    return () => {
      leave();
      over();
    };
  };
  const stopSettling = settleOnCommit(journal, waits.wake, report);
  let closing = false;

  const itemsIn = (frames: string, client: KnownProgram, threadId: string) =>
    itemsOf(frames, { client, threadId, runId: createId() }, clock.now);

  const questionTextIn = (call: Call, threadId: string, items: IngestItem[]) => ({
    client: call.client.id,
    threadId,
    // The questions of a session have little in common but who asks.
    title: titleOf(call.task ?? call.client.name),
    runId: createId(),
    items,
    key: call.key,
    bodyHash: call.bodyHash,
  });

  const read = async (client: KnownProgram, id: string) => {
    const row = await readQuestion(journal.read, id);
    if (row === null || row.client !== client.id) return null;
    const asked = await readAsked(journal.read, row);
    return asked === null ? null : { row, ...asked };
  };

  const withdraw: ProgramQuestions['withdraw'] = async (client, id, reason) => {
    const row = await readQuestion(journal.read, id);
    if (closing || row === null || row.client !== client.id || row.state !== 'open') return;
    const place = { id, threadId: row.thread, agentId: client.id, now: clock.now() };
    const items = itemsIn(framesOfMessage(withdrawal(place, reason)), client, row.thread);
    await journal.commit(withdrawByProgram, { id, items, runId: createId() });
  };

  return {
    async ask(ask) {
      const { client, kind, wrapped } = ask;
      const id = createId();
      const threadId = threadOf(ask, clock.now());
      const message = ask.message({ id, threadId, agentId: client.id, now: clock.now() });
      const fault = proposalFault(message);
      if (fault !== null) return { fault: `The proposal does not fit what is asked: ${fault}` };
      const items = itemsIn(framesOfMessage(message), client, threadId);
      const reason = reasonNotAsked(items);
      if (reason !== null) return { fault: `The question was not asked. ${reason}` };
      const outcome = await journal.commit(askByProgram, {
        ...questionTextIn(ask, threadId, items),
        id,
        promptId: promptIdOf(threadId, id),
        kind,
        wrapped,
      });
      return outcome.kind === 'asked' ? { id: outcome.id } : { fault: refusals[outcome.kind] };
    },
    async say(call) {
      const threadId = threadOf(call, clock.now());
      const items = itemsIn(framesOfNotice(createId(), call.content), call.client, threadId);
      const { kind } = await journal.commit(notifyByProgram, questionTextIn(call, threadId, items));
      return kind === 'said' ? { threadId } : { fault: refusals[kind] };
    },
    async outcome(client, id, options) {
      if ((await read(client, id)) === null) return null;
      const ms = attendance.isFull(client.id) ? 0 : options.ms;
      const leave = attend(client.id, id);
      const found = await waits.wait(() => read(client, id), { ...options, ms }).finally(leave);
      if (found === null) return null;
      // The caller has disconnected, or is being cut off: an answer that was not received is not acknowledged.
      if (!options.signal.aborted && !closing) await journal.commit(fetchByProgram, { id });
      const { row, question, prompt } = (await read(client, id)) ?? found;
      return outcomeOf(
        question,
        questionStatusOf(prompt),
        await besideOf(journal.read, row, prompt),
      );
    },
    withdraw,
    lost(client, id) {
      if (closing) return;
      attendance.lost(id, () => {
        withdraw(client, id, say('closed.client-left').text).catch((error) =>
          report('A question of an MCP client was not withdrawn.', error),
        );
      });
    },
    async recover() {
      for (const threadId of await threadsWithQuestions(journal.read)) {
        await settle(journal, threadId);
      }
    },
    close() {
      closing = true;
      stopHearing();
      stopSettling();
      attendance.close();
      waits.close();
    },
  };
}

/** Reports to other servers that a call waits, until the returned function is called. */
function reportWait(
  { others, clock }: { others: Journal['others']; clock: Clock },
  name: { questionId: string; wait: string },
): () => void {
  const notify = (isOver: boolean) => others.notify({ kind: 'mcp-wait', ...name, isOver });
  let stop = () => {};
  const repeat = () => {
    notify(false);
    stop = clock.schedule(repeat, repeatMs);
  };
  repeat();
  return () => {
    stop();
    notify(true);
  };
}

/** Ends the questions of a thread whose prompts have ended. */
async function settle(journal: Journal, threadId: string): Promise<void> {
  const isOver = async ({ prompt }: QuestionRow) => {
    const found = await stateOfPrompt(journal.read, prompt);
    return found?.state !== 'open';
  };
  if (await someInOrder(await openQuestions(journal.read, threadId), isOver)) {
    await journal.commit(settleByProgram, { threadId });
  }
}

/** Settles questions as their prompts end, and wakes those who wait for them. Returns a function that stops it. */
function settleOnCommit(
  journal: Journal,
  wake: (threadId: string) => void,
  report: Report,
): () => void {
  return journal.onCommit((rows) => {
    // Prompts change by the server's own facts only.
    const threads = new Set(rows.flatMap((row) => (row.notable ? [row.thread] : [])));
    for (const threadId of threads) {
      settle(journal, threadId)
        .then(() => wake(threadId))
        .catch((error) => report('A question of an MCP client was not settled.', error));
    }
  });
}

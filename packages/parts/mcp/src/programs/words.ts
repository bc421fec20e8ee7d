import { createHash } from 'node:crypto';
import { framesOfMessage, framesOfNotice } from '@countersign/adapters/program/events';
import { type HttpQuestion, resultMessage } from '@countersign/adapters/program/http-question';
import type { ProgramAccess } from '@countersign/adapters/program/protocol';
import { type QuestionPlace, withdrawal } from '@countersign/adapters/program/question';
import type { AskedQuestion, QuestionKind } from '@countersign/adapters/program/status';
import type { Prompt } from '@countersign/api/prompt';
import type { QuestionResult } from '@countersign/api/prompts/question';
import type { Fault as PathFault } from '@countersign/json/fault';
import type { IngestItem } from '@countersign/part-desk/runs/intake/ingest-item';
import type { KnownProgram } from '@countersign/server/identity';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import type { UpMessage } from '@countersign/upformat/message';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import type { QuestionRow } from '../rows/program-questions.ts';
import { itemsOf, proposalFault, reasonNotAsked } from './question-intake.ts';
import {
  askByProgram,
  notifyByProgram,
  reportByProgram,
  reviseByProgram,
  withdrawByProgram,
} from './question-operations.ts';

/** What a call says, and where it belongs. */
interface Call {
  client: KnownProgram;
  via: ProgramAccess;
  /** Name of the task; null = everything of the session is one. */
  task: string | null;
  session: string;
  /** Of the task, if this call begins it. */
  title?: string;
  key: string | null;
  /** Hash of the arguments: a key is bound to them. */
  bodyHash: string;
}

const maxTitle = 120;

/** The task of a call: the one it names, else the one of its session. */
function threadOf({ client, via, task, session }: Call, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10);
  const name = task === null ? `session:${session === '' ? day : session}` : `task:${task}`;
  const digest = createHash('sha256')
    .update(JSON.stringify([client.id, name]))
    .digest('hex');
  return `${via}-${digest.slice(0, 32)}`;
}

/** Whether a task is one of questions over HTTP. */
export const isOverHttp = (threadId: string): boolean => threadId.startsWith('http-');

/** The first line, cut at a word. */
function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length <= maxTitle ? line : `${line.slice(0, maxTitle - 1).replace(/\s+\S*$/, '')}…`;
}

export interface Ask extends Call {
  kind: QuestionKind;
  wrapped: boolean;
  message: (place: QuestionPlace) => UpMessage;
  /** As posted over HTTP; absent = asked over MCP. */
  request?: HttpQuestion;
}

/** A call that could not be done. `unfit`: the proposal does not fit the schema. */
export type Fault =
  | { fault: 'revoked' | 'too-many' | 'too-many-in-task' }
  /** `before`: what was asked under the key, if it was over HTTP. */
  | { fault: 'key-conflict'; before: HttpQuestion | null }
  | { fault: 'unfit'; first: PathFault }
  | { fault: 'not-asked'; reason: string };

/** A question with what became of it. */
export interface FoundQuestion {
  row: QuestionRow;
  question: AskedQuestion;
  prompt: Prompt;
  /** The signed receipt of its answer; null = there is none. */
  receipt: unknown;
}

/** What programs say: it is read like the stream of an agent, and stored once. */
export interface ProgramWords {
  /** `isNew`: false = it was asked before, under the same key. */
  ask(ask: Ask): Promise<{ id: string; isNew: boolean } | Fault>;
  say(call: Call & { content: string }): Promise<{ threadId: string } | Fault>;
  /** Asks an open question otherwise; false = it is not open any more. */
  revise(
    client: KnownProgram,
    found: FoundQuestion,
    revised: Pick<Ask, 'message' | 'wrapped'> & { request: HttpQuestion },
  ): Promise<boolean | Fault>;
  /** Keeps what became of an answer, and shows it in the task. */
  report(client: KnownProgram, found: FoundQuestion, result: QuestionResult): Promise<void>;
  /** Takes an open question back. */
  withdraw(client: KnownProgram, row: QuestionRow, reason: string): Promise<void>;
}

export function createProgramWords({
  journal,
  clock,
  createId,
}: {
  journal: Journal;
  clock: Pick<Clock, 'now'>;
  createId: () => string;
}): ProgramWords {
  const itemsIn = (frames: string, call: Pick<Call, 'client' | 'via'>, threadId: string) =>
    itemsOf(frames, { ...call, threadId, runId: createId() }, clock.now);

  const placeOf = (client: KnownProgram, id: string, threadId: string): QuestionPlace => ({
    ...{ id, threadId, agentId: client.id, now: clock.now() },
  });

  const questionTextIn = (call: Call, threadId: string, items: IngestItem[], title: string) => ({
    client: call.client.id,
    threadId,
    title: titleOf(call.task ?? title),
    runId: createId(),
    items,
    key: call.key,
    bodyHash: call.bodyHash,
  });

  /** A message that asks, as stored; or why it asks nothing. */
  const asking = (message: UpMessage, call: Pick<Call, 'client' | 'via'>): IngestItem[] | Fault => {
    const unfit = proposalFault(message);
    if (unfit !== null) return { fault: 'unfit', first: unfit };
    const items = itemsIn(framesOfMessage(message), call, message.threadId);
    const reason = reasonNotAsked(items);
    return reason === null ? items : { fault: 'not-asked', reason };
  };

  return {
    async ask(ask) {
      const { client, kind, wrapped, request } = ask;
      const id = createId();
      // The questions of a session have little in common but who asks; one over HTTP has none, unless it names it.
      const session = request === undefined || ask.session !== '' ? ask.session : id;
      const threadId = threadOf({ ...ask, session }, clock.now());
      const message = ask.message(placeOf(client, id, threadId));
      const items = asking(message, ask);
      if ('fault' in items) return items;
      const outcome = await journal.commit(askByProgram, {
        ...questionTextIn(ask, threadId, items, ask.title ?? request?.ask ?? client.name),
        id,
        promptId: promptIdOf(threadId, id),
        kind,
        wrapped,
        request: request === undefined ? null : JSON.stringify(request),
      });
      if (outcome.kind === 'asked') return outcome;
      if (outcome.kind === 'not-asked') return { fault: 'too-many-in-task' };
      if (outcome.kind !== 'key-conflict') return { fault: outcome.kind };
      const { before } = outcome;
      return { fault: 'key-conflict', before: before === null ? null : JSON.parse(before) };
    },
    async say(call) {
      const threadId = threadOf(call, clock.now());
      const items = itemsIn(framesOfNotice(createId(), call.content), call, threadId);
      const said = questionTextIn(call, threadId, items, call.title ?? call.client.name);
      const { kind } = await journal.commit(notifyByProgram, said);
      if (kind === 'said') return { threadId };
      return kind === 'revoked' ? { fault: kind } : { fault: kind, before: null };
    },
    async revise(client, { row }, { message, wrapped, request }) {
      const items = asking(message(placeOf(client, row.id, row.thread)), {
        client,
        via: accessOf(row),
      });
      if ('fault' in items) return items;
      const revised = { id: row.id, items, wrapped, request: JSON.stringify(request) };
      return journal.commit(reviseByProgram, { ...revised, runId: createId() });
    },
    async report(client, { row, prompt }, result) {
      const parent = prompt.decision?.id ?? row.id;
      const place = placeOf(client, createId(), row.thread);
      const frames = framesOfMessage(resultMessage(place, { parent, ...result }));
      const items = itemsIn(frames, { client, via: accessOf(row) }, row.thread);
      const { outcome, note } = result;
      const kept = JSON.stringify({ outcome, ...(note === undefined ? {} : { note }) });
      await journal.commit(reportByProgram, { id: row.id, items, runId: createId(), result: kept });
    },
    async withdraw(client, row, reason) {
      const frames = framesOfMessage(withdrawal(placeOf(client, row.id, row.thread), reason));
      const items = itemsIn(frames, { client, via: accessOf(row) }, row.thread);
      await journal.commit(withdrawByProgram, { id: row.id, items, runId: createId() });
    },
  };
}

/** How it was asked. */
const accessOf = ({ request }: QuestionRow): ProgramAccess => (request === null ? 'mcp' : 'http');

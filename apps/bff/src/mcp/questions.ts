import { framesOfMessage, framesOfNotice } from '@countersign/adapters/mcp-client/events';
import {
  type Outcome,
  outcomeOf,
  type QuestionKind,
} from '@countersign/adapters/mcp-client/outcome';
import { mcpClientProtocol } from '@countersign/adapters/mcp-client/protocol';
import { type QuestionPlace, withdrawal } from '@countersign/adapters/mcp-client/question';
import type { Prompt } from '@countersign/api/prompt';
import { checkSchema } from '@countersign/desk/schema-check';
import type { UpMessage } from '@countersign/upformat/message';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import type { Journal } from '../journal/journal.ts';
import type { IngestItem } from '../runs/ingest-item.ts';
import { createIntake } from '../runs/intake.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { someInOrder } from '../store/in-order.ts';
import { createAttendance } from './attendance.ts';
import type { KnownClient } from './client-records.ts';
import {
  askByMcp,
  fetchByMcp,
  maxOpenQuestions,
  notifyByMcp,
  settleByMcp,
  withdrawByMcp,
} from './question-operations.ts';
import {
  besideOf,
  openQuestions,
  type QuestionRow,
  questionStatusOf,
  readAsked,
  readQuestion,
  threadsWithQuestions,
} from './records.ts';
import { type Call, threadOf, titleOf } from './task-of-call.ts';

export interface Ask extends Call {
  kind: QuestionKind;
  wrapped: boolean;
  message: (place: QuestionPlace) => UpMessage;
}

/** The result of a call that could not be done: a sentence for the model. */
export interface Fault {
  fault: string;
}

export interface WaitOptions {
  ms: number;
  /** Ends the wait, not the question. */
  signal: AbortSignal;
  /** Called at intervals with what people do meanwhile. */
  onTick?: (waitedMs: number, prompt: Prompt) => void;
}

/** Questions of MCP clients: asked, waited for, withdrawn. They survive a restart; who waits does not. */
export interface McpQuestions {
  ask(ask: Ask): Promise<{ id: string } | Fault>;
  say(call: Call & { content: string }): Promise<{ threadId: string } | Fault>;
  /** The outcome as soon as there is one, or `pending`, at once if too many calls of the client wait; null = this client has asked no such question. */
  outcome(client: KnownClient, id: string, wait: WaitOptions): Promise<Outcome | null>;
  withdraw(client: KnownClient, id: string, reason: string): Promise<void>;
  /** The connection of a call that can be repeated was lost: the question is withdrawn if it is not requested again in time. */
  lost(client: KnownClient, id: string): void;
  /** Continues with what the last server had not done. */
  recover(): Promise<void>;
  /** Ends all waits and withdraws nothing from then on: to be called before connections are closed, as a closed one cancels its call. */
  close(): void;
}

const tickMs = 10_000;

export function createMcpQuestions(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  report: Report;
}): McpQuestions {
  const { journal, clock, createId, report } = options;
  const waiting = new Map<string, Set<() => void>>();
  const attendance = createAttendance(clock);
  let closing = false;

  let wakes = 0;
  const wake = (threadId: string) => {
    wakes += 1;
    for (const look of [...(waiting.get(threadId) ?? [])]) look();
  };
  const settle = async (threadId: string) => {
    const isOver = async ({ prompt }: QuestionRow) => {
      const found = await journal.read.get<{ state: string }>(
        'SELECT state FROM prompts WHERE id = ?',
        prompt,
      );
      return found?.state !== 'open';
    };
    if (await someInOrder(await openQuestions(journal.read, threadId), isOver)) {
      await journal.commit(settleByMcp, { threadId });
    }
    wake(threadId);
  };
  const stopListening = journal.onCommit((rows) => {
    // Prompts change by the server's own facts only.
    const threads = new Set(rows.flatMap((row) => (row.notable ? [row.thread] : [])));
    for (const threadId of threads) {
      settle(threadId).catch((error) =>
        report('A question of an MCP client was not settled.', error),
      );
    }
  });

  /** What a client says is read like the stream of any agent. */
  const itemsOf = (frames: string, client: KnownClient, threadId: string): IngestItem[] => {
    const runId = createId();
    const intake = createIntake({
      agentId: client.id,
      threadId,
      runId,
      told: { messages: [] },
      now: clock.now,
      lastEventId: null,
      protocol: mcpClientProtocol,
      detect: () => null,
    });
    intake.feed(`data: ${JSON.stringify({ type: 'RUN_STARTED', threadId, runId })}\n\n`);
    return intake.feed(frames);
  };

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

  const read = async (client: KnownClient, id: string) => {
    const row = await readQuestion(journal.read, id);
    if (row === null || row.client !== client.id) return null;
    const asked = await readAsked(journal.read, row);
    return asked === null ? null : { row, ...asked };
  };

  const untilChanged = (threadId: string, ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const looks = waiting.get(threadId) ?? new Set();
      waiting.set(threadId, looks);
      const done = () => {
        cancel();
        signal.removeEventListener('abort', done);
        looks.delete(done);
        if (looks.size === 0) waiting.delete(threadId);
        resolve();
      };
      looks.add(done);
      signal.addEventListener('abort', done, { once: true });
      const cancel = clock.schedule(done, ms);
    });

  /** Waits until it has ended, the time is up, or the caller has disconnected. */
  const wait = async (client: KnownClient, id: string, { ms, signal, onTick }: WaitOptions) => {
    const begun = clock.monotonic();
    let ticks = 0;
    for (;;) {
      const before = wakes;
      const found = await read(client, id);
      const waited = clock.monotonic() - begun;
      const isOver = found === null || questionStatusOf(found.prompt).kind !== 'open';
      if (isOver || waited >= ms || signal.aborted || closing) return found;
      if (Math.floor(waited / tickMs) > ticks) {
        ticks = Math.floor(waited / tickMs);
        onTick?.(waited, found.prompt);
      }
      // It may have changed while it was read, before anything waited for that.
      if (wakes !== before) continue;
      const untilTick = (ticks + 1) * tickMs - waited;
      await untilChanged(found.row.thread, Math.min(ms - waited, untilTick), signal);
    }
  };

  const withdraw: McpQuestions['withdraw'] = async (client, id, reason) => {
    const row = await readQuestion(journal.read, id);
    if (closing || row === null || row.client !== client.id || row.state !== 'open') return;
    const place = { id, threadId: row.thread, agentId: client.id, now: clock.now() };
    const items = itemsOf(framesOfMessage(withdrawal(place, reason)), client, row.thread);
    await journal.commit(withdrawByMcp, { id, items, runId: createId() });
  };

  return {
    async ask(ask) {
      const { client, kind, wrapped } = ask;
      const id = createId();
      const threadId = threadOf(ask, clock.now());
      const message = ask.message({ id, threadId, agentId: client.id, now: clock.now() });
      const faults = faultsOf(message);
      if (faults !== null) return { fault: `The proposal does not fit what is asked: ${faults}` };
      const items = itemsOf(framesOfMessage(message), client, threadId);
      if (!items.some((item) => item.kind === 'event' && item.up !== null)) {
        return { fault: `The question was not asked. ${whyNotAsked(items)}` };
      }
      const outcome = await journal.commit(askByMcp, {
        ...questionTextIn(ask, threadId, items),
        id,
        promptId: promptIdOf(threadId, id),
        kind,
        wrapped,
      });
      switch (outcome.kind) {
        case 'asked':
          return { id: outcome.id };
        case 'key-conflict':
          return { fault: 'This idempotency_key belongs to a call with other arguments.' };
        case 'revoked':
          return { fault: 'The access of this client was revoked.' };
        case 'too-many':
          return {
            fault: `The question was not asked: this client has ${maxOpenQuestions} open questions. Ask again when some are answered.`,
          };
        case 'not-asked':
          return { fault: 'The question was not asked: this task has too many open questions.' };
      }
    },
    async say(call) {
      const threadId = threadOf(call, clock.now());
      const items = itemsOf(framesOfNotice(createId(), call.content), call.client, threadId);
      const { kind } = await journal.commit(notifyByMcp, questionTextIn(call, threadId, items));
      if (kind === 'said') return { threadId };
      return {
        fault:
          kind === 'revoked'
            ? 'The access of this client was revoked.'
            : 'This idempotency_key belongs to a call with other arguments.',
      };
    },
    async outcome(client, id, options) {
      if ((await read(client, id)) === null) return null;
      const ms = attendance.isFull(client.id) ? 0 : options.ms;
      const leave = attendance.attend(client.id, id);
      const found = await wait(client, id, { ...options, ms }).finally(leave);
      if (found === null) return null;
      // The caller has disconnected, or is being cut off: an answer that was not received is not acknowledged.
      if (!options.signal.aborted && !closing) await journal.commit(fetchByMcp, { id });
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
        withdraw(client, id, 'The client closed its call and did not repeat it.').catch((error) =>
          report('A question of an MCP client was not withdrawn.', error),
        );
      });
    },
    async recover() {
      for (const threadId of await threadsWithQuestions(journal.read)) await settle(threadId);
    },
    close() {
      closing = true;
      stopListening();
      attendance.close();
      for (const threadId of [...waiting.keys()]) wake(threadId);
    },
  };
}

/** Why a proposal cannot be accepted as it is, in one sentence; null = it can, or there is none. */
function faultsOf({ payload, upContext }: UpMessage): string | null {
  if (payload === undefined) return null;
  const [fault] = checkSchema(upContext?.schema, payload).faults;
  return fault === undefined ? null : `${fault.path || '/'} ${fault.message}`;
}

function whyNotAsked(items: readonly IngestItem[]): string {
  const item = items.find(({ kind }) => kind === 'anomaly');
  if (item?.kind !== 'anomaly') return '';
  const { detail, issues = [] } = item.fact;
  return [detail, ...issues.map(({ path, message }) => `${path} ${message}`)].join(' ');
}

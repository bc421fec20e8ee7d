import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type {
  GivenUp,
  OperatorText,
  RunContent,
} from '@countersign/adapters/protocol/continuation';
import type { AnsweredBy } from '@countersign/api/origin';
import { attachedIn, contentOf } from '@countersign/hai/attached';
import type { Message } from '@countersign/hai/event';
import { languageIn, withLanguage } from '@countersign/hai/reader-language';
import type { RunAgentInput, Tool } from '@countersign/hai/run-input';
import { isObject } from '@countersign/json/json-object';
import type { Awaitable } from '@countersign/server/store/awaitable';
import { attachmentsOf } from '@countersign/upformat/attachments';
import { type AnswerBatch, lapsedReason } from '../outbox/answer-batch.ts';
import type { Outgoing } from '../outbox/enqueue.ts';
import type { NoEnd } from '../outbox/pending-interrupts.ts';
import type { Attached } from './attached.ts';
import type { GivenBefore } from './given-before.ts';

/** What an agent is to be given of what it has learnt. */
export interface RecallFor {
  agentId: string;
  /** Who requested the run from outside; null = an operator. */
  caller: string | null;
  query: string;
}

/** Composes the request that starts a run (docs/protocol/events.md): its content is read here, its format is up to the protocol. */
export interface RunInputs {
  first(task: {
    agentId: string;
    /** Who requests it from outside; null = an operator. */
    caller: string | null;
    threadId: string;
    content: string;
    messageId: string;
    input?: Record<string, unknown> | undefined;
    language?: string | undefined;
    attached?: Pick<Attached, 'context' | 'parts'> | undefined;
  }): Promise<RunAgentInput>;
  /** The messages of a task. */
  messagesOf(threadId: string): Promise<readonly Message[]>;
  /** Messages for a task whose run cannot receive them: a new run that includes the earlier messages. */
  following(said: {
    threadId: string;
    words: readonly OperatorText[];
    language?: string | undefined;
  }): Promise<RunAgentInput>;
  /** A task restarted from a position: the messages and state up to there, with the run of that time as parent. */
  again(from: { threadId: string; at: number; words: OperatorText | null }): Promise<RunAgentInput>;
  /** An answer, or words, that the run they were meant for cannot receive any more. */
  carrying(
    delivery: Pick<Outgoing, 'id' | 'message'> & { run: { id: string; threadId: string } },
  ): Promise<RunAgentInput>;
  /** A question has ended without an answer. */
  ending(
    delivery: Pick<Outgoing, 'id' | 'message'> & {
      ends: AnsweredBy;
      run: { id: string; threadId: string };
    },
  ): Promise<RunAgentInput | NoEnd>;
  /** Answers in the agent's format. `missing` is the placeholder for an answer that is not given yet. */
  batch(threadId: string, batch: AnswerBatch, missing?: string): Promise<RunAgentInput>;
}

/** The messages of a task, and the state after its last run. */
export interface MessageHistory {
  state?: unknown;
  runId: string | null;
  messages: readonly Message[];
}

export interface RunInputsOptions {
  createId: () => string;
  /** The current one, or the one at a sequence. */
  historyOf: (threadId: string, at?: number) => Promise<MessageHistory>;
  /** Why a tool call was never answered, by its id. */
  unanswered: (threadId: string) => Awaitable<ReadonlyMap<string, string>>;
  /** Ids of messages that are not sent any more: results whose question was given up. */
  takenBack: (threadId: string) => Awaitable<ReadonlySet<string>>;
  /** Unanswered questions of the last run. */
  givenUp: (threadId: string) => Awaitable<GivenUp[]>;
  /** What is said about a question that has ended. */
  endsOf: (threadId: string, questionId: string) => Awaitable<GivenUp[] | NoEnd>;
  /** The current agent of a task. */
  agentOf: (threadId: string) => Awaitable<string | null>;
  /** What operators have given the agent of a task so far, with these messages. */
  givenBefore: (threadId: string, messages: readonly Message[]) => Promise<GivenBefore>;
  /** The protocol of an agent; for an unknown one, the default. */
  protocolOf: (agentId: string | null) => Promise<AgentProtocol>;
  /** What an agent has learnt about something, as entries of a context. */
  recall: (run: RecallFor) => Promise<readonly unknown[]>;
  /** Who requested a task from outside; null = an operator. */
  callerOf: (threadId: string) => Promise<string | null>;
  /** The tools that an agent is offered in a task. */
  toolsFor: (agentId: string | null, threadId: string) => Promise<readonly Tool[]>;
}

export function createRunInputs(options: RunInputsOptions): RunInputs {
  const { createId, historyOf, unanswered, givenUp, endsOf, agentOf } = options;
  const { givenBefore, protocolOf, recall, callerOf, toolsFor } = options;

  const recalled = async (threadId: string, agentId: string, query: string) =>
    recall({ agentId, caller: await callerOf(threadId), query });
  const continueRun = async (
    threadId: string,
    { state, messages: all }: MessageHistory,
    brings: RunContent,
    language?: string,
  ): Promise<RunAgentInput> => {
    const gone = await options.takenBack(threadId);
    const messages = all.filter(({ id }) => !gone.has(id));
    const agentId = await agentOf(threadId);
    const protocol = await protocolOf(agentId);
    const brought = new Set(broughtBy(brings));
    const before = await givenBefore(
      threadId,
      messages.filter(({ id }) => !brought.has(id)),
    );
    const base = {
      threadId,
      runId: createId(),
      tools: await toolsFor(agentId, threadId),
      messages,
      files: before.files,
      ...(state === undefined ? {} : { state }),
      unanswered: await unanswered(threadId),
    };
    const input = await protocol.resume(base, brings);
    // The reader of the task does not change with an answer: only a message names another one.
    const read = language ?? languageIn(before.context);
    const attached =
      brings.kind === 'words'
        ? brings.words.map((one) => one.attached)
        : [brings.kind === 'message' ? attachmentsOf(brings.message) : null];
    const said = brings.kind === 'words' ? brings.words.map((one) => one.content) : [];
    const context = [
      // An agent that keeps nothing between runs needs again what the operator attached.
      ...attachedIn(before.context),
      ...attached.flatMap((one) => one?.context ?? []),
      ...(input.context ?? []),
      // Again, since what was learnt, and what is allowed, may be something else than before.
      ...(agentId === null ? [] : await recalled(threadId, agentId, topicOf(messages, said))),
    ];
    return { ...input, context: withLanguage(context, read) };
  };

  return {
    messagesOf: async (threadId) => (await historyOf(threadId)).messages,
    first: async ({
      agentId,
      caller,
      threadId,
      content,
      messageId,
      input,
      language,
      attached,
    }) => ({
      threadId,
      runId: createId(),
      messages: [{ id: messageId, role: 'user', content: contentOf(content, attached?.parts) }],
      tools: [...(await toolsFor(agentId, threadId))],
      context: withLanguage(
        [
          ...(attached?.context ?? []),
          ...(await recall({ agentId, caller, query: topicOf([], [content, textOf(input)]) })),
        ],
        language ?? null,
      ),
      forwardedProps: input === undefined ? {} : { input },
    }),
    async following({ threadId, words, language }) {
      const history = await historyOf(threadId);
      const brings = { kind: 'words', words, givenUp: await givenUp(threadId) } as const;
      return continueRun(threadId, history, brings, language);
    },
    async again({ threadId, at, words }) {
      const history = await historyOf(threadId, at);
      const said = words === null ? [] : [words];
      const brings = { kind: 'words', words: said, givenUp: await givenUp(threadId) } as const;
      const input = await continueRun(threadId, history, brings);
      return { ...input, ...(history.runId === null ? {} : { parentRunId: history.runId }) };
    },
    async carrying({ id, message, run }) {
      const { threadId } = run;
      const brings = { kind: 'message', id, message, givenUp: await givenUp(threadId) } as const;
      const input = await continueRun(threadId, await historyOf(threadId), brings);
      return { ...input, parentRunId: run.id };
    },
    async ending({ id, message, ends, run }) {
      const { threadId } = run;
      const left = await endsOf(threadId, message.parentMessageId ?? '');
      if (typeof left === 'string') return left;
      const isOwn = ends === 'message';
      const brings = { kind: 'ended', id, message, isOwn, givenUp: left } as const;
      const input = await continueRun(threadId, await historyOf(threadId), brings);
      return { ...input, parentRunId: run.id };
    },
    async batch(threadId, { answers, lapsed, abandoned }, missing) {
      const late = lapsed.map((answer) => ({ ...answer, reason: lapsedReason.text }));
      return continueRun(threadId, await historyOf(threadId), {
        kind: 'answers',
        answers: { answers, lapsed: late, abandoned },
        ...(missing === undefined ? {} : { missing }),
      });
    },
  };
}

/** Ids of the messages that a run sends: the open run may have had them in the conversation already. */
function broughtBy(brings: RunContent): string[] {
  if (brings.kind === 'words') return brings.words.map(({ messageId }) => messageId);
  return brings.kind === 'answers' ? [] : [brings.id];
}

/** What a run is about: the first request, and the last message. */
function topicOf(messages: readonly Message[], said: readonly string[]): string {
  const asked = messages.find(({ role }) => role === 'user')?.content;
  return [textOf(asked), ...said].filter((text) => text !== '').join('\n');
}

/** The words of a message or of an input; of files only that there are some. */
function textOf(value: unknown): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value
    .flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join(' ');
}

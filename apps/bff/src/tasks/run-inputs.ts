import { closeCalls, sendable, withResult } from '@countersign/adapters/ag-ui/history/sendable';
import { commandOf, type ResumeOptions, resumeEntriesOf } from '@countersign/adapters/ag-ui/resume';
import { abandonedResume, type ResumeEntry } from '@countersign/adapters/ag-ui/resume-entry';
import { declaredTools, toolContent } from '@countersign/adapters/hai/any-tool';
import { genUiAnswer } from '@countersign/adapters/hai/gen-ui';
import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import type { Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpFeedback } from '@countersign/upformat/message';
import type { AnswerBatch } from '../outbox/answer-batch.ts';
import type { Outgoing } from '../outbox/enqueue.ts';

/** What an operator says, under the id it has in the task. */
export interface Words {
  messageId: string;
  content: string;
}

/** Composes the request that starts a run (HAI section 2). The tools a person is behind are declared in every one. */
export interface RunInputs {
  first(task: {
    agentId: string;
    threadId: string;
    content: string;
    messageId: string;
    input?: Record<string, unknown> | undefined;
  }): RunAgentInput;
  /** Words into a task whose run cannot take them: a new run with what was said before. */
  following(said: { threadId: string; words: readonly Words[] }): Promise<RunAgentInput>;
  /** A task begun again from a position: what was said and shared up to there, under the run that was going then. */
  again(from: { threadId: string; at: number; words: Words | null }): Promise<RunAgentInput>;
  /** An answer, or words, that the run they were meant for cannot take any more. */
  carrying(
    delivery: Pick<Outgoing, 'id' | 'message'> & { run: { id: string; threadId: string } },
  ): Promise<RunAgentInput>;
  /** Answers in the agent's own words: resume entries, tool messages, words of a person. */
  batch(threadId: string, batch: AnswerBatch, options?: ResumeOptions): Promise<RunAgentInput>;
}

/** What was said in a task, and what its last run left behind. */
export interface Story {
  state?: unknown;
  runId: string | null;
  messages: readonly Message[];
}

export interface RunInputsOptions {
  createId: () => string;
  /** As it stands, or as it stood at a sequence. */
  storyOf: (threadId: string, at?: number) => Promise<Story>;
  /** Why a tool call was never answered, by its id. */
  unanswered: (threadId: string) => ReadonlyMap<string, string>;
  /** Interrupts of the last run that nobody answered. */
  givenUp: (threadId: string) => ResumeEntry[];
  /** The agent that a task is with now. */
  agentOf: (threadId: string) => string | null;
  /** Front-end tools that an agent declares. */
  toolsOf: (agentId: string) => readonly DeclaredTool[];
}

export function createRunInputs(options: RunInputsOptions): RunInputs {
  const { createId, storyOf, unanswered, givenUp, agentOf, toolsOf } = options;
  const runOf = (
    threadId: string,
    messages: Message[],
    agentId: string | null = agentOf(threadId),
  ): RunAgentInput => ({
    threadId,
    runId: createId(),
    messages,
    tools: declaredTools(agentId === null ? [] : toolsOf(agentId)),
    context: [],
    forwardedProps: {},
  });
  /**
   * A run that goes on: with the state that the last one left behind. Who resumes an interrupted run knows which calls of
   * it hang; any other is told of each that it was not answered.
   */
  const going = (
    { threadId, state }: { threadId: string; state?: unknown },
    messages: Message[],
    resume: ResumeEntry[],
    resumes = resume.length > 0,
  ): RunAgentInput => ({
    ...runOf(threadId, resumes ? messages : closeCalls(messages, unanswered(threadId))),
    ...(state === undefined ? {} : { state }),
    ...(resume.length === 0 ? {} : { resume }),
  });
  const following: RunInputs['following'] = async ({ threadId, words }) => {
    const { state, messages } = await storyOf(threadId);
    const own = new Set(words.map(({ messageId }) => messageId));
    // Words that an open run could not take any more stand in the thread already.
    const others = sendable(messages).filter(({ id }) => !own.has(id));
    return going({ threadId, state }, [...others, ...words.map(asMessage)], givenUp(threadId));
  };
  return {
    first: ({ agentId, threadId, content, messageId, input }) => ({
      ...runOf(threadId, [{ id: messageId, role: 'user', content }], agentId),
      forwardedProps: input === undefined ? {} : { input },
    }),
    following,
    async again({ threadId, at, words }) {
      const { state, runId, messages } = await storyOf(threadId, at);
      const more: Message[] = words === null ? [] : [asMessage(words)];
      return {
        ...going({ threadId, state }, [...sendable(messages), ...more], givenUp(threadId)),
        ...(runId === null ? {} : { parentRunId: runId }),
      };
    },
    async carrying({ id, message, run }) {
      const { upFeedback } = message;
      const content = upFeedback === undefined ? '' : inWords(upFeedback);
      return {
        ...(await following({ threadId: run.threadId, words: [{ messageId: id, content }] })),
        parentRunId: run.id,
        forwardedProps: { upFormat: message },
      };
    },
    async batch(threadId, batch, resumeOptions = {}) {
      const { state, messages: said } = await storyOf(threadId);
      let messages = sendable(said);
      const words: Message[] = [];
      let forwardedProps: Record<string, unknown> = {};
      for (const { origin, decisionId: id, ...answer } of batch.answers) {
        if (origin === 'tool-call') {
          const content = toolContent(answer.message, answer.feedback) ?? '';
          const result: Message = { id, role: 'tool', content, toolCallId: answer.source.id };
          messages = withResult(messages, result);
        }
        const pressed = genUiAnswer(answer.message, answer.feedback);
        if (pressed === null) continue;
        words.push({ id, role: 'user', content: pressed.content });
        forwardedProps = { ...forwardedProps, ...pressed.forwardedProps };
      }
      const command = commandOf(asked(batch), resumeOptions);
      const resume = resumeEntries(batch, resumeOptions);
      const resumes = resume.length > 0 || command !== null;
      return {
        ...going({ threadId, state }, [...messages, ...words], resume, resumes),
        forwardedProps: command === null ? forwardedProps : { ...forwardedProps, command },
      };
    },
  };
}

const asMessage = ({ messageId, content }: Words): Message => ({
  id: messageId,
  role: 'user',
  content,
});

const asked = ({ answers }: AnswerBatch) => answers.filter(({ origin }) => origin === 'interrupt');

/** One entry for every interrupt of the run that is gone on from: answered, or given up by name. */
function resumeEntries(batch: AnswerBatch, options: ResumeOptions): ResumeEntry[] {
  const { lapsed, abandoned } = batch;
  const gone = new Map([
    ...abandoned.map(({ interruptId, reason }) => [interruptId, reason] as const),
    ...lapsed
      .filter(({ source }) => source.carrier === undefined)
      .map(({ source }) => [source.id, lapsedReason] as const),
  ]);
  return [
    // An interrupt of which one question is over cannot be answered any more.
    ...resumeEntriesOf(asked(batch), options).filter(({ interruptId }) => !gone.has(interruptId)),
    ...[...gone].map(([interruptId, reason]) => abandonedResume(interruptId, reason)),
  ];
}

/** Why an answer that came in time is not given to the agent. */
export const lapsedReason = 'The question expired before the answer could leave.';

/** An answer as a user's message, for agents that read only words. */
export function inWords(feedback: UpFeedback): string {
  switch (feedback.type) {
    case 'comment':
    case 'instruction':
      return feedback.content.text;
    case 'approve':
      return feedback.content?.reason ? `Approved: ${feedback.content.reason}` : 'Approved.';
    case 'reject':
      return feedback.content?.reason ? `Rejected: ${feedback.content.reason}` : 'Rejected.';
    case 'rank':
      return `Ranked: ${feedback.content.order.join(', ')}`;
    case 'edit':
      return (
        feedback.content.text ?? JSON.stringify(feedback.content.value ?? feedback.content.patch)
      );
  }
}

import { customName } from '@countersign/hai/event';
import type { JsonObject } from '@countersign/json/json-object';
import { questionOf, wordsIn } from './asked-question.ts';
import type { BeforeRun } from './before-run.ts';
import type { A2aMessage, A2aStatus, FrameContent, TaskState } from './frames.ts';
import { type KnownMessages, upFormatId } from './known-messages.ts';
import { artifactIdOf, type MessageEvents, messageIdOf } from './message-writer.ts';

interface Place {
  threadId: string;
  runId: string;
}

/** Reads what the frames of a run say, one after the other. */
export interface TaskReading {
  /** `number`: of the frame, from 1. `speech` receives what is new in it. */
  take(speech: MessageEvents, news: FrameContent, number: number): void;
  /** The run has ended: nothing more belongs to it. */
  isOver(): boolean;
  /** Whether it only says once more where the task is, as one that is read again does. */
  repeats(news: FrameContent): boolean;
}

export function createTaskReading(
  place: Place,
  known: KnownMessages,
  before: BeforeRun,
): TaskReading {
  let over = false;
  let last: { taskId: string; contextId: string | null; state: TaskState } | null = null;

  const finish = (speech: MessageEvents, state: TaskState, ending: Ending) => {
    over = true;
    endRun(speech, place, state, ending);
  };

  const takeMessage = (
    speech: MessageEvents,
    { messageId, parts, isUser }: A2aMessage,
    frame: string,
  ) => {
    if (isUser) return;
    // A message never grows: one that is known has been said.
    if (messageId !== null && isKnown(known, messageId)) return;
    speech.parts(messageIdOf(messageId ?? frame), parts, { appends: false, isLast: true });
  };

  const takeStatus = (
    speech: MessageEvents,
    { taskId, contextId, status }: { taskId: string; contextId: string | null; status: A2aStatus },
    { frame, isFirst }: { frame: string; isFirst: boolean },
  ) => {
    const { state, message } = status;
    const asks = state === 'input-required' || state === 'auth-required';
    if (asks && before.isOldQuestion(message, isFirst)) return;
    if (message !== null) takeMessage(speech, message, frame);
    const isSame = last?.taskId === taskId && last.state === state;
    last = { taskId, contextId: contextId ?? last?.contextId ?? null, state };
    if (isSame && !asks) return;
    speech.emit({ type: 'STATE_SNAPSHOT', snapshot: { a2a: { ...last } } });
    if (!asks && !(state in endWords)) return;
    const place = { taskId, contextId: last.contextId };
    finish(speech, state, {
      why: message === null ? null : wordsIn(message),
      ...(asks
        ? { outcome: { type: `a2a.${state}`, ...place, question: questionOf(message, frame) } }
        : {}),
    });
  };

  return {
    isOver: () => over,
    repeats: (news) =>
      (news.kind === 'task' || news.kind === 'status') &&
      last?.taskId === news.taskId &&
      last.state === news.status.state,
    take(speech, news, number) {
      const frame = `${place.runId}:${number}`;
      switch (news.kind) {
        case 'error':
          over = true;
          return failRun(speech, place, news);
        case 'message':
          takeMessage(speech, news.message, frame);
          if (news.contextId !== null) {
            const a2a = { contextId: news.contextId };
            speech.emit({ type: 'STATE_SNAPSHOT', snapshot: { a2a } });
          }
          return finish(speech, 'completed', { why: null });
        case 'artifact': {
          const { artifact, appends, isLast, taskId } = news;
          const id = artifactIdOf(taskId, artifact.artifactId);
          return speech.parts(id, artifact.parts, { appends, isLast });
        }
        case 'status':
          return takeStatus(speech, news, { frame, isFirst: false });
        case 'task':
          for (const message of before.since(news.history)) takeMessage(speech, message, frame);
          for (const { artifactId, parts } of news.artifacts) {
            const id = artifactIdOf(news.taskId, artifactId);
            speech.parts(id, parts, { appends: false, isLast: false });
          }
          return takeStatus(speech, news, { frame, isFirst: number === 1 });
      }
    },
  };
}

const isKnown = (known: KnownMessages, messageId: string): boolean =>
  known.has(messageIdOf(messageId)) || known.has(upFormatId(messageId));

/** How a run ends: `why` in the agent's words; `outcome` if its task waits for a person. */
interface Ending {
  why: string | null;
  outcome?: JsonObject;
}

function endRun(
  speech: MessageEvents,
  place: Place,
  state: TaskState,
  { why, ...ending }: Ending,
): void {
  speech.close();
  if (state === 'canceled') {
    const value = { action: 'stop', status: 'stopped' };
    speech.emit({ type: 'CUSTOM', name: customName.control, value });
  }
  speech.emit(
    state === 'failed' || state === 'rejected'
      ? { type: 'RUN_ERROR', ...place, code: `a2a-${state}`, message: why ?? endWords[state] }
      : { type: 'RUN_FINISHED', ...place, ...ending },
  );
}

function failRun(
  speech: MessageEvents,
  place: Place,
  { message, code }: { message: string; code: string | null },
): void {
  speech.close();
  speech.emit({ type: 'RUN_ERROR', ...place, message, ...(code === null ? {} : { code }) });
}

/** States that end a task, with the text to use if the agent sends none. */
const endWords: Readonly<Partial<Record<TaskState, string>>> & {
  failed: string;
  rejected: string;
} = {
  completed: '',
  canceled: '',
  failed: 'The task failed; the agent gave no reason.',
  rejected: 'The agent rejected the task without a reason.',
};

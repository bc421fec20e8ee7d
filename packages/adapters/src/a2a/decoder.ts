import type { Decoded, Decoder } from '@countersign/hai/decoded';
import { customName } from '@countersign/hai/event';
import { validateEvent } from '@countersign/hai/validate';
import { isObject, memberOf } from '@countersign/json/json-object';
import type { ReadingOptions } from '../protocol/agent-protocol.ts';
import {
  type A2aMessage,
  type A2aStatus,
  type FrameContent,
  frameContent,
  type TaskState,
} from './frames.ts';
import { createKnownMessages, upFormatId } from './known-messages.ts';
import {
  artifactIdOf,
  createTokenWriter,
  type MessageEvents,
  messageIdOf,
} from './message-writer.ts';
import { outlineOf } from './outline.ts';
import { upFormatIn } from './parts.ts';
import { answeredIn, continuesTask, runMessageOf } from './run-message.ts';

/** The end of a run whose task waits for a person. */
interface Outcome {
  type: string;
  taskId: string;
  contextId: string | null;
  question: ReturnType<typeof questionOf>;
}

/** Frames of a stream become HAI events. What the agent repeats of a task is recognised and not said twice. */
export function createA2aDecoder({ threadId, runId, told }: ReadingOptions): Decoder {
  const known = createKnownMessages(told?.messages ?? []);
  for (const id of answeredIn(told?.forwardedProps)) known.note(asked(id));
  const own = told === undefined ? null : runMessageOf({ threadId, runId, ...told }).messageId;
  const continues = continuesTask(told?.forwardedProps);
  /** Messages that were begun and not ended. */
  const open = new Set<string>();
  let started = false;
  let ended = false;
  let frames = 0;
  let last: { taskId: string; contextId: string | null; state: TaskState } | null = null;

  const note = (event: unknown) => {
    known.note(event);
    const type = memberOf(event, 'type');
    const messageId = memberOf(event, 'messageId');
    if (type === 'RUN_STARTED') started = true;
    if (typeof messageId === 'string') {
      if (type === 'BUSINESS_DATA_START') open.add(messageId);
      if (type === 'BUSINESS_DATA_END') open.delete(messageId);
    }
  };

  const finish = (
    speech: MessageEvents,
    state: TaskState,
    { why, ...ending }: { why: string | null; outcome?: Outcome },
  ) => {
    ended = true;
    speech.close();
    const place = { threadId, runId };
    if (state === 'canceled') {
      const value = { action: 'stop', status: 'stopped' };
      speech.emit({ type: 'CUSTOM', name: customName.control, value });
    }
    speech.emit(
      state === 'failed' || state === 'rejected'
        ? { type: 'RUN_ERROR', ...place, code: `a2a-${state}`, message: why ?? endWords[state] }
        : { type: 'RUN_FINISHED', ...place, ...ending },
    );
  };

  const takeMessage = (speech: MessageEvents, message: A2aMessage) => {
    const { messageId, parts } = message;
    if (message.isUser) return;
    const id = messageIdOf(messageId ?? `${runId}:${frames}`);
    // A message never grows: one that is known has been said.
    if (messageId !== null && (known.has(id) || known.has(upFormatId(messageId)))) return;
    speech.parts(id, parts, { appends: false, isLast: true });
  };

  /** A question that was asked and answered before this run is still in the task that it continues. */
  const isOldQuestion = ({ message }: A2aStatus, isFirst: boolean): boolean => {
    if (!continues) return false;
    if (message === null || message.messageId === null) return isFirst;
    return known.has(upFormatId(message.messageId)) || answeredUpFormat(message);
  };
  const answeredUpFormat = ({ parts }: A2aMessage): boolean =>
    parts.some((part) => {
      const id = memberOf(upFormatIn(part), 'messageId');
      return typeof id === 'string' && answeredIn(told?.forwardedProps).includes(id);
    });

  const takeStatus = (
    speech: MessageEvents,
    at: { taskId: string; contextId: string | null },
    status: A2aStatus,
    isFirst: boolean,
  ) => {
    const { state, message } = status;
    const asks = state === 'input-required' || state === 'auth-required';
    if (asks && isOldQuestion(status, isFirst)) return;
    if (message !== null) takeMessage(speech, message);
    const before = last;
    const { taskId } = at;
    last = { taskId, contextId: at.contextId ?? before?.contextId ?? null, state };
    const isSame = before?.taskId === taskId && before.state === state;
    if (isSame && !asks) return;
    const { contextId } = last;
    speech.emit({ type: 'STATE_SNAPSHOT', snapshot: { a2a: { taskId, contextId, state } } });
    const isOver = asks || state in endWords;
    if (!isOver) return;
    const question = questionOf(message, `${runId}:${frames}`);
    finish(speech, state, {
      why: message === null ? null : wordsIn(message),
      ...(asks ? { outcome: { type: `a2a.${state}`, taskId, contextId, question } } : {}),
    });
  };

  const takeNews = (speech: MessageEvents, news: FrameContent) => {
    switch (news.kind) {
      case 'error':
        ended = true;
        speech.close();
        speech.emit({
          ...{ type: 'RUN_ERROR', threadId, runId, message: news.message },
          ...(news.code === null ? {} : { code: news.code }),
        });
        return;
      case 'message':
        takeMessage(speech, news.message);
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
        return takeStatus(speech, news, news.status, false);
      case 'task': {
        const { taskId, contextId, history, artifacts, status } = news;
        for (const message of since(history)) takeMessage(speech, message);
        for (const { artifactId, parts } of artifacts) {
          const id = artifactIdOf(taskId, artifactId);
          speech.parts(id, parts, { appends: false, isLast: false });
        }
        return takeStatus(speech, { taskId, contextId }, status, frames === 1);
      }
    }
  };

  /** The messages of a history that belong to this run. */
  const since = (history: readonly A2aMessage[]): readonly A2aMessage[] => {
    const at = history.findLastIndex(({ messageId }) => messageId !== null && messageId === own);
    if (at !== -1) return history.slice(at + 1);
    return continues ? [] : history;
  };

  const decodeFrame = (frame: unknown): Decoded => {
    const out: Decoded = { events: [], issues: [], refused: 0 };
    const news = frameContent(frame);
    if (news === null) {
      return { ...out, issues: [{ path: '', message: 'is nothing of A2A' }], refused: 1 };
    }
    // What follows the end of a task belongs to no run.
    if (ended) return { ...out, events: [{ type: 'RAW', event: frame, source: 'a2a' }] };
    frames += 1;
    let rawEvent = outlineOf(frame);
    const speech = createTokenWriter(known, open, (event) => {
      validateEvent(rawEvent === null ? event : { ...event, rawEvent }, out);
      rawEvent = null;
    });
    if (!started) speech.emit({ type: 'RUN_STARTED', threadId, runId });
    started = true;
    takeNews(speech, news);
    return out;
  };

  return {
    decode(data) {
      try {
        return decodeFrame(JSON.parse(data));
      } catch {
        const issues = [{ path: '', message: 'is no JSON' }];
        return { events: [], issues, refused: 1 };
      }
    },
    decodeValue(json) {
      note(json);
      return { events: [], issues: [], refused: 0 };
    },
  };
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

/** What a question consists of, for the reader of questions. */
const questionOf = (message: A2aMessage | null, id: string) => ({
  messageId: message?.messageId ?? id,
  text: message === null ? '' : (wordsIn(message) ?? ''),
  data: (message?.parts ?? []).flatMap((part) =>
    part.kind === 'data' && upFormatIn(part) === undefined ? [part.data] : [],
  ),
  inUpFormat: (message?.parts ?? []).some((part) => isQuestion(upFormatIn(part))),
});

const isQuestion = (message: unknown): boolean =>
  isObject(message) &&
  (message['state'] === 'needsHumanDecision' || message['state'] === 'followup');

function wordsIn({ parts }: A2aMessage): string | null {
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
  return text.trim() === '' ? null : text.trim();
}

/** The event under which an answered question is known. */
const asked = (messageId: string) => ({ type: 'CUSTOM', value: { messageId } });

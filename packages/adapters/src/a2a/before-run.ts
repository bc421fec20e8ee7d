import { memberOf } from '@countersign/json/json-object';
import type { ReadingOptions } from '../protocol/agent-protocol.ts';
import type { A2aMessage } from './frames.ts';
import { type KnownMessages, upFormatId } from './known-messages.ts';
import { upFormatIn } from './parts.ts';
import { answeredIn, continuesTask, runMessageOf } from './run-message.ts';

/** What a task contains from before this run: A2A repeats all of it. */
export interface BeforeRun {
  /** The messages of a history that belong to this run. */
  since(history: readonly A2aMessage[]): readonly A2aMessage[];
  /** A question that was asked and answered before this run is still in the task that it continues; null = it has no message. */
  isOldQuestion(message: A2aMessage | null, isFirstFrame: boolean): boolean;
}

export function beforeRun(
  { threadId, runId, earlier }: Pick<ReadingOptions, 'threadId' | 'runId' | 'earlier'>,
  known: KnownMessages,
): BeforeRun {
  const own =
    earlier === undefined ? null : runMessageOf({ threadId, runId, ...earlier }).messageId;
  const continues = continuesTask(earlier?.forwardedProps);
  const answered = answeredIn(earlier?.forwardedProps);
  for (const id of answered) known.note(asked(id));
  const isAnswered = ({ parts }: A2aMessage) =>
    parts.some((part) => {
      const id = memberOf(upFormatIn(part), 'messageId');
      return typeof id === 'string' && answered.includes(id);
    });
  return {
    since(history) {
      const at = history.findLastIndex(({ messageId }) => messageId !== null && messageId === own);
      if (at !== -1) return history.slice(at + 1);
      return continues ? [] : history;
    },
    isOldQuestion(message, isFirstFrame) {
      if (!continues) return false;
      if (message === null || message.messageId === null) return isFirstFrame;
      return known.has(upFormatId(message.messageId)) || isAnswered(message);
    },
  };
}

/** The event under which an answered question is known. */
const asked = (messageId: string) => ({ type: 'CUSTOM', value: { messageId } });

import { decides } from '@countersign/adapters/mcp-server/answer';
import { askEvent } from '@countersign/adapters/mcp-server/asks';
import type { McpQuestion } from '@countersign/adapters/mcp-server/question';
import {
  acknowledged,
  type RunPlaceIds,
  withdrawn,
} from '@countersign/adapters/mcp-server/run-events';
import type { HaiEvent } from '@countersign/hai/event';
import { questionEndOf } from '@countersign/upformat/ended-message';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { FrameQueue } from './frame-queue.ts';

/** The question is not asked any more, and why. */
export class Withdrawn extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.name = 'Withdrawn';
    this.reason = reason;
  }
}

/** What happened to an answer. `gone`: its question is not asked any more. `unread`: the run was left before it was stored. */
export type Taken = 'taken' | 'gone' | 'unread';

/** The open questions of one run. */
export interface RunQuestions {
  /**
   * Asks people, and settles with the feedback that decides. Rejects with `Withdrawn`. `before` is called before the answer is
   * acknowledged, with the id of its decision.
   */
  ask(
    question: McpQuestion,
    before: (feedback: UpFeedback, decisionId: string) => void,
  ): Promise<UpFeedback>;
  /** Settles when the answer, and the position behind it, is stored. */
  answer(answerId: string, message: UpMessage): Promise<Taken>;
  withdraw(id: string, reason: string): void;
  /** Withdraws all that are open. */
  close(reason: string): void;
  ids(): string[];
}

interface Open {
  question: McpQuestion;
  before: (feedback: UpFeedback, decisionId: string) => void;
  settle: (feedback: UpFeedback) => void;
  reject: (why: Withdrawn) => void;
}

/** More questions at a time are refused. */
const maxOpen = 50;
/** While a run is held its questions are not read; more than this (characters) are refused. */
const maxUnread = 4_000_000;

export function createRunQuestions(options: {
  place: RunPlaceIds;
  queue: Pick<FrameQueue, 'stored' | 'unread'>;
  emit: (events: readonly HaiEvent[]) => void;
  now: () => number;
}): RunQuestions {
  const { place, queue, emit } = options;
  const open = new Map<string, Open>();
  const answered = new Set<string>();
  const stored = async (): Promise<Taken> => ((await queue.stored()) ? 'taken' : 'unread');
  const timestamp = () => new Date(options.now()).toISOString();

  const withdraw = (id: string, reason: string) => {
    const one = open.get(id);
    if (one === undefined) return;
    open.delete(id);
    emit(withdrawn(place, id, reason, timestamp()));
    one.reject(new Withdrawn(reason));
  };

  return {
    ask(question, before) {
      if (open.size >= maxOpen) {
        return Promise.reject(new Withdrawn(`It has ${maxOpen} open questions already.`));
      }
      if (queue.unread() > maxUnread) {
        return Promise.reject(new Withdrawn('Too much of the call has not been read yet.'));
      }
      return new Promise((settle, reject) => {
        open.set(question.id, { question, before, settle, reject });
        emit([askEvent(question)]);
      });
    },
    async answer(answerId, message) {
      if (answered.has(answerId)) return stored();
      const { parentMessageId, upFeedback } = message;
      const one = parentMessageId === undefined ? undefined : open.get(parentMessageId);
      if (one === undefined) return 'gone';
      const end = questionEndOf(message);
      if (end !== null) {
        answered.add(answerId);
        withdraw(one.question.id, end.explanation);
        return stored();
      }
      if (upFeedback === undefined) return 'gone';
      // A comment is kept with the question; the server would not understand it.
      if (!decides(upFeedback)) return 'taken';
      open.delete(one.question.id);
      answered.add(answerId);
      one.before(upFeedback, answerId);
      emit(acknowledged(place, answerId, timestamp()));
      one.settle(upFeedback);
      return stored();
    },
    withdraw,
    close(reason) {
      for (const id of [...open.keys()]) withdraw(id, reason);
    },
    ids: () => [...open.keys()],
  };
}

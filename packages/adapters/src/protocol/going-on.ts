import type { Message } from '@countersign/hai/event';
import type { Tool } from '@countersign/hai/run-input';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { AskOrigin, ForeignAsk } from '../ask.ts';

/** A question of the last run that nobody answers any more. */
export interface GivenUp {
  /** Its id in its own protocol. */
  id: string;
  reason: string;
}

/** What every run is told that goes on with a task. */
export interface RunBase {
  threadId: string;
  runId: string;
  tools: readonly Tool[];
  /** What was said before, and shared. */
  messages: readonly Message[];
  state?: unknown;
  /** Tool calls whose question closed without an answer, and why. */
  unanswered: ReadonlyMap<string, string>;
}

/** One answer to a question in other words than UpFormat's. */
export interface TakenAnswer extends Pick<ForeignAsk, 'source'> {
  origin: Pick<AskOrigin, 'protocol' | 'kind' | 'answeredBy'>;
  decisionId: string;
  /** What was asked. */
  message: UpMessage;
  feedback: UpFeedback;
}

/** Answers that reach the agent together, in one new run. */
export interface TakenAnswers {
  answers: readonly TakenAnswer[];
  /** Answers that came too late to be given, and why: their questions can only be given up. */
  lapsed: readonly (TakenAnswer & { reason: string })[];
  /** Questions of the same run that nobody answered; the agent must be told of each. */
  abandoned: readonly GivenUp[];
}

/** What an operator says, under the id it has in the task. */
export interface Words {
  messageId: string;
  content: string;
}

/**
 * What a new run brings. `words`: of people, none when a task is only begun again. `message`: an answer in UpFormat that the
 * run it was meant for cannot take any more. `answers`: to questions in other words.
 */
export type Brings =
  | { kind: 'words'; words: readonly Words[]; givenUp: readonly GivenUp[] }
  | { kind: 'message'; id: string; message: UpMessage; givenUp: readonly GivenUp[] }
  | {
      kind: 'answers';
      answers: TakenAnswers;
      /** Stands where the answer to another part of the same question will stand; left out, an incomplete answer is none. */
      missing?: string;
    };

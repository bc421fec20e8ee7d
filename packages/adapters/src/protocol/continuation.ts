import type { Message } from '@countersign/hai/event';
import type { Tool } from '@countersign/hai/run-input';
import type { JsonObject } from '@countersign/json/json-object';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { AskOrigin, ForeignAsk } from '../ask.ts';

/** A question of the last run that will not be answered any more. */
export interface GivenUp {
  /** Its id in its own protocol. */
  id: string;
  reason: string;
  /** The question, if it was asked in a CUSTOM event: it is given up in the words of its agent. */
  asked?: UpMessage;
}

/** The common part of every run that continues a task. */
export interface RunBase {
  threadId: string;
  runId: string;
  tools: readonly Tool[];
  /** The conversation so far. */
  messages: readonly Message[];
  /** Files that operators attached to its messages, by the id of the message. */
  files?: ReadonlyMap<string, readonly JsonObject[]> | undefined;
  state?: unknown;
  /** Tool calls whose question was closed without an answer, and why. */
  unanswered: ReadonlyMap<string, string>;
}

/** One answer to a question that was not asked in UpFormat. */
export interface TakenAnswer extends Pick<ForeignAsk, 'source'> {
  origin: Pick<AskOrigin, 'protocol' | 'kind'> & { answeredBy: string };
  decisionId: string;
  /** The question. */
  message: UpMessage;
  feedback: UpFeedback;
}

/** Answers that are sent to the agent together, in one new run. */
export interface TakenAnswers {
  answers: readonly TakenAnswer[];
  /** Answers that were too late to be sent, and why: their questions can only be cancelled. */
  lapsed: readonly (TakenAnswer & { reason: string })[];
  /** Unanswered questions of the same run; the agent must be notified of each. */
  abandoned: readonly GivenUp[];
}

/** A message of an operator, with its id in the task. */
export interface OperatorText {
  messageId: string;
  content: string;
  /** What was attached to it: entries of the context, and files as parts of the message. */
  attached?: { context: readonly JsonObject[]; parts: readonly JsonObject[] } | undefined;
}

/**
 * What a new run contains. `words`: messages of people, none if a task is only restarted. `message`: an answer in UpFormat that
 * its run can no longer accept. `ended`: a question has ended without an answer; `isOwn` = it was
 * asked in UpFormat. `answers`: to questions not asked in UpFormat.
 */
export type RunContent =
  | { kind: 'words'; words: readonly OperatorText[]; givenUp: readonly GivenUp[] }
  | { kind: 'message'; id: string; message: UpMessage; givenUp: readonly GivenUp[] }
  | {
      kind: 'ended';
      id: string;
      message: UpMessage;
      isOwn: boolean;
      givenUp: readonly GivenUp[];
    }
  | {
      kind: 'answers';
      answers: TakenAnswers;
      /**
       * A placeholder for the missing answer to another part of the same question; without it, an incomplete answer gives it
       * up.
       */
      missing?: string;
    };

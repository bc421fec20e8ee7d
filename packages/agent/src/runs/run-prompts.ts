import type { CheckReply } from '@countersign/upformat/edit-check';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { ChildRun } from '../child-run.ts';
import type { Outcome, ValueReader } from '../outcome.ts';

/** Checks an edited value before it is sent. Called at every pause in typing: it must have no effect. */
export type CheckEdit = (
  value: unknown,
  /** Aborted when the response is no longer needed. */
  signal: AbortSignal,
) => CheckReply | Promise<CheckReply>;

/** The answer to an ask: what it means, the feedback as received, and its UpFormat message. */
export interface Answer<Value = unknown> {
  outcome: Outcome<Value>;
  /** Null = the question ended without an answer. */
  feedback: UpFeedback | null;
  message: UpMessage;
}

/** A comment of an operator on a question, which stays open. */
export interface Comment {
  text: string;
  message: UpMessage;
}

/** A prompt of this run, or one forwarded for an agent it called (`child`). */
export interface OpenPrompt {
  message: UpMessage;
  /** Whether the run function already awaits the answer. */
  awaited: boolean;
  child: ChildRun | null;
  /** `ended`: without an answer, by the console. */
  state: 'open' | 'answered' | 'withdrawn' | 'ended';
  answer: ((answer: Answer) => void) | null;
  /** Reads an answer by the schema of the question. */
  reader: ValueReader;
  receive: ((comment: Comment) => void) | null;
  /** Checks an edited value; null = no check is offered. */
  check: CheckEdit | null;
  withdraw: ((reason: unknown) => void) | null;
}

/** The prompts of one run by messageId. */
export interface RunPrompts {
  get(messageId: string): OpenPrompt | undefined;
  set(messageId: string, prompt: OpenPrompt): void;
  /** Its own prompts that are open. */
  open(): OpenPrompt[];
}

export function createRunPrompts(): RunPrompts {
  const prompts = new Map<string, OpenPrompt>();
  return {
    get: (messageId) => prompts.get(messageId),
    set: (messageId, prompt) => {
      prompts.set(messageId, prompt);
    },
    open: () =>
      [...prompts.values()].filter((prompt) => prompt.state === 'open' && prompt.child === null),
  };
}

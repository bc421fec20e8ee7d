import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { CheckEdit } from './checking.ts';
import type { ChildRun } from './child-run.ts';

/** The answer to an ask: the feedback, and the UpFormat message that carried it. */
export interface Answer {
  feedback: UpFeedback;
  message: UpMessage;
}

/** What an operator says beside a question, which stays open. */
export interface Comment {
  text: string;
  message: UpMessage;
}

/** A prompt this run has asked, or passed on for an agent it called (`child`). */
export interface OpenPrompt {
  message: UpMessage;
  /** Whether the run function waits for the answer by now. */
  awaited: boolean;
  child: ChildRun | null;
  state: 'open' | 'answered' | 'withdrawn';
  answer: ((answer: Answer) => void) | null;
  hear: ((comment: Comment) => void) | null;
  /** Judges an edited value; null = none is offered. */
  check: CheckEdit | null;
  withdraw: ((reason: unknown) => void) | null;
}

/** The prompts of one run by messageId. */
export interface PromptBook {
  get(messageId: string): OpenPrompt | undefined;
  set(messageId: string, prompt: OpenPrompt): void;
  /** Own prompts still open. */
  open(): OpenPrompt[];
}

export function createPromptBook(): PromptBook {
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

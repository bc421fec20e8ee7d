import type { UpMessage, UpState } from './message.ts';

/** Whether a message asks a person something: blocking, or with a default. */
export function isPrompt(message: UpMessage): boolean {
  return message.state === 'needsHumanDecision' || message.state === 'followup';
}

/** Whether the work waits for the answer. */
export function isBlocking(message: UpMessage): boolean {
  return message.state === 'needsHumanDecision';
}

/**
 * Id of a prompt on a server, from the two ids of its message. Both are part of it: an agent that reuses
 * another's message id must never reach another's prompt. Safe in a URL path.
 */
export function promptIdOf(threadId: string, messageId: string): string {
  return `${encodeURIComponent(threadId)}~${encodeURIComponent(messageId)}`;
}

const plainWords: Record<UpState, string> = {
  submitted: 'Work has been taken on',
  waiting: 'The agent waits for something outside',
  completed: 'The work is done',
  failed: 'The work failed',
  needsHumanDecision: 'The agent needs a decision',
  followup: 'The result can be refined',
  cancelled: 'The work was cancelled',
};

const oneLine = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
};

/** The question in one line: `ask`, else the first question, else the explanation, else plain words for the state. */
export function askOf(message: UpMessage): string {
  const question = message.upThought?.questions?.[0];
  const texts = [
    message.ask,
    typeof question === 'string' ? question : question?.text,
    message.explanation,
  ];
  for (const text of texts) {
    const line = oneLine(text ?? '');
    if (line !== '') return line;
  }
  return plainWords[message.state];
}

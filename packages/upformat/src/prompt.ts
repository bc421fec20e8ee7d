import type { UpMessage, UpState } from './message.ts';
import { upPromptOf } from './up-prompt.ts';

/** Whether a person can act on the message: it asks, or it offers changes (docs/protocol/message.md). */
export const isPrompt = (message: UpMessage): boolean =>
  message.state === 'needsHumanDecision' || message.state === 'followup';

/** Whether the agent is blocked until it has the answer. */
export const isBlocking = (message: UpMessage): boolean => message.state === 'needsHumanDecision';

const maxAskLength = 280;

const plainAsk: Record<UpState, string> = {
  submitted: 'Work has been taken on',
  waiting: 'The agent waits for something outside',
  completed: 'The work is done',
  failed: 'The work failed',
  needsHumanDecision: 'The agent needs a decision',
  followup: 'The result can be refined',
  cancelled: 'The work was cancelled',
};

/** The question in one line of at most 280 characters: `ask`, else the first question, else the explanation, else a plain sentence. */
export function askOf(message: UpMessage): string {
  const question = message.upThought?.questions?.[0];
  const questionText = typeof question === 'string' ? question : question?.text;
  for (const candidate of [upPromptOf(message).ask, questionText, message.explanation]) {
    const line = oneLine(candidate ?? '');
    if (line !== '') return line;
  }
  return plainAsk[message.state];
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxAskLength) return line;
  // By code points, so that no pair is cut in two.
  return `${Array.from(line.slice(0, maxAskLength - 1))
    .slice(0, -1)
    .join('')
    .trimEnd()}…`;
}

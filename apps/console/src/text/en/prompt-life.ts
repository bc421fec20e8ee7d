import type { DeliveryMethod } from '@countersign/api/prompt';

/** What happens if a prompt without a deadline is not answered. */
function noDeadline(isBlocking: boolean, way: DeliveryMethod | null): string {
  if (!isBlocking) return 'the work is done, and the offer stays open.';
  const isWaiting = way === null || way.run === 'open';
  if (way?.by === 'asker') return 'it stays open, and the asker waits until someone answers.';
  return isWaiting
    ? 'the agent waits until someone answers.'
    : 'it stays open. Nothing runs until someone answers.';
}

/** Texts about a prompt whose run has ended, whose agent is not registered, or whose answer came back. */
export const promptLifeText = {
  noDeadline,
  gone: 'The agent is no longer registered.',
  goneNote: 'Nothing can receive an answer. Add the agent again, or dismiss the question.',
  dismiss: 'Dismiss',
  dismissTitle: 'Dismiss the question',
  dismissNote: 'It is closed without an answer. The reason is recorded with it.',
  dismissReason: 'Reason',
  dismissHint: 'Kept in the audit log',
  dismissing: 'Dismissing',
  run: {
    finished: 'The run has finished.',
    failed: 'The run has failed.',
    lost: 'The agent was lost.',
    stopped: 'The run was stopped.',
  },
  newRun: 'Your answer starts a new run of the task.',
  failedDefault: 'Nothing is sent automatically at the deadline.',
  refused: 'The agent refused the last answer.',
  undeliverable: 'The last answer could not be delivered.',
  answerAgain: 'The question is open again.',
  comments: 'Comments',
  /** The part of a text that a note is about. */
  wordsIn: (words: string, where: string) => `“${words}” in ${where}`,
  addComment: 'Add comment',
  commentStays: 'A comment is added. The question stays open.',
} as const;

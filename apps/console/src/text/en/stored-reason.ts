/** Reasons that the server journals as English sentences, by name. */
export const storedReasonText = {
  nobodyAnswered: 'Nobody answered in time.',
  runStopped: 'The run was stopped before an answer was given.',
  streamClosed: 'The stream of the run was closed before an answer was given.',
  taskContinued: 'The task has gone on without it.',
  questionChanged: 'The agent changed or ended the question before the answer left.',
  askedAgain: 'The agent did not take it and asks the same again.',
  taskStopped: 'The task was stopped before this was sent.',
  rulesStopped: 'The rules were stopped.',
  nobodyThere: 'Nobody receives it.',
  notControllable: 'The agent cannot be controlled any more.',
  noConnection: 'There is no connection to the agent.',
  stopUnconfirmed: 'The connection was lost before the agent confirmed the stop.',
  expiredBeforeSent: 'The question expired before the answer could leave.',
  callEnded: 'The call has ended.',
  callStopped: 'The call was stopped.',
  // The end of a sentence.
  agentGone: 'the agent is not there any more.',
  runFailed: 'the run that asked has failed.',
} as const;

/** The same with a part that varies. */
export const storedReasonShapes = {
  givenUp: (why: string, attempts: string) => `${why} Given up after ${attempts} attempts.`,
  defaultUnfit: (why: string) =>
    `Nobody answered in time, and the default was not sent because it does not fit what is asked: ${why}`,
  defaultNotSent: (why: string) => `Nobody answered in time, and the default was not sent: ${why}`,
  dismissed: (who: string, why: string) => `${who} dismissed it: ${why}`,
};

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
} as const;

import { messages } from './messages.ts';
import { visibleText } from './visible-text.ts';

const { storedReasonText } = messages().storedReason;

/** By the sentence that is journalled: events are never rewritten. */
const names: Readonly<Record<string, keyof typeof storedReasonText>> = {
  'Nobody answered in time.': 'nobodyAnswered',
  'The run was stopped before an answer was given.': 'runStopped',
  'The stream of the run was closed before an answer was given.': 'streamClosed',
  'The task has gone on without it.': 'taskContinued',
  'The agent changed or ended the question before the answer left.': 'questionChanged',
  'The agent did not take it and asks the same again.': 'askedAgain',
  'The task was stopped before this was sent.': 'taskStopped',
  'The rules were stopped.': 'rulesStopped',
  'Nobody receives it.': 'nobodyThere',
  // As older versions wrote it.
  'Nobody is there to hear it.': 'nobodyThere',
  'The agent cannot be controlled any more.': 'notControllable',
  'There is no connection to the agent.': 'noConnection',
  'The connection was lost before the agent confirmed the stop.': 'stopUnconfirmed',
};

/** A journalled reason in the chosen language; words of agents and unknown sentences as they are. */
export function storedReason(english: string): string {
  const name = Object.hasOwn(names, english) ? names[english] : undefined;
  return name === undefined ? visibleText(english) : storedReasonText[name];
}

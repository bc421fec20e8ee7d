import { messages } from './messages.ts';
import { visibleText } from './visible-text.ts';

const { storedReasonText, storedReasonShapes: shape } = messages().storedReason;

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
  'The question expired before the answer could leave.': 'expiredBeforeSent',
  'The call has ended.': 'callEnded',
  'The call was stopped.': 'callStopped',
  'the agent is not there any more.': 'agentGone',
  'the run that asked has failed.': 'runFailed',
};

/** A fixed sentence in the chosen language; others as they are. */
function fixed(english: string): string {
  const name = Object.hasOwn(names, english) ? names[english] : undefined;
  return name === undefined ? visibleText(english) : storedReasonText[name];
}

/** Sentences with a part that varies. */
const shapes: readonly [RegExp, (first: string, second: string) => string][] = [
  [/^(.+) Given up after (\d{1,9}) attempts\.$/s, (why, count) => shape.givenUp(fixed(why), count)],
  [
    /^Nobody answered in time, and the default was not sent because it does not fit what is asked: (.+)$/s,
    (why) => shape.defaultUnfit(fixed(why)),
  ],
  [
    /^Nobody answered in time, and the default was not sent: (.+)$/s,
    (why) => shape.defaultNotSent(fixed(why)),
  ],
  [
    /^(.+?) dismissed it: (.+)$/s,
    (who, why) => shape.dismissed(visibleText(who), visibleText(why)),
  ],
];

/** A journalled reason in the chosen language; words of agents and unknown sentences as they are. */
export function storedReason(english: string): string {
  for (const [form, words] of shapes) {
    const [, first, second = ''] = form.exec(english) ?? [];
    if (first !== undefined) return words(first, second);
  }
  return fixed(english);
}

import type { Statement } from '@countersign/json/statement';
import type { Messages } from '../messages.ts';

/** Sentences that older versions journalled without their codes, and those that are the words of a message. */
const codes: Readonly<Record<string, string>> = {
  'Nobody answered in time.': 'deadline.nobody',
  'Nobody answered in time, and the default was not sent: the agent is not there any more.':
    'deadline.agent-gone',
  'Nobody answered in time, and the default was not sent: the run that asked has failed.':
    'deadline.run-failed',
  'The run was stopped before an answer was given.': 'closed.run-stopped',
  'The stream of the run was closed before an answer was given.': 'closed.stream-closed',
  'The task has gone on without it.': 'closed.task-went-on',
  'The agent changed or ended the question before the answer left.': 'delivery.question-changed',
  'The agent did not take it and asks the same again.': 'delivery.asked-again',
  'The task was stopped before this was sent.': 'delivery.stopped-first',
  'The rules were stopped.': 'delivery.rules-stopped',
  'Nobody receives it.': 'delivery.no-receiver',
  'Nobody is there to hear it.': 'delivery.no-receiver',
  'The question expired before the answer could leave.': 'delivery.lapsed',
  'The agent cannot be controlled any more.': 'control.not-controllable',
  'There is no connection to the agent.': 'control.no-connection',
  'The connection was lost before the agent confirmed the stop.': 'control.stop-unconfirmed',
  'The run ended first.': 'control.run-ended-first',
  'The call has ended.': 'closed.call-ended',
  'The call was stopped.': 'closed.call-stopped',
  'The client cancelled its call.': 'closed.client-cancelled',
  'The client closed its call and did not repeat it.': 'closed.client-left',
};

/** Sentences with a part that varies, by the names of the parts. */
const shapes: readonly [RegExp, string][] = [
  [/^(?<why>.+) Given up after (?<attempts>\d{1,9}) attempts\.$/s, 'delivery.given-up'],
  [
    /^Nobody answered in time, and the default was not sent because it does not fit what is asked: (?<why>.+)$/s,
    'deadline.default-unfit',
  ],
  [/^This server was restarted during the call, /, 'closed.call-lost'],
  [/^(?<name>.+?) dismissed it: (?<reason>.+)$/s, 'closed.dismissed'],
];

function statementOf(english: string): Statement | null {
  const code = Object.hasOwn(codes, english) ? codes[english] : undefined;
  if (code !== undefined) return { code };
  for (const [form, shaped] of shapes) {
    const found = form.exec(english);
    if (found === null) continue;
    const params: Record<string, string | Statement> = {};
    for (const [name, part] of Object.entries(found.groups ?? {}))
      params[name] = (name === 'why' ? statementOf(part) : null) ?? part;
    return { code: shaped, params };
  }
  return null;
}

export const storedStatement: Messages['storedReason']['storedStatement'] = statementOf;

import { shapeStatement } from '@countersign/json/shape-message';
import type { Statement } from '@countersign/json/statement';
import type { Messages } from '../../messages.ts';

/**
 * Sentences that come without their codes: of older versions, the words of a message, and those that the library for agents and
 * the readers of other protocols write where an agent gives no reason.
 */
const codes: Readonly<Record<string, string>> = {
  'Nobody answered in time.': 'deadline.nobody',
  'Nobody answered in time, and the default was not sent: the agent is not there any more.':
    'deadline.agent-gone',
  'Nobody answered in time, and the default was not sent: the run that asked has failed.':
    'deadline.run-failed',
  'The run was stopped before an answer was given.': 'closed.run-stopped',
  'The stream of the run was closed before an answer was given.': 'closed.stream-closed',
  'The task has gone on without it.': 'closed.task-went-on',
  'The task continued without it.': 'closed.task-went-on',
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
  'The task failed; the agent gave no reason.': 'end.failed-silently',
  'The agent rejected the task without a reason.': 'end.rejected-silently',
  'The agent reported an error without saying which.': 'end.error-unsaid',
  'Nobody has answered for too long': 'end.nobody-answered',
  'Too many questions wait for an answer': 'end.too-many-questions',
  'The agent failed': 'end.agent-failed',
  'The run has already finished.': 'end.already-finished',
  'The run has already stopped.': 'end.already-stopped',
  'The run is stopping.': 'end.is-stopping',
  'Nothing waits for an answer on this thread.': 'end.nothing-waits',
  Stopped: 'end.stopped',
  'The call that asked this has ended, so the answer has no receiver. Call the tool again.':
    'end.call-over',
  'An MCP server takes calls of its tools, and no messages. Call a tool from its page, or send {"tool": "…", "arguments": {…}}.':
    'end.calls-only',
  'A service takes calls of what it offers, and no messages.': 'end.service-calls-only',
  'The name of the tool was not typed.': 'end.name-not-typed',
  'The answer has no arguments.': 'end.no-arguments',
  'The answer has a text and no arguments.': 'end.text-no-arguments',
  'What would be sent now is not what was approved. Nothing was sent.': 'call.other-request',
  'A person decides this.': 'end.person-decides',
  'Choose what is kept: one of them, both, or a merged content.': 'end.choose-kept',
  'The question is no longer there.': 'prompt.none-such',
  'It was decided already.': 'end.decided',
};

/** Sentences with a part that varies, by the names of the parts. */
const shapes: readonly [RegExp, string][] = [
  [/^(?<why>.+) Given up after (?<attempts>\d{1,9}) attempts\.$/s, 'delivery.given-up'],
  [
    /^Nobody answered in time, and the default was not sent because it does not fit what is asked: (?<why>.+)$/s,
    'deadline.default-unfit',
  ],
  [/^Stopped by (?<by>.+)$/s, 'end.stopped-by'],
  [/^This server was restarted during the call, /, 'closed.call-lost'],
  [/^(?<name>.+?) dismissed it: (?<reason>.+)$/s, 'closed.dismissed'],
  // A fault of a message, at its place in it.
  [/^(?<path>\/\S+) (?<detail>.+)$/s, 'stream.misread'],
];

/** Whether the part of this name is a sentence itself. */
const isSentence = (name: string): boolean => name === 'why' || name === 'detail';

function statementOf(english: string): Statement | null {
  const code = Object.hasOwn(codes, english) ? codes[english] : undefined;
  if (code !== undefined) return { code };
  for (const [form, shaped] of shapes) {
    const found = form.exec(english);
    if (found === null) continue;
    const params: Record<string, string | Statement> = {};
    for (const [name, part] of Object.entries(found.groups ?? {}))
      params[name] = (isSentence(name) ? statementOf(part) : null) ?? part;
    return { code: shaped, params };
  }
  return shapeStatement(english) ?? null;
}

export const storedStatement: Messages['storedStatement'] = statementOf;

import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { FeedbackType } from '@countersign/upformat/message';
import { sayAsk } from '../ask-statements.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { argumentsForm, argumentsOf, textOfAction } from './action.ts';
import { answered, maxParts, type Shape, type ShapedQuestion } from './shape.ts';

/** The allowed answers, in the order of the buttons. */
const kinds: [string, FeedbackType][] = [
  ['allow_accept', 'approve'],
  ['allow_ignore', 'reject'],
  ['allow_edit', 'edit'],
  ['allow_respond', 'instruction'],
];

/**
 * A HumanInterrupt in the format of LangGraph's prebuilt types and agent-inbox, single or in a list. The answer is a list of
 * `{type, args}`, also for a single one: that is what agent-inbox sends.
 */
export const agentInbox: Shape = {
  find(value) {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (list.length === 0 || list.length > maxParts) return null;
    const questions = list.map((item) => (isObject(item) ? questionOf(item) : null));
    return questions.every((question) => question !== null) ? questions : null;
  },
  answer({ request, edits, wasObject }, { proposed, feedback }) {
    const words = textOfFeedback(feedback);
    const value = editedValue(feedback);
    const action = isObject(request) ? request : {};
    const withArgs = (args: unknown) => ({
      ...action,
      args: argumentsOf(args, wasObject === true),
    });
    // An action that may be edited but was not is accepted with its own arguments.
    if (feedback.type === 'approve') {
      return answered({ type: 'accept', args: edits === true ? withArgs(proposed) : null });
    }
    if (value !== undefined) return answered({ type: 'edit', args: withArgs(value) });
    if (feedback.type === 'reject') return answered({ type: 'ignore', args: null });
    return answered({ type: 'response', args: words ?? '' });
  },
  assemble: (responses) => responses,
};

function questionOf(item: JsonObject): ShapedQuestion | null {
  const request = item['action_request'] ?? item['actionRequest'];
  const { config } = item;
  if (!isObject(request) || !isObject(config)) return null;
  const { args = {}, ...rest } = request;
  const name = typeof rest['action'] === 'string' ? rest['action'] : null;
  const allowed = kinds.flatMap(([allow, type]) => (config[allow] === true ? [type] : []));
  if (name === null || allowed.length === 0) return null;
  const form = argumentsForm(args, undefined);
  const edits = allowed.includes('edit');
  return {
    ...textOfAction(name, item['description']),
    ...(allowed.includes('approve') ? { effect: sayAsk('ask.continues', { tool: name }) } : {}),
    allowed,
    answers: {
      approve: { label: sayAsk('ask.label-accept') },
      edit: { effect: sayAsk('ask.continues-edited', { tool: name }) },
      reject: { label: sayAsk('ask.label-ignore'), effect: sayAsk('ask.ignored') },
      instruction: { label: sayAsk('ask.label-respond'), effect: sayAsk('ask.gets-words') },
    },
    payload: form.payload,
    schema: edits ? form.schema : null,
    toolName: name,
    keep: { request: rest, edits, wasObject: isObject(args) },
  };
}

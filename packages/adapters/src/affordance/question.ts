import { changedMembers } from '@countersign/json/changed-members';
import type { JsonObject } from '@countersign/json/json-object';
import { isObject } from '@countersign/json/json-object';
import type { UpFeedback } from '@countersign/upformat/message';
import { type Approval, agreedValue, approvalOf } from '../mcp-server/answer.ts';
import { argumentsField, type McpQuestion } from '../mcp-server/question.ts';
import { quoted } from '../mcp-server/quoted.ts';
import type { CallRisk } from '../mcp-server/risk.ts';
import { schemaOfField } from '../wrapped-schema.ts';

/** Of each value that has changed, in characters. */
const maxShown = 300;

/** The field in which a person says what an approval is for. */
export const scopeField = 'scope';

/** What is known of a call when it is asked about. */
export interface AboutCall {
  /** Who calls, as operators know it. */
  callerName: string;
  /** The caller's own task here, as operators know it, while it is open; null = an approval is for this call only. */
  task: string | null;
  /** What the caller names as its task, and is no open one of its own; null = nothing. */
  named: string | null;
  /** The request as it will be sent, without secrets. */
  preview: string;
  /** SHA-256 (hex) of it. */
  digest: string;
  /** What the service says that it is for. */
  context: string;
  /** What it does to the world, as a sentence of this server; null = known only from the words of the service. */
  effect: string | null;
  /** The last call of it that a person approved, by whom and with which arguments; null = there is none. */
  last: { by: string; arguments: JsonObject } | null;
  /** An earlier call with the same arguments was sent, and its outcome is not known. */
  wasUnknown: boolean;
}

/**
 * Asks before a signifier is called: the question that is asked about any tool, with the request. If the caller has named its task, an
 * approval can be for all calls of the signifier in it. `typed` calls are approved one by one.
 */
export function callQuestion(usual: McpQuestion, risk: CallRisk, about: AboutCall): McpQuestion {
  const { message } = usual;
  const who = whoOf(about);
  const explanation = [
    `${who} requests this call.`,
    ...(about.wasUnknown
      ? [
          'An earlier call with the same arguments was sent, and its outcome is not known. Find out what it did first.',
        ]
      : []),
    about.effect === null
      ? (message.explanation ?? '')
      : `${quoted(about.context)}\n\n${about.effect}`,
    ...(about.last === null ? [] : [sinceLast(about.last, message.payload)]),
    `The request, without secrets (SHA-256 ${about.digest}):\n\n${quoted(about.preview)}`,
  ].filter((part) => part !== '');
  const asked = { ...usual, message: { ...message, explanation: explanation.join('\n\n') } };
  if (!isScoped(risk, about)) return asked;
  const { schema } = message.upContext ?? {};
  const { field, root } = schemaOfField(isObject(schema) ? schema : {}, argumentsField);
  const scoped: JsonObject = {
    ...root,
    type: 'object',
    properties: {
      [argumentsField]: { ...field, title: 'Arguments' },
      [scopeField]: {
        title: 'Approved for',
        oneOf: [
          { const: 'once', title: 'this call' },
          { const: 'task', title: 'all calls of it in the task of the caller' },
        ],
      },
    },
    required: [argumentsField, scopeField],
  };
  return {
    ...asked,
    message: {
      ...asked.message,
      payload: { [argumentsField]: message.payload ?? {}, [scopeField]: 'once' },
      upContext: { ...message.upContext, schema: scoped },
    },
  };
}

/** What is different from the last call that somebody approved. */
function sinceLast({ by, arguments: before }: { by: string; arguments: JsonObject }, now: unknown) {
  const changed = changedMembers(before, isObject(now) ? now : {});
  if (changed.length === 0) {
    return `The arguments are those of the last approved call, by ${by}.`;
  }
  const lines = changed.map((one) => `- ${one.name}: ${shown(one.before)} → ${shown(one.after)}`);
  return `Against the last approved call, by ${by}:\n\n${quoted(lines.join('\n'))}`;
}

/** Long values are in the request. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) return '(none)';
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}

function whoOf({ callerName, task, named }: AboutCall): string {
  if (task !== null) return `${callerName}, in its task ${task},`;
  if (named === null) return callerName;
  return `${callerName}, for “${named}”, which is no open task of its own here,`;
}

const isScoped = ({ approval }: CallRisk, { task }: Pick<AboutCall, 'task'>): boolean =>
  approval === 'approve' && task !== null;

/** What a decision about a call means, and whether it is for all calls of the signifier in the task of the caller. */
export function callApproval(
  feedback: UpFeedback,
  question: McpQuestion,
  { risk, task }: { risk: CallRisk; task: string | null },
): { approval: Approval; forTask: boolean } {
  if (!isScoped(risk, { task })) {
    return { approval: approvalOf(feedback, question, risk), forTask: false };
  }
  const value = agreedValue(feedback, question);
  const args = value?.[argumentsField];
  if (!isObject(args)) {
    const why = feedback.type === 'edit' ? 'The answer has no arguments.' : null;
    return { approval: { kind: 'rejected', why }, forTask: false };
  }
  return { approval: { kind: 'call', arguments: args }, forTask: value?.[scopeField] === 'task' };
}

import { changedMembers } from '@countersign/json/changed-members';
import type { JsonObject } from '@countersign/json/json-object';
import { isObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { schemaOfField } from '@countersign/json-schema/schema-of-field';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { type Explained, textOf } from '../ask-members.ts';
import { sayAsk } from '../ask-statements.ts';
import { type Approval, agreedValue, approvalOf } from '../mcp-server/answer.ts';
import { type AskedMessage, argumentsField, type McpQuestion } from '../mcp-server/question.ts';
import { quoted } from '../mcp-server/quoted.ts';
import type { CallRisk } from '../mcp-server/risk.ts';

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
  /** That task, if it is one here: as operators know it, and its agent. */
  other: { task: string; agent: string } | null;
  /** The request as it will be sent, without secrets. */
  preview: string;
  /** SHA-256 (hex) of it. */
  digest: string;
  /** What the service says that it is for. */
  context: string;
  /** What it does to the world, as a sentence of this server; null = known only from the words of the service. */
  effect: WrittenStatement | null;
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
  const before = [
    requestedBy(about),
    ...(about.wasUnknown ? [sayAsk('ask.call-unknown')] : []),
    ...(about.effect === null ? [] : [quoted(about.context), about.effect]),
  ];
  const after = [
    ...(about.last === null ? [] : sinceLast(about.last, message.payload)),
    sayAsk('ask.call-request', { digest: about.digest }),
    quoted(about.preview),
  ];
  const asked = {
    ...usual,
    message: explained(message, { before, after, isUsual: about.effect === null }),
  };
  if (!isScoped(risk, about)) return asked;
  const { schema } = message.upContext ?? {};
  const { field, root } = schemaOfField(isObject(schema) ? schema : {}, argumentsField);
  const scoped: JsonObject = {
    ...root,
    type: 'object',
    properties: {
      [argumentsField]: { ...field, title: 'Arguments' },
      [scopeField]: {
        title: scopeTitles.title.text,
        oneOf: [
          { const: 'once', title: scopeTitles.once.text },
          { const: 'task', title: scopeTitles.task.text },
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
      upPrompt: withTitles(asked.message.upPrompt),
    },
  };
}

const scopeTitles = {
  title: sayAsk('ask.title-scope'),
  once: sayAsk('ask.scope-once'),
  task: sayAsk('ask.scope-task'),
};

type OwnPrompt = UpMessage['upPrompt'];

function withTitles(upPrompt: OwnPrompt): OwnPrompt {
  const statements = upPrompt?.['statements'];
  const titles = {
    [`/properties/${argumentsField}/title`]: sayAsk('ask.title-arguments').statement,
    [`/properties/${scopeField}/title`]: scopeTitles.title.statement,
    [`/properties/${scopeField}/oneOf/0/title`]: scopeTitles.once.statement,
    [`/properties/${scopeField}/oneOf/1/title`]: scopeTitles.task.statement,
  };
  return { ...upPrompt, statements: { ...(isObject(statements) ? statements : {}), titles } };
}

interface Around {
  before: readonly Explained[];
  after: readonly Explained[];
  /** What is said of any tool is between them. */
  isUsual: boolean;
}

/** The explanation of a call around that of its tool, as a text and as data. */
function explained(message: AskedMessage, { before, after, isUsual }: Around): AskedMessage {
  const { explanation = '', upPrompt } = message;
  const statements = upPrompt?.['statements'];
  const usual = memberOf(statements, 'explanation');
  const between = isUsual && explanation !== '' ? [explanation] : [];
  const parts = [...before, ...between, ...after].map(textOf).filter((part) => part !== '');
  return {
    ...message,
    explanation: parts.join('\n\n'),
    upPrompt: {
      ...upPrompt,
      statements: {
        ...(isObject(statements) ? statements : {}),
        explanation: [
          ...before.map(dataOf),
          ...(isUsual && Array.isArray(usual) ? usual : between),
          ...after.map(dataOf),
        ].filter((part) => part !== ''),
      },
    },
  };
}

const dataOf = (part: Explained) => (typeof part === 'string' ? part : part.statement);

/** What differs from the last approved call. */
function sinceLast(
  { by, arguments: before }: { by: string; arguments: JsonObject },
  now: unknown,
): Explained[] {
  const changed = changedMembers(before, isObject(now) ? now : {});
  if (changed.length === 0) return [sayAsk('ask.call-same', { by })];
  const lines = changed.map((one) => `- ${one.name}: ${shown(one.before)} → ${shown(one.after)}`);
  return [sayAsk('ask.call-differs', { by }), quoted(lines.join('\n'))];
}

/** Long values are in the request. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) return '–';
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}

function requestedBy({ callerName: caller, task, named, other }: AboutCall): Explained {
  if (task !== null) return sayAsk('ask.call-requested-in', { caller, task });
  if (other !== null) return sayAsk('ask.call-requested-other', { caller, ...other });
  return named === null
    ? sayAsk('ask.call-requested', { caller })
    : sayAsk('ask.call-requested-for', { caller, named });
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

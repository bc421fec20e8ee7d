import { type Fault, faultAt } from '@countersign/json/fault';
import { isPointer } from '@countersign/json/json-pointer';
import type { WrittenStatement } from '@countersign/json/statement';
import { missingValues } from '@countersign/json-schema/missing-values';
import { checkContent, type FeedbackTools, type ValidateSchema } from './check-content.ts';
import { formSchemaOf } from './form-schema.ts';
import {
  type FeedbackType,
  feedbackTypeSchema,
  type UpFeedback,
  type UpMessage,
} from './message.ts';
import { isPrompt } from './prompt.ts';
import { rankableItems } from './rankable-items.ts';
import { say } from './statements.ts';
import { upPromptOf } from './up-prompt.ts';

export type { FeedbackTools, ValidateSchema };
export { rankableItems };

/** Why a kind of answer cannot be given: nothing is asked, the agent does not list it, or what it needs is not there. */
export type AnswerRefusal =
  | { code: 'not-asked' | 'not-listed' | 'too-few-items' | 'nothing-to-edit' }
  /** `missing` = names of the required values that have none. */
  | { code: 'nothing-to-approve'; missing: readonly string[] };

/** Whether a kind of answer can be given; a refusal says why, as a code and in an English sentence. */
export type AllowedAnswer =
  | { allowed: true }
  | { allowed: false; refusal: AnswerRefusal; reason: string };

/**
 * Which kinds of feedback are possible for a message (docs/protocol/answers.md), and why the others are not. What the agent lists in
 * `upPrompt.allowed` wins: the rest is refused (an empty list counts as none given). Two things a list cannot make possible: to rank
 * less than two items, and to approve a payload that lacks required values, as long as an edit can supply them.
 */
export function allowedAnswers(message: UpMessage): Record<FeedbackType, AllowedAnswer> {
  const judge = (type: FeedbackType): AllowedAnswer => {
    const refusal = refusalOf(message, type);
    return refusal === null
      ? { allowed: true }
      : { allowed: false, refusal, reason: reasonOf(refusal, type).text };
  };
  return {
    edit: judge('edit'),
    approve: judge('approve'),
    reject: judge('reject'),
    rank: judge('rank'),
    comment: judge('comment'),
    instruction: judge('instruction'),
  };
}

/**
 * Whether a comment closes a prompt: if it allows only comments, or its agent accepts comments as answers. Any other comment is
 * only added to the prompt.
 */
export function commentAnswers(message: UpMessage, takesComments: boolean): boolean {
  const { allowed = [] } = upPromptOf(message);
  return takesComments || (allowed.length > 0 && allowed.every((type) => type === 'comment'));
}

const notTaken = {
  edit: 'answer.no-edit',
  approve: 'answer.no-approve',
  reject: 'answer.no-reject',
  rank: 'answer.no-rank',
  comment: 'answer.no-comment',
  instruction: 'answer.no-instruction',
} as const;

function refusalOf(message: UpMessage, type: FeedbackType): AnswerRefusal | null {
  if (!isPrompt(message)) return { code: 'not-asked' };
  const listed = upPromptOf(message).allowed ?? [];
  if (listed.length > 0 && !listed.includes(type)) return { code: 'not-listed' };
  if (type === 'rank') {
    return rankableItems(message).length >= 2 ? null : { code: 'too-few-items' };
  }
  if (type === 'approve')
    return listed.length > 0 && !listed.includes('edit') ? null : nothingToApprove(message);
  if (type === 'edit')
    return listed.length > 0 || isEditable(message) ? null : { code: 'nothing-to-edit' };
  return null;
}

function nothingToApprove(message: UpMessage): AnswerRefusal | null {
  const missing = missingValues(formSchemaOf(message), message.payload).map(({ name }) => name);
  return missing.length === 0 ? null : { code: 'nothing-to-approve', missing };
}

function reasonOf(refusal: AnswerRefusal, type: FeedbackType): WrittenStatement {
  switch (refusal.code) {
    case 'not-asked':
      return say('answer.not-asked');
    case 'not-listed':
      return say(notTaken[type]);
    case 'too-few-items':
      return say('answer.too-few-items');
    case 'nothing-to-edit':
      return say('answer.nothing-to-edit');
    case 'nothing-to-approve':
      return nothingYet(refusal.missing);
  }
}

/** Names the missing values, at most three of many. */
function nothingYet(names: readonly string[]): WrittenStatement {
  const [name = '', ...others] = names;
  if (others.length === 0) return say('answer.one-missing', { name });
  const rest = names.length > 4 ? say('answer.more', { count: names.length - 3 }) : null;
  return say('answer.several-missing', {
    names: rest === null ? names : [...names.slice(0, 3), rest],
  });
}

function isEditable(message: UpMessage): boolean {
  return (
    formSchemaOf(message) !== null ||
    (message.upThought?.questions ?? []).length > 0 ||
    Object.keys(message.payload ?? {}).length > 0 ||
    // A proposed text or list is edited as text.
    (message.unread ?? []).some(({ path }) => path === '/payload')
  );
}

/**
 * The faults of an answer to a message, as JSON Pointers into the feedback; empty = valid. One check for the server
 * and the console. Schemas and patches are checked only with the `tools` that can do so (a function is the validator).
 *
 * @example checkFeedback(prompt, feedback, { validate, applyPatch })
 */
export function checkFeedback(
  message: UpMessage,
  feedback: UpFeedback,
  tools: FeedbackTools | ValidateSchema = {},
): Fault[] {
  const given = typeof tools === 'function' ? { validate: tools } : tools;
  // The type may come from a caller that did not parse: an unknown kind must not be accepted because it has no rule.
  if (!feedbackTypeSchema.safeParse(feedback.type).success) {
    return [faultAt('/type', say('answer.unknown-kind'))];
  }
  const refusal = refusalOf(message, feedback.type);
  if (refusal !== null) return [faultAt('/type', reasonOf(refusal, feedback.type))];
  return [...checkTarget(message, feedback), ...checkContent(message, feedback, given)];
}

function checkTarget(message: UpMessage, feedback: UpFeedback): Fault[] {
  const { target } = feedback;
  if (target === undefined) return [];
  const faults: Fault[] = [];
  if (target.messageId !== message.messageId) {
    const ids = { given: target.messageId, asked: message.messageId };
    faults.push(faultAt('/target/messageId', say('answer.other-message', ids)));
  }
  const { part } = target;
  const isPart = part === undefined || (typeof part === 'string' ? isPointer(part) : isRange(part));
  if (!isPart) {
    faults.push(faultAt('/target/part', say('answer.not-a-part')));
  }
  return faults;
}

const isRange = ({ start, end }: { start: number; end: number }): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end;

import type { Fault } from '@countersign/json/fault';
import { isPointer } from '@countersign/json/json-pointer';
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
 * Which kinds of feedback make sense on a message (UpFormat section 3), and why the others do not. What the agent lists in
 * `upPrompt.allowed` wins: the rest is refused (an empty list counts as none given). Two things a list cannot make possible: to rank
 * less than two items, and to approve a payload that lacks required values, as long as an edit can supply them.
 */
export function allowedAnswers(message: UpMessage): Record<FeedbackType, AllowedAnswer> {
  const judge = (type: FeedbackType): AllowedAnswer => {
    const refusal = refusalOf(message, type);
    return refusal === null
      ? { allowed: true }
      : { allowed: false, refusal, reason: reasonOf(refusal, type) };
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

const nouns: Record<FeedbackType, string> = {
  edit: 'edits',
  approve: 'approvals',
  reject: 'rejections',
  rank: 'rankings',
  comment: 'comments',
  instruction: 'instructions',
};

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

function reasonOf(refusal: AnswerRefusal, type: FeedbackType): string {
  switch (refusal.code) {
    case 'not-asked':
      return 'Nothing is asked here.';
    case 'not-listed':
      return `This agent does not take ${nouns[type]} here.`;
    case 'too-few-items':
      return 'There are not two items to rank.';
    case 'nothing-to-edit':
      return 'There is nothing to edit.';
    case 'nothing-to-approve': {
      const { missing } = refusal;
      return `Nothing to approve yet: ${enumerate(missing)} ${missing.length === 1 ? 'is' : 'are'} missing.`;
    }
  }
}

/** `a`, `a and b`, `a, b and c`, and at most three of many. */
function enumerate(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

function isEditable(message: UpMessage): boolean {
  return (
    formSchemaOf(message) !== null ||
    (message.upThought?.questions ?? []).length > 0 ||
    Object.keys(message.payload ?? {}).length > 0 ||
    // A text or a list that was proposed is edited in words.
    (message.unread ?? []).some(({ path }) => path === '/payload')
  );
}

/**
 * What is wrong with an answer to a message, as JSON Pointers into the feedback; empty = it fits. One check for the server
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
  // The type may come from a caller that did not parse: an unknown kind must not pass for want of a rule.
  if (!feedbackTypeSchema.safeParse(feedback.type).success) {
    return [{ path: '/type', message: 'This is not a kind of feedback.' }];
  }
  const refusal = refusalOf(message, feedback.type);
  if (refusal !== null) return [{ path: '/type', message: reasonOf(refusal, feedback.type) }];
  return [...checkTarget(message, feedback), ...checkContent(message, feedback, given)];
}

function checkTarget(message: UpMessage, feedback: UpFeedback): Fault[] {
  const { target } = feedback;
  if (target === undefined) return [];
  const faults: Fault[] = [];
  if (target.messageId !== message.messageId) {
    faults.push({
      path: '/target/messageId',
      message: `This answers ${target.messageId}, but ${message.messageId} is asked.`,
    });
  }
  const { part } = target;
  const isPart = part === undefined || (typeof part === 'string' ? isPointer(part) : isRange(part));
  if (!isPart) {
    faults.push({ path: '/target/part', message: 'This is neither a JSON Pointer nor a range.' });
  }
  return faults;
}

const isRange = ({ start, end }: { start: number; end: number }): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end;

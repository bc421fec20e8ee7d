import { isObject, type JsonObject } from '@countersign/json/json-object';
import { propertiesOf, resolveNode } from '@countersign/json-schema/schema-node';
import type { FeedbackType } from '@countersign/upformat/message';
import { type FormInContext, withContext } from '../context.ts';
import { inferredSchema } from '../inferred-schema.ts';
import type { ApprovalPlan, ResponsePlan } from './response-plan.ts';

/** What an interrupt is about, for display only: not part of the answer. */
export interface Shown {
  /** Arguments of the tool call, when there is one. */
  args: unknown;
  /** Everything else the agent sent with it. */
  details: JsonObject | null;
}

/** The part of a prompt that its form is built from. */
export interface AskedForm extends Omit<FormInContext, 'schema'> {
  schema: JsonObject | null;
  allowed: FeedbackType[];
}

/** Names of the displayed values next to the fields of the answer. */
export const shownNames = { args: 'arguments', details: 'details' } as const;

/** Whether the form edits the arguments: they are the payload, and an edit replaces them completely. */
export const editsArguments = (plan: ApprovalPlan): boolean =>
  plan.edited !== null && plan.others.length === 0;

export function askedForm(plan: ResponsePlan, shown: Shown): AskedForm {
  switch (plan.kind) {
    case 'yes-no':
      return plain(shown, ['approve', 'reject']);
    case 'open':
      return plain(shown, ['approve', 'reject', 'instruction']);
    case 'form':
      return filledForm(plan.schema, shown);
    case 'approval':
      return approvalForm(plan, shown);
  }
}

/** No form: if there is only one value to show, the value itself. */
function plain({ args, details }: Shown, allowed: FeedbackType[]): AskedForm {
  const payload =
    args === undefined
      ? (details ?? {})
      : isObject(args) && details === null
        ? args
        : contextOf({ args, details });
  return { payload, schema: null, allowed, shown: [], wrapped: false };
}

const contextOf = ({ args, details }: Shown): JsonObject => ({
  ...(args === undefined ? {} : { [shownNames.args]: args }),
  ...(details === null ? {} : { [shownNames.details]: details }),
});

function filledForm(schema: JsonObject, shown: Shown): AskedForm {
  const defaults = defaultsOf(schema, propertiesOf(resolveNode(schema, schema)));
  return {
    ...withContext(schema, defaults, contextOf(shown)),
    // Approval only if there are values: approving an empty form would answer nothing.
    allowed: Object.keys(defaults).length > 0 ? ['edit', 'approve', 'reject'] : ['edit', 'reject'],
  };
}

function approvalForm(plan: ApprovalPlan, shown: Shown): AskedForm {
  const words: FeedbackType[] = plan.text === null ? [] : ['instruction', 'comment'];
  const { edited, others } = plan;
  if (editsArguments(plan) && edited !== null) {
    const args = isObject(shown.args) ? shown.args : {};
    const schema = withDefinitions(plan.schema, completed(edited.schema, args));
    return {
      ...withContext(schema, args, contextOf({ ...shown, args: undefined })),
      allowed: ['approve', 'edit', 'reject', ...words],
    };
  }
  if (others.length === 0) return plain(shown, ['approve', 'reject', ...words]);
  const own = edited === null ? [] : [[edited.name, completed(edited.schema, shown.args)]];
  const schema = withDefinitions(plan.schema, {
    type: 'object',
    properties: Object.fromEntries([...own, ...others]),
    required: plan.required.filter((name) => others.some(([other]) => other === name)),
  });
  const payload = {
    ...(edited === null || shown.args === undefined ? {} : { [edited.name]: shown.args }),
    ...defaultsOf(plan.schema, others),
  };
  const args = edited === null ? shown.args : undefined;
  return {
    ...withContext(schema, payload, contextOf({ ...shown, args })),
    allowed: ['approve', 'edit', 'reject', ...words],
  };
}

/** References in a part refer to definitions of the whole. */
function withDefinitions(whole: JsonObject, part: JsonObject): JsonObject {
  const { $defs, definitions } = whole;
  return {
    ...part,
    ...($defs === undefined || part['$defs'] !== undefined ? {} : { $defs }),
    ...(definitions === undefined || part['definitions'] !== undefined ? {} : { definitions }),
  };
}

/** A schema without properties gets those of the proposal. */
function completed(schema: JsonObject, value: unknown): JsonObject {
  if (!isObject(value) || propertiesOf(schema).length > 0) return { type: 'object', ...schema };
  return { ...schema, ...inferredSchema(value) };
}

/** The values a form starts with. */
export function defaultsOf(root: JsonObject, properties: readonly [string, unknown][]): JsonObject {
  return Object.fromEntries(
    properties.flatMap(([name, property]) => {
      const node = resolveNode(root, property);
      const value = node['const'] ?? node['default'];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

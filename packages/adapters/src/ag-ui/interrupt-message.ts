import { isObject, type JsonObject } from '@countersign/json/json-object';
import { propertiesOf, resolveNode } from '@countersign/json-schema/schema-node';
import type { FeedbackType } from '@countersign/upformat/message';
import { type FormInContext, withContext } from '../context.ts';
import { inferredSchema } from '../inferred-schema.ts';
import type { ApprovalPlan, ResponsePlan } from './response-plan.ts';

/** What an interrupt is about, for the eye: it is not part of the answer. */
export interface Shown {
  /** Arguments of the tool call, when there is one. */
  args: unknown;
  /** Whatever else the agent sent along. */
  details: JsonObject | null;
}

/** The part of a prompt that its form is made of. */
export interface AskedForm extends Omit<FormInContext, 'schema'> {
  schema: JsonObject | null;
  allowed: FeedbackType[];
}

/** Names under which things are shown beside the fields of the answer. */
export const shownNames = { args: 'arguments', details: 'details' } as const;

/** Whether the form is about the arguments themselves: they are the payload, and an edit replaces them whole. */
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

/** No form: the thing itself where there is only one. */
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
    // As it stands only where something stands: an empty form approved would say nothing.
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

/** References of a part lead to definitions of the whole. */
function withDefinitions(whole: JsonObject, part: JsonObject): JsonObject {
  const { $defs, definitions } = whole;
  return {
    ...part,
    ...($defs === undefined || part['$defs'] !== undefined ? {} : { $defs }),
    ...(definitions === undefined || part['definitions'] !== undefined ? {} : { definitions }),
  };
}

/** A schema that names no properties takes those of the proposal. */
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

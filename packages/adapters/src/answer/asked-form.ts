import { isObject, type JsonObject } from '@countersign/json/json-object';
import { propertiesOf, resolveNode } from '@countersign/json-schema/schema-node';
import type { FeedbackType } from '@countersign/upformat/message';
import { type FormInContext, withContext } from '../context.ts';
import { inferredSchema } from '../schema/inferred-schema.ts';
import type { ShapedQuestion } from '../shapes/shape.ts';
import {
  type ApprovalPlan,
  editsArguments,
  hasFields,
  type ResponsePlan,
  takesText,
} from './response-plan.ts';
import { proposesLasting } from './verdict.ts';

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

/** What the agent's schema calls yes and no. */
export function labelsOf(plan: ResponsePlan): NonNullable<ShapedQuestion['answers']> {
  if (plan.kind !== 'approval' && plan.kind !== 'yes-no') return {};
  const { yes, no } = plan.titles;
  return {
    ...(yes === null ? {} : { approve: { label: yes } }),
    ...(no === null ? {} : { reject: { label: no } }),
  };
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
  // Approving an empty form would answer nothing.
  const approves = Object.keys(defaults).length > 0 && !proposesLasting(schema, schema, defaults);
  return {
    ...withContext(schema, defaults, contextOf(shown)),
    allowed: approves ? ['edit', 'approve', 'reject'] : ['edit', 'reject'],
  };
}

function approvalForm(plan: ApprovalPlan, shown: Shown): AskedForm {
  const words: FeedbackType[] = [
    ...(takesText(plan) ? (['instruction'] as const) : []),
    ...(plan.text === null ? [] : (['comment'] as const)),
  ];
  const { edited } = plan;
  if (editsArguments(plan) && edited !== null) {
    const args = isObject(shown.args) ? shown.args : {};
    const schema = withDefinitions(plan.schema, completed(edited.schema, args));
    return {
      ...withContext(schema, args, contextOf({ ...shown, args: undefined })),
      allowed: ['approve', 'edit', 'reject', ...words],
    };
  }
  if (!hasFields(plan)) return plain(shown, ['approve', 'reject', ...words]);
  const schema = wholeForm(plan, shown);
  const payload = {
    ...(edited === null || shown.args === undefined ? {} : { [edited.name]: shown.args }),
    ...defaultsOf(plan.schema, plan.others),
  };
  const args = edited === null ? shown.args : undefined;
  const approves = !proposesLasting(schema, schema, payload);
  return {
    ...withContext(schema, payload, contextOf({ ...shown, args })),
    allowed: [...(approves ? (['approve'] as const) : []), 'edit', 'reject', ...words],
  };
}

/** All of the answer, the verdict too: with the other values, any answer that the schema allows can be given. */
function wholeForm(plan: ApprovalPlan, shown: Shown): JsonObject {
  const { edited, others, field, text, yes, changed } = plan;
  const root = resolveNode(plan.schema, plan.schema);
  const own = new Map(propertiesOf(root));
  const said = resolveNode(plan.schema, own.get(field));
  // Without a default an edit itself says that something is changed.
  const verdict = edited !== null && changed !== yes ? said : { ...said, default: yes };
  return withDefinitions(plan.schema, {
    type: 'object',
    properties: {
      ...(edited === null ? {} : { [edited.name]: completed(edited.schema, shown.args) }),
      [field]: verdict,
      ...Object.fromEntries(others),
      ...(text === null ? {} : { [text]: own.get(text) }),
    },
    required: plan.required.filter((name) => others.some(([other]) => other === name)),
    ...(root['additionalProperties'] === undefined
      ? {}
      : { additionalProperties: root['additionalProperties'] }),
  });
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

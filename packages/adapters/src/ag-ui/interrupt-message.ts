import { isObject, type JsonObject } from '@countersign/hai/json-text';
import type { FeedbackType } from '@countersign/upformat/message';
import { propertiesOf, resolveNode, typeOfValue } from '@countersign/upformat/schema-node';
import type { ApprovalPlan, ResponsePlan } from './response-plan.ts';

/** What an interrupt is about, for the eye: it is not part of the answer. */
export interface Shown {
  /** Arguments of the tool call, when there is one. */
  args: unknown;
  /** Whatever else the agent sent along. */
  details: JsonObject | null;
}

/** The part of a prompt that its form is made of. */
export interface AskedForm {
  payload: JsonObject;
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
      return { payload: plain(shown), schema: null, allowed: ['approve', 'reject'] };
    case 'open':
      return { payload: plain(shown), schema: null, allowed: ['approve', 'reject', 'instruction'] };
    case 'form':
      return filledForm(plan.schema, shown);
    case 'approval':
      return approvalForm(plan, shown);
  }
}

/** The thing itself where there is only one. */
function plain({ args, details }: Shown): JsonObject {
  if (args === undefined) return details ?? {};
  if (isObject(args) && details === null) return args;
  return {
    [shownNames.args]: args,
    ...(details === null ? {} : { [shownNames.details]: details }),
  };
}

function beside({ args, details }: Shown, taken: Iterable<string>) {
  const names = new Set(taken);
  const entries = [
    [shownNames.args, args],
    [shownNames.details, details],
  ].filter(([name, value]) => value !== undefined && value !== null && !names.has(String(name)));
  const payload: JsonObject = Object.fromEntries(entries);
  const properties = Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, { ...inferred(value), readOnly: true }]),
  );
  return { payload, properties };
}

function filledForm(schema: JsonObject, shown: Shown): AskedForm {
  const root = resolveNode(schema, schema);
  const names = propertiesOf(root).map(([name]) => name);
  const { payload, properties } = beside(shown, names);
  const open = root['additionalProperties'] !== false && root['unevaluatedProperties'] !== false;
  const defaults = defaultsOf(schema, propertiesOf(root));
  const extended =
    Object.keys(payload).length === 0 || !open
      ? schema
      : { ...schema, properties: { ...properties, ...Object.fromEntries(propertiesOf(root)) } };
  return {
    payload: { ...(open ? payload : {}), ...defaults },
    schema: extended,
    // As it stands only where something stands: an empty form approved would say nothing.
    allowed: Object.keys(defaults).length > 0 ? ['edit', 'approve', 'reject'] : ['edit', 'reject'],
  };
}

function approvalForm(plan: ApprovalPlan, shown: Shown): AskedForm {
  const words: FeedbackType[] = plan.text === null ? [] : ['instruction', 'comment'];
  const { edited, others } = plan;
  if (editsArguments(plan) && edited !== null) {
    const args = isObject(shown.args) ? shown.args : {};
    return {
      payload: args,
      schema: withDefinitions(plan.schema, completed(edited.schema, args)),
      allowed: ['approve', 'edit', 'reject', ...words],
    };
  }
  if (others.length === 0) {
    return { payload: plain(shown), schema: null, allowed: ['approve', 'reject', ...words] };
  }
  const args = edited === null ? shown.args : undefined;
  const names = others.map(([name]) => name);
  const { payload, properties } = beside({ ...shown, args }, names);
  const own = edited === null ? [] : [[edited.name, completed(edited.schema, shown.args)]];
  return {
    payload: {
      ...payload,
      ...(edited === null || shown.args === undefined ? {} : { [edited.name]: shown.args }),
      ...defaultsOf(plan.schema, others),
    },
    schema: withDefinitions(plan.schema, {
      type: 'object',
      properties: { ...properties, ...Object.fromEntries([...own, ...others]) },
      required: plan.required.filter((name) => names.includes(name)),
    }),
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
  return { ...schema, ...inferred(value) };
}

const maxDepth = 8;

/** What a value says about its own shape. */
function inferred(value: unknown, depth = 0): JsonObject {
  if (value === null) return {};
  const type = typeOfValue(value);
  if (type === 'integer') return { type: 'number' };
  if (isObject(value) && depth < maxDepth) {
    return {
      type,
      properties: Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => name !== '__proto__')
          .map(([name, member]) => [name, inferred(member, depth + 1)]),
      ),
    };
  }
  return { type };
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

import { isObject, type JsonObject } from '@countersign/json/json-object';
import {
  propertiesOf,
  requiredOf,
  resolveNode,
  typesOf,
} from '@countersign/json-schema/schema-node';
import { repairedSchema } from '../schema/repaired-schema.ts';
import { type FormShape, formShape } from '../schema/wrapped-schema.ts';
import { listedValues, type Verdict, verdictIn } from './verdict.ts';

/** A schema with a place for yes and no. */
export interface ApprovalPlan extends Verdict {
  kind: 'approval';
  field: string;
  /** The property that may replace the arguments: its presence is the permission to edit them. */
  edited: { name: string; schema: JsonObject } | null;
  /** The property for a reason or text. */
  text: string | null;
  /** The other properties of the answer. */
  others: [string, unknown][];
  required: string[];
  schema: JsonObject;
}

/**
 * How the answers of a person fit the answer that is expected. `yes-no`: one of two bare values. `open`: the shape is not
 * specified. `form`: a value by a form.
 */
export type ResponsePlan =
  | ApprovalPlan
  | ({ kind: 'yes-no' } & Verdict)
  | { kind: 'open' }
  | ({ kind: 'form' } & FormShape);

const textName =
  /^(reason|rejection_?reason|comments?|feedback|messages?|notes?|explanation|rationale|instructions?|text)$/i;

/** CopilotKit's bridge's name for a tool of the AI SDK that needs approval; it does not specify the form of the answer. */
export const approvalReason = 'tool_approval';
const approvalSchema = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['approved'],
};

const bareVerdict: Verdict = {
  yes: true,
  no: false,
  changed: true,
  titles: { yes: null, no: null },
};

/** Reads the schema of an answer; an absent or invalid one leaves the answer open. Never fails. */
export function responsePlan(given: unknown, reason: string): ResponsePlan {
  const schema = repairedSchema(given);
  if (!isObject(schema) || Object.keys(schema).length === 0) {
    if (reason === 'confirmation') return { kind: 'yes-no', ...bareVerdict };
    if (reason === approvalReason) return responsePlan(approvalSchema, reason);
    if (reason === 'input_required') return { kind: 'form', ...formShape({ type: 'string' }) };
    return { kind: 'open' };
  }
  const root = resolveNode(schema, schema);
  const verdict = verdictIn(schema, root, null);
  // A bare word for yes with changes cannot say what is changed: it is a choice.
  if (verdict !== null && verdict.changed === verdict.yes) return { kind: 'yes-no', ...verdict };
  return approvalPlan(schema, root) ?? { kind: 'form', ...formShape(schema) };
}

function approvalPlan(schema: JsonObject, root: JsonObject): ApprovalPlan | null {
  const properties = propertiesOf(root);
  const node = (property: unknown) => resolveNode(schema, property);
  for (const [field, property] of properties) {
    const verdict = verdictIn(schema, node(property), field);
    if (verdict === null) continue;
    const rest = properties.filter(([name]) => name !== field);
    const edited = rest.find(([name]) => name === 'editedArgs');
    const text = rest.find(
      ([name, value]) => textName.test(name) && isFreeText(schema, node(value)),
    );
    return {
      kind: 'approval',
      field,
      ...verdict,
      edited: edited === undefined ? null : { name: edited[0], schema: node(edited[1]) },
      text: text?.[0] ?? null,
      others: rest.filter((entry) => entry !== edited && entry !== text),
      required: requiredOf(root),
      schema,
    };
  }
  return null;
}

const constraints = ['pattern', 'format', 'minLength'];

/** Any text is right, also none: what a person says in any answer can be put there. */
const isFreeText = (schema: JsonObject, node: JsonObject): boolean =>
  typesOf(node).includes('string') &&
  listedValues(schema, node) === null &&
  !constraints.some((keyword) => Object.hasOwn(node, keyword));

/** Whether the form edits the arguments: they are the payload, and an edit replaces them completely. */
export const editsArguments = (plan: ApprovalPlan): boolean =>
  plan.edited !== null && plan.others.length === 0;

/** Whether the answer has more to fill in than yes or no and a text. */
export const hasFields = (plan: ApprovalPlan): boolean =>
  plan.others.length > 0 || (plan.edited === null && plan.changed !== plan.yes);

/** Whether a text alone is a whole answer: without yes or no. */
export const takesText = ({ text, required }: ApprovalPlan): boolean =>
  text !== null && required.every((name) => name === text);

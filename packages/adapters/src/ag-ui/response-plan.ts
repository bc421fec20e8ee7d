import { isObject, type JsonObject } from '@countersign/json/json-object';
import {
  propertiesOf,
  requiredOf,
  resolveNode,
  typesOf,
} from '@countersign/json-schema/schema-node';
import { repairedSchema } from '../repaired-schema.ts';
import { type FormShape, formShape } from '../wrapped-schema.ts';

/** A schema with a place for yes and no. */
export interface ApprovalPlan {
  kind: 'approval';
  field: string;
  yes: unknown;
  no: unknown;
  /** The value for yes with changes; the same as `yes` if there is no separate one. */
  changed: unknown;
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
 * How the answers of a person fit the answer an interrupt expects. `yes-no`: a bare boolean. `open`: the shape is not
 * specified. `form`: a value by a form.
 */
export type ResponsePlan =
  | ApprovalPlan
  | { kind: 'yes-no' }
  | { kind: 'open' }
  | ({ kind: 'form' } & FormShape);

const approvalName =
  /^(approved?|accept(ed)?|confirm(ed)?|allow(ed)?|proceed|authori[sz]ed?|granted|ok)$/i;
const verdictName = /^(decision|action|type|response|verdict|choice|answer|status|approval)$/i;
const yesWord = /^(approve|accept|allow|yes|confirm|ok|continue|proceed|grant)/i;
const noWord = /^(reject|deny|denied|decline|no|cancel|abort|refuse|disallow|stop)/i;
const changedWord = /^(edit|modif|change|amend)/i;
const textName =
  /^(reason|rejection_?reason|comments?|feedback|messages?|notes?|explanation|rationale|instructions?|text)$/i;

/** CopilotKit's bridge's name for a tool of the AI SDK that needs approval; it does not specify the form of the answer. */
export const approvalReason = 'tool_approval';
const approvalSchema = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['approved'],
};

/** Reads a responseSchema; an absent or invalid one leaves the answer open. Never fails. */
export function responsePlan(given: unknown, reason: string): ResponsePlan {
  const schema = repairedSchema(given);
  if (!isObject(schema) || Object.keys(schema).length === 0) {
    if (reason === 'confirmation') return { kind: 'yes-no' };
    if (reason === approvalReason) return responsePlan(approvalSchema, reason);
    if (reason === 'input_required') return { kind: 'form', ...formShape({ type: 'string' }) };
    return { kind: 'open' };
  }
  const root = resolveNode(schema, schema);
  const types = typesOf(root);
  if (types.length === 1 && types[0] === 'boolean') return { kind: 'yes-no' };
  return approvalPlan(schema, root) ?? { kind: 'form', ...formShape(schema) };
}

function approvalPlan(schema: JsonObject, root: JsonObject): ApprovalPlan | null {
  const properties = propertiesOf(root);
  const node = (property: unknown) => resolveNode(schema, property);
  for (const [field, property] of properties) {
    const verdict = verdictOf(field, node(property));
    if (verdict === null) continue;
    const rest = properties.filter(([name]) => name !== field);
    const edited = rest.find(([name]) => name === 'editedArgs');
    const text = rest.find(
      ([name, value]) => textName.test(name) && typesOf(node(value)).includes('string'),
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

function verdictOf(
  name: string,
  node: JsonObject,
): { yes: unknown; no: unknown; changed: unknown } | null {
  if (approvalName.test(name) && typesOf(node).includes('boolean')) {
    return { yes: true, no: false, changed: true };
  }
  if (!verdictName.test(name) && !approvalName.test(name)) return null;
  const words = Array.isArray(node['enum'])
    ? node['enum'].filter((word) => typeof word === 'string')
    : [];
  const yes = words.find((word) => yesWord.test(word));
  const no = words.find((word) => noWord.test(word));
  if (yes === undefined || no === undefined) return null;
  return { yes, no, changed: words.find((word) => changedWord.test(word)) ?? yes };
}

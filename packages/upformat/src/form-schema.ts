import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import {
  isObjectSchema,
  propertiesOf,
  requiredOf,
  resolveNode,
  typeOfValue,
} from '@countersign/json-schema/schema-node';
import { type FieldStep, fieldSteps } from './mapping/field-path.ts';
import type { Question, UpMessage } from './message.ts';
import { bareField, schemaOf } from './schema-reference.ts';

/** A JSON Schema of an object, as far as a form needs to know it. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
}

/**
 * The JSON Schema of the form that answers a prompt: `upContext.schema`, or what it refers to within the message, if it describes an object, else one made of
 * `upContext.fields` and of the questions that have an id (docs/protocol/message.md), else null: the answer is text.
 * It describes the payload as edited, so members it does not name stay allowed.
 */
export function formSchemaOf(message: UpMessage): ObjectSchema | null {
  const context = message.upContext;
  const schema = schemaOf(message);
  if (isObjectSchema(schema)) return asObjectSchema(schema);
  const root = rootOf(message);
  for (const [path, description] of Object.entries(context?.fields ?? {})) {
    addField(root, stepsIn(message, path), {
      description,
      constraint: memberOf(context?.constraints ?? {}, path),
      value: message.payload,
    });
  }
  for (const question of message.upThought?.questions ?? []) addQuestion(root, question);
  return Object.keys(root.properties).length === 0 ? null : root;
}

/** Copies the parts of a root that is a `$ref` or an `allOf` into the root. */
function asObjectSchema(schema: JsonObject): ObjectSchema {
  const root = resolveNode(schema, schema);
  const required = requiredOf(root);
  return {
    ...schema,
    type: 'object',
    properties: Object.fromEntries(propertiesOf(root)),
    ...(required.length === 0 ? {} : { required }),
  };
}

type ObjectNode = ObjectSchema & { required: string[] };
const objectNode = (): ObjectNode => ({ type: 'object', properties: {}, required: [] });
const isObjectNode = (node: JsonObject): node is ObjectNode =>
  isObject(node['properties']) && Array.isArray(node['required']);

/** A list or a text can be edited without any description. */
function rootOf({ barePayload: name }: UpMessage): ObjectNode {
  if (name === undefined) return objectNode();
  const node =
    name === 'list' ? { type: 'array' } : { type: 'string', contentMediaType: 'text/plain' };
  return {
    type: 'object',
    properties: { [name]: { ...node, [bareField]: true } },
    required: [name],
  };
}

/** A member of exactly this name in the payload takes precedence over reading it as a path. */
function stepsIn({ payload = {}, barePayload: name }: UpMessage, path: string): FieldStep[] {
  if (Object.hasOwn(payload, path)) return [path];
  if (name === undefined) return fieldSteps(path);
  const list = payload[name];
  // Fields beside a list are those of its items; a text has none.
  const hasFields = Array.isArray(list) && list.length > 0 && list.every(isObject);
  return hasFields ? [name, null, ...fieldSteps(path.replace(/^\[\]\.?/, ''))] : [];
}

interface FieldFacts {
  description: string;
  constraint: unknown;
  value: unknown;
}

function addField(parent: ObjectNode, steps: readonly FieldStep[], facts: FieldFacts): void {
  const [name, ...rest] = steps;
  if (typeof name !== 'string' || name === '__proto__') return;
  const value = isObject(facts.value) ? memberOf(facts.value, name) : undefined;
  const known = memberOf(parent.properties, name);
  const before = isObject(known) ? known : {};
  parent.properties[name] = grow(before, rest, { ...facts, value });
  if (rest.length === 0 && isRequired(facts.constraint)) parent.required.push(name);
}

function grow(node: JsonObject, steps: readonly FieldStep[], facts: FieldFacts): JsonObject {
  const [step, ...rest] = steps;
  if (step === undefined) {
    const type = typeOf(facts.value);
    return { ...type, ...node, ...keywordsOf(facts.constraint), description: facts.description };
  }
  if (step === null) {
    const value = Array.isArray(facts.value) ? facts.value[0] : undefined;
    const items = isObject(node['items']) ? node['items'] : {};
    return { ...node, type: 'array', items: grow(items, rest, { ...facts, value }) };
  }
  const child = isObjectNode(node) ? node : { ...node, ...objectNode() };
  addField(child, steps, facts);
  return child;
}

/** The type of the proposed value; without one it is text, and a container has no type. */
function typeOf(value: unknown): JsonObject {
  if (value === undefined) return { type: 'string' };
  if (value === null) return {};
  const type = typeOfValue(value);
  return { type: type === 'integer' ? 'number' : type };
}

const isRequired = (constraint: unknown): boolean =>
  typeof constraint === 'string' && /(?:^|[,;]\s*)required\b/i.test(constraint);

const keywords = new Set(
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format enum minItems maxItems'.split(
    ' ',
  ),
);

/** Constraints written as JSON Schema keywords apply to the form; textual hints are only displayed. */
function keywordsOf(constraint: unknown): JsonObject {
  if (!isObject(constraint)) return {};
  return Object.fromEntries(Object.entries(constraint).filter(([name]) => keywords.has(name)));
}

function addQuestion(root: ObjectNode, question: Question): void {
  // A question without an id has no member name; its answer is text.
  if (typeof question === 'string') return;
  const { id } = question;
  if (id === undefined || id === '__proto__') return;
  const known = memberOf(root.properties, id);
  const before: JsonObject = isObject(known) ? known : { type: 'string' };
  root.properties[id] = {
    ...withShape(before, question),
    ...(question.default === undefined ? {} : { default: question.default }),
    title: question.text,
  };
  if (question.required === true && !root.required.includes(id)) root.required.push(id);
}

/** A field with the constraints of its question: the question's own schema, else its options. */
function withShape(
  field: JsonObject,
  { schema, options = [] }: Exclude<Question, string>,
): JsonObject {
  // A type guessed from the proposal must not contradict what the question says.
  const { type: _, ...rest } = field;
  if (isObject(schema) && Object.keys(schema).length > 0) return { ...rest, ...schema };
  return options.length > 0 ? { ...rest, enum: options } : field;
}

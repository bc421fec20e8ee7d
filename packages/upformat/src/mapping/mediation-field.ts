import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { isObjectSchema } from '@countersign/json-schema/schema-node';
import type { UpContext } from '../message.ts';
import { type FieldStep, fieldSteps } from './field-path.ts';
import { conceptsOf, descriptionOf, schemaFields, valueTypesOf } from './schema-fields.ts';

/** A field that can be read or filled. */
export interface MediationField {
  // JSON Pointer in which `*` means every item of a list: `/candidates/*/email`.
  pointer: string;
  name: string;
  description: string;
  /** A payload without it is incomplete. */
  required: boolean;
  /** JSON Schema types it may have; empty = unknown. */
  types: readonly string[];
  format: string | undefined;
  options: readonly unknown[] | undefined;
  minimum: number | undefined;
  maximum: number | undefined;
  concepts: readonly string[];
}

/** Number of list levels in a pointer pattern. */
export const listDepth = (pointer: string): number =>
  pointer.split('/').filter((token) => token === '*').length;

/** The pattern of the items of the innermost list; `''` outside of lists. */
export const listOf = (pointer: string): string =>
  listDepth(pointer) === 0 ? '' : pointer.slice(0, pointer.lastIndexOf('/*') + 2);

/**
 * The fields a context describes that hold values themselves: from its schema, else from its field descriptions only, then with
 * the constraints given as text. Without any constraint it is unknown which may be left out, so all are required.
 */
export function mediationFields(context: UpContext): MediationField[] {
  const fields = isObjectSchema(context.schema)
    ? fromSchema(context, context.schema)
    : fromDescriptions(context);
  // A member called `*` would read as a list.
  return fields.filter(({ name }) => name !== '*');
}

function fromSchema(context: UpContext, schema: unknown): MediationField[] {
  const listed = schemaFields(schema);
  const described = new Map<string, string>();
  return listed.flatMap(({ path, steps, node, needed, leaf }): MediationField[] => {
    const own = memberOf(context.fields ?? {}, path) ?? descriptionOf(node);
    // Items without a description are described by their list.
    const above = steps.at(-1) === null ? described.get(path.slice(0, -2)) : undefined;
    const description = typeof own === 'string' ? own : (above ?? '');
    described.set(path, description);
    if (!leaf) return [];
    return [
      {
        ...placeOf(steps),
        description,
        required: needed,
        ...keywordsOf(node),
      },
    ];
  });
}

function fromDescriptions(context: UpContext): MediationField[] {
  const fields = Object.entries(context.fields ?? {});
  const constraints = context.constraints ?? {};
  const isUnconstrained = Object.keys(constraints).length === 0;
  const isContainer = (path: string) =>
    fields.some(([other]) => other.startsWith(`${path}.`) || other.startsWith(`${path}[]`));
  return fields
    .filter(([path]) => !isContainer(path))
    .map(([path, description]) => ({
      ...placeOf(fieldSteps(path)),
      description,
      ...readConstraint(memberOf(constraints, path), isUnconstrained),
    }));
}

type Constrained = Omit<MediationField, 'pointer' | 'name' | 'description'>;

/** A constraint is a hint in words, as `contextFromJsonSchema` writes it, or an object of JSON Schema keywords. */
function readConstraint(constraint: unknown, isUnconstrained: boolean): Constrained {
  const node = isObject(constraint) ? constraint : {};
  const hint = textOf(constraint) ?? '';
  const inWords = /\bformat:? ([\w-]+)/i.exec(hint)?.[1] ?? /\b(?:email|uri)\b/i.exec(hint)?.[0];
  return {
    ...keywordsOf(node),
    required: isUnconstrained || node['required'] === true || /\brequired\b/i.test(hint),
    format: textOf(node['format']) ?? inWords,
  };
}

const keywordsOf = (node: JsonObject): Omit<Constrained, 'required'> => ({
  types: valueTypesOf(node),
  format: textOf(node['format']),
  options: Array.isArray(node['enum']) ? node['enum'] : undefined,
  minimum: numberOf(node['minimum']),
  maximum: numberOf(node['maximum']),
  concepts: conceptsOf(node),
});

function placeOf(steps: readonly FieldStep[]): Pick<MediationField, 'pointer' | 'name'> {
  return {
    pointer: pointerOf(steps.map((step) => step ?? '*')),
    name: steps.findLast((step) => step !== null) ?? '',
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

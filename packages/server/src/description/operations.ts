import { problemSchema } from '@countersign/api/problem';
import { type ProblemSlug, problems } from '@countersign/api/problems';
import type { RouteContract } from '@countersign/api/routes/route';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { z } from 'zod';
import type { Components, Place } from './components.ts';
import { capitalized } from './exported-schemas.ts';

/** A route, as the description names it. */
export interface Operation {
  method: string;
  /** With `{name}` for a parameter. */
  path: string;
  /** Unique: clients name their functions after it. */
  id: string;
  contract: RouteContract;
}

export function operationOf(name: string, contract: RouteContract): Operation {
  const [method = '', url = ''] = name.split(' ');
  const segments = url.split('/').filter((segment) => segment !== '' && segment !== 'api');
  const words = segments.flatMap((segment) =>
    segment.startsWith(':') ? ['by', segment.slice(1)] : segment.split(/\W+/),
  );
  return {
    method: method.toLowerCase(),
    path: url.replaceAll(/:(\w+)/g, '{$1}'),
    id: method.toLowerCase() + words.map(capitalized).join(''),
    contract,
  };
}

const problemPlace = 'AnyProblem';
const isEmpty = (schema: z.ZodType): boolean => schema instanceof z.ZodNull;
const isOptional = (schema: z.ZodType): boolean => schema instanceof z.ZodOptional;
/** An optional body has the schema of what it is if it is sent. */
const content = (schema: z.ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? schema.unwrap() : schema;

/** The schemas of all requests and responses, by place. */
export function placesOf(operations: readonly Operation[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { id, contract } of operations) {
    const { query, body, answers = {} } = contract;
    const name = capitalized(id);
    if (query !== undefined) places.set(`${name}Query`, { schema: query, direction: 'input' });
    if (body !== undefined)
      places.set(`${name}Body`, { schema: content(body), direction: 'input' });
    for (const [status, schema] of Object.entries(answers)) {
      if (!isEmpty(schema)) places.set(`${name}${status}`, { schema, direction: 'output' });
    }
  }
  places.set(problemPlace, { schema: problemSchema, direction: 'output' });
  return places;
}

/** A query is described member by member. */
function queryParameters(place: string, components: Components): JsonObject[] {
  const at = components.at(place);
  const name = typeof at['$ref'] === 'string' ? at['$ref'].split('/').at(-1) : undefined;
  const { properties, required } = name === undefined ? at : (components.schemas[name] ?? {});
  if (!isObject(properties)) throw new Error(`The query of ${place} is no object.`);
  return Object.entries(properties).map(([member, schema]) => ({
    name: member,
    in: 'query',
    required: Array.isArray(required) && required.includes(member),
    schema,
  }));
}

const asText = (type: 'path' | 'header', name: string, description?: string): JsonObject => ({
  name,
  in: type,
  required: type === 'path',
  ...(description === undefined ? {} : { description }),
  schema: { type: 'string' },
});

function parameters({ id, path, contract }: Operation, components: Components): JsonObject[] {
  const { headers = {}, query } = contract;
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => asText('path', name)),
    ...(query === undefined ? [] : queryParameters(`${capitalized(id)}Query`, components)),
    ...Object.entries(headers).map(([name, text]) => asText('header', name, text)),
  ];
}

const words: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; there is no content',
};

const json = (type: string, schema: JsonObject) => ({ content: { [type]: { schema } } });

function responses({ id, contract }: Operation, components: Components): JsonObject {
  const problem = json('application/problem+json', components.at(problemPlace));
  const byStatus = new Map<number, ProblemSlug[]>();
  for (const slug of contract.problems) {
    const { status } = problems[slug];
    byStatus.set(status, [...(byStatus.get(status) ?? []), slug]);
  }
  const stored = contract.stored ?? 'application/json';
  const answers =
    contract.answers === undefined
      ? [
          [
            '200',
            {
              description: 'Done',
              ...json(stored, stored.endsWith('json') ? {} : { type: 'string' }),
            },
          ],
        ]
      : Object.entries(contract.answers).map(([status, schema]) => [
          status,
          {
            description: words[status] ?? 'Done',
            ...(isEmpty(schema)
              ? {}
              : json('application/json', components.at(`${capitalized(id)}${status}`))),
          },
        ]);
  return {
    ...Object.fromEntries(answers),
    ...Object.fromEntries(
      [...byStatus].map(([status, slugs]) => [
        status,
        {
          description: slugs.map((slug) => `${slug}: ${problems[slug].title}`).join('; '),
          ...problem,
        },
      ]),
    ),
    default: { description: 'Any other problem', ...problem },
  };
}

function security({ role, programs }: RouteContract): JsonObject {
  if (role === 'none') return { security: [] };
  return programs === true ? { security: [{ token: [] }] } : {};
}

/** A route as an OpenAPI operation. */
export function describeOperation(
  operation: Operation,
  { tag, components }: { tag: string; components: Components },
): JsonObject {
  const { id, contract } = operation;
  const { summary, description, body, role, programs } = contract;
  const who = programs === true ? 'For programs that ask, with their tokens.' : null;
  const least = role === undefined || role === 'none' ? null : `Least role: ${role}.`;
  const text = [description, who, least].filter((part) => typeof part === 'string').join(' ');
  const found = parameters(operation, components);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(text === '' ? {} : { description: text }),
    ...(found.length === 0 ? {} : { parameters: found }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !isOptional(body),
            ...json('application/json', components.at(`${capitalized(id)}Body`)),
          },
        }),
    responses: responses(operation, components),
    ...security(contract),
  };
}

import type { JsonObject } from '@countersign/json/json-object';
import type { JsonSchema } from '../model/signifier.ts';

/** Schemas of members whose values are known. */
export const constants = (values: Readonly<Record<string, string>>): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { type: 'string', const: value }]),
  );

export const text = (description: string): JsonObject => ({ type: 'string', description });

/**
 * The body of a JSON-RPC 2.0 request with these parameters, all of them required unless named otherwise. The id is no constant: its
 * sender counts.
 */
export function rpcBody(
  method: string,
  params: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(params),
): JsonObject {
  return {
    type: 'object',
    properties: {
      ...constants({ jsonrpc: '2.0' }),
      id: { type: 'integer' },
      ...constants({ method }),
      params: { type: 'object', properties: { ...params }, required: [...required] },
    },
    required: ['jsonrpc', 'id', 'method', 'params'],
  };
}

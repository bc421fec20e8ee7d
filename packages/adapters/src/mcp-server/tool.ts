import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { mendedSchema } from '../mended-schema.ts';
import type { OfferedTool } from '../protocol/agent-card.ts';

/** A tool of an MCP server, read from what the server sent. */
export type McpTool = OfferedTool;

/** Lists of a server are read to this length. */
export const maxListed = 500;

/** A schema above this size (characters) is not used: neither a form nor a check could be made of it in reasonable time. */
const maxSchemaChars = 200_000;

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

const text = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, max) : null;

function objectSchema(given: unknown): JsonObject | null {
  if (!isObject(given) || JSON.stringify(given).length > maxSchemaChars) return null;
  const schema = mendedSchema(given);
  return isObject(schema) ? schema : null;
}

/** Null = it has no name it could be called by. */
export function toolIn(value: unknown): McpTool | null {
  const name = memberOf(value, 'name');
  if (!isObject(value) || typeof name !== 'string' || name === '' || name.length > 500) return null;
  const { annotations, execution } = value;
  const support = memberOf(execution, 'taskSupport');
  return {
    name,
    title: text(value['title'], 200) ?? text(memberOf(annotations, 'title'), 200),
    description: text(value['description'], 10_000),
    inputSchema: { ...objectSchema(value['inputSchema']), type: 'object' },
    outputSchema: objectSchema(value['outputSchema']),
    hints: {
      readOnly: flag(memberOf(annotations, 'readOnlyHint')),
      destructive: flag(memberOf(annotations, 'destructiveHint')),
      idempotent: flag(memberOf(annotations, 'idempotentHint')),
      openWorld: flag(memberOf(annotations, 'openWorldHint')),
    },
    task: support === 'required' || support === 'optional' ? support : null,
  };
}

export const toolsIn = (list: unknown): McpTool[] =>
  Array.isArray(list) ? list.slice(0, maxListed).flatMap((one) => toolIn(one) ?? []) : [];

import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { OfferedTool } from '../protocol/agent-card.ts';
import { repairedSchema } from '../schema/repaired-schema.ts';

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
  const schema = repairedSchema(given);
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

/**
 * The tools of a list, one for each name: a server has no other way to say which is meant. What one of the same name claims about
 * its risk counts if it is the worse.
 */
export function toolsIn(list: unknown): McpTool[] {
  const tools = new Map<string, McpTool>();
  for (const one of Array.isArray(list) ? list.slice(0, maxListed) : []) {
    const tool = toolIn(one);
    if (tool === null) continue;
    const known = tools.get(tool.name);
    tools.set(
      tool.name,
      known === undefined ? tool : { ...known, hints: worse(known.hints, tool.hints) },
    );
  }
  return [...tools.values()];
}

type Hints = McpTool['hints'];

const worse = (one: Hints, other: Hints): Hints => ({
  readOnly: one.readOnly === true ? other.readOnly : one.readOnly,
  destructive: other.destructive === true ? true : one.destructive,
  idempotent: one.idempotent === true ? other.idempotent : one.idempotent,
  openWorld: other.openWorld === true ? true : one.openWorld,
});
